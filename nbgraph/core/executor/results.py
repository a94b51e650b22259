"""What a compiled function returns besides arrays: values known at trace time, and the checks that may have failed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax

from nbgraph.core.staging.effects import Check, Effects
from nbgraph.core.staging.texts import TextOfTracedError, holds_mark
from nbgraph.core.staging.undefined import Partial, Undefined
from nbgraph.core.staging.values import is_dynamic, leaves_of


@jax.tree_util.register_pytree_node_class
class Extra:
    """Travels beside the arrays of a result; None where a function needs neither statics nor checks.

    Attributes:
        failed: int32 scalar, the number of the first check that failed, 0 if none did; None without checks.
        details: by number, the run-time values in a check's message.
        checks: the checks, by number minus one.
        statics: for each leaf of the result, whether it is in `values`.
        values: the leaves that no array can hold, in order.
        tree: the structure of the whole result.
    """

    def __init__(
        self,
        failed: Any,
        details: Any,
        checks: tuple[Check, ...],
        statics: tuple[bool, ...],
        values: tuple[Any, ...],
        tree: Any,
    ) -> None:
        self.failed = failed
        self.details = details
        self.checks = checks
        self.statics = statics
        self.values = values
        self.tree = tree

    def tree_flatten(self) -> tuple[tuple[Any, ...], Any]:
        return (self.failed, self.details), (_ByIdentity(self.checks), self.statics, _ByIdentity(self.values), self.tree)

    @classmethod
    def tree_unflatten(cls, aux: Any, children: tuple[Any, ...]) -> Extra:
        checks, statics, values, tree = aux
        return cls(children[0], children[1], checks.items, statics, values.items, tree)

    def open(self, arrays: Any) -> Any:
        """The whole result; raises what a failed check raises.

        Raises:
            Exception: the user's own `AssertionError` or raised exception, at its line.
        """
        __tracebackhide__ = True
        if self.failed is not None:
            code = int(self.failed)
            if code:
                raise_at(self.checks[code - 1], self.details.get(code, ()))
        if not self.statics:
            return arrays
        fresh, known = iter(arrays), iter(self.values)
        leaves = [next(known) if static else next(fresh) for static in self.statics]
        return jax.tree_util.tree_unflatten(self.tree, leaves)


class _ByIdentity:
    """Objects compared by identity, so that any value may be part of a tree's structure."""

    def __init__(self, items: tuple[Any, ...]) -> None:
        self.items = items

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, _ByIdentity)
            and len(self.items) == len(other.items)
            and all(a is b for a, b in zip(self.items, other.items, strict=True))
        )

    def __hash__(self) -> int:
        return hash(tuple(map(id, self.items)))


def pack(result: Any, effects: Effects) -> tuple[Any, Extra | None]:
    """A result as arrays and the rest.

    Raises:
        UndefinedNameError: part of the result has no value.
    """
    leaves, tree = leaves_of(result)
    for leaf in leaves:
        if isinstance(leaf, Undefined | Partial):
            leaf.fail()
        if holds_mark(leaf):
            raise TextOfTracedError(
                "the result is a string made of values that are only known at run time",
                remedy="return the values, and make the string outside; or `print` it",
            )
    statics = tuple(not is_dynamic(leaf) for leaf in leaves)
    failed = effects.failed if effects.checks else None
    if not any(statics):
        return result, None if failed is None else Extra(failed, effects.values, tuple(effects.checks), (), (), None)
    values = tuple(leaf for leaf, static in zip(leaves, statics, strict=True) if static)
    arrays = [leaf for leaf, static in zip(leaves, statics, strict=True) if not static]
    return arrays, Extra(failed, effects.values, tuple(effects.checks), statics, values, tree)


def raise_at(check: Check, values: Sequence[Any] = ()) -> None:
    """Raise a check's exception from the user's line, so that the traceback ends there."""
    __tracebackhide__ = True
    error = check.error(*values)
    line = "\n" * (check.span.line - 1) + "raise error"
    exec(compile(line, check.span.file, "exec"), {"error": error})
