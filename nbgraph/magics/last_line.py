"""The call in a cell's last line, where the magic's own line has none.

It is a part of the cell, and runs as that: what it gives, prints and changes is what Python makes of it. What it was
given is noted on the way, so that the same call can be looked at when the cell has run. Where Python cannot run it, as
`jax.vmap(f)(v)` with an `if` in `f`, the cell goes on with what the converted functions give.
"""

from __future__ import annotations

import ast
import copy
import inspect
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MethodType
from typing import TYPE_CHECKING, Any

from nbgraph.magics.calls import parse_calls
from nbgraph.magics.evaluate import BoundCall, bind
from nbgraph.magics.line import MagicLine

if TYPE_CHECKING:
    from nbgraph.core.report import Report

_OTHERWISE = "In the cell this call gave {}: here it was made once more, and has found something else."
_NOTES = "__nbgraph_notes__"
_CELL = f"""
try:
    {_NOTES}.over({_NOTES}.function()(*{_NOTES}.by_position(), **{_NOTES}.by_name()))
except {_NOTES}.refused:
    {_NOTES}.convert()
"""


class LastLine:
    """What is noted of one cell's last line.

    Attributes:
        line: the call as a line of its own; None for a cell that does not end in one.
        result: what it gave; None before it ran.
    """

    def __init__(
        self, namespace: dict[str, Any], number: int, converted: Callable[[ast.expr], Callable[..., Any]]
    ) -> None:
        """Nothing is noted yet.

        Args:
            namespace: the user's names.
            number: the cell's prompt number.
            converted: gives the function that an expression stands for, with the cell's functions converted.
        """
        self.line: MagicLine | None = None
        self.result: Any = None
        self._namespace, self._number, self._converted = namespace, number, converted
        self._function: ast.expr = ast.Constant(None)
        self._method: MethodType | None = None  # what is called, if it is a method, with a copy of its object
        self._args: tuple[Any, ...] | None = None
        self._kwargs: dict[str, Any] | None = None
        self._is_over = False

    def watch(self, tree: ast.Module, text: str) -> ast.Module:
        """A cell of this text, which is about to run, as one that notes what the call in its last line is given.

        The call gets what it would get, and gives what it would give.
        """
        call = _call(tree.body[-1]) if tree.body else None
        if call is None or not _is_of_users(call.func, _functions(tree), self._namespace):
            return tree
        self.line = _as_line(call, text, self._number)
        self._function = call.func
        self._namespace[_NOTES] = self
        last = _Result(call).visit(tree.body[-1])
        return ast.Module([*tree.body[:-1], _noting(call), last], tree.type_ignores)

    def bound(self) -> BoundCall | None:
        """The call, to be looked at; None where there is none, it did not return, or its arguments cannot be copied."""
        if self.line is None or not self._is_over or self._args is None or self._kwargs is None:
            return None
        (call,) = parse_calls(self.line)
        found = bind(call, self.line, self._namespace, (self._args, self._kwargs))
        function = found.function if self._method is None else self._method
        return replace(found, line=self.line, function=function) if found.is_call else None

    def compared(self, report: Report) -> Report:
        """The report of the call, which says so where the cell's own call gave something else."""
        from nbgraph.core.timing.verdict import judge  # late: loading imports little
        from nbgraph.core.value_text import value_text

        if report.python_value is None or judge(self.result, report.python_value).equal is not False:
            return report
        return replace(report, notes=(*report.notes, _OTHERWISE.format(value_text(self.result))))

    def end(self) -> None:
        """Take out of the user's names what `watch` has put there."""
        self._namespace.pop(_NOTES, None)

    def function(self, function: Any) -> Any:
        """What is called, noted."""
        if isinstance(function, MethodType) and (owner := _copied(function.__self__)) is not None:
            self._method = MethodType(function.__func__, owner)
        return function

    def by_position(self, *args: Any) -> tuple[Any, ...]:
        """The arguments by position, noted."""
        self._args = _copied(args)
        return args

    def by_name(self, /, **kwargs: Any) -> dict[str, Any]:
        """The arguments by name, noted."""
        self._kwargs = _copied(kwargs)
        return kwargs

    def over(self, result: Any) -> None:
        """Note the call's result."""
        self.result, self._is_over = result, True

    @property
    def refused(self) -> tuple[type[BaseException], ...]:
        """The kind of the error that is being handled, if it says that Python cannot run the call; else none."""
        error = sys.exception()
        if "jax" not in sys.modules or error is None or self._args is None or self._kwargs is None:
            return ()
        from nbgraph.core.timing.reference import needs_reference  # late: loading imports little

        return (type(error),) if needs_reference(error) else ()

    def convert(self) -> None:
        """Make the call once more, with the cell's functions converted.

        Raises:
            NbgraphError: one of them cannot be converted.
        """
        args, kwargs = copy.deepcopy((self._args or (), self._kwargs or {}))
        self.over(self._converted(self._function)(*args, **kwargs))


def _call(statement: ast.stmt) -> ast.Call | None:
    """The call that a statement is, shows, or gives a name to; None for any other."""
    match statement:
        case ast.Expr(ast.Call(ast.Name("print"), [ast.Call() as call], [])):
            return call
        case ast.Expr(ast.Call() as call) | ast.Assign(value=ast.Call() as call):
            return call
    return None


def _copied(values: Any) -> Any:
    try:
        return copy.deepcopy(values)
    except Exception:  # objects say in many ways that they cannot be copied
        return None


def _functions(tree: ast.Module) -> set[str]:
    """The names of the functions and methods that a cell defines; those that give generators aside."""
    bodies = [tree.body, *(node.body for node in tree.body if isinstance(node, ast.ClassDef))]
    defined = [node for body in bodies for node in body if isinstance(node, ast.FunctionDef)]
    return {node.name for node in defined if not any(isinstance(each, _YIELDS) for each in ast.walk(node))}


_YIELDS = (ast.Yield, ast.YieldFrom)


def _is_of_users(function: ast.expr, defined: set[str], namespace: Mapping[str, Any]) -> bool:
    """Whether the user's own function is called: `f(3)`, or what a library makes of one, as `jax.grad(f)(3.0)`."""
    if isinstance(function, ast.Call):
        return any(_is_of_users(each, defined, namespace) for each in (function.func, *function.args))
    if isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name):
        owner = namespace.get(function.value.id)
        return function.attr in defined or _is_function(inspect.getattr_static(type(owner), function.attr, None))
    return isinstance(function, ast.Name) and (function.id in defined or _is_function(namespace.get(function.id)))


def _is_function(value: Any) -> bool:
    from nbgraph.core.source.ownership import is_user_function, plain_function  # late: loading imports little

    return callable(value) and not isinstance(value, type) and is_user_function(plain_function(value))


def _as_line(call: ast.Call, text: str, number: int) -> MagicLine:
    """A call as a line of its own, at its place; as one line where the user has written several."""
    segment = ast.get_source_segment(text, call) or ""
    before = text.split("\n")[call.lineno - 1].encode()[: call.col_offset].decode()
    is_line = call.lineno == call.end_lineno and bool(segment)
    return MagicLine(segment if is_line else ast.unparse(call), number, call.lineno, before)


def _noting(call: ast.Call) -> ast.stmt:
    """The call as a statement of its own that notes its arguments and its result."""
    (noting,) = ast.parse(_CELL).body
    calls = {ast.unparse(node.func): node for node in ast.walk(noting) if isinstance(node, ast.Call)}
    for node in ast.walk(noting):
        ast.copy_location(node, call)
    calls[f"{_NOTES}.function"].args = [call.func]
    calls[f"{_NOTES}.by_position"].args = call.args
    calls[f"{_NOTES}.by_name"].keywords = call.keywords
    return noting


class _Result(ast.NodeTransformer):
    """Puts the noted result in the place of one call."""

    def __init__(self, call: ast.Call) -> None:
        self._call = call

    def visit_Call(self, node: ast.Call) -> ast.expr:
        if node is not self._call:
            self.generic_visit(node)
            return node
        noted = ast.Attribute(ast.Name(_NOTES, ast.Load()), "result", ast.Load())
        return ast.fix_missing_locations(ast.copy_location(noted, node))
