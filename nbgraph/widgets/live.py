"""Show the explorer with controls for a function's arguments: moving one runs the function again, in the worker.

The output is a page as any other, with the controls in it, so that it is complete without a kernel; a widget that lives
as long as the kernel updates it (`static/widget.js`). A cell that runs again reuses the widget.
"""

from __future__ import annotations

import inspect
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from threading import Event
from types import MappingProxyType
from typing import Any

from nbgraph.core.source.ownership import plain_function
from nbgraph.widgets.asked import Asked
from nbgraph.widgets.controls import Control, control, suited
from nbgraph.widgets.hosts import Place, next_place, shows_widgets_only
from nbgraph.widgets.newest import Debounced, Newest, in_loop
from nbgraph.widgets.payload.graph import Answer
from nbgraph.widgets.rerun import Data, Run, failure, in_worker, name_of, short_call, with_old_times

REST = 0.05
"""Seconds without a change before the function is run again: a newer change stops an older run."""
LONG_REST = 0.3
"""Seconds before it is measured: by then a page has drawn its result, which would disturb the clock."""
STOP = {"stop": True}
"""What a page sends when its reader does not want to wait (`static/live-panel.js`)."""


def interact(function: Callable[..., Any], /, *args: Any, **controls: Any) -> Live:
    """The explorer for `function`, with a control for each argument that one suits.

    Args:
        function: what to run.
        args: the call to start from.
        controls: by argument name: `(low, high)` or `(low, high, step)` for a slider, a list or dict of choices, or a
            value to start from. An argument that is not named here gets the field that suits its value, if any.

    Returns:
        What a notebook displays as controls over the explorer.

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
    run: Run | None = None,
    quick: Run | None = None,
) -> Live:
    """Return `interact` with all its parts; `run` makes a call's data (by default in the worker), `quick` a preview."""
    chosen, fixed = chosen_controls(function, controls, args, kwargs)
    run, quick = (run, quick) if run is not None else (in_worker(), in_worker(timing=False))
    made = Live(function, chosen, fixed, run, next_place(), quick)
    made.begin()
    return made


class Live:
    """A function, controls for its arguments, and the explorer that shows the last call."""

    def __init__(
        self,
        function: Callable[..., Any],  # what to run
        controls: Sequence[Control],  # in the order in which they are drawn
        fixed: Mapping[str, Any],  # every argument of the call to start from, in the function's order
        run: Run,  # makes a call's data
        place: Place | None = None,  # where it is displayed
        quick: Run | None = None,  # makes what is shown first, when a control was moved; None for nothing
    ) -> None:
        """Reuse the widget at `place`, or make one."""
        try:
            from nbgraph.widgets.explorer import Explorer  # late: it imports ipywidgets
        except ModuleNotFoundError as error:
            needed = "live controls need the packages that `pip install 'nbgraph[notebook]'` installs"
            raise ModuleNotFoundError(f"{error.msg}; {needed}", name=error.name) from None
        before = _kept.get(place) if place is not None else None
        if before is not None:
            before.end()
        self.explorer: Explorer = Explorer() if before is None else before.explorer  # the widget
        if place is not None:
            _kept[place] = self
        self._function, self._controls, self._fixed, self._run = function, tuple(controls), dict(fixed), run
        self._quick = quick
        self._newest = Newest()
        self._asked = Asked(self.explorer.send)
        self._rest = Debounced(self._again, REST)
        self._long_rest = Debounced(lambda: None, LONG_REST)

    def begin(self) -> None:
        """Make the first call, wait for it, and then listen to the controls.

        Raises:
            StoppedError: Stop was pressed.
            Exception: the call cannot be shown at all.
        """
        self.explorer.controls = [one.to_json() for one in self._controls]
        self.explorer.values = {one.name: one.shown for one in self._controls}
        self._show(self._run(self._function, *self._call({}), None))
        self.explorer.say()
        self.explorer.on_msg(self._asked)
        self.explorer.on_msg(self._on_message)
        self.explorer.observe(self._changed, names="values")

    def end(self) -> None:
        """Stop listening and computing; the widget stays."""
        self.explorer.unobserve_all(name="values")
        self.explorer.on_msg(self._asked, remove=True)
        self.explorer.on_msg(self._on_message, remove=True)
        self._stop()

    def _stop(self) -> None:
        self._rest.cancel()
        self._long_rest.cancel()
        self._newest.stop()

    def _call(self, values: Mapping[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
        arguments = OrderedDict({**self._fixed, **values})
        call = inspect.BoundArguments(_signature(self._function), arguments)
        return call.args, call.kwargs

    def _read(self) -> tuple[dict[str, Any], dict[str, str]]:
        """Return the arguments in the fields, and the errors of the other fields."""
        values, errors = {}, {}
        for one in self._controls:
            try:
                values[one.name] = one.value(self.explorer.values.get(one.name))
            except ValueError as error:
                errors[one.name] = str(error)
        return values, errors

    def _changed(self, change: object) -> None:
        if self._read()[1]:
            self._again()
        else:
            self._rest()

    def _again(self) -> None:
        self._stop()
        values, errors = self._read()
        if errors:
            self.explorer.say(errors=errors)
            return
        args, kwargs = self._call(values)
        busy, soon = short_call(self._function, {**self._fixed, **values}), in_loop()
        self.explorer.say(busy=busy)

        def done(result: Answer | None, error: BaseException | None) -> None:
            if result is not None:
                self._show(result)
                self.explorer.say()
            elif error is not None:
                self.explorer.say(message=failure(self._function, {**self._fixed, **values}, error))

        def drawn(result: Answer | None, error: BaseException | None) -> None:
            if result is None or result.acts:
                done(result, error)
                return
            self._show(replace(result, data=with_old_times(result.data, self.explorer.payload)))
            self._long_rest.callback = lambda: self._newest(lambda stop: self._run(*call, stop), done)
            self._long_rest()

        def headed(heading: Data, stop: Event) -> None:
            if not stop.is_set():
                self.explorer.say(busy=busy, heading=heading)

        call = (self._function, args, kwargs)
        quick = None if self._acts else self._quick
        if quick is None:
            self._newest(lambda stop: self._run(*call, stop), done)
        else:
            self._newest(lambda stop: quick(*call, stop, lambda heading: soon(headed, heading, stop)), drawn)

    def _show(self, answer: Answer) -> None:
        self._acts = answer.acts
        self.explorer.payload = self._asked.about(answer)

    def _on_message(self, widget: object, content: Any, buffers: object) -> None:
        """Stop the running call, if the message says so."""
        if content != STOP or not self.explorer.status["busy"]:
            return
        self._stop()
        self.explorer.say(message=f"{self.explorer.status['busy']} was stopped; the last result is kept.")

    @property
    def payload(self) -> Data:
        """Return the last result, with what a page needs to draw the controls."""
        state = {name: getattr(self.explorer, name) for name in ("key", "controls", "values")}
        return {**self.explorer.payload, "live": state}

    def save(self, path: str | Path) -> Path:
        """Write the last result to a file; see `widgets.save.save`."""
        from nbgraph.widgets.save import save

        return save(path, self.explorer.payload)

    def __repr__(self) -> str:
        from nbgraph.widgets.text import to_text

        return to_text(self.payload)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        from nbgraph.widgets.page import to_html

        bundle: dict[str, Any] = {"text/html": to_html(self.payload), "text/plain": repr(self)}
        if shows_widgets_only():
            view = self.explorer._repr_mimebundle_()
            bundle = {**((view[0] if isinstance(view, tuple) else view) or {}), **bundle}
        return bundle

    def _display_(self) -> Any:
        import marimo  # type: ignore[import-not-found, unused-ignore]

        return marimo.ui.anywidget(self.explorer)


_kept: dict[Place, Live] = {}
"""What was last displayed at each place in a cell."""


def close_all() -> None:
    """Close every widget."""
    while _kept:
        live = _kept.popitem()[1]
        live.end()
        live.explorer.layout.close()
        live.explorer.close()


def chosen_controls(
    function: Callable[..., Any], controls: Mapping[str, Any], args: Sequence[Any], kwargs: Mapping[str, Any]
) -> tuple[list[Control], dict[str, Any]]:
    """Return the controls, and every argument's initial value, in the function's own order.

    >>> def f(a, b=2, *, c=3.0): ...
    >>> chosen, fixed = chosen_controls(f, {"c": (0, 10.0), "a": (1, 9)}, (), {})
    >>> [(control.name, control.kind) for control in chosen], fixed
    ([('a', 'slider'), ('c', 'slider')], {'a': 5, 'c': 3.0})
    >>> [control.kind for control in chosen_controls(f, {"a": (1, 9)}, (5, 6), {})[0]]
    ['slider', 'number']

    Raises:
        TypeError: see `interact`.
    """
    signature = _signature(function)
    if unknown := [name for name in controls if name not in signature.parameters]:
        have = ", ".join(signature.parameters) or "none"
        raise TypeError(f"{name_of(function)} has no argument `{unknown[0]}`; it has {have}")
    given = signature.bind_partial(*args, **kwargs).arguments
    star = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    chosen: list[Control] = []
    fixed: dict[str, Any] = {}
    for name, parameter in signature.parameters.items():
        default = None if parameter.default is parameter.empty else parameter.default
        start = given.get(name, default)
        found = None
        if controls.get(name) is not None:
            found = control(name, controls[name], start)
        elif name in given and parameter.kind not in star:
            found = suited(name, start)
        elif parameter.default is parameter.empty and parameter.kind not in star:
            raise TypeError(f"{name_of(function)} needs a value for `{name}`, e.g. {name}=(1, 1000)")
        if found is not None:
            chosen.append(found)
        if found is not None or name in given:
            fixed[name] = start if found is None else found.start
    return chosen, fixed


def _signature(function: Callable[..., Any]) -> inspect.Signature:
    return inspect.signature(plain_function(function))
