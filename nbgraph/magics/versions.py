"""Keep the versions of the functions that cells define, and find the trace that each call of a cell uses."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Mapping, Sequence
from contextlib import suppress
from types import FunctionType
from typing import TYPE_CHECKING, Any

from nbgraph.core.records import dataclass, replace

if TYPE_CHECKING:
    from nbgraph.core.report import Report
    from nbgraph.magics.evaluate import BoundCall


_CONSTANTS = (bool, int, float, complex, str, bytes, type(None))  # larger objects are not kept alive here


@dataclass(frozen=True)
class _Version:
    """A function as a cell has defined it."""

    text: str  # the text by which versions are told apart
    function: FunctionType
    bound: Mapping[str, Any]  # the functions, classes and constants of the cell

    def again(self) -> FunctionType:
        """Return the function with its cell's names of that time; all other names are the notebook's."""
        names = {**self.function.__globals__, **self.bound}
        names |= {name: _among(names, value) for name, value in self.bound.items()}
        found: FunctionType = _among(names, self.function)
        return found


def _text(cls: type) -> str:
    """Return the source of a class, or its `repr` where there is none."""
    try:
        return inspect.getsource(cls)
    except (OSError, TypeError):
        return repr(cls)


def _among(names: dict[str, Any], value: Any) -> Any:
    """Return a notebook function with other global names; anything else unchanged."""
    if not isinstance(value, FunctionType) or value.__module__ != "__main__":
        return value
    made = FunctionType(value.__code__, names, value.__name__, value.__defaults__, value.__closure__)
    made.__kwdefaults__, made.__qualname__, made.__module__ = value.__kwdefaults__, value.__qualname__, value.__module__
    made.__dict__ |= value.__dict__
    return made


class Versions:
    """The current version of each function by its name, and the last one from a different cell.

    Two versions per name are kept, however often a cell runs.
    """

    def __init__(self) -> None:
        self._current: dict[str, _Version] = {}
        self._before: dict[str, _Version] = {}

    def note(self, functions: Mapping[str, FunctionType], bound: Mapping[str, Any]) -> None:
        """Note the functions that a cell has defined; the same source and constants make no new version.

        Args:
            bound: what the cell has bound to names.
        """
        try:
            texts = [inspect.getsource(function) for function in functions.values()]
        except (OSError, TypeError):  # without both texts no difference can be shown
            return
        constants = {name: value for name, value in bound.items() if isinstance(value, _CONSTANTS)}
        classes = {name: value for name, value in bound.items() if isinstance(value, type)}
        text = repr((texts, constants, [_text(each) for each in classes.values()]))
        for name, function in functions.items():
            current = self._current.get(name)
            if current is not None and current.text != text:
                self._before[name] = current
            self._current[name] = _Version(text, function, {**functions, **constants, **classes})

    def before(self, name: str) -> FunctionType | None:
        """Return the version before the current one; None when there was none."""
        found = self._before.get(name)
        return None if found is None else found.again()


def with_used_trace(report: Report, bound: BoundCall, cell: Sequence[BoundCall]) -> Report:
    """Return a report with the trace that its call uses; unchanged where the call was not traced or is the only one.

    Arguments may be objects that raise where they are compared: then the report is unchanged.
    """
    with suppress(Exception):
        return _with_used_trace(report, bound, cell)
    return report


def _with_used_trace(report: Report, bound: BoundCall, cell: Sequence[BoundCall]) -> Report:
    from nbgraph.core.examine.call import Call  # late: loading imports little
    from nbgraph.core.executor.function import GraphFunction

    function, named = bound.function, _named(bound.call.node)
    if report.graph is None or named is None or not isinstance(function, GraphFunction):
        return report
    call = Call.of(function, bound.args, dict(bound.kwargs))
    phases = report.comparison.phases.to_json() if report.comparison is not None else {}
    seconds = {stage: found for stage in ("trace", "lower", "compile") if (found := phases.get(stage)) is not None}
    used = function.looked_at.enter(
        bound.call.text,
        call.function.typed_function,
        call.arguments,
        call.keywords,
        named=named,
        static=(*call.function.static_argnames, *report.static),
        seconds=seconds,
        own=function,
    )
    uses = sum(len(row.calls) + row.others for row in used.rows)
    return report if max(uses, sum(each.function is function for each in cell)) < 2 else replace(report, used=used)


def _named(node: ast.expr) -> frozenset[str] | None:
    keywords = node.keywords if isinstance(node, ast.Call) else []
    names = [each.arg for each in keywords if each.arg is not None]
    return frozenset(names) if len(names) == len(keywords) else None
