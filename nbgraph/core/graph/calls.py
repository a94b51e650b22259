"""Read called functions, library helpers, and unknown primitives with bodies."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from nbgraph.core import _jax
from nbgraph.core.graph.borders import result_names
from nbgraph.core.graph.builder import Value
from nbgraph.core.graph.cost import aval_of
from nbgraph.core.graph.labels import cut_words, sign
from nbgraph.core.graph.locations import Spans
from nbgraph.core.source.ownership import is_own_file

if TYPE_CHECKING:
    from nbgraph.core.graph.model import Aval
    from nbgraph.core.graph.trace import Context, Reader

_UNNAMED_AXIS = "_internal_pmap_axis_name"  # the axis name of `jax.pmap` where the user gives none
# Their jaxpr tells how two elements combine; it is part of the operation, not code of the user's.
_COMBINERS = ("scatter", "reduce", "select_and_", "sort", "argsort")


def has_body(equation: Any) -> bool:
    return not equation.primitive.name.startswith(_COMBINERS) and bool(_jax.bodies(equation))


def is_library_call(equation: Any) -> bool:
    """Return whether an equation calls one library function."""
    bodies = () if equation.primitive.name in ("cond", "while", "scan") else _jax.bodies(equation)
    return len(bodies) == 1 and _jax.library_made(bodies[0][0]) and not _has_loop(bodies[0][0])


def _has_loop(jaxpr: Any) -> bool:
    """Return whether a jaxpr wraps a loop of the user's, to which nbgraph gives rules for derivatives and batches."""
    if not is_own_file(getattr(getattr(jaxpr, "debug_info", None), "func_filename", None) or ""):
        return False
    inner = (body for each in jaxpr.eqns if each.primitive.name.startswith("custom_") for body, _ in _jax.bodies(each))
    return any(each.primitive.name in ("while", "scan") for each in jaxpr.eqns) or any(map(_has_loop, inner))


def read_call(reader: Reader, equation: Any, spans: Spans, operands: list[Value], context: Context) -> list[Value]:
    """Read a called function: its body in place, or for a library helper one operation of the user's line."""
    equation = _run_on_devices(equation)
    jaxpr, consts = _jax.bodies(equation)[0]
    if context.spans is None and _has_loop(jaxpr):
        return reader.block(_jax.placed_at(equation, jaxpr), operands, context, consts)
    operation = str(equation.params.get("name") or _jax.function_name(jaxpr) or equation.primitive.name)
    users = _jax.function_inside(jaxpr) if devices_of(equation) else ""
    operation = users or operation
    if context.spans is not None or (_jax.library_made(jaxpr) and not users):
        computes, of = operation != "_where", [operand.name for operand in operands]
        is_own = context.spans is None and context.named
        words = reader.places.words(spans, of, context.around, computes=computes) if is_own else ""
        label = context.derived(words, equation) or sign(operation)
        if context.forward and context.spans is None:
            label = cut_words(label, equation)
        region = reader.builder.region("library", label, context.region, operation=operation, **context.place(spans))
        inner = replace(context, region=region, spans=spans)
    else:
        label = operation + devices_of(equation)
        region = reader.builder.region("call", label, context.region, operation=operation, **context.place(spans))
        inner = replace(context, region=region, callers=spans)
    count = math.prod(_axis_sizes(equation).values()) if devices_of(equation) else 0
    if count:
        sides = [(each.aval, aval_of(variable.aval)) for each, variable in zip(operands, jaxpr.invars, strict=True)]
        operands = [_crossing(value, b, f"{a} → {count} × {b}") for value, (a, b) in zip(operands, sides, strict=True)]
    results = reader.block(jaxpr, operands, inner, consts)
    if count:
        sides = [(each.aval, aval_of(variable.aval)) for each, variable in zip(results, equation.outvars, strict=True)]
        results = [_crossing(value, b, f"{count} × {a} → {b}") for value, (a, b) in zip(results, sides, strict=True)]
    names = result_names(reader, equation, spans, context)
    return [reader.builder.named(value, name) for value, name in zip(results, names, strict=True)]


def _run_on_devices(equation: Any) -> Any:
    """Return the inner call that runs on several devices, if the function consists of it alone, as with `jax.pmap`."""
    jaxpr, _ = _jax.bodies(equation)[0]
    inner = jaxpr.eqns[0] if len(jaxpr.eqns) == 1 else None
    alone = inner is not None and (inner.invars, inner.outvars) == (jaxpr.invars, jaxpr.outvars)
    return inner if alone and devices_of(inner) else equation


def devices_of(equation: Any) -> str:
    """Return the number and axes of the devices that a function runs on, as " × 4 (batch)"; "" for one device."""
    sizes = _axis_sizes(equation)
    named = ", ".join(str(axis) for axis in sizes if axis != _UNNAMED_AXIS)
    return f" × {' × '.join(map(str, sizes.values()))}{named and f' ({named})'}" if sizes else ""


def _axis_sizes(equation: Any) -> dict[Any, int]:
    axes = sorted(equation.params.get("newly_manual_axes", ())) if "mesh" in equation.params else []
    return {axis: equation.params["mesh"].shape[axis] for axis in axes}


def _crossing(value: Value, aval: Aval, words: str) -> Value:
    return replace(value, aval=aval, divided=words)


def fits(jaxpr: Any, equation: Any) -> bool:
    return len(jaxpr.invars) == len(equation.invars) and len(jaxpr.outvars) == len(equation.outvars)


def read_unknown(reader: Reader, equation: Any, spans: Spans, operands: list[Value], context: Context) -> list[Value]:
    """Read any other primitive with bodies: one node, and for each body a region that it feeds and that feeds it."""
    bodies = _jax.bodies(equation)
    if len(bodies) == 1 and fits(bodies[0][0], equation):
        return read_call(reader, equation, spans, operands, context)
    builder, operation = reader.builder, equation.primitive.name
    avals = tuple(aval_of(variable.aval) for variable in equation.outvars)
    names = result_names(reader, equation, spans, context)
    region = builder.region("call", sign(operation), context.region, operation=operation, **context.place(spans))
    made = builder.node(
        "operation", operation, sign(operation), region, avals=avals, names=names, **context.place(spans)
    )
    for operand in operands:
        builder.connect(operand, made)
    for jaxpr, consts in bodies:
        inner = builder.region("body", "body", region, operation="body")
        given = [Value(made, aval_of(variable.aval)) for variable in jaxpr.invars]
        for value in reader.block(jaxpr, given, context.within(inner, spans), consts):
            if value.node != made:
                builder.connect(value, made, "feedback")
    return [Value(made, aval, name, index) for index, (aval, name) in enumerate(zip(avals, names, strict=True))]
