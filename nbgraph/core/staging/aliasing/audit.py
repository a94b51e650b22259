"""Audit a finished program for what no single step shows: stale aliases of arrays, bools taken for numbers.

JAX arrays never change: `v[0] = 5` makes a new array and rebinds `v`. Another name for the old array would still show
the old value, where Python's would show the new one. The program shows this: the old array is used again after the
equation that made the new one. The sum of two bools is a bool in JAX and a number in Python.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from nbgraph.core import _jax
from nbgraph.core.errors import StagingError
from nbgraph.core.records import dataclass, field, replace
from nbgraph.core.source.text import SourceText
from nbgraph.core.spans import Span
from nbgraph.core.staging.aliasing.array_aliases import (
    VIEWS,
    Aliases,
    Pairs,
    bodies,
    carried,
    is_array,
    statement_of,
    taken,
)
from nbgraph.core.staging.aliasing.array_aliases import is_variable as _is_variable
from nbgraph.core.staging.aliasing.changes import Changes, Place, start_of
from nbgraph.core.staging.aliasing.copies import refuse_untraced_like
from nbgraph.core.staging.aliasing.going_on import flags, known_truths
from nbgraph.core.staging.trace.kind_questions import refuse_changed_scalar
from nbgraph.core.staging.values.values import with_article

_QUESTIONS = {"ZeroDivisionError": "if ... != 0:", "IndexError": "if ... < len(...):"}


class AliasError(StagingError):
    """An array is changed by `v[i] = ...` and read afterwards under another name, or as part of another array.

    JAX arrays are immutable: the assignment makes a new array, and the other name would still show the old items.
    """

    id = "array-alias"
    call: Span | None = None  # the call of the helper that changes the array; None if no helper does


class CaughtErrorError(StagingError):
    """A `try` expects an exception that Python raises, but the graph computes on without raising it.

    This holds for functions of `math` (the graph gives `nan` where Python raises `ValueError`), for an index beyond the
    end of an array, and for a division of items of an array. A division of plain numbers does raise inside a `try`.
    """

    id = "exception-not-raised"
    stopped: tuple[Any, tuple[int, int, int, int]] | None = None  # the function, and the position in it


_LOGIC = frozenset(("or", "and", "not"))  # primitives on bools


class BoolArithmeticError(StagingError):
    """Two traced booleans that may come from an array are added or multiplied, or one is inverted by `~`.

    Python treats them as the numbers 0 and 1; JAX does not.
    """

    id = "bool-arithmetic"
    stopped: tuple[Any, tuple[int, int, int, int]] | None = None  # as in `CaughtErrorError`
    batched: bool = False  # whether several batch elements are computed at once, which are items of an array


def _changes_scalar(equation: Any, inputs: list[Any]) -> bool:
    """Whether an equation computes with a scalar input that may be a NumPy array without axes."""
    first: Any = equation.invars[0] if equation.invars else None
    if not _is_variable(first) or first.aval.shape or getattr(first.aval, "weak_type", False):
        return False
    return any(first is each for each in inputs)


MadeInLoops = Mapping[Any, frozenset[tuple[str, int]]]  # constants, each with the file and line of loops that make it


def audit(
    jaxpr: Any,
    changes: Changes,  # what the source of the traced functions changes
    raising: frozenset[Span] = frozenset(),
    made_in_loops: MadeInLoops = MappingProxyType({}),  # constants that loops make again in every iteration
) -> tuple[Span, str] | None:
    """Check a traced program for stale aliases and for operations that differ from Python's.

    Returns:
        Where an array argument is changed in place, and its name there; None if none is.

    Raises:
        AliasError: an array is used after an assignment replaced it.
        BoolArithmeticError: two bools are added or multiplied, or one is inverted.
        CaughtErrorError: a `try` handles an exception that a graph does not raise.
    """
    risky = {place: names for place, names in changes.risky.items() if place not in raising}
    found = _Audit(replace(changes, risky=risky), {}, constants=dict(made_in_loops))
    if changes.items or changes.waiting or changes.guarded:
        change = next(iter(found.superseded(jaxpr).replaced.values()), None)
        return None if change is None else (change.place, change.name)
    if changes.sums or changes.inverts:
        found.bools(jaxpr)
    return None


@dataclass(frozen=True)
class _Change:
    """An assignment to items of an array."""

    place: Span  # where it stands
    name: str  # the changed name
    calls: tuple[Span, ...]  # its position and those of the calls that led there
    call: Span | None = None  # the call of its helper, whose program is followed alone
    past: frozenset[Place] = frozenset()  # the choices that are made since: another branch then is of another one


@dataclass(frozen=True)
class _Begin:
    """What is known of a program's inputs and results before the audit follows it."""

    shared: Pairs = frozenset()  # inputs that may share items
    unset: frozenset[int] = frozenset()  # results that are known to be False
    after: str = "in the result"  # where its results are used, for messages
    around: tuple[Span, ...] = ()  # its calls, innermost first, if a `try` may be around them


@dataclass(frozen=True)
class _End:
    """What a program does to its inputs."""

    replaced: dict[int, _Change]  # by input, the change that replaces it
    results: Pairs  # which of its results may share items with each other
    kept: Pairs  # which result may share items with which input


@dataclass(frozen=True)
class _Step:
    """An equation, and what the audit knows at this point of the program."""

    equation: Any
    calls: tuple[Span, ...]  # its position and those of the calls that led there
    batch_axes: int  # the number of `vmap`s around it
    aliases: Aliases  # which arrays share items before it
    jaxpr: Any  # the program
    around: tuple[Span, ...]  # where that is called

    @property
    def place(self) -> Span | None:
        return self.calls[0] if self.calls else None


@dataclass
class _Audit:
    changes: Changes
    texts: dict[str, SourceText | None]
    constants: dict[Any, frozenset[tuple[str, int]]] = field(default_factory=dict)  # with the loops that make each
    looked_through: set[tuple[int, int]] = field(default_factory=set)
    known: dict[tuple[Any, ...], _End] = field(default_factory=dict)

    def is_constant(self, operand: Any) -> bool:
        """Whether an operand is known at trace time, so that its aliases are not in the program."""
        return not _is_variable(operand) or operand in self.constants

    def text_of(self, file: str) -> SourceText | None:
        if file not in self.texts:
            self.texts[file] = SourceText.of_file(file)
        return self.texts[file]

    def bools(self, jaxpr: Any, batch_axes: int = 0) -> None:
        """Refuse arithmetic on bools; find the position only of equations that can be that, as it takes long."""
        if (id(jaxpr), batch_axes) in self.looked_through:
            return  # several calls of one helper
        self.looked_through.add((id(jaxpr), batch_axes))
        for equation in jaxpr.eqns:
            if equation.primitive.name in _LOGIC:
                calls = _jax.equation_spans(equation, self.text_of)
                self.check_bools(equation, calls[0] if calls else None, batch_axes + _jax.batch_axes(equation))
            for _, inner in bodies(equation):
                self.bools(inner, batch_axes + _jax.batch_axes(equation))

    def superseded(self, jaxpr: Any, batch_axes: int = 0, begin: _Begin = _Begin()) -> _End:  # noqa: B008
        """Follow the arrays of a program, equation by equation.

        Args:
            batch_axes: the number of `vmap`s around it, each of which makes an array of a number.
            begin: what is known of its inputs and results.
        """
        replaced: dict[Any, _Change] = {}
        aliases = Aliases()
        inputs = [*jaxpr.constvars, *jaxpr.invars]
        for i, j in begin.shared:
            aliases.link(inputs[i], inputs[j], None)
        self.constants = dict.fromkeys(jaxpr.constvars, frozenset[tuple[str, int]]()) | self.constants
        for equation in jaxpr.eqns:
            calls = _jax.equation_spans(equation, self.text_of)
            place = calls[0] if calls else None
            inside = batch_axes + _jax.batch_axes(equation)
            self.check_bools(equation, place, inside)
            self.check_caught(place, (*calls, *begin.around))
            if place in self.changes.augmented and _changes_scalar(equation, inputs):
                refuse_changed_scalar(place, self.changes.items[place])
            for position, used in enumerate(equation.invars):
                if _is_variable(used) and used in replaced:
                    change = replaced[used]
                    if not self.excludes(change, calls):
                        self.check_use(equation, position, place, change, aliases)
            links: list[tuple[Any, ...]] = []
            for variable, change in self.replaced_by(
                _Step(equation, calls, inside, aliases, jaxpr, begin.around), links
            ):
                replaced |= dict.fromkeys(aliases.of(variable, replaced), change)
            for link in links:  # its results are other arrays than those that it replaces
                aliases.link(*link)
            if place is not None and self.chooses(equation, place):
                replaced = {
                    each: replace(change, past=change.past | {start_of(place)}) for each, change in replaced.items()
                }
            aliases.note(equation, place, self.chooses(equation, place))
        for result in jaxpr.outvars:
            if _is_variable(result) and result in replaced:
                self.fail(replaced[result], begin.after)
        changed = {index: replaced[variable] for index, variable in enumerate(inputs) if variable in replaced}
        known = known_truths(jaxpr, [(jaxpr.outvars[at], False) for at in begin.unset])
        results = jaxpr.outvars
        return _End(changed, aliases.among(results, known), aliases.between(results, inputs, known))

    def check_use(self, equation: Any, position: int, place: Span | None, change: _Change, aliases: Aliases) -> None:
        """Refuse the use of an array with outdated items, unless it is part of the change itself."""
        if place == change.place:
            used, name = equation.invars[position], equation.primitive.name
            if used not in aliases.views or name in VIEWS or (_is_store(name) and position == 0):
                return
        elif self.chooses(equation, place) and place is not None:
            end = self.changes.choices[start_of(place)]
            if any(call.file == place.file and place.line <= call.line <= end for call in change.calls):
                return  # the change stands in one branch, or in the loop, and the other keeps the array as it was
        self.fail(change, f"in line {place.line}" if place is not None else "in the result")

    def chooses(self, equation: Any, place: Span | None) -> bool:
        """Whether an equation selects, for a condition or a loop, between a new and an old value."""
        if equation.primitive.name not in ("select_n", "stop_gradient") or place is None:  # its primitives under `vmap`
            return False
        return start_of(place) in self.changes.choices

    def excludes(self, change: _Change, use: tuple[Span, ...]) -> bool:
        """Whether a change and a use are in different branches of one `if` which computes both and selects."""
        for start, branches in self.changes.branches.items():
            sides = [
                {i for i, part in enumerate(branches) if any(map(part.contains, calls))}
                for calls in (change.calls, use)
            ]
            if start not in change.past and sides[0] and sides[1] and not sides[0] & sides[1]:
                return True
        return False

    def replaced_by(self, step: _Step, links: list[tuple[Any, ...]]) -> Iterator[tuple[Any, _Change]]:
        """Yield the arrays that an equation replaces, with the change; add aliases of its results to `links`."""
        equation, place, calls, batch_axes = step.equation, step.place, step.calls, step.batch_axes
        for side, (operands, body) in enumerate(bodies(equation)):
            follow = self.follower(step, side, operands, body)
            found = follow(frozenset())
            for index, change in found.replaced.items():
                if index < len(operands) and _is_variable(operands[index]):
                    is_call = change.call is None and equation.primitive.name == "jit" and place != change.place
                    yield operands[index], replace(change, call=place) if is_call else change
            if len(body.outvars) == len(equation.outvars):  # not the test of a loop
                links += _links(equation, statement_of(equation, place), (side, operands), found, follow)
        if place is None or place not in self.changes.items or _jax.in_list(equation):
            return
        if place in self.changes.augmented and not batch_axes:
            for constant in filter(self.is_constant, equation.invars):
                shape = constant.aval.shape
                if shape and any(result.aval.shape == shape for result in equation.outvars):
                    refuse_untraced_like(shape, is_changed=constant is equation.invars[0])
        numbers = batch_axes if place in self.changes.augmented and not _is_store(equation.primitive.name) else 0
        for result in equation.outvars:
            for operand in equation.invars:
                if _jax.is_reference(operand):
                    continue  # what changes is behind it, for all who know it
                may_be = _is_variable(operand) and _same_array(operand, result, numbers)
                is_whole = getattr(result.aval.dtype, "kind", "") in ("i", "u")
                if may_be and not (is_whole and self.are_places(step, result)):
                    yield operand, _Change(place, self.changes.items[place], calls)
                    return

    def are_places(self, step: _Step, value: Any) -> bool:
        """Whether a statement uses a value for places alone: JAX adds an axis's length to negative ones."""
        uses = [(each, at) for each in step.jaxpr.eqns for at, used in enumerate(each.invars) if used is value]
        here = [_jax.equation_spans(each, self.text_of)[:1] == step.calls[:1] for each, _ in uses]
        others = [each for each, at in uses if at != 1 or not each.primitive.name.startswith(("gather", "scatter"))]
        made = [result for each in others for result in each.outvars or [None]]
        leaves = any(value is each for each in step.jaxpr.outvars)
        return bool(uses) and all(here) and not leaves and all(self.are_places(step, each) for each in made)

    def follower(self, step: _Step, side: int, operands: list[Any], body: Any) -> Callable[[frozenset[int]], _End]:
        """Return a function that follows an inner program, given which of the equation's results are False."""
        arrays = [
            operand if is_array(inner) else None
            for inner, operand in zip([*body.constvars, *body.invars], operands, strict=False)
        ]
        shared = step.aliases.among(arrays)
        if shared and step.equation.primitive.name == "cond":
            where = known_truths(step.jaxpr, taken(step.equation, side).items())
            shared = step.aliases.among(arrays, where)
        first, count = carried(step.equation, body)
        around = (*step.calls, *step.around) if self.changes.waiting else ()
        if not count:
            return lambda unset: self.run(body, operands, step.batch_axes, _Begin(shared, unset, around=around))
        left = flags(step.equation)
        begin = _Begin(shared, left, "in the next iteration", around)
        while True:
            found = self.run(body, operands, step.batch_axes, begin)
            again = {(i + first, j + first) for i, j in found.results if j < count}
            again |= {(j, i + first) for i, j in found.kept if i < count and j < first}
            if again <= begin.shared:
                break
            begin = replace(begin, shared=begin.shared | again)
        self.check_loop(step, operands, (first, count), found)
        always = replace(begin, unset=frozenset())
        return lambda unset: self.run(body, operands, step.batch_axes, begin if left and left <= unset else always)

    def check_loop(self, step: _Step, operands: list[Any], carry: tuple[int, int], found: _End) -> None:
        """Refuse a loop that changes an array which each iteration gets, or has stored in a list, unchanged."""
        first, count = carry
        tests = step.equation.invars[: step.equation.params.get("cond_nconsts", 0)]
        for index, change in found.replaced.items():
            array = operands[index]
            made_again = index >= first or (
                step.place and (step.place.file, step.place.line) in self.loops_that_make(array)
            )
            listed = any(i + first == index and j >= count for i, j in found.results)
            others = {at: each for at, each in enumerate(operands) if at != index and not first <= at < first + count}
            same = step.aliases.of(array) if is_array(array) else []
            if not made_again or listed or any(other is each for other in (*tests, *others.values()) for each in same):
                self.fail(change, "in the next iteration")

    def loops_that_make(self, operand: Any) -> frozenset[tuple[str, int]]:
        """Return the file and line of each loop that makes a constant again in every iteration."""
        return self.constants.get(operand, frozenset()) if _is_variable(operand) else frozenset()

    def run(self, jaxpr: Any, operands: list[Any], batch_axes: int, begin: _Begin) -> _End:
        """Follow an inner program with its operands; the result is kept, as calls of one helper share a program."""
        inputs = list(zip([*jaxpr.constvars, *jaxpr.invars], operands, strict=False))
        constant = {
            inner: self.loops_that_make(operand)
            for inner, operand in inputs
            if operand is not None and self.is_constant(operand)
        }
        own = dict(inputs)
        self.constants = {key: value for key, value in self.constants.items() if key not in own} | constant
        positions = tuple(constant.get(inner) for inner in own)
        key = (id(jaxpr), batch_axes, positions, begin)
        if key not in self.known:
            self.known[key] = self.superseded(jaxpr, batch_axes, begin)
        return self.known[key]

    def check_bools(self, equation: Any, place: Span | None, batch_axes: int) -> None:
        kind = equation.primitive.name
        wrong = self.changes.sums if kind in ("or", "and") else self.changes.inverts if kind in _LOGIC else ()
        if place in wrong and all(_is_bool_scalar(v.aval, batch_axes) for v in equation.invars):
            error = BoolArithmeticError(
                "this computes with truth values, which Python takes for the numbers 0 and 1 and JAX does not",
                span=place,
                remedy="make a number of one of them first, with `int(...)`; or use `and`, `or`, `not`",
            )
            error.batched = batch_axes > 0
            raise error

    def check_caught(self, place: Span | None, calls: tuple[Span, ...]) -> None:
        name = self.changes.waits_for(calls)
        if not name and place in self.changes.risky:
            name = self.changes.guarded.get(place, "")
        if name:
            raise CaughtErrorError(
                f"this `try` waits for {with_article(name)} that a graph never raises:"
                " it computes on with run-time values",
                span=place,
                remedy=f"`{_QUESTIONS.get(name, 'if ...:')}` before it, in place of the `try`",
            )

    def fail(self, change: _Change, where: str) -> None:
        one_name = "one name where the array is changed and where it is read, as `v[1:] += ...` for a part of `v`"
        error = AliasError(
            f"`{change.name}` is changed here, and the same array is used under another name {where}",
            span=change.place,
            remedy=f"{one_name}; or a copy for the other name, `... = {change.name}.copy()`",
            variable=change.name,
        )
        error.call = change.calls[1] if len(change.calls) > 1 else change.call
        raise error


def _links(
    equation: Any, statement: Any, inside: tuple[int, list[Any]], found: _End, follow: Callable[[frozenset[int]], _End]
) -> Iterator[tuple[Any, ...]]:
    """Yield the aliases of an equation's results that one of its programs makes, and when they hold."""
    if not found.results and not found.kept:
        return
    side, operands = inside
    results = equation.outvars
    where = taken(equation, side) if equation.primitive.name == "cond" else {}
    truths = [at for at, result in enumerate(results) if result.aval.dtype == bool and not result.aval.shape]
    unset = {results[at]: follow(frozenset((at,))) for at in truths}
    for i, j in found.results:
        needed = {truth: True for truth, ends in unset.items() if (i, j) not in ends.results}
        yield results[i], results[j], None, {**where, **needed}
    for i, j in found.kept:
        needed = {truth: True for truth, ends in unset.items() if (i, j) not in ends.kept}
        yield results[i], operands[j], statement, {**where, **needed}


def may_store(jaxpr: Any) -> bool:
    """Whether a program may change items of an array that has other names, even if its results are not used."""
    read = ((used, each.outvars) for each in jaxpr.eqns for used in each.invars if _is_variable(used))
    changed = (_same_array(used, result, 0) for used, results in read for result in results)
    return not all(each.outvars for each in jaxpr.eqns) or any(changed)


def _is_store(primitive: str) -> bool:
    return primitive.startswith(("scatter", "dynamic_update"))


def _same_array(operand: Any, result: Any, numbers: int) -> bool:
    """Whether a result can be its operand changed in place; up to `numbers` dimensions it is a batch of numbers."""
    old, new = operand.aval, result.aval
    return len(old.shape) > numbers and old.shape == new.shape and old.dtype == new.dtype


def _is_bool_scalar(aval: Any, batch_axes: int) -> bool:
    return len(getattr(aval, "shape", ())) <= batch_axes and getattr(aval.dtype, "kind", "") == "b"
