"""Read and write locations in mutable state, and name them as the user does."""

from __future__ import annotations

import types
from collections import deque
from collections.abc import Sequence
from typing import Any, NoReturn

import numpy as np

from nbgraph.core.errors import StagingError
from nbgraph.core.records import dataclass
from nbgraph.core.staging.aliasing.dict_rows import accept
from nbgraph.core.staging.lists.contents import growing_of, raw_items
from nbgraph.core.staging.lists.list_ import List, contents
from nbgraph.core.staging.values.dict_order import KEYS, DictOrder
from nbgraph.core.staging.values.undefined import Undefined

MISSING = Undefined("", "")


class ForeignListError(StagingError):
    """A list created outside the function gets a data-dependent number of new items.

    The graph cannot tell that list its length.
    """

    id = "list-from-outside"


@dataclass(frozen=True, eq=False)
class Location:
    """A location in mutable state that can hold a value."""

    owner: Any  # the cell, dict, object or container
    key: Any  # the key or attribute in the owner; None for the owner's whole contents
    name: str  # the user's expression for it
    # for an object's attribute, the class's attribute of that name, or `MISSING`
    inherited: Any = MISSING

    @property
    def identity(self) -> tuple[int, Any]:
        """Return a key that no other location has while its owner lives."""
        return id(self.owner), self.key

    @property
    def container(self) -> Any:
        """Return the object that holds the value, or its attribute dict; None for a variable."""
        return None if isinstance(self.owner, types.CellType) else self.owner

    def get(self) -> Any:
        """Return the present value, a copy for a container's contents; the inherited one if there is none."""
        owner = self.owner
        if type(owner) is types.CellType:
            try:
                return owner.cell_contents
            except ValueError:
                return MISSING
        if type(owner) is types.FunctionType:  # first, as these are the most
            return getattr(owner, self.key, MISSING)
        if isinstance(owner, dict):
            return DictOrder.of(owner) if self.key is KEYS else owner.get(self.key, self.inherited)
        if isinstance(owner, list):
            return contents(owner)
        if isinstance(owner, deque):
            return list(owner)
        if isinstance(owner, set):
            return frozenset(owner)
        if isinstance(owner, bytearray):
            return bytes(owner)
        if isinstance(owner, np.ndarray):
            return owner.copy()
        if isinstance(owner, type):
            return vars(owner).get(self.key, MISSING)
        return type(owner) if self.key == "__class__" else getattr(owner, self.key, MISSING)

    def set(self, value: Any) -> None:
        """Store a value; `MISSING` deletes it."""
        owner = self.owner
        if isinstance(owner, types.CellType):
            if value is MISSING:
                del owner.cell_contents
            else:
                owner.cell_contents = value
        elif isinstance(owner, dict):
            if self.key is KEYS:
                value.put(owner)
            elif value is MISSING:
                owner.pop(self.key, None)
            else:
                owner[self.key] = value
            accept(owner, (self.key,))
        elif isinstance(owner, list):
            if growing_of(value) is not None and not isinstance(owner, List):
                self._refuse_growth()
            list.__setitem__(owner, slice(None), raw_items(value))
        elif isinstance(owner, np.ndarray):
            owner[...] = value
        elif isinstance(owner, bytearray):
            owner[:] = value
        elif isinstance(owner, deque | set):
            owner.clear()
            (owner.extend if isinstance(owner, deque) else owner.update)(value)
        elif value is MISSING:
            delattr(owner, self.key)
        elif self.key == "__class__":
            object.__setattr__(owner, self.key, value)
        else:
            setattr(owner, self.key, value)

    def _refuse_growth(self) -> NoReturn:
        name = self.name if self.name.isidentifier() else "list"
        raise ForeignListError(
            f"`{self.name or 'this list'}` was made outside of the converted code, and its length changes in a graph",
            remedy=f"work on a copy, `new_{name} = list({self.name or 'l'})`, and return it",
            variable=self.name or None,
        )


@dataclass(frozen=True)
class Named:
    """Values for a block, by the user's names."""

    values: dict[str, Any]

    @classmethod
    def of(cls, names: Sequence[str], values: Sequence[Any]) -> Named:
        """Pair names and values in order; number the values without a name."""
        padded = [*names, *(f"value {i + 1}" for i in range(len(names), len(values)))]
        return cls(dict(zip(padded, values, strict=False)))


def item_name(owner: str, key: Any) -> str:
    """Return the user's expression for an item or an attribute; "" if the owner has no name.

    >>> item_name("d", "a"), item_name("point.", "x"), item_name("", 3)  # a name that ends in a dot takes attributes
    ("d['a']", 'point.x', '')
    """
    if not owner or owner.endswith("."):
        return f"{owner}{key}" if owner else ""
    return f"{owner}[{key!r}]"
