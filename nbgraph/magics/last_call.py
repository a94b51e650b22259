"""Find the last call of the user's functions that a cell makes below them, for a magic's line without a call.

The call is a part of the cell, and runs as such: Python makes its result, output and changes. The cell notes the
arguments on the way, so that the same call can be examined when the cell has run. Where Python cannot run it, as
`jax.vmap(f)(v)` with an `if` in `f`, the cell continues with the result of the converted functions.
"""

from __future__ import annotations

import ast
import builtins
import copy
import inspect
import sys
import traceback
from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MethodType, ModuleType
from typing import TYPE_CHECKING, Any

from nbgraph.magics.calls import parse_calls
from nbgraph.magics.evaluate import BoundCall, bind
from nbgraph.magics.line import MagicLine
from nbgraph.magics.noting import NOTES, Noting, below_definitions, bound_names, calls_in, repeated_in

if TYPE_CHECKING:
    from nbgraph.core.report import Report

_OTHERWISE = "In the cell this call gave {}: here it was made once more, and has found something else."


class LastCall:
    """The notes on the calls of one cell."""

    def __init__(
        self, namespace: dict[str, Any], number: int, converted: Callable[[ast.expr], Callable[..., Any]]
    ) -> None:
        """Begin without notes.

        Args:
            namespace: the user's names.
            number: the cell's prompt number.
            converted: returns the function that an expression stands for, with the cell's functions converted.
        """
        self.namespace, self.converted = namespace, converted
        self.last: Noted | None = None
        self.running: Noted | None = None  # the call that has not ended yet
        self._number = number

    @property
    def is_made(self) -> bool:
        return self.last is not None

    def watch(self, tree: ast.Module, text: str) -> ast.Module:
        """Return a cell's tree that also notes the arguments of the calls below its functions.

        Arguments and results are unchanged.
        """
        below = below_definitions(tree)
        modules = {name for name, value in self.namespace.items() if isinstance(value, ModuleType)}
        others = modules.union(vars(builtins).keys() - self.namespace) - bound_names(tree)
        calls = list(calls_in(tree.body[below:], others))
        repeated = repeated_in(tree)
        lines = [_as_line(call, text, self._number) for call in calls]
        self.namespace[NOTES] = [
            Noted(call, line, self, repeats=id(call) in repeated) for call, line in zip(calls, lines, strict=True)
        ]
        noting = Noting(calls)
        body = [each for statement in tree.body[below:] for each in noting.statements(statement)]
        return ast.Module([*tree.body[:below], *body], tree.type_ignores)

    def has_raised(self, error: BaseException | None) -> bool:
        """Return whether its last call, with fitting arguments, has raised an error of the cell."""
        if self.running is None or not isinstance(error, Exception):
            return False
        frames = traceback.walk_tb(error.__traceback__)
        line = next((line for frame, line in frames if frame.f_globals is self.namespace), 0)
        return line in self.running.lines and any(True for _ in frames)

    def bound(self) -> BoundCall | None:
        """Return the last call, to be examined; None where there is none, or its arguments cannot be copied."""
        return None if self.last is None else self.last.bound()

    def compared(self, report: Report) -> Report:
        """Return the call's report, with a note where the cell's own call had another result."""
        from nbgraph.core.timing.verdict import judge  # late: loading imports little
        from nbgraph.core.value_text import value_text

        result = None if self.last is None else self.last.result
        has_raised = self.running is not None
        if has_raised or report.python_value is None or judge(result, report.python_value).equal is not False:
            return report
        return replace(report, notes=(*report.notes, _OTHERWISE.format(value_text(result))))

    def end(self) -> None:
        """Remove from the user's names what `watch` has added."""
        self.namespace.pop(NOTES, None)


class Noted:
    """A call in a cell, and what was noted when it last ran.

    Attributes:
        line: the call, as a line of its own.
        lines: the cell's lines that contain it.
        result: its result; None before it ran.
    """

    def __init__(self, call: ast.Call, line: MagicLine, cell: LastCall, *, repeats: bool) -> None:
        self.line, self._cell = line, cell
        self.lines = range(call.lineno, (call.end_lineno or call.lineno) + 1)
        self._expression = copy.deepcopy(call.func)
        self.result: Any = None
        self._repeats = repeats  # whether it may be made several times
        self._is_of_users = False
        self._method: MethodType | None = None  # what is called, if it is a method, with a copy of its object
        self._args: tuple[Any, ...] | None = None
        self._kwargs: dict[str, Any] | None = None

    def function(self, function: Any) -> Any:
        self._is_of_users = _is_of_users(function, self._expression, self._cell.namespace)
        self._method = None
        if self._is_of_users and isinstance(function, MethodType):
            owner = _copied(function.__self__)
            self._method = None if owner is None else MethodType(function.__func__, owner)
        return function

    def by_position(self, *args: Any) -> tuple[Any, ...]:
        self._args = _copied(args) if self._is_of_users else None
        return args

    def by_name(self, /, **kwargs: Any) -> dict[str, Any]:
        """Note and return the arguments by name; calls in the arguments have run before, so this call is the last."""
        if self._is_of_users:
            self._kwargs, self.result = _copied(kwargs), None
            self._cell.last = self._cell.running = self
        return kwargs

    def over(self, result: Any) -> Any:
        self.result, self._cell.running = result, None
        return result

    def bound(self) -> BoundCall | None:
        """Return the call, to be examined; None where its arguments cannot be copied."""
        if self._args is None or self._kwargs is None:
            return None
        line = self._with_values(self._args, self._kwargs) if self._repeats else self.line
        (call,) = parse_calls(line)
        found = bind(call, line, self._cell.namespace, (self._args, self._kwargs))
        function = found.function if self._method is None else self._method
        return replace(found, line=line, function=function) if found.is_call else None

    def _with_values(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> MagicLine:
        """Return the line of a call in a loop with its values, `f(27)` for `f(start)`, if all are numbers."""
        if not all(isinstance(value, int | float) for value in (*args, *kwargs.values())):
            return self.line
        given = ", ".join([*map(repr, args), *(f"{name}={value!r}" for name, value in kwargs.items())])
        return replace(self.line, text=f"{ast.unparse(self._expression)}({given})")

    @property
    def refused(self) -> tuple[type[BaseException], ...]:
        """Return the type of the current exception in a tuple, if it says that Python cannot run the call; else ()."""
        error = sys.exception()
        if "jax" not in sys.modules or error is None or self._args is None or self._kwargs is None:
            return ()
        from nbgraph.core.timing.reference import needs_reference  # late: loading imports little

        return (type(error),) if needs_reference(error) else ()

    def convert(self) -> None:
        """Make the call again, with the cell's functions converted.

        Raises:
            NbgraphError: one of them cannot be converted.
        """
        args, kwargs = copy.deepcopy((self._args or (), self._kwargs or {}))
        self.over(self._cell.converted(self._expression)(*args, **kwargs))


def _is_of_users(function: Any, expression: ast.expr, namespace: Mapping[str, Any]) -> bool:
    """Return whether a function is the user's own: `f`, or a library's transformation of one, as `jax.grad(f)`."""
    if isinstance(expression, ast.Call):
        names = [each.id for each in ast.walk(expression) if isinstance(each, ast.Name)]
        return any(_is_of_users(namespace.get(name), ast.Name(name), namespace) for name in names)
    if isinstance(function, type) or not callable(function):
        return False
    from nbgraph.core.source.ownership import is_user_function, plain_function  # late: loading imports little

    plain = inspect.unwrap(plain_function(function))
    if not inspect.isfunction(plain):  # a method, or an object that can be called
        plain = getattr(plain, "__func__", inspect.getattr_static(plain, "__call__"))
    return is_user_function(plain) and not inspect.isgeneratorfunction(plain) and not inspect.iscoroutinefunction(plain)


def _copied(values: Any) -> Any:
    try:
        return copy.deepcopy(values)
    except Exception:  # objects say in many ways that they cannot be copied
        return None


def _as_line(call: ast.Call, text: str, number: int) -> MagicLine:
    """Return a call as a line at its location; as one line where the user has written several."""
    segment = ast.get_source_segment(text, call) or ""
    before = text.split("\n")[call.lineno - 1].encode()[: call.col_offset].decode()
    is_line = call.lineno == call.end_lineno and bool(segment)
    return MagicLine(segment if is_line else ast.unparse(call), number, call.lineno, before)
