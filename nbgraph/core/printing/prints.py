"""What a program does besides giving results: prints, as `jax.debug.print` with the user's format."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from nbgraph.core.printing.code import call, expression, lambda_of, literal
from nbgraph.core.printing.placeholders import Placeholder, template_of
from nbgraph.core.printing.program import Equation, NoFormError
from nbgraph.core.printing.strings import late_code
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
    node = _by_format(late, values) or _by_callback(late, values)
    equation.params["guarded"] = True
    if may.known is None:
        node = expression("lax.cond(_0_, _1_, lambda: None)", may.node, lambda_of(node))
    elif not bool(may.known):
        return
    writer.body.put(ast.Expr(node), equation.spans)


def _by_format(late: Late, values: list[Value]) -> Any:
    """`jax.debug.print` with a format; None where no format can show the values."""
    try:
        parts, separator, end = late.filled(iter([Placeholder(k) for k in range(len(values))]))
        text = (" " if separator is None else separator).join(map(str, parts))
        template, order = template_of(text)
    except Exception:  # it computes with the values
        return None
    if end not in ("\n", None) or order != list(range(len(values))):
        return None
    nodes = [literal(template), *(value.node for value in values)]
    return call("jax.debug.print", nodes, ordered=literal(True))


def _by_callback(late: Late, values: list[Value]) -> Any:
    """`jax.debug.callback` of the very `print`."""
    names = [f"v{k}" for k in range(len(values))]
    parts, separator, end = late_code(late, [ast.Name(name, ast.Load()) for name in names])
    if not all(isinstance(part, ast.expr) for part in parts):
        raise NoFormError("a print of a container of run-time values")
    options = {"sep": (separator, " "), "end": (end, "\n")}
    given = {name: node for name, (node, usual) in options.items() if node is not None and not _is_literal(node, usual)}
    node = call("print", parts, **given)
    return call(
        "jax.debug.callback", [lambda_of(node, names), *(value.node for value in values)], ordered=literal(True)
    )


def _is_literal(node: Any, value: str) -> bool:
    return isinstance(node, ast.Constant) and node.value in (value, None)


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
