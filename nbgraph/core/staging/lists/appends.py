"""Find the lists to which each iteration of a loop only appends: a scan can collect their rows as outputs.

In the body's program, such a list's buffers are written once, in the row given by its length, and are not read; the
length grows by the number of rows and is used for nothing else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import jax
import jax.numpy as jnp

from nbgraph.core import _jax
from nbgraph.core.records import dataclass
from nbgraph.core.staging.values.values import LeafType, cast


@dataclass(frozen=True)
class Store:
    """A write of one iteration into one buffer."""

    buffer: int  # the buffer's index among the carried leaves
    rows: Any  # the written operand of the body's program: one row, or a block of rows
    is_block: bool  # whether it has an axis of rows
    equation: Any  # the equation that writes it


@dataclass(frozen=True)
class Appended:
    """A list that an iteration only appends to."""

    length: int  # the index of its length among the carried leaves
    by: int  # the number of rows that an iteration appends
    stores: tuple[Store, ...]  # one for each buffer
    growth: Any  # the equation that adds to the length

    @property
    def positions(self) -> set[int]:
        """The indices of the carried leaves that need not be carried."""
        return {self.length, *(store.buffer for store in self.stores)}

    @property
    def equations(self) -> tuple[Any, ...]:
        """The equations that the body need not run."""
        return self.growth, *(store.equation for store in self.stores)

    def gathered(self, initial: Sequence[Any], rows: Sequence[Any], kinds: Sequence[LeafType]) -> dict[int, Any]:
        """Return the list's leaves after the loop, by index."""
        trips, known = rows[0].shape[0], _jax.known_number(initial[self.length])
        start = initial[self.length] if known is None else int(known)
        final = {self.length: start + trips * self.by if known is None else jnp.int32(start + trips * self.by)}
        for store, blocks in zip(self.stores, rows, strict=True):
            kind = kinds[store.buffer]
            new = blocks.reshape(trips * self.by, *kind.shape[1:]) if store.is_block else blocks
            new = cast(new, LeafType(new.shape, kind.dtype, kind.weak))
            final[store.buffer] = behind(initial[store.buffer], new, start)
        return final


def behind(buffer: Any, rows: Any, start: Any) -> Any:
    """Return a buffer with its rows replaced from a position on."""
    if isinstance(start, int) and start == 0 and rows.shape == buffer.shape:
        return rows
    with jax.named_scope(_jax.LIST_SCOPE):
        if isinstance(start, int) and start + len(rows) == len(buffer):
            return jnp.concatenate([buffer[:start], rows])
        where = (start, *[0] * (rows.ndim - 1))
        return jax.lax.dynamic_update_slice(buffer, rows, where, allow_negative_indices=False)


def appended_in(jaxpr: Any, outgoing: Sequence[int | None]) -> list[Appended]:
    """Return the lists that a loop's body only appends to.

    Args:
        jaxpr: the body's program; its last parameters are the carried leaves.
        outgoing: for each carried leaf the index of its next value among the results; None if it is no result.
    """
    body = _Body.of(jaxpr, outgoing)
    return [found for position in range(len(outgoing)) if (found := body.appended(position)) is not None]


@dataclass(frozen=True)
class _Body:
    """A loop's body with the uses and makers of its variables."""

    before: Sequence[Any]  # the carried leaves as parameters
    after: Sequence[Any]  # their next values; None if that is no result
    uses: dict[Any, list[Any]]  # for each variable, the equations that use it
    makers: dict[Any, Any]  # for each variable, the equation that computes it
    results: Counter[Any]  # how often each variable is a next value

    @classmethod
    def of(cls, jaxpr: Any, outgoing: Sequence[int | None]) -> _Body:
        uses: dict[Any, list[Any]] = {}
        for equation in jaxpr.eqns:
            for atom in equation.invars:
                if not _jax.literal_value(atom)[0]:
                    uses.setdefault(atom, []).append(equation)
        after = [None if at is None else jaxpr.outvars[at] for at in outgoing]
        variables = [atom for atom in after if atom is not None and not _jax.literal_value(atom)[0]]
        makers = {result: equation for equation in jaxpr.eqns for result in equation.outvars}
        before = jaxpr.invars[len(jaxpr.invars) - len(outgoing) :]
        return cls(before, after, uses, makers, Counter(variables))

    def appended(self, length: int) -> Appended | None:
        """Return the list with the length at an index among the leaves, if it is only appended to; else None."""
        count, growth = self.before[length], self._maker(length)
        if growth is None or growth.primitive.name != "add" or growth.invars[0] is not count:
            return None
        is_known, by = _jax.literal_value(growth.invars[1])
        others = [each for each in self.uses[count] if each is not growth]
        stores = list(self._stores(count, others))
        if not is_known or not stores or len(stores) != len(others):
            return None
        whole = all((store.rows.aval.shape[0] if store.is_block else 1) == by for store in stores)
        return Appended(length, int(by), tuple(stores), growth) if whole else None

    def _maker(self, position: int) -> Any:
        """Return the equation that computes a leaf's next value; None if that value is also used elsewhere."""
        result = self.after[position]
        if result is None or _jax.literal_value(result)[0] or result in self.uses or self.results[result] != 1:
            return None
        return self.makers.get(result)

    def _stores(self, count: Any, equations: Sequence[Any]) -> Iterator[Store]:
        for position, buffer in enumerate(self.before):
            equation = self._maker(position)
            if equation is None or all(equation is not each for each in equations):
                continue
            written = _jax.stored_rows(equation)
            if written is None or written.buffer is not buffer or written.start is not count:
                continue
            is_read = (
                self.uses[buffer] != [equation] or equation.invars.count(buffer) + equation.invars.count(count) > 2
            )
            if not is_read and self.uses[count].count(equation) == 1:
                yield Store(position, written.rows, written.is_block, equation)


def without_appends(leaves: Sequence[Any], appended: Sequence[Appended]) -> list[Any]:
    """Return the leaves that still have to be carried."""
    gone = set[int]().union(*(each.positions for each in appended))
    return [leaf for position, leaf in enumerate(leaves) if position not in gone]
