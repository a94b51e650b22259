"""The explorer with controls for a function's arguments: moving one runs the function again.

One `Explorer` is made and kept; each run replaces its payload. The run waits until the controls have rested for a
moment, and a run that fails leaves the last result in place under the error's text.
"""

from __future__ import annotations

import asyncio
import inspect
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from nbgraph.core.report import Report
from nbgraph.widgets.payload import payload

if TYPE_CHECKING:
    import ipywidgets  # type: ignore[import-untyped]

REST = 0.15
"""Seconds without a change before the function is run again."""

Reporter = Callable[..., Report]
Data = dict[str, Any]


def interact(function: Callable[..., Any], /, *args: Any, **controls: Any) -> ipywidgets.VBox:
    """The explorer for `function`, with a control for each argument that has one.

    Args:
        function: what to run.
        args: the call to start from; an argument without a control keeps its value.
        controls: by argument name, as `widgets.controls.control` takes them.

    Returns:
        A box of controls over the explorer, to be displayed.

    Raises:
        TypeError: a control for an argument that the function does not have, or an argument without any value.
    """
    return live(function, controls, args)


def live(
    function: Callable[..., Any],
    controls: Mapping[str, Any],
    args: Sequence[Any] = (),
    kwargs: Mapping[str, Any] = MappingProxyType({}),
    *,
    reporter: Reporter | None = None,
) -> ipywidgets.VBox:
    """`interact` with all its parts; `reporter` makes a call's report (`core.inspect.report_call` by default)."""
    import ipywidgets

    from nbgraph.widgets.controls import control
    from nbgraph.widgets.explorer import Explorer

    start = starting_values(function, controls, args, kwargs)
    chosen = {name: control(name, controls[name], start.get(name)) for name in start if name in controls}
    explorer = Explorer()
    run = Rerun(function, reporter or _report, explorer)

    def again() -> None:
        run({**start, **{name: widget.value for name, widget in chosen.items()}})

    again()
    rest = Debounced(again, REST)
    for widget in chosen.values():
        widget.observe(lambda change: rest(), names="value")
    # `static/controls.js` finds the controls by this class.
    return ipywidgets.VBox([*chosen.values(), explorer]).add_class("nbg-live")


def _report(function: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[str, Any]) -> Report:
    from nbgraph.core.inspect import report_call

    return report_call(function, args, kwargs)


def starting_values(
    function: Callable[..., Any], controls: Mapping[str, Any], args: Sequence[Any], kwargs: Mapping[str, Any]
) -> dict[str, Any]:
    """The value each argument starts from, in the function's own order; None where only a control knows one.

    >>> def f(a, b=2, *, c=3.0): ...
    >>> starting_values(f, {"c": (0, 1.0), "a": (1, 9)}, (), {})
    {'a': None, 'c': 3.0}
    >>> starting_values(f, {"a": (1, 9)}, (5, 6), {})
    {'a': 5, 'b': 6}

    Raises:
        TypeError: see `interact`.
    """
    signature = _signature(function)
    if unknown := [name for name in controls if name not in signature.parameters]:
        have = ", ".join(signature.parameters) or "none"
        raise TypeError(f"{_name(function)} has no argument `{unknown[0]}`; it has {have}")
    given = signature.bind_partial(*args, **kwargs).arguments
    start = {}
    for name, parameter in signature.parameters.items():
        if name in given or name in controls:
            default = None if parameter.default is parameter.empty else parameter.default
            start[name] = given.get(name, default)
        elif parameter.default is parameter.empty and parameter.kind not in (
            parameter.VAR_POSITIONAL,
            parameter.VAR_KEYWORD,
        ):
            raise TypeError(f"{_name(function)} needs a value for `{name}`, e.g. {name}=(1, 1000)")
    return start


def _signature(function: Callable[..., Any]) -> inspect.Signature:
    """The signature the user wrote, also of a compiled function."""
    return inspect.signature(getattr(function, "python_function", function))


def _name(function: Callable[..., Any]) -> str:
    return str(getattr(function, "__name__", type(function).__name__))


class Rerun:
    """Runs a function and shows the report in one explorer; what fails is told there, over the last result."""

    def __init__(self, function: Callable[..., Any], reporter: Reporter, explorer: Any) -> None:
        self.function = function
        self.reporter = reporter
        self.explorer = explorer

    def __call__(self, arguments: Mapping[str, Any]) -> None:
        try:
            call = inspect.BoundArguments(_signature(self.function), OrderedDict(arguments))
            data = payload([self.reporter(self.function, call.args, call.kwargs)])
        except (Exception, KeyboardInterrupt) as error:
            data = {**self.explorer.payload, "message": _failure(self.function, arguments, error)}
        self.explorer.payload = data


def _failure(function: Callable[..., Any], arguments: Mapping[str, Any], error: BaseException) -> str:
    """What to say over the last result.

    >>> _failure(print, {"a": 1}, ZeroDivisionError("division by zero"))
    'print(a=1) failed, the last result is kept. ZeroDivisionError: division by zero'
    """
    call = ", ".join(f"{name}={value!r}" for name, value in arguments.items())
    if isinstance(error, KeyboardInterrupt):
        return f"{_name(function)}({call}) was stopped, the last result is kept."
    return f"{_name(function)}({call}) failed, the last result is kept. {type(error).__name__}: {error}"


class Debounced:
    """Calls back once things have been quiet for a while; at once where no event loop runs, as in a script."""

    def __init__(self, callback: Callable[[], None], seconds: float) -> None:
        self.callback = callback
        self.seconds = seconds
        self._waiting: asyncio.TimerHandle | None = None

    def __call__(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            self.callback()
        else:
            self._waiting = loop.call_later(self.seconds, self.callback)
