"""Make the parts of a report on a call, each by itself."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from functools import partial
from typing import Any

import jax
import numpy as np

from nbgraph.core import _jax
from nbgraph.core.checked.call import explained
from nbgraph.core.codegen.source_map import GeneratedCode
from nbgraph.core.depth import deep
from nbgraph.core.errors import NbgraphError
from nbgraph.core.examine.call import Call, differentiated, differentiated_twice
from nbgraph.core.examine.outside import open_files
from nbgraph.core.examine.shards import with_parts
from nbgraph.core.executor.convert import conversion, op_by_op
from nbgraph.core.executor.function import GraphFunction
from nbgraph.core.graph.model import Graph
from nbgraph.core.printing import print_traced, printed_program
from nbgraph.core.recording.calls import read_traced, recorded, speaks
from nbgraph.core.recording.model import Recording
from nbgraph.core.source.function import ParsedFunction
from nbgraph.core.source.ownership import plain_function
from nbgraph.core.spans import Span
from nbgraph.core.staging.impure import Acts, no_acts
from nbgraph.core.timing.compare import CallSpec, compare_calls
from nbgraph.core.timing.contained import contained
from nbgraph.core.timing.model import Comparison
from nbgraph.core.timing.reference import by_example


def printed_code(traced: Any, call: Call) -> GeneratedCode:
    """Return the pure JAX code of a traced call; for a transformation that of the user's function, with the call."""
    owner = conversion(call.function.python_function)
    given = call.function.traces[-1].record.handed.get(owner.original)
    if given is None:
        return print_traced(call.function, traced, (call.arguments, call.keywords))
    arguments, keywords, axes = given
    inner = Call.of(owner.original, arguments, keywords)
    with _jax.in_axes(axes):
        code = printed_program(inner.function, inner.arguments, inner.keywords)
    return replace(code, text=f"{code.text}\n\n# The call: {call.title}\n")


@deep
def graph_of(traced: Any, call: Call) -> Graph:
    """Return the traced program of a call as a graph."""
    graph, part = read_traced(call.function, traced.jaxpr, call.argument_names)
    values = _jax.as_placed(call.function.python_function, [value for _, value in call.named_leaves])
    return with_parts(graph, part, traced.jaxpr, values)


def record(call: Call, error: NbgraphError | None = None, **options: Any) -> Recording | None:
    """Return the record of the run, up to the line of an error."""
    failed_at = None if error is None else error.span
    python = plain_function(call.function.python_function)
    first = None if error is not None else differentiated_twice(python)
    inner = None if error is not None else differentiated(python if first is None else first)
    options |= {"failed_at": failed_at, "forward": _traced_for(call, inner), "first": _traced_for(call, first)}
    return recorded(call.function, call.title, call.arguments, call.keywords, call.argument_names, **options)


def _traced_for(call: Call, inner: Callable[..., Any] | None) -> GraphFunction | None:
    """Return the function that a call differentiates, traced for the same arguments; None if there is none."""
    if inner is None:
        return None
    try:
        made = Call.of(inner, call.arguments, call.keywords)
        made.function.trace_with_events(*made.arguments, **made.keywords)
    except NbgraphError:  # without this trace the derivative is traced again
        return None
    return made.function


def compare_call(
    call: Call,
    *,
    timing: bool,
    check: bool = False,
    on_step: Callable[[str, Comparison], None] | None = None,
    static_after: Callable[[Exception], Collection[str]] = lambda refusal: (),
    ahead: Callable[[GraphFunction | None], AbstractContextManager[Any]] = nullcontext,
) -> Comparison:
    """Run the call as plain Python, eager JAX and a graph, and find the cause of a difference; see `CallSpec`."""
    python = call.function.typed_function
    parsed = conversion(python).parsed
    prints = speaks(conversion(python).parsed.node)  # a function that prints runs once, without statistics
    spec = CallSpec(
        title=call.title,
        python=python,
        eager=python if timing else None,
        jitted=call.function.jitted,
        args=call.arguments,
        kwargs=call.keywords,
        static_argnames=call.function.static_argnames,
        graph=call.function,
        converted=None if prints else op_by_op(python),
        examples=None if prints else by_example(plain_function(call.function.python_function), call.leaves),
        guard=contained,
        acts=Acts(streams=open_files(python, call.leaves), place=parsed.span, uses=_uses(parsed)),
        reaching=(python,),
        settle=partial(_bounded, call.function, call.budget),
        static_after=static_after,
        unguarded=call.function.without_budget,
        effects=not timing or prints,
        ahead=ahead,
    )
    found = compare_calls(spec, on_step)
    repeatable = not (prints or found.effects)
    with no_acts():
        return explained(
            found, call.function, call.arguments, call.keywords, check=check, repeatable=repeatable, on_step=on_step
        )


def _uses(parsed: ParsedFunction) -> dict[str, Span]:
    """Return the first call or loop in a function's source that uses each name."""
    found: dict[str, Span] = {}
    for node in ast.walk(parsed.node):
        user = node.iter if isinstance(node, ast.For | ast.comprehension) else node
        if isinstance(node, ast.Call | ast.For | ast.comprehension):
            for part in ast.walk(user):
                if isinstance(part, ast.Name):
                    span = parsed.source.node_span(user)
                    found[part.id] = min(found.get(part.id, span), span)
    return found


def _bounded(function: GraphFunction, budget: int | None, nanoseconds: int) -> Any:
    """Return the compiled graph, whose loops end after more iterations than Python can have made in its time."""
    if budget is not None and function.max_iterations != (allowed := min(budget, max(_LEAST_WORK, nanoseconds))):
        function.bound(allowed)
    return function.jitted


_LEAST_WORK = 10**6  # take some hundredths of a second
_IN_JAX = {"mod": "remainder", "floordiv": "floor_divide", "truediv": "div"}  # Python's operators in a traced program
_NAMES = ["add", "sub", "mul", "mod", "floordiv", "truediv", "pow", "ne", "eq", "lt", "le", "gt", "ge", "neg", "abs"]
OPERATORS: dict[str, Callable[..., Any]] = {_IN_JAX.get(name, name): getattr(operator, name) for name in _NAMES}


def operations(equations: Iterable[Any], ints: Collection[int] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the name of each operator among equations at any depth, with the types of its operands.

    Args:
        ints: those of the source: the `1` of `x < 1` is a float in the program, but not in eager JAX.
    """
    for each in equations:
        name = each.params.get("name", each.primitive.name)
        if name not in OPERATORS:
            yield from (found for body, _ in _jax.bodies(each) for found in operations(body.eqns, ints))
        elif all(operand.aval.size <= 10**6 for operand in each.invars):
            yield name, *((operand.aval, _type_of_number(operand, ints)) for operand in each.invars)


def _type_of_number(operand: Any, ints: Collection[int]) -> type | None:
    """Return the type of the number that eager JAX has for an operand; None for an array."""
    is_literal, value = _jax.literal_value(operand)
    if operand.aval.shape or not (is_literal or operand.aval.weak_type):
        return None
    number = np.asarray(value if is_literal else 1, operand.aval.dtype).item()
    return int if is_literal and number in ints else type(number)


def compile_operation(name: str, *operands: tuple[Any, type | None]) -> None:
    """Let eager JAX compile an operator, for arrays or, where an operand has a type of Python's, such numbers."""
    ones = (np.ones(kind.shape, kind.dtype) if number is None else number(1) for kind, number in operands)
    OPERATORS[name](*map(jax.device_put, ones))
