"""`while` and `scan`: a node for each carried variable, fed back from the body."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from nbgraph.core import _jax
from nbgraph.core.graph.borders import border_node, carry_names, carry_words, open_region, result_names
from nbgraph.core.graph.builder import Value
from nbgraph.core.graph.cost import aval_of
from nbgraph.core.graph.places import Spans
from nbgraph.core.graph.source_names import Names
from nbgraph.core.graph.words import own_words

if TYPE_CHECKING:
    from nbgraph.core.graph.trace import Context, Reader


def read_while(reader: Reader, equation: Any, spans: Spans, operands: list[Value], context: Context) -> list[Value]:
    """A `while`: a node for each variable, a test that steers the body, and feedback from the body."""
    params, builder = equation.params, reader.builder
    for_test, for_body = params["cond_nconsts"], params["body_nconsts"]
    initial = operands[for_test + for_body :]
    region = open_region(reader, "while", spans, context, "while")
    variables = _variables(
        reader, "while", initial, carry_names(reader, equation, spans, initial, context), region, spans, context
    )

    test = builder.region("test", "test", region, operation="test")
    jaxpr, consts = _jax.opened(params["cond_jaxpr"])
    (verdict,) = reader.block(jaxpr, [*operands[:for_test], *variables], context.within(test, spans), consts)

    body = builder.region("body", "body", region, operation="body")
    first = len(builder.nodes)
    jaxpr, consts = _jax.opened(params["body_jaxpr"])
    given = [*operands[for_test : for_test + for_body], *variables]
    following = reader.block(jaxpr, given, context.within(body, spans), consts)
    _feed_back(reader, variables, following, body)
    builder.steer(verdict, body, "True", first)
    return _finish(reader, equation, spans, variables, context)


def read_scan(reader: Reader, equation: Any, spans: Spans, operands: list[Value], context: Context) -> list[Value]:
    """A scan: variables as in a `while`, an element node for each array walked over, a stack for each one collected."""
    params, builder = equation.params, reader.builder
    consts_count, carry_count = params["num_consts"], params["num_carry"]
    consts, rest = operands[:consts_count], operands[consts_count:]
    initial, walked = rest[:carry_count], rest[carry_count:]
    region = open_region(reader, "scan", spans, context, "scan")
    names = carry_names(reader, equation, spans, initial, context)
    variables = _variables(reader, "scan", initial, names, region, spans, context)

    jaxpr, inner_consts = _jax.opened(params["jaxpr"])
    avals = [aval_of(variable.aval) for variable in jaxpr.invars[consts_count + carry_count :]]
    targets = reader.places.elements(spans, len(walked))
    elements = []
    for array, aval, target in zip(walked, avals, targets, strict=True):
        array = builder.shown(array, context.region)
        label = target or (own_words(f"{array.name}[i]") if array.name else "element")
        made = border_node(reader, "scan", label, region, "element", aval, target, context.place(spans))
        builder.connect(array, made)
        elements.append(Value(made, aval, target))

    returned = reader.block(jaxpr, [*consts, *variables, *elements], context.within(region, spans), inner_consts)
    _feed_back(reader, variables, returned[:carry_count], region)
    results = _finish(reader, equation, spans, variables, context)
    made_names = _result_names(reader, equation, spans, carry_count, context)[carry_count:]
    for value, variable, name in zip(returned[carry_count:], equation.outvars[carry_count:], made_names, strict=True):
        aval = aval_of(variable.aval)
        made = border_node(
            reader,
            "scan",
            name or ("kept" if context.forward else "stack"),
            region,
            "stack",
            aval,
            name,
            context.place(spans),
        )
        builder.connect(builder.shown(value, region), made)
        results.append(Value(made, aval, name))
    return results


def _variables(
    reader: Reader,
    operation: str,
    initial: list[Value],
    names: Names,
    region: str,
    spans: Spans,
    context: Context,
) -> list[Value]:
    made = []
    words = carry_words(reader, spans, len(initial), context)
    for value, name, word in zip(initial, names, words, strict=True):
        written = reader.places.number(name, _plain(value.literal), spans) if value.node is None else None
        value = reader.builder.shown(value, context.region, written)
        node = border_node(reader, operation, name or word, region, "variable", value.aval, name, context.place(spans))
        reader.builder.connect(value, node)
        made.append(Value(node, value.aval, name))
    return made


def _plain(literal: Any) -> Any:
    return literal.item() if hasattr(literal, "item") and getattr(literal, "shape", None) == () else literal


def _feed_back(reader: Reader, variables: list[Value], following: list[Value], region: str) -> None:
    """Edges from the body's results to the variables; none to a variable that stays as it is."""
    for variable, value in zip(variables, following, strict=True):
        if value.node != variable.node and variable.node is not None:
            value = reader.builder.shown(value, region)
            value = reader.builder.named(value, variable.name)
            reader.builder.connect(value, variable.node, "feedback")


def _finish(reader: Reader, equation: Any, spans: Spans, variables: list[Value], context: Context) -> list[Value]:
    """The loop's results: the variables' last values, under the names they go by after the loop."""
    names = _result_names(reader, equation, spans, len(variables), context)
    return [replace(value, name=name or value.name) for value, name in zip(variables, names, strict=False)]


def _result_names(reader: Reader, equation: Any, spans: Spans, carried: int, context: Context) -> Names:
    """What the user calls a loop's results; what it keeps for the backward pass besides has no name."""
    if not context.forward:
        return result_names(reader, equation, spans, context)
    named = result_names(reader, equation, spans, context, carried)
    return (*named, *("",) * (len(equation.outvars) - carried))
