"""Where JAX itself says that the equations of a program are from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from nbgraph.core import _jax
from nbgraph.core.forms.names import bodies_in
from nbgraph.core.graph.calls import has_body
from nbgraph.core.report import Report
from nbgraph.core.source.text import SourceText
from nbgraph.core.spans import Span


@dataclass(frozen=True)
class Lines:
    """The lines of one function.

    Attributes:
        span: the function.
        file: the file it stands in.
    """

    span: Span
    file: str

    @classmethod
    def of(cls, report: Report) -> Lines:
        return cls(report.span, report.source.file)

    def innermost(self, equation: Any) -> int | None:
        """The line of the function in which an equation was made, as JAX has noted it."""
        trace = equation.source_info.traceback
        first, last = self.span.line, self.span.end_line
        numbers = (f.line_num for f in (trace.frames if trace else ()) if f.file_name == self.file)
        return next((number for number in numbers if first <= number <= last), None)


def equations(
    jaxpr: Any, lines: Lines, around: int | None, printed: set[int] | None = None, *, inside: bool = False
) -> Iterator[tuple[str, int | None]]:
    """Each equation of a program with its line, in the order in which the program is printed.

    As where JAX lowers them, those of a body without a line of their own have the line of what has the body. Those of
    a library's helper, which is traced once for all calls, have the line of the call.

    Args:
        jaxpr: the program.
        lines: the lines of the function.
        around: the line of what has no other.
        printed: filled, where bodies that several equations share are printed once only.
        inside: whether it is part of a library's helper.
    """
    for equation in jaxpr.eqns:
        own = None if inside else lines.innermost(equation)
        line = around if own is None else own
        yield equation.primitive.name, line
        bodies = _bodies(equation)
        for body in bodies:
            inner, helper = _jax.opened(body)[0], equation.primitive.name not in _BLOCKS and _jax.library_made(body)
            if printed is not None and len(bodies) == 1:
                if id(inner) in printed:
                    continue
                printed.add(id(inner))
            yield from equations(inner, lines, line, printed, inside=inside or helper)


_BLOCKS = ("cond", "while", "scan")


def _bodies(equation: Any) -> list[Any]:
    if not has_body(equation):
        return []
    params = equation.params
    match equation.primitive.name:
        case "cond":
            return list(reversed(params["branches"])) if len(params["branches"]) == 2 else list(params["branches"])
        case "while":
            return [params["cond_jaxpr"], params["body_jaxpr"]]
        case _:
            return [body for _, value in sorted(params.items()) for body in bodies_in(value)]


def operations_of(module: Any, source: SourceText, lines: Lines) -> Iterator[tuple[str, int | None]]:
    """Each operation of an MLIR module with its innermost line of the function, in the order of the text."""
    start, end = f'"{source.file}":', (lines.span.line, lines.span.end_line)
    pending = [module.operation]
    while pending:
        operation = pending.pop().operation
        places = str(operation.location).split(start)[1:]
        numbers = (int(place[: place.index(":")]) for place in places)
        yield operation.name, next((number for number in numbers if end[0] <= number <= end[1]), None)
        inner = [each for region in operation.regions for block in region.blocks for each in block.operations]
        pending += reversed(inner)
