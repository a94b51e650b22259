"""What a program does besides giving results: prints, as `jax.debug.print` with the user's format."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from nbgraph.core.printing.code import call, expression, lambda_of, literal
from nbgraph.core.printing.placeholders import Placeholder, template_of
from nbgraph.core.printing.program import Equation, NoFormError
from nbgraph.core.printing.values import Value
from nbgraph.core.staging.late import Late

if TYPE_CHECKING:
    from nbgraph.core.printing.walk import Writer


def print_act(writer: Writer, equation: Equation, operands: list[Value]) -> None:
    """Write a `print`.

    Raises:
        NoFormError: it is another effect, or a print of what no format can show.
    """
    late = _printed(equation)
    if late is None:
        raise NoFormError("a callback")
    may, *values = operands
    try:
        parts, separator, end = late.filled(iter([Placeholder(k) for k in range(len(values))]))
        text = (" " if separator is None else separator).join(map(str, parts))
        template, order = template_of(text)
    except Exception:  # it computes with the values
        raise NoFormError("a print of more than values") from None
    if end not in ("\n", None) or order != list(range(len(values))):
        raise NoFormError("a print of more than values")
    node = call("jax.debug.print", [literal(template), *(value.node for value in values)], ordered=literal(True))
    equation.params["guarded"] = True
    if may.known is None:
        node = expression("lax.cond(_0_, _1_, lambda: None)", may.node, lambda_of(node))
    elif not bool(may.known):
        return
    writer.body.put(ast.Expr(node), equation.spans)


def _printed(equation: Equation) -> Late | None:
    """The arguments of a print of the converter's, as they wait for their run-time values."""
    waiting: list[Any] = [equation.params.get("callback")]
    found: dict[str, Any] = {}
    while waiting:
        function = waiting.pop()
        names = getattr(getattr(function, "__code__", None), "co_freevars", ())
        cells = getattr(function, "__closure__", None) or ()
        for name, cell in zip(names, cells, strict=False):
            found.setdefault(name, cell.cell_contents)
            if callable(cell.cell_contents):
                waiting.append(cell.cell_contents)
    is_print = getattr(found.get("on_host"), "__qualname__", "").startswith("print_.")
    late = found.get("late")
    return late if is_print and isinstance(late, Late) else None
