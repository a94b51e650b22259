"""Read `cond` and `switch`, `while` and `scan`: a region for each branch and body, with its inputs and results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from nbgraph.core import _jax
from nbgraph.core.graph.borders import (
    border_node,
    carry_names,
    carry_words,
    element_names,
    merge_words,
    open_region,
    result_names,
)
from nbgraph.core.graph.builder import Builder, Value
from nbgraph.core.graph.chunks import KEPT, is_used, one_iteration
from nbgraph.core.graph.cost import aval_of
from nbgraph.core.graph.labels import COUNTERS, own_words, sign
from nbgraph.core.graph.locations import Place, Spans
from nbgraph.core.graph.loop_tests import asked
from nbgraph.core.graph.model import first_nodes
from nbgraph.core.graph.source_names import Names
from nbgraph.core.records import dataclass, replace

if TYPE_CHECKING:
    from nbgraph.core.graph.trace import Context, Reader


def read_while(reader: Reader, equation: Any, spans: Spans, operands: list[Value], context: Context) -> list[Value]:
    """Read a `while`: a node for each variable, a test that steers the body, and feedback from the body."""
    params, builder = equation.params, reader.builder
    for_test, for_body = params["cond_nconsts"], params["body_nconsts"]
    initial = operands[for_test + for_body :]
    region = open_region(reader, "while", spans, context, "while")
    variables = _variables(
        reader, "while", initial, carry_names(reader, equation, spans, initial, context), region, spans, context
    )

    test = builder.region("test", "test", region, operation="test")
    jaxpr, consts = _jax.opened(params["cond_jaxpr"])
    reader.asked |= asked(jaxpr, reader.places)
    (verdict,) = reader.block(jaxpr, [*operands[:for_test], *variables], context.within(test, spans), consts)

    body = builder.region("body", "body", region, operation="body")
    first = len(builder.nodes)
    jaxpr, consts = _jax.opened(params["body_jaxpr"])
    given = [*operands[for_test : for_test + for_body], *variables]
    following = reader.block(jaxpr, given, context.within(body, spans), consts)
    _feed_back(reader, equation, variables, following, body)
    builder.steer(verdict, body, "True", first)
    return _finish(reader, equation, spans, variables, context)


def read_scan(reader: Reader, equation: Any, spans: Spans, operands: list[Value], context: Context) -> list[Value]:
    """Read a scan: variables as in a `while`, an element node for each array scanned, a stack for each collected."""
    params, builder = equation.params, reader.builder
    consts_count, carry_count = params["num_consts"], params["num_carry"]
    consts, rest = operands[:consts_count], operands[consts_count:]
    initial, walked = rest[:carry_count], rest[carry_count:]
    region = open_region(reader, "scan", spans, context, "scan")
    names = carry_names(reader, equation, spans, initial, context)
    variables = _variables(reader, "scan", initial, names, region, spans, context)

    jaxpr, inner_consts = _jax.opened(params["jaxpr"])
    level = _jax.chunk_level(equation)
    if level is not None:
        jaxpr = one_iteration(jaxpr, level)
    avals = [aval_of(variable.aval) for variable in jaxpr.invars[consts_count + carry_count :]]
    targets = element_names(reader, equation, spans, len(walked), context)
    elements = []
    for number, (array, aval, target) in enumerate(
        zip(walked, avals, targets, strict=True), consts_count + carry_count
    ):
        if level is not None and not is_used(jaxpr, jaxpr.invars[number]):
            elements.append(Value(None, aval))  # only the tests of chunks use it
            continue
        array = builder.shown(array, context.region)
        target = target or reader.places.item(spans, [array.name], is_sure=False)
        label = target or (own_words(f"{array.name}[i]") if array.name else "element")
        made = border_node(reader, "scan", label, region, "element", aval, target, context.place(spans))
        builder.connect(array, made)
        elements.append(Value(made, aval, target))

    returned = reader.block(jaxpr, [*consts, *variables, *elements], context.within(region, spans), inner_consts)
    if level is not None:
        reader.parts[-1].inside = True  # its equations are only shown, and do not run
    _feed_back(reader, equation, variables, returned[:carry_count], region)
    for value in returned[len(equation.outvars) :]:  # the test of a differentiated loop, which controls the others
        for after in {each.node for each in returned[:carry_count]} - {each.node for each in variables} - {None}:
            builder.edge(value.node or "", after or "", "True", kind="control")
    results = _finish(reader, equation, spans, variables, context)
    made_names = _result_names(reader, equation, spans, carry_count, context)[carry_count:]
    stacks = zip(returned[carry_count:], equation.outvars[carry_count:], made_names, strict=False)
    for value, variable, name in stacks:
        aval = aval_of(variable.aval)
        label = name or (KEPT if context.forward else "stack")
        made = border_node(reader, "scan", label, region, "stack", aval, name, context.place(spans))
        builder.connect(builder.shown(value, region), made)
        results.append(Value(made, aval, name))
    return results


def _variables(
    reader: Reader, operation: str, initial: list[Value], names: Names, region: str, spans: Spans, context: Context
) -> list[Value]:
    made = []
    words = carry_words(reader, spans, len(initial), context)
    for value, name, word in zip(initial, names, words, strict=True):
        number = value.literal.item() if getattr(value.literal, "shape", None) == () else value.literal
        written = reader.places.number(name, number, spans) if value.node is None else None
        value = reader.builder.shown(value, context.region, written)
        node = border_node(reader, operation, name or word, region, "variable", value.aval, name, context.place(spans))
        reader.builder.connect(value, node)
        made.append(Value(node, value.aval, name))
        reader.counters.update({node} if word in COUNTERS else ())
    return made


def _feed_back(reader: Reader, equation: Any, variables: list[Value], following: list[Value], region: str) -> None:
    """Add edges from the body's results to the variables; none to a variable that does not change.

    A result has the variable's name, except that of a parameter: `return s + t` does not bind `s`.
    """
    own, _ = reader.places.parameters(equation)
    for variable, value in zip(variables, following, strict=True):
        if value.node != variable.node and variable.node is not None:
            value = reader.builder.shown(value, region)
            value = value if variable.name in own else reader.builder.named(value, variable.name)
            reader.builder.connect(value, variable.node, "feedback")


def _finish(reader: Reader, equation: Any, spans: Spans, variables: list[Value], context: Context) -> list[Value]:
    """Return the loop's results: the variables' last values, under their names after the loop."""
    names, (inner, _) = (
        _result_names(reader, equation, spans, len(variables), context),
        reader.places.parameters(equation),
    )
    kept = ("" if value.name == name else value.name for value, name in zip(variables, inner, strict=True))
    return [replace(value, name=name or old) for value, name, old in zip(variables, names, kept, strict=False)]


def _result_names(reader: Reader, equation: Any, spans: Spans, carried: int, context: Context) -> Names:
    """Return the user's names of a loop's results; "" for the residuals it keeps for the backward pass."""
    if not context.forward:
        return result_names(reader, equation, spans, context)
    named = result_names(reader, equation, spans, context, carried)
    return (*named, *("",) * (len(equation.outvars) - carried))


@dataclass(frozen=True, slots=True)
class _Branch:
    """One branch of a conditional."""

    label: str  # "True", "False" or "case 2"
    region: str  # id of its region
    start: int  # position of its first node; those up to `end` were made by it
    end: int  # position after its last node
    results: list[Value]  # what it returns


def read_cond(reader: Reader, equation: Any, spans: Spans, operands: list[Value], context: Context) -> list[Value]:
    """Read a conditional; return its results."""
    builder, (chooser, *given) = reader.builder, operands
    region = open_region(reader, "cond", spans, context, "cond")
    branches = []
    for label, branch in choices(equation.params["branches"]):
        inner, start = builder.region("branch", label, region, operation="branch"), len(builder.nodes)
        jaxpr, consts = _jax.opened(branch)
        results = reader.block(jaxpr, given, context.within(inner, spans), consts)
        branches.append(_Branch(label, inner, start, len(builder.nodes), results))
    kept = [_only(builder, branches, position) for position in range(len(equation.outvars))]
    count = kept.count(None)
    names, words = result_names(reader, equation, spans, context, count), merge_words(reader, spans, count, context)
    if any(name.startswith("the ") for name in names):  # a conditional expression has the name it is bound to
        names, words = reader.places.bound(spans, count, equation), ("value",) * count
    waiting = iter(zip(names, words, strict=False))
    merged = [
        _merge(reader, branches, position, *next(waiting), region, context.place(spans))
        if only is None
        else replace(builder.shown(only.results[position], only.region), kept=True)
        for position, only in enumerate(kept)
    ]
    firsts = first_nodes(builder.nodes[branches[0].start :], builder.regions[int(branches[0].region[1:]) :])
    for branch in branches:
        if branch.region in firsts:
            builder.steer(chooser, branch.region, branch.label, int(firsts[branch.region][1:]))
    return merged


def choices(branches: Sequence[Any]) -> list[tuple[str, Any]]:
    """Return the branches with their labels, the true branch first; JAX stores it last."""
    if len(branches) == 2:
        return [("True", branches[1]), ("False", branches[0])]
    return [(f"case {index}", branch) for index, branch in enumerate(branches)]


def _only(builder: Builder, branches: list[_Branch], position: int) -> _Branch | None:
    """Return the one branch with a result that the others leave empty, a residual for the backward pass; else None."""
    given = [branch for branch in branches if not builder.is_empty(branch.results[position])]
    return given[0] if len(given) == 1 < len(branches) else None


def _merge(
    reader: Reader, branches: list[_Branch], position: int, name: str, word: str, region: str, place: Place
) -> Value:
    """Return one result of a conditional; a value that every branch passes on unchanged gets no node."""
    values = [branch.results[position] for branch in branches]
    first = values[0]
    if first.node is not None and all((value.node, value.index) == (first.node, first.index) for value in values):
        return reader.builder.named(first, name)
    alike = {value.name for value in values} if word == "merge" else ()
    name = name or (first.name if len(alike) == 1 else "")
    ends = [_end(reader.builder, branch, value, name, word) for branch, value in zip(branches, values, strict=True)]
    made = border_node(reader, "cond", name or word, region, "merge", first.aval, name, place)
    for end in ends:
        reader.builder.connect(end, made)
    return Value(made, first.aval, name)


def _what(builder: Builder, value: Value, otherwise: str) -> str:
    """Return the label of a value without a name that a branch passes on: that of its node if it is a name."""
    node = builder.nodes[int((value.node or "n0")[1:])]
    is_word = node.label in (sign(node.operation), node.role)
    is_name = node.role == "variable" or (node.label.isidentifier() and not is_word)
    return node.label if is_name else otherwise


def _end(builder: Builder, branch: _Branch, value: Value, name: str, word: str) -> Value:
    """Return a branch's result as a node inside the branch."""
    if value.node is None:
        return builder.shown(replace(value, name=name), branch.region)
    if branch.start <= int(value.node[1:]) < branch.end:
        return builder.named(value, name)
    made = builder.node(
        "operation",
        "pass",
        value.name or _what(builder, value, "unchanged" if word == "merge" else word),
        branch.region,
        avals=(value.aval,),
        names=(name,),
        role="pass",
    )
    builder.connect(value, made)
    return Value(made, value.aval, name or value.name)
