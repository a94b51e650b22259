"""Turn a traced program (a jaxpr) into the graph: one node per equation, a region for everything with a body."""

from __future__ import annotations

import inspect
import itertools
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import groupby
from types import MappingProxyType
from typing import Any

from nbgraph.core import _jax
from nbgraph.core.decisions import AS_BEFORE, CHANGED, OWN_LENGTH, Decision, Output
from nbgraph.core.graph.borders import Scopes, result_names
from nbgraph.core.graph.builder import Builder, Value, arrays_around
from nbgraph.core.graph.calls import has_body, is_library_call, read_unknown
from nbgraph.core.graph.checks import checks_apart
from nbgraph.core.graph.choices import AN_ERROR, chains_together, named
from nbgraph.core.graph.chunks import kept_values, passed_on, without_unused
from nbgraph.core.graph.cost import aval_of, estimate
from nbgraph.core.graph.guards import guarded_act, guards
from nbgraph.core.graph.helpers import helpers_together, named_by_caller
from nbgraph.core.graph.items import items_together, names_of_strings, strings_together, with_capacities
from nbgraph.core.graph.iterations import iterations_together
from nbgraph.core.graph.labels import (
    Texts,
    cut_words,
    item_words,
    iterated,
    literal_text,
    own_words,
    sign,
    takes_floats,
    varied,
    with_texts,
)
from nbgraph.core.graph.locations import Place, Places, Spans
from nbgraph.core.graph.loop_tests import CHECKS
from nbgraph.core.graph.loops import read_cond, read_scan, read_while
from nbgraph.core.graph.model import Aval, Graph, grouped
from nbgraph.core.graph.order import Act, in_order, unused_marked, without_other_items
from nbgraph.core.graph.simplify import NOISE
from nbgraph.core.graph.source_names import Names
from nbgraph.core.graph.special import special_marked
from nbgraph.core.records import dataclass, field, replace

_LITERAL = re.compile(r"-?[\d.]+|'[^']*'|\"[^\"]*\"")
_FLAG = Aval((), "bool")
_BEFORE_LOOP = 4  # more operations than these, that only find what a loop goes over, are one box
CAP_NODES = 20_000
"""Called functions are opened no more once the graph has this many nodes: a chain of functions that each call the
next one twice is short as a jaxpr and endless when written out."""


def read_jaxpr(
    closed_jaxpr: Any,  # what `jax.make_jaxpr(f)(*args)` or `jax.jit(f).trace(*args).jaxpr` returns
    *,
    name: str,
    argument_names: Sequence[str] = (),  # the user's names of the flattened arguments
    decisions: Sequence[Decision] = (),  # the trace's record, which names carried values; matched by position
    # for each output its path in the function's result, or, if it is no result, its kind and its source position
    outputs: Sequence[Output] = (),
    texts: Mapping[int, Texts] = MappingProxyType({}),  # of the outputs that are numbers of texts, by position
    strings: Mapping[int, Any] = MappingProxyType({}),  # what a value that is a number of a text may be, by number
    python: Any = None,  # the user's function, whose names for arrays from outside are those of constants
    lists: Collection[str] = (),  # what the lengths of lists are called that are arrays with room for further items
) -> tuple[Graph, Part]:
    """Return the complete graph of a traced program, and which node stands for which value of which equation.

    Fold the graph with `core.graph.simplify.view` before drawing.

    >>> import jax
    >>> made, _ = read_jaxpr(jax.make_jaxpr(lambda x: x + x)(1.0), name="double", argument_names=("x",))
    >>> [(node.kind, node.operation) for node in made.nodes]
    [('input', 'input'), ('operation', 'add'), ('output', 'output')]
    >>> [(edge.source, edge.target, edge.name) for edge in made.edges]
    [('n0', 'n1', 'x'), ('n0', 'n1', 'x'), ('n1', 'n2', '')]
    """
    builder, places = Builder(arrays=arrays_around(python)), Places(decisions, drawn=True)
    reader = Reader(builder, places)
    jaxpr = closed_jaxpr.jaxpr
    within = [span for spans in map(places.spans, jaxpr.eqns[:50]) for span in spans]
    function = places.function(name, within, getattr(inspect.unwrap(python), "__code__", None))
    root = builder.region("function", name, None, span=function.span if function else None, operation=name)
    inputs = []
    for position, variable in enumerate(jaxpr.invars):
        argument = argument_names[position] if position < len(argument_names) else ""
        span = function.parameters.get(argument) if function else None
        aval = aval_of(variable.aval)
        label = argument or f"argument {position}"
        made = builder.node("input", "input", label, root, span=span, avals=(aval,), names=(argument,))
        inputs.append(Value(made, aval, argument))
    # One `return` can be named as the results' place; of several, none is known to be the one.
    returned = function.returns[0] if function and len(function.returns) == 1 else None
    context = Context(root, otherwise=() if returned is None else (returned,))
    results = reader.block(jaxpr, inputs, context, closed_jaxpr.consts)
    known = outputs if len(outputs) == len(results) else [Output()] * len(results)
    spoken: dict[str, Texts] = {}
    paths: dict[str, str] = {}
    lengths: set[str] = set()  # the names of result lists that have a length
    ends: dict[int, str] = {}
    drawn = sorted(enumerate(known), key=lambda each: (each[1].word != "", each[1].word == "" and each[1].rank))
    for position, (word, place, path, _) in drawn:
        result = builder.shown(results[position], root)
        is_result, is_length = word in ("", CHANGED), path.endswith(OWN_LENGTH)
        if known is outputs and is_length != result.name.endswith(OWN_LENGTH):
            if not is_length:  # the user's program computes it: `len(xs)`
                lengths.add(result.name)
            result = replace(result, name=OWN_LENGTH if is_length else "")
        given = own_words(path) if word == CHANGED else places.given(returned, path, result.name)
        label = f"{word or 'return'} {given}".strip()
        operation, span, names = (word or "output", returned, (result.name,)) if is_result else ("check", place, ())
        if word == CHANGED:  # the caller's value, under the parameter's name
            span, names = function.parameters.get(re.split(r"[.[]", path)[0]) if function else None, (path,)
            operation = AS_BEFORE if builder.is_input(result.node, path) else CHANGED
        made = builder.node("output", operation, label, root, span=span, avals=(result.aval,), names=names)
        ends[position] = made
        builder.connect(result, made)
        if word == "" and known is outputs and not is_length:
            paths[made] = path
        if position in texts:
            spoken[made] = texts[position]
    graph = builder.graph(name)
    graph = without_other_items(unused_marked(graph, [*reader.acts, *kept_values(graph)]))
    graph = without_unused(graph, places.search)
    graph = in_order(special_marked(graph), reader.acts)
    kept = (node for node in graph.nodes if node.kind == "output" or lengths.isdisjoint(node.names))
    shown = {part for each in graph.nodes for name in (each.label, *each.names) for part in (name, name.split("[")[0])}
    marked = {**reader.books, **{node.id: word for node in kept if (word := places.keeps(node, shown))}}
    graph = checks_apart(graph, marked, places.is_test, lambda span: places.words((span,)), reader.counters)
    graph = iterations_together(graph, places.loop_header, places.trips)
    graph = named_by_caller(helpers_together(graph, places.definition), places)
    sizes = grouped((each.path, ends[at]) for at, each in enumerate(known) if each.path.endswith(OWN_LENGTH))
    cut = {results[at].name for at, each in enumerate(known) if each.path + OWN_LENGTH in sizes}
    cut |= {name.removesuffix(OWN_LENGTH) for name in lists}
    graph = with_capacities(items_together(graph, paths, spoken), cut - {""})
    reader.parts[0].ends = {ends[at]: sizes.get(known[at].path + OWN_LENGTH, []) for at in range(len(results))}
    graph = named(with_texts(graph, spoken), places.choice)
    graph = strings_together(graph, names_of_strings(decisions, strings), strings)
    return chains_together(graph, places.choice), reader.parts[0]


@dataclass
class Entry:
    """One equation as it was read."""

    spans: Spans  # its position in the user's source, then those of the calls that led there
    last: bool = True  # whether it computes the value of its expression, the last of its equations
    equation: Any = field(default=None, repr=False)  # the equation itself
    results: Sequence[Value] = ()  # its results, each with its node
    # its bodies, in reading order: of a conditional the True branch first, of a `while` test and body
    parts: list[Part] = field(default_factory=list)


@dataclass
class Part:
    """One block of equations as it was read: a body, or the whole program."""

    region: str  # id of its region
    inputs: Sequence[Value]  # the values it was given
    inside: bool = False  # whether it is part of a library's helper
    # of the whole program, the nodes of its results in its order, with those of the lengths of lists in a buffer
    ends: dict[str, list[str]] = field(default_factory=dict)
    entries: list[Entry] = field(default_factory=list)  # its equations, in order


@dataclass(frozen=True)
class Context:
    """The context in which a block is read."""

    region: str  # id of the region its nodes go to
    # inside a library helper, the position of the user's call: helpers are traced once and reused, so what their
    # own equations say may belong to another call
    spans: Spans | None = None
    # inside a function that was traced apart (`jax.jit`), the positions of the call that led there, which its
    # equations do not know
    callers: Spans = ()
    around: Spans = ()  # inside branches and loops, the positions of these, which their equations do not know either
    # the positions of equations that have none: the `return`, for which results are prepared
    otherwise: Spans = ()
    named: bool = True  # whether the equation that is read has its expression's name
    forward: bool = False  # whether this is the forward pass of a derivative, which keeps values for the backward pass
    # whether this is the backward pass: what it computes belongs to the user's lines, and is not their value
    backward: bool = False
    again: bool = False  # whether it computes a value of the user's that the forward pass has not kept
    chosen: str = ""  # the variable that the equation that is read chooses a value for, where that is known

    def within(self, region: str, spans: Spans) -> Context:
        return replace(self, region=region, around=(*spans, *self.around))

    def through(self, frames: Sequence[_jax.Frame]) -> Context:
        """Return the context of an equation that JAX traced inside these frames."""
        kinds = {frame.kind for frame in frames}
        if "bwd" in kinds:  # the user wrote this rule, so its values are the user's
            return replace(self, backward=False, forward=False)
        if "again" in kinds:
            return replace(self, again=True)
        if not kinds & {"forward", "backward", "transpose"}:
            return self
        backward = self.backward or bool(kinds & {"backward", "transpose"})
        return replace(self, backward=backward, forward=self.forward or "forward" in kinds)

    def derived(self, words: str, equation: Any) -> str:
        """Return the user's expression, as `∂(...)` in the backward pass for an operation on floats."""
        is_adjoint = self.backward and not self.again and any(map(takes_floats, equation.outvars))
        return f"∂({words})" if words and is_adjoint else words

    def places(self, spans: Spans) -> Spans:
        """Return the spans of an equation with those around it, innermost first."""
        return spans + self.around or self.otherwise

    def place(self, spans: Spans) -> Place:
        """Return the location of a node or a region, as its fields."""
        return {"span": spans[0] if spans else None, "callers": self.places(spans)[1 if spans else 0 :]}


class Reader:
    """Reads blocks of equations into a builder."""

    def __init__(self, builder: Builder, places: Places) -> None:
        self.builder = builder
        self.places = places
        self.parts: list[Part] = []  # where the block that is read next is noted
        self.books: dict[str, str] = {}  # what the nodes that are no value of the user's keep, by id
        self.counters: set[str] = set()  # the nodes of what loops count their iterations with, by id
        self.asked: dict[int, str] = {}  # the labels of a loop's test, by the equations' ids; see `loop_tests.asked`
        self.acts: dict[str, list[Act]] = {}  # the effects of nodes, by the nodes' ids

    def block(self, jaxpr: Any, inputs: Sequence[Value], context: Context, consts: Sequence[Any] = ()) -> list[Value]:
        """Read a jaxpr whose arguments are `inputs`; return its results."""
        environment: dict[Any, Value] = dict(zip(jaxpr.invars, inputs, strict=True))
        for variable, const in zip(jaxpr.constvars, consts, strict=False):
            value = Value(None, aval_of(variable.aval), literal=const)
            environment[variable] = self.builder.shown(value, context.region)
        part, around = Part(context.region, inputs, context.spans is not None), self.parts
        around.append(part)
        apart = guards(jaxpr, lambda each: self.places.is_after_call(self.places.spans(each)))
        waiting = iter(jaxpr.eqns)

        def pass_guards(until: Any = None) -> None:
            for each in itertools.takewhile(lambda each: each is not until, waiting):
                value = apart[id(each)]
                result = Value(None, aval_of(each.outvars[0].aval)) if value is None else environment[value]
                environment[each.outvars[0]] = result
                part.entries.append(Entry((), True, each, [replace(result, kept=True)]))

        equations = [each for each in jaxpr.eqns if id(each) not in apart]
        for run, inner, boxes, chosen in self._runs(equations, context, environment):
            is_filter = self.places.is_filter(run[0][1])  # then test and choice have the user's text
            asked = [each for each in run if not (is_filter and each[0].primitive.name == "cond")]
            last, given = _last(asked), self._given(run)
            for position, (equation, spans) in enumerate(run):
                pass_guards(equation)
                operands = [self._value(atom, environment) for atom in equation.invars]
                entry = Entry(spans, position >= last, equation)
                part.entries.append(entry)
                self.parts = entry.parts
                first = len(self.builder.nodes)
                here = replace(inner if _jax.in_check(equation) else boxes[position], chosen=chosen.get(position, ""))
                entry.results = results = self.equation(equation, spans, operands, here, entry.last and not any(given))
                if _jax.in_check(equation):
                    self.books.update((node.id, CHECKS) for node in self.builder.nodes[first:])
                results = [self.builder.named(value, given[position]) for value in results]
                environment.update(zip(equation.outvars, results, strict=True))
        pass_guards()
        self.parts = around
        return [self._value(atom, environment) for atom in jaxpr.outvars]

    def equation(
        self, equation: Any, spans: Spans, operands: list[Value], context: Context, last: bool = True
    ) -> list[Value]:
        """Read one equation; return its results. Only the `last` equation of an expression gets its name."""
        if passed := passed_on(equation, backward=context.backward):
            return [operands[at] for at in passed]
        handler = self._handler(equation)
        if handler is not None:
            return handler(self, equation, spans, operands, replace(context, named=last))
        avals = tuple(aval_of(variable.aval) for variable in equation.outvars)
        inside = context.spans is not None or not last
        names = ("",) * len(avals) if inside or context.backward else self.places.bound(spans, len(avals), equation)
        names = (context.chosen,) if context.chosen and not context.backward else names
        acts = [Act(operands[at].node if isinstance(at, int) else at, w) for at, w in _jax.effects_of(equation)]
        if acts:  # `r[...] = x` binds nothing to `r`
            names = tuple("" if name in {operand.name for operand in operands} else name for name in names)
        operation = equation.primitive.name
        label = "" if inside else self._words(equation, spans, context, [operand.name for operand in operands])
        if operation == "select_n" and not (inside or any(names)) and self.places.returns(spans):
            word = f"{self.places.unsaid(spans)} else".removeprefix(" else") or "or"
            label = f"{self._called(operands[-1])} {word} {self._called(operands[1])}"
        label = self._found(operands, context.region) or label
        literals = tuple(x.name * (operation == "ne") if x.node else literal_text(x.literal) for x in operands)
        label = varied(label or self._sign(equation, spans, literals, names), operation)
        made = self.builder.node(
            "operation",
            operation,
            cut_words(label, equation) if context.forward and context.spans is None and last else label,
            context.region,
            **context.place(spans),
            avals=avals,
            names=names,
            cost=estimate(operation, equation.params, tuple(operand.aval for operand in operands), avals),
        )
        for operand in operands[guarded_act(equation) :]:
            self.builder.connect(operand, made)
        if acts and not _jax.in_check(equation):
            self.acts[made] = acts
        flag = self._flag(equation, spans, operands, context.chosen) if avals == (_FLAG,) else ""
        if flag:
            self.books[made] = flag
        return [Value(made, aval, name, index) for index, (aval, name) in enumerate(zip(avals, names, strict=True))]

    def _found(self, operands: Sequence[Value], region: str | None) -> str:
        """Return the label of the running sum of a loop written as `sum(...)`, if an operation adds to it; else ""."""
        nodes = [self.builder.nodes[int(each.node[1:])] for each in operands if each.node and len(operands) > 1]
        found = {node.region: node.label for node in nodes if node.role == "variable" and "(…)" in node.label}
        while found and region is not None and region not in found:
            region = self.builder.regions[int(region[1:])].parent
        return found.get(region or "", "")

    def _called(self, value: Value) -> str:
        node = self.builder.nodes[int(value.node[1:])] if value.node else None
        if node is not None and node.operation in NOISE:
            before = (edge for edge in self.builder.edges if edge.target == node.id)
            return next((self._called(Value(edge.source, value.aval, edge.name)) for edge in before), "…")
        has_words = node is not None and node.label != node.role and node.operation != "select_n"
        words = value.name or literal_text(value.literal) or (node.label if node and has_words else "…")
        box = self.builder.regions[int(node.region[1:])] if node and not value.name else None
        while box is not None and box.kind == "library":
            words, box = box.label, self.builder.regions[int((box.parent or "r0")[1:])]
        return words

    def _chosen(self, run: Sequence[tuple[Any, Spans]]) -> dict[int, str]:
        """Return the variables whose values a conditional without regions selects, by the position of the select."""
        decision = self.places.decision(run[0][1])
        choices = [at for at, (equation, _) in enumerate(run) if equation.primitive.name == "select_n"]
        names = () if decision is None or decision.construct != "if" else decision.outputs
        return dict(zip(choices, names, strict=True)) if len(choices) == len(names) else {}

    def _given(self, run: Sequence[tuple[Any, Spans]]) -> Names:
        """Return the user's names of an expression's several results, such as a `divmod`'s, one equation each."""
        made = {id(variable) for equation, _ in run for variable in equation.outvars}
        apart = not any(id(atom) in made for equation, _ in run for atom in equation.invars)
        names = self.places.bound(run[0][1], len(made)) if apart and len(made) == len(run) > 1 else ()
        return names or ("",) * len(run)

    def _flag(self, equation: Any, spans: Spans, operands: Sequence[Value], chosen: str) -> str:
        """Return the statement, such as "break", whose flag an operation computes; "" for any other."""
        name = equation.primitive.name
        if name == "select_n" and self.places.is_after_call(spans) and not any(each.node for each in operands[1:]):
            return "raise"  # whether the call has bound a name
        if chosen:
            return self.places.jump(chosen, spans)
        tested = operands[1:] if name == "select_n" else operands if name in ("not", "and", "or") else []
        jumps = [self.books.get(each.node, "") or self.places.jump(each.name, spans) for each in tested if each.node]
        is_ours = set(jumps) == {CHECKS} or self.places.is_statement(spans)  # the test of a check is not the user's
        return jumps[0] if jumps and all(jumps) and is_ours else ""

    def _words(self, equation: Any, spans: Spans, context: Context, of: Sequence[str]) -> str:
        """Return the user's expression, or in the backward pass `∂(...)`; "" if it is long or not the user's."""
        if equation.primitive.name == "add_any":
            return ""  # it adds up the cotangents of several uses
        if self.places.returns(spans) and not context.chosen:
            return ""
        if _jax.in_check(equation):
            return ""
        computes = equation.primitive.name not in ("select_n", "not", "and", "or", *NOISE) and not has_body(equation)
        denied = self.places.denied(spans) if equation.primitive.name == "not" else ""
        words = own_words(denied) or self.places.words(spans, of, context.around, computes=computes)
        words = self.asked.get(id(equation), words)
        if equation.primitive.name == "eq" and _LITERAL.fullmatch(words):
            return ""  # a case of a `match`
        return context.derived(words, equation)

    def _sign(self, equation: Any, spans: Spans, literals: tuple[str, ...], names: Names) -> str:
        """Return the short label of an operation without an expression; a select without literals has its variable."""
        if equation.primitive.name == "ne" and self.places.unsaid(spans) == AN_ERROR:
            return AN_ERROR.removeprefix("if ")
        word, is_choice = sign(equation.primitive.name, literals), equation.primitive.name == "select_n"
        return f"{word} {names[0]}" if is_choice and names[0] and not any(literals) else word

    def _handler(self, equation: Any) -> Handler | None:
        if len(self.builder.nodes) > CAP_NODES:
            return None
        handler = HANDLERS.get(equation.primitive.name)
        if handler is None and has_body(equation):
            return read_unknown
        return handler

    def _is_operation(self, equation: Any) -> bool:  # it may be a helper of a library's
        return self._handler(equation) is None or (has_body(equation) and is_library_call(equation))

    def _runs(
        self, equations: Sequence[Any], context: Context, environment: Mapping[Any, Value]
    ) -> Iterator[tuple[list[tuple[Any, Spans]], Context, list[Context], dict[int, str]]]:
        """Yield the runs of equations of one expression, with its region, each one's context, and selected
        variables.
        """
        if context.spans is not None:
            if equations:
                run = [(equation, context.spans) for equation in equations]
                yield run, context, [context] * len(equations), self._chosen(run)
            return
        scopes = Scopes(self.builder, context)
        placed = [
            (
                equation,
                self._spans(equation, context),
                _jax.frames_of(equation, iterations=True),
                _jax.iteration_marks_of(equation),
            )
            for equation in equations
        ]
        for (_, path, iterations), group in groupby(placed, key=lambda item: (item[1] or id(item[0]), *item[2:])):
            expression = [(equation, spans) for equation, spans, *_ in group]
            inner, chosen, start = scopes.enter(path), self._chosen(expression), 0
            for run in [expression] if iterations else _repeats(expression, self.places.segment(expression[0][1])):
                first = next((k for k, each in enumerate(run) if not self._is_operation(each[0])), len(run))
                boxed = first if first > (1 if first == len(run) else _BEFORE_LOOP) else 0
                box = self._one_box(run[:boxed], inner, environment, run[boxed:]) if boxed else inner
                own = {at - start: name for at, name in chosen.items() if start <= at < start + len(run)}
                yield run, inner, [box] * boxed + [inner] * (len(run) - boxed), own
                start += len(run)

    def _spans(self, equation: Any, context: Context) -> Spans:
        spans = self.places.spans(equation)
        if not spans and len(context.around) > 0:  # its loop or branch is nearer than the call around both
            return ()
        known = context.callers == spans[len(spans) - len(context.callers) :]
        return spans if known else spans + context.callers

    def _one_box(
        self,
        run: Sequence[tuple[Any, Spans]],
        context: Context,
        known: Mapping[Any, Value],
        following: Sequence[tuple[Any, Spans]],
    ) -> Context:
        """Return the context of a new region for one expression's operations, or for what a loop starts with."""
        equation, spans = run[_last(run)]
        walked = self._started(run, following[0][0], spans, context) if following else ""
        atoms = [atom for each, _ in run for atom in each.invars if not _jax.literal_value(atom)[0]]
        of = [known[atom].name for atom in atoms if atom in known]
        words = (self._words(each, at, context, of) for each, at in (run[_last(run)], *run))
        label = own_words(walked) or self.asked.get(id(equation)) or next(filter(None, words), "")
        label = item_words(label, [each for each, _ in run if each.primitive.name == "slice"])
        operation = equation.primitive.name
        region = self.builder.region(
            "library", label or sign(operation), context.region, operation=operation, **context.place(spans)
        )
        return replace(context, region=region)

    def _started(self, run: Sequence[tuple[Any, Spans]], loop: Any, spans: Spans, context: Context) -> str:
        """Return the list whose buffer is made before a loop appends to it, else what the loop iterates over."""
        made = {id(variable) for equation, _ in run for variable in equation.outvars}
        carried = loop.invars[-len(loop.outvars) :] if loop.primitive.name == "while" else ()
        names = zip(carried, result_names(self, loop, spans, context), strict=False)
        found = (name.removesuffix(OWN_LENGTH) for atom, name in names if name and id(atom) in made)
        return next(found, "") or iterated(self.places.segment(spans))

    def _value(self, atom: Any, environment: dict[Any, Value]) -> Value:
        is_literal, value = _jax.literal_value(atom)
        return Value(None, aval_of(atom.aval), literal=value) if is_literal else environment[atom]


Handler = Callable[[Reader, Any, Spans, list[Value], Context], list[Value]]
# `jit`, `checkpoint`, `custom_jvp_call` and their like need no entry: one body that takes what the equation takes.
HANDLERS: dict[str, Handler] = {"cond": read_cond, "while": read_while, "scan": read_scan}


def _last(run: Sequence[tuple[Any, Spans]]) -> int:
    """Return the index of the equation with an expression's value: checks or casts may follow it."""
    for position in range(len(run) - 1, 0, -1):
        equation, _ = run[position]
        if not (_jax.in_check(equation) or equation.primitive.name in NOISE):
            return position
    return 0


def _repeats(run: list[tuple[Any, Spans]], text: str) -> list[list[tuple[Any, Spans]]]:
    """Split a run into its repetitions, one per item of a line; a reduction such as `sum` stays one run."""
    period = _period([(equation.primitive.name, equation.params.get("name")) for equation, _ in run])
    parts = [run[start : start + period] for start in range(0, len(run), period)]
    made = {id(each): at for at, part in enumerate(parts) for equation, _ in part for each in equation.outvars}
    used = ((id(atom), at) for at, part in enumerate(parts) for equation, _ in part for atom in equation.invars)
    return [run] if text[:4] in ("sum(", "max(", "min(") and any(made.get(k, at) != at for k, at in used) else parts


def _period(word: Sequence[object]) -> int:
    """The length of the shortest word that `word` is a repetition of (its own when there is none).

    >>> _period("ababab"), _period("aaa"), _period("aba")
    (2, 1, 3)
    """
    border = [0] * len(word)
    for at in range(1, len(word)):
        matched = border[at - 1]
        while matched and word[at] != word[matched]:
            matched = border[matched - 1]
        border[at] = matched + (word[at] == word[matched])
    period = len(word) - border[-1] if word else 1
    return period if len(word) % period == 0 else len(word)
