"""Test a `break` of a staged loop in the loop's own condition, so that no flag is carried.

The part of an iteration before its `break` runs once after the loop, if the loop's own condition still holds and the
part contains no loop:

    while not left and test(s): left, s = (True, last(s)) if leaves(s) else (False, rest(s))

    while test(s) and not leaves(s): s = rest(s)
    if test(s): left, s = True, last(s)
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import jax
from jax import lax

from nbgraph.core import _jax
from nbgraph.core.records import dataclass, replace
from nbgraph.core.staging.control_flow.differentiable import Parts, may_be_differentiated
from nbgraph.core.staging.control_flow.partly_known import Simplified, truth
from nbgraph.core.staging.trace import context, recorder
from nbgraph.core.staging.trace.cost import are_elementwise, dividing, may_divide
from nbgraph.core.staging.values.values import cast, type_of

_MOST_ASKED = 40  # operations of a condition, which is tested once more where the loop ends by itself
_MOST_TWICE = 2  # operations that both the condition and the rest of an iteration need

Leaves = Sequence[Any]


@dataclass(frozen=True)
class _Part:
    """Some results of a program, and the equations that they need."""

    program: Any  # a closed jaxpr
    equations: Sequence[Any]
    results: Sequence[Any]  # operands of equations
    positive: frozenset[int] = frozenset()  # positions of parameters that are certainly positive

    def __call__(self, leaves: Leaves) -> list[Any]:
        jaxpr = self.program.jaxpr
        values = dict(zip((*jaxpr.constvars, *jaxpr.invars), (*self.program.consts, *leaves), strict=True))
        _jax.stage_equations(self.equations, values, instead=dividing({jaxpr.invars[at] for at in self.positive}))
        return [_jax.value_of(each, values) for each in self.results]


@dataclass(frozen=True)
class EarlyExit:
    """A loop whose condition also tests whether its body would leave it."""

    test: _Part  # the loop's own condition
    leaves: _Part  # the tests in the body; it leaves the loop where one of them holds
    rest: _Part  # an iteration that does not leave the loop
    last: _Part  # an iteration that does
    tree: Any  # the structure of the state

    @property
    def is_endless(self) -> bool:
        """Whether only its body ends the loop."""
        return truth(self.test.results[0]) is True

    def asked(self, state: Any) -> Any:
        """Return whether another complete iteration follows."""
        given = jax.tree_util.tree_leaves(state)
        own = [] if self.is_endless else self.test(given)
        return functools.reduce(lax.bitwise_and, [*own, *map(lax.bitwise_not, self.leaves(given))])

    def step(self, state: Any) -> Any:
        """Return the state after a complete iteration."""
        return self._like(self.rest(jax.tree_util.tree_leaves(state)), state)

    def loop(self, start: Any) -> Parts:
        """Return the loop of complete iterations."""
        return Parts(self.asked, self.step, start, self._body(), self._test())

    def _test(self) -> Any:
        """Return the program of `asked`; None if it must be staged."""
        own, body, asks = self.test.program, self.leaves.program.jaxpr, self.leaves.results
        every, holds = (*self.test.equations, *self.leaves.equations), [] if self.is_endless else self.test.results
        if recorder.noting() or _jax.in_parts() or may_divide(every) or own.effects:
            return None
        if not all(map(_jax.is_variable, (*holds, *asks))):
            return None
        instead = dict(zip(body.invars, own.jaxpr.invars, strict=True))
        equations = [*self.test.equations, *_jax.copied(self.leaves.equations, instead)]
        for each in asks:
            more, result = _jax.applied(_and_not if holds else lax.bitwise_not, *holds, instead.get(each, each))
            equations, holds = [*equations, *more], [result]
        return _jax.part_of(own, equations, holds, beside=self.leaves.program)

    def _body(self) -> Any:
        """Return the program of `step`; None if staging would change it."""
        program, equations, results = self.rest.program, self.rest.equations, self.rest.results
        same = all(new.aval == old.aval for new, old in zip(results, program.jaxpr.invars, strict=True))
        if not same or program.effects or may_divide(equations):
            return None
        return _jax.part_of(program, equations, results)

    def left(self, state: Any, within: Any = None) -> tuple[Any, Any]:
        """Return the state after the last, partial iteration, and whether the loop's own condition held.

        Args:
            within: whether nothing else has ended the loop; None if nothing could.
        """
        given = jax.tree_util.tree_leaves(state)
        changing = [at for at, each in enumerate(self.last.results) if each is not self.last.program.jaxpr.invars[at]]
        before = [given[at] for at in changing]

        def last() -> list[Any]:
            made = self.last(given)
            return [cast(made[at], type_of(given[at])) for at in changing]

        goes_on = self.test(given)[0]
        holds = goes_on if within is None else within if self.is_endless else lax.bitwise_and(goes_on, within)
        if self.is_endless and within is None:
            after = last()
        elif are_elementwise(self.last.equations) and not any(type_of(each).shape for each in before):
            after = [
                holds if (_known(old), _known(new)) == (False, True) else lax.select(holds, new, old)
                for new, old in zip(last(), before, strict=True)
            ]
        else:
            after = lax.cond(holds, last, lambda: before)
        for at, value in zip(changing, after, strict=True):
            given[at] = value
        return jax.tree_util.tree_unflatten(self.tree, given), goes_on

    def counter(self) -> int | None:
        """Return the position of a leaf that grows by one in every complete iteration; None if there is none."""
        return counter_in(self.rest.equations, self.rest.program.jaxpr.invars, self.rest.results)

    def with_positive(self, at: int) -> EarlyExit:
        """Return the loop with the leaf at a position known to be positive."""
        parts = {name: replace(getattr(self, name), positive=frozenset({at})) for name in ("test", "leaves", "rest")}
        return replace(self, **parts)

    def _like(self, values: Leaves, state: Any) -> Any:
        kinds = map(type_of, jax.tree_util.tree_leaves(state))
        return jax.tree_util.tree_unflatten(
            self.tree, [cast(each, kind) for each, kind in zip(values, kinds, strict=True)]
        )


def _and_not(holds: Any, leaves: Any) -> Any:
    return lax.bitwise_and(holds, lax.bitwise_not(leaves))


def counter_in(equations: Sequence[Any], before: Sequence[Any], after: Sequence[Any]) -> int | None:
    """Return the position of a number that grows by one from the parameters to the results of a program."""
    sums = {each.outvars[0]: each.invars for each in equations if each.primitive.name == "add"}
    for at, (old, new) in enumerate(zip(before, after, strict=True)):
        if new is None or _jax.literal_value(new)[0] or old.aval.shape or old.aval.dtype != type_of(0).dtype:
            continue
        left, right = sums.get(new, (None, None))
        if left is old and right is not None and _jax.literal_value(right) == (True, 1):
            return at
    return None


def early_exit(loop: Parts) -> EarlyExit | None:
    """Return the loop with its `break` in the condition; None if it has none, or must stay as the user wrote it."""
    log = context.here().log
    leaves, tree = jax.tree_util.tree_flatten(loop.start)
    flags = [at for at, leaf in enumerate(leaves) if _known(leaf) is False]
    seen = (log is not None and log.shown) or may_be_differentiated(leaves) or _jax.in_parts()
    return None if seen or not flags else next(_folded(loop.test, loop.body, flags, tree), None)


def _known(leaf: Any) -> bool | None:
    """Return the known truth value of a leaf; None for any other."""
    known = _jax.known_number(leaf)
    return bool(known) if known is not None and type_of(known).dtype_kind == "b" else None


def _folded(test: Any, body: Any, flags: Sequence[int], tree: Any) -> Iterator[EarlyExit]:
    loops = [each for each in body.eqns if each.primitive.name in ("while", "scan")]
    if test.effects or body.effects or not {v for each in loops for v in each.outvars}.isdisjoint(_variables(body)):
        return
    for at in flags:
        if not _ends(test, at):
            continue
        whole = Simplified.of(body.jaxpr, {body.jaxpr.invars[at]: False})
        asks = _asked_in(whole, body.jaxpr.outvars[at])
        known = {body.jaxpr.invars[at]: False} | ({asks[0]: True} if len(asks) == 1 else {})
        if not asks or _has_loop((last := _part(body, Simplified.of(body.jaxpr, known))).equations):
            continue
        rest = _part(body, Simplified.of(body.jaxpr, dict.fromkeys([body.jaxpr.invars[at], *asks], False)))
        own, leaves = _holds_if(test.jaxpr, at, flag=False)[0], _part(body, whole, asks)
        if _is_cheap(leaves, rest):
            yield EarlyExit(_part(test, own, test.jaxpr.outvars), leaves, rest, last, tree=tree)


def _variables(program: Any) -> Iterator[Any]:
    """Yield the variables among the results of a program, none of which may come from an inner loop."""
    return filter(_jax.is_variable, program.jaxpr.outvars)


def left_first(loop: Parts, at: int | None) -> EarlyExit:
    """Return the loop with the last result of an iteration, the test that leaves it, in the condition.

    Args:
        at: the position of the flag, if the condition does not ask it; else None.
    """
    leaves, tree = jax.tree_util.tree_flatten(loop.start)
    test, body = loop.test, loop.body.jaxpr
    *results, asks = body.outvars
    if at is None:
        flags = [each for each, leaf in enumerate(leaves) if _known(leaf) is False]
        at = next(each for each in flags if len(flags) == 1 or _ends(test, each))
    program = loop.body.replace(jaxpr=body.replace(outvars=results))
    own, last = _holds_if(test.jaxpr, at, flag=False)[0], list(body.invars)
    last[at] = _jax.literal(True)
    leaving, rest = (_Part(program, _jax.needed(body.eqns, atoms), atoms) for atoms in ([asks], results))
    return EarlyExit(_part(test, own, test.jaxpr.outvars), leaving, rest, _Part(program, [], last), tree)


def _ends(test: Any, at: int) -> bool:
    return _holds_if(test.jaxpr, at, flag=True)[1] is False


def _has_loop(equations: Iterable[Any]) -> bool:
    """Whether equations contain a loop, which would run once more after the outer loop."""
    return any(each.primitive.name in ("while", "scan") for each in _jax.every_equation(equations))


def _holds_if(jaxpr: Any, at: int, *, flag: bool) -> tuple[Simplified, bool | None]:
    known = Simplified.of(jaxpr, {jaxpr.invars[at]: flag})
    return known, truth(known.operand(jaxpr.outvars[0]))


def _asked_in(whole: Simplified, flag: Any) -> list[Any]:
    """Return the variables one of which holds where the flag is set; [] if the flag is computed otherwise."""
    found: list[Any] = []
    atom = whole.operand(flag)
    while truth(atom) is None:
        maker = whole.makers.get(atom)
        if maker is not None and maker.primitive.name == "select_n" and truth(maker.invars[2]):
            found.append(maker.invars[0])
            atom = maker.invars[1]
        else:
            return [*found, atom] if maker is not None else []
    return [] if truth(atom) else found


def _part(program: Any, known: Simplified, results: Sequence[Any] | None = None) -> _Part:
    """Return some results of a program, or the next state; a known flag stays unchanged."""
    if results is None:
        pairs = zip(map(known.operand, program.jaxpr.outvars), program.jaxpr.invars, strict=True)
        results = [old if truth(new) is False and truth(known.operand(old)) is False else new for new, old in pairs]
    else:
        results = [known.operand(each) for each in results]
    return _Part(program, known.needed(results), results)


def _is_cheap(asked: _Part, rest: _Part) -> bool:
    """Whether testing before an iteration costs nothing: scalar operations that the iteration does not need."""
    scalars = not any(variable.aval.shape for each in asked.equations for variable in each.outvars)
    made = {each.outvars[0] for each in rest.equations}
    twice = sum(each.outvars[0] in made for each in asked.equations)
    return scalars and len(asked.equations) <= _MOST_ASKED and twice <= _MOST_TWICE and are_elementwise(asked.equations)
