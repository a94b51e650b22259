"""How each primitive that has a body becomes regions: conditionals, loops, calls, and unknown ones generically."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from jax.extend import core as jex

from nbgraph.core import _jax
from nbgraph.core.graph.builder import Value
from nbgraph.core.graph.cost import aval_of
from nbgraph.core.graph.model import RegionKind
from nbgraph.core.graph.places import Spans
from nbgraph.core.graph.source_names import Names
from nbgraph.core.graph.words import own_words, sign

if TYPE_CHECKING:
    from nbgraph.core.graph.trace import Context, Reader

# Their jaxpr says how two elements combine; it is part of the operation, not something the user wrote.
_COMBINERS = ("scatter", "reduce", "select_and_", "sort", "argsort")


def has_body(equation: Any) -> bool:
    """Whether a primitive runs jaxprs of its own."""
    return not equation.primitive.name.startswith(_COMBINERS) and next(_bodies(equation), None) is not None


def _bodies(equation: Any) -> Any:
    return iter(jex.jaxprs_in_params(equation.params))


def _open(jaxpr: Any) -> tuple[Any, Sequence[Any]]:
    """The jaxpr and its constants, whether it came closed or open."""
    return (jaxpr.jaxpr, jaxpr.consts) if hasattr(jaxpr, "consts") else (jaxpr, ())


def read_cond(reader: Reader, equation: Any, spans: Spans, operands: list[Value], context: Context) -> list[Value]:
    """A conditional: one region a branch, True first, and a merge node for each result that depends on the choice."""
    builder, (chooser, *given) = reader.builder, operands
    branches = equation.params["branches"]
    labels = ["False", "True"] if len(branches) == 2 else [f"case {index}" for index in range(len(branches))]
    choices = list(zip(labels, branches, strict=True))
    if len(branches) == 2:
        choices.reverse()  # JAX stores (false, true); a reader expects the `if` first
    region = _region(reader, "cond", spans, context, "cond")
    returned, regions = [], []
    for label, branch in choices:
        inner = builder.region("branch", label, region, operation="branch")
        first = len(builder.nodes)
        jaxpr, consts = _open(branch)
        results = reader.block(jaxpr, given, replace(context, region=inner), consts)
        returned.append(results)
        regions.append((label, inner, first, len(builder.nodes)))
    names = _result_names(reader, equation, spans, context)
    merged = _merge(reader, returned, regions, names, region, spans, context)
    by_region = _first_nodes(reader, [inner for _, inner, _, _ in regions])
    for label, inner, _, _ in regions:
        if inner in by_region:
            builder.steer(chooser, inner, label, by_region[inner])
    return merged


def _first_nodes(reader: Reader, regions: list[str]) -> dict[str, int]:
    """Position of the first node in or below each region that has one."""
    wanted, found = set(regions), dict[str, int]()
    if not wanted:
        return found
    start = min(int(region[1:]) for region in wanted)
    for position in range(len(reader.builder.nodes) - 1, -1, -1):
        at: str | None = reader.builder.nodes[position].region
        while at is not None and at not in wanted and int(at[1:]) >= start:
            at = reader.builder.regions[int(at[1:])].parent
        if at in wanted:
            found[at] = position
    return found


def _merge(
    reader: Reader,
    returned: list[list[Value]],
    regions: list[tuple[str, str, int, int]],
    names: Names,
    region: str,
    spans: Spans,
    context: Context,
) -> list[Value]:
    """The conditional's results; a value that every branch hands on unchanged passes by without a node."""
    builder, results = reader.builder, []
    for name, values in zip(names, zip(*returned, strict=True), strict=True):
        first = values[0]
        if first.node is not None and all((v.node, v.index) == (first.node, first.index) for v in values):
            results.append(builder.named(first, name))
            continue
        name = name or next((value.name for value in values if value.name), "")
        ends = []
        for value, (_, inner, start, end) in zip(values, regions, strict=True):
            ends.append(_end_of_branch(reader, value, name, inner, start, end, context))
        made = builder.node(
            "operation",
            "cond",
            name or "merge",
            region,
            span=spans[0] if spans else None,
            callers=spans[1:],
            avals=(first.aval,),
            names=(name,),
            role="merge",
        )
        for end_value in ends:
            builder.connect(end_value, made)
        results.append(Value(made, first.aval, name))
    return results


def _end_of_branch(
    reader: Reader, value: Value, name: str, region: str, start: int, end: int, context: Context
) -> Value:
    """A branch's result as a node that stands inside the branch."""
    builder = reader.builder
    if value.node is None:
        return builder.shown(replace(value, name=name), region)
    if start <= int(value.node[1:]) < end:
        return builder.named(value, name)
    label = value.name or "unchanged"
    made = builder.node("operation", "pass", label, region, avals=(value.aval,), names=(name,), role="pass")
    builder.connect(value, made)
    return Value(made, value.aval, name or value.name)


def read_while(reader: Reader, equation: Any, spans: Spans, operands: list[Value], context: Context) -> list[Value]:
    """A `while`: a node for each variable, a test that steers the body, and feedback from the body."""
    params, builder = equation.params, reader.builder
    for_test, for_body = params["cond_nconsts"], params["body_nconsts"]
    initial = operands[for_test + for_body :]
    region = _region(reader, "while", spans, context, "while")
    variables = _variables(reader, "while", initial, _carry_names(reader, equation, spans, initial), region, spans, context)

    test = builder.region("test", "test", region, operation="test")
    jaxpr, consts = _open(params["cond_jaxpr"])
    (verdict,) = reader.block(jaxpr, [*operands[:for_test], *variables], replace(context, region=test), consts)

    body = builder.region("body", "body", region, operation="body")
    first = len(builder.nodes)
    jaxpr, consts = _open(params["body_jaxpr"])
    given = [*operands[for_test : for_test + for_body], *variables]
    following = reader.block(jaxpr, given, replace(context, region=body), consts)
    _feed_back(reader, variables, following, body)
    builder.steer(verdict, body, "True", first)
    return _finish(reader, equation, spans, variables, context)


def read_scan(reader: Reader, equation: Any, spans: Spans, operands: list[Value], context: Context) -> list[Value]:
    """A scan: variables as in a `while`, an element node for each array walked over, a stack for each one collected."""
    params, builder = equation.params, reader.builder
    consts_count, carry_count = params["num_consts"], params["num_carry"]
    consts, rest = operands[:consts_count], operands[consts_count:]
    initial, walked = rest[:carry_count], rest[carry_count:]
    region = _region(reader, "scan", spans, context, "scan")
    names = _carry_names(reader, equation, spans, initial)
    variables = _variables(reader, "scan", initial, names, region, spans, context)

    jaxpr, inner_consts = _open(params["jaxpr"])
    avals = [aval_of(variable.aval) for variable in jaxpr.invars[consts_count + carry_count :]]
    targets = reader.places.elements(spans, len(walked))
    elements = []
    for array, aval, target in zip(walked, avals, targets, strict=True):
        array = builder.shown(array, context.region)
        label = target or (own_words(f"{array.name}[i]") if array.name else "element")
        made = _border(reader, "scan", label, region, "element", aval, target, spans)
        builder.connect(array, made)
        elements.append(Value(made, aval, target))

    returned = reader.block(jaxpr, [*consts, *variables, *elements], replace(context, region=region), inner_consts)
    _feed_back(reader, variables, returned[:carry_count], region)
    results = _finish(reader, equation, spans, variables, context)
    made_names = _result_names(reader, equation, spans, context)[carry_count:]
    for value, variable, name in zip(
        returned[carry_count:], equation.outvars[carry_count:], made_names, strict=True
    ):
        aval = aval_of(variable.aval)
        made = _border(reader, "scan", name or "stack", region, "stack", aval, name, spans)
        builder.connect(builder.shown(value, region), made)
        results.append(Value(made, aval, name))
    return results


def _region(reader: Reader, kind: RegionKind, spans: Spans, context: Context, operation: str) -> str:
    label = operation if context.spans is not None else reader.places.header(spans, operation)
    return reader.builder.region(
        kind, label, context.region, span=spans[0] if spans else None, operation=operation
    )


def _border(
    reader: Reader, operation: str, label: str, region: str, role: Any, aval: Any, name: str, spans: Spans
) -> str:
    return reader.builder.node(
        "operation",
        operation,
        label,
        region,
        span=spans[0] if spans else None,
        callers=spans[1:],
        avals=(aval,),
        names=(name,),
        role=role,
    )


def _result_names(reader: Reader, equation: Any, spans: Spans, context: Context) -> Names:
    """What the user calls the results: as the converter recorded it, else as the source binds them."""
    count = len(equation.outvars)
    if context.spans is not None:
        return ("",) * count
    decision = reader.places.decision(spans)
    if decision is not None and len(decision.outputs) == count:
        return decision.outputs
    return reader.places.bound(spans, count)


def _carry_names(reader: Reader, equation: Any, spans: Spans, initial: list[Value]) -> Names:
    decision = reader.places.decision(spans)
    if decision is not None and len(decision.carry) == len(initial):
        return decision.carry
    bound = reader.places.bound(spans, len(equation.outvars))[: len(initial)]
    return tuple(name or value.name for name, value in zip(bound, initial, strict=True))


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
    for value, name in zip(initial, names, strict=True):
        written = reader.places.number(name, _plain(value.literal), spans) if value.node is None else None
        value = reader.builder.shown(value, context.region, written)
        node = _border(reader, operation, name or "state", region, "variable", value.aval, name, spans)
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
    names = _result_names(reader, equation, spans, context)
    return [replace(value, name=name or value.name) for value, name in zip(variables, names, strict=False)]


def read_call(reader: Reader, equation: Any, spans: Spans, operands: list[Value], context: Context) -> list[Value]:
    """A called function: its body in place. A library's helper counts as one operation of the user's line."""
    body = next(_bodies(equation), None)
    jaxpr, consts = _open(body)
    if len(jaxpr.invars) != len(operands):
        return read_unknown(reader, equation, spans, operands, context)
    operation = str(equation.params.get("name") or _jax.function_name(jaxpr) or equation.primitive.name)
    span = spans[0] if spans else None
    if context.spans is not None or _jax.library_made(jaxpr):
        words = "" if context.spans is not None else reader.places.words(spans)
        region = reader.builder.region(
            "library", words or sign(operation), context.region, span=span, operation=operation
        )
        inner = replace(context, region=region, spans=spans)
    else:
        region = reader.builder.region("call", operation, context.region, span=span, operation=operation)
        inner = replace(context, region=region)
    results = reader.block(jaxpr, operands, inner, consts)
    names = _result_names(reader, equation, spans, context)
    return [reader.builder.named(value, name) for value, name in zip(results, names, strict=True)]


def read_unknown(reader: Reader, equation: Any, spans: Spans, operands: list[Value], context: Context) -> list[Value]:
    """Any other primitive with bodies: one node, and a region for each body, fed by the node and feeding it."""
    bodies = [_open(body) for body in _bodies(equation)]
    if len(bodies) == 1 and len(bodies[0][0].invars) == len(operands):
        outputs = bodies[0][0].outvars
        if len(outputs) == len(equation.outvars):
            return read_call(reader, equation, spans, operands, context)
    builder, operation = reader.builder, equation.primitive.name
    avals = tuple(aval_of(variable.aval) for variable in equation.outvars)
    names = _result_names(reader, equation, spans, context)
    region = builder.region(
        "call", sign(operation), context.region, span=spans[0] if spans else None, operation=operation
    )
    made = builder.node(
        "operation",
        operation,
        sign(operation),
        region,
        span=spans[0] if spans else None,
        callers=spans[1:],
        avals=avals,
        names=names,
    )
    for operand in operands:
        builder.connect(operand, made)
    for jaxpr, consts in bodies:
        inner = builder.region("body", "body", region, operation="body")
        given = [Value(made, aval_of(variable.aval)) for variable in jaxpr.invars]
        for value in reader.block(jaxpr, given, replace(context, region=inner), consts):
            if value.node != made:
                builder.connect(value, made, "feedback")
    return [Value(made, aval, name, index) for index, (aval, name) in enumerate(zip(avals, names, strict=True))]


Read = Callable[..., list[Value]]
HANDLERS: dict[str, Read] = {
    "cond": read_cond,
    "while": read_while,
    "scan": read_scan,
    "jit": read_call,
    "pjit": read_call,
    "closed_call": read_call,
    "core_call": read_call,
    "remat": read_call,
    "remat2": read_call,
    "checkpoint": read_call,
    "custom_jvp_call": read_call,
    "custom_vjp_call": read_call,
    "custom_vjp_call_jaxpr": read_call,
}
