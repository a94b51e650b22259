"""What `d.keys()` and `d.items()` give: views that are sets to those who compare or join them."""

from __future__ import annotations

from typing import Any

from nbgraph.core.staging.implications import opposite
from nbgraph.core.staging.keyed.entries import equal
from nbgraph.core.staging.keyed.set_ import Set, of_sets, set_of
from nbgraph.core.staging.keyed.views import View


class SetView(View):
    """What `d.keys()` and `d.items()` give: a set to those who compare it or join it with others."""

    __slots__ = ()
    __hash__ = None  # type: ignore[assignment]

    def isdisjoint(self, other: Any) -> Any:
        """Whether nothing is in both."""
        return set_of(self).isdisjoint(other)

    def __eq__(self, other: object) -> Any:
        if isinstance(other, SetView) and other.part == self.part == "items":
            return equal(self.of, other.of)
        return of_sets(equal, self, other)

    def __ne__(self, other: object) -> Any:
        return found if (found := self == other) is NotImplemented else opposite(found)


def _with_operators_of_views() -> None:
    """`d.keys() & other` and its kin are sets; what is compared with a view must be a view or a set, too."""
    for name in ("le", "ge", "lt", "gt"):
        setattr(SetView, f"__{name}__", getattr(Set, f"__{name}__"))
    for name in ("or", "and", "sub", "xor"):
        operator = getattr(Set, f"__{name}__")
        setattr(SetView, f"__{name}__", lambda self, other, operator=operator: operator(set_of(self), set_of(other)))
        setattr(SetView, f"__r{name}__", lambda self, other, operator=operator: operator(set_of(other), set_of(self)))


_with_operators_of_views()
