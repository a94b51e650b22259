"""Move what the branches of an `if` store in a buffer behind them: the branches select the item and its index.

A buffer that is the result of a branch is copied, in a loop once per iteration. A store behind the branches changes it
in place. A branch that stores nothing stores the present item again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

import numpy as np

from nbgraph.core import _jax
from nbgraph.core.decisions import STORED_ITEM
from nbgraph.core.records import dataclass, replace
from nbgraph.core.staging.frames.tracing import Traced
from nbgraph.core.staging.lists.stores import Stored, put, stored_by, taken
from nbgraph.core.staging.state.merge import Pair
from nbgraph.core.staging.trace import context
from nbgraph.core.staging.trace.cost import is_plain
from nbgraph.core.staging.values.values import LeafType, type_of

MOST_STORES = 8  # the most stores in one buffer to move out of a branch
MOST_OF_INDEX = 16  # the most operations of an index to compute outside a branch
ITEM, PLACE = STORED_ITEM, "position of the stored item"


@dataclass(frozen=True)
class Behind:
    """Two branches without the stores in their common buffers."""

    true: Traced
    false: Traced
    pairs: list[Pair]  # the leaves to select
    # for each original pair the stores that replace it; None if the pair itself is selected
    stores: list[_Stores | None]

    def rejoined(self, chosen: Sequence[Any]) -> list[Any]:
        """Return the results of the original branches, given the selected leaves."""
        rest = iter(chosen)
        return [next(rest) if each is None else each.staged(rest) for each in self.stores]

    @property
    def words(self) -> dict[int, str]:
        """Return the labels of the pairs that no value of the user's stands for, by `id`."""
        return {id(pair): word for each in self.stores if each is not None for pair, word in each.pairs}


@dataclass(frozen=True)
class _Store:
    """A store behind the branches."""

    equations: tuple[Any, ...]  # the equations of the branches that it replaces
    operands: tuple[Any, ...]  # the item, and an index for each axis: a value, or the pair to select


@dataclass(frozen=True)
class _Stores:
    """The stores in one buffer."""

    buffer: Any
    steps: tuple[_Store, ...]

    @property
    def pairs(self) -> list[tuple[Pair, str]]:
        """Return the pairs to select for it, in order, with their labels."""
        operands = [(each, PLACE if k else ITEM) for step in self.steps for k, each in enumerate(step.operands)]
        return [(each, word) for each, word in operands if isinstance(each, Pair)]

    def staged(self, chosen: Any) -> Any:
        """Stage the stores, and return the buffer after them."""
        log, buffer = context.here().log, self.buffer
        events = None if log is None else log.events
        for step in self.steps:
            item, *places = [next(chosen) if isinstance(each, Pair) else each for each in step.operands]
            with _jax.placed(step.equations[0]):
                buffer = put(buffer, item, places)
            if events is not None:
                for equation in step.equations:
                    events.copied(equation.outvars[0], buffer)
        return buffer


def stored_behind(true: Traced, false: Traced, pairs: list[Pair]) -> Behind:
    """Move the stores in common buffers of two branches behind them."""
    leaves = [pair.true for pair in pairs], [pair.false for pair in pairs]
    sides = tuple(_Branch.of(side, part) for side, part in zip((true, false), leaves, strict=True))
    stores = [_stores_of(*pair, sides) for pair in zip(*leaves, strict=True)]
    if not any(stores):
        return Behind(true, false, pairs, [None] * len(pairs))
    new: list[Pair] = []
    for pair, each in zip(pairs, stores, strict=True):
        new += [pair] if each is None else [part for part, _ in each.pairs]
    parts = [pair.true for pair in new], [pair.false for pair in new]
    gone = [[leaf for leaf, each in zip(part, stores, strict=True) if each is not None] for part in leaves]
    one, other = (side.without(*each) for side, *each in zip(sides, gone, parts, strict=True))
    return Behind(one, other, new, stores)


def _stores_of(true: Any, false: Any, sides: Sequence[_Branch]) -> _Stores | None:
    """Return the stores that replace the selection of a buffer; None if the buffer must be selected."""
    chains = [side.chain(leaf) for side, leaf in zip(sides, (true, false), strict=True)]
    (buffer, first), (other, second) = (chain or (None, []) for chain in chains)
    aligned = [*zip_longest(reversed(first), reversed(second))][::-1]  # a branch with fewer stores has them last
    if buffer is None or buffer is not other or not 0 < len(aligned) <= MOST_STORES:
        return None
    if any(None not in step and len(step[0].places) != len(step[1].places) for step in aligned):
        return None
    return _Stores(buffer, tuple(_store(buffer, step, sides) for step in aligned))


def _store(buffer: Any, step: Sequence[Stored | None], sides: Sequence[_Branch]) -> _Store:
    """Return one store for both branches; for a branch without one it stores the present item."""
    made = [each for each in step if each is not None]
    indices = zip(*([None] * len(made[0].places) if each is None else each.places for each in step), strict=True)
    places = [_place(atoms, sides) for atoms in indices]
    items = [None if each is None else each.item for each in step]
    if None in items:
        side = items.index(None)
        where = [(each.true, each.false)[side] if isinstance(each, Pair) else each for each in places]
        with _jax.placed(made[0].equation):
            items[side] = taken(buffer, where)
    return _Store(tuple(each.equation for each in made), (_chosen(*items), *places))


def _place(atoms: Sequence[Any], sides: Sequence[_Branch]) -> Any:
    """Return one index for both branches: the common one, or the pair to select."""
    keys = [None if atom is None else side.key(atom) for atom, side in zip(atoms, sides, strict=True)]
    known = 0 if keys[0] is not None else 1
    if keys[known] is not None and (keys[0] == keys[1] or atoms[1 - known] is None):
        return sides[known].outside(atoms[known])
    return _chosen(*(np.int32(0) if atom is None else atom for atom in atoms))


def _chosen(true: Any, false: Any) -> Pair:
    """Return the pair that selects between two atoms of programs, or earlier values."""
    kinds = [_type_of(each) for each in (true, false)]
    one, other = (each.val if _jax.literal_value(each)[0] else each for each in (true, false))
    return Pair("", one, other, replace(kinds[0], weak=kinds[0].weak and kinds[1].weak))


def _type_of(value: Any) -> LeafType:
    aval = value.aval if _jax.literal_value(value)[0] or _jax.is_variable(value) else None
    return type_of(value) if aval is None else LeafType(aval.shape, aval.dtype, aval.weak_type)


@dataclass(frozen=True)
class _Branch:
    """A branch, with the equations that make and use its variables."""

    traced: Traced
    makers: dict[Any, Any]  # by variable, the equation that computes it
    constants: dict[Any, Any]  # by variable, the values from outside
    uses: Counter[Any]  # how often each variable is an operand or a result
    leaves: Counter[int]  # how often each leaf is selected, by `id`

    @classmethod
    def of(cls, traced: Traced, leaves: Sequence[Any]) -> _Branch:
        jaxpr = traced.program.jaxpr
        equations = _jax.needed(jaxpr.eqns, jaxpr.outvars, acts=True)
        makers = {result: equation for equation in equations for result in equation.outvars}
        constants = dict(zip(jaxpr.constvars, traced.program.consts, strict=True))
        atoms = [*(atom for equation in equations for atom in equation.invars), *jaxpr.outvars]
        uses = Counter(atom for atom in atoms if _jax.is_variable(atom))
        return cls(traced, makers, constants, uses, Counter(map(id, leaves)))

    def chain(self, leaf: Any) -> tuple[Any, list[Stored]] | None:
        """Return the buffer that a leaf was before the branch, and the stores in it, in order; None if it is none."""
        slot, stores = self.traced.slots.get(id(leaf)), list[Stored]()
        if slot is None or self.leaves[id(leaf)] > 1:
            return None
        atom = self.traced.program.jaxpr.outvars[slot]
        while _jax.is_variable(atom) and atom not in self.constants:
            stored = stored_by(self.makers[atom], self.makers)
            if stored is None or self.uses[atom] > 1:
                return None
            stores.insert(0, stored)
            atom = stored.buffer
        return (self.constants[atom], stores) if _jax.is_variable(atom) else None

    def key(self, atom: Any) -> Any:
        """Return a comparable form of an index's computation; None if it cannot be done outside the branch."""
        equations = _jax.needed(self.traced.program.jaxpr.eqns, [atom])
        if len(equations) > MOST_OF_INDEX or not all(map(is_plain, equations)):
            return None
        known = {variable: id(value) for variable, value in self.constants.items()}
        known |= {variable: number for number, each in enumerate(equations) for variable in each.outvars}

        def name(operand: Any) -> Any:
            return known[operand] if _jax.is_variable(operand) else (str(operand.aval), operand.val)

        return name(atom), *((_jax.operation_key(each), *map(name, each.invars)) for each in equations)

    def outside(self, atom: Any) -> Any:
        """Compute an index at the current position."""
        values = dict(self.constants)
        _jax.stage_equations(_jax.needed(self.traced.program.jaxpr.eqns, [atom]), values)
        return _jax.value_of(atom, values)

    def without(self, gone: Sequence[Any], leaves: Sequence[Any]) -> Traced:
        """Return the branch without some of its results, and with atoms of its program added to them.

        Args:
            gone: leaves that are no longer needed.
            leaves: the leaves to select, with the atoms among them.
        """
        program, slots = self.traced.program, self.traced.slots
        dead = {slots[id(leaf)] for leaf in gone}
        kept = [at for at in range(len(program.jaxpr.outvars)) if at not in dead]
        atoms = [leaf for leaf in leaves if _jax.is_variable(leaf)]
        results = [*(program.jaxpr.outvars[at] for at in kept), *atoms]
        jaxpr = program.jaxpr.replace(eqns=_jax.needed(program.jaxpr.eqns, results, acts=True), outvars=results)
        places = {key: kept.index(at) for key, at in slots.items() if at not in dead}
        places |= {id(atom): len(kept) + k for k, atom in enumerate(atoms)}
        return replace(self.traced, program=program.replace(jaxpr=jaxpr), slots=places)
