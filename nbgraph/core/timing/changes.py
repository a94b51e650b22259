"""What a call changes besides giving a result, in words: names of what a later call would find changed in Python."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from typing import Any

import numpy as np

from nbgraph.core.timing.arguments import Arguments
from nbgraph.core.timing.verdict import judge

_ENDS = "The change ends with the call: the notebook keeps what it had."


@dataclass(frozen=True)
class Changes:
    """What a call changes besides giving a result."""

    # what it reaches from outside and changes, as the user would write it; put back after it
    changed: tuple[str, ...] = ()
    moved: tuple[str, ...] = ()  # iterators and generators that have moved on, which nothing can put back
    # what each run is given anew, and this one changed: arguments, and the state of random numbers
    given: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """All that a later call would find changed in Python."""
        return tuple(dict.fromkeys((*self.changed, *self.moved, *self.given)))

    @property
    def sentence(self) -> str:
        """What a reader has to know of a call that changes what outlives it.

        >>> Changes(("`total`",)).sentence
        'This call changes `total`. The change ends with the call: the notebook keeps what it had.'
        """
        return f"This call changes {_listed(self.changed)}. {_ENDS}" if self.changed else ""


def since(title: str, names: tuple[str, ...]) -> str:
    """What a reader has to know of a call that comes after one in its cell that changed something.

    >>> since("bump(2)", ("`total`",))
    'This call starts from the state of the notebook, without what `bump(2)` changed: `total`.'
    """
    return f"This call starts from the state of the notebook, without what `{title}` changed: {_listed(names)}."


def random_states() -> dict[str, object]:
    """The states of the generators that libraries share, by what a reader would call them."""
    legacy: Any = np.random.get_state(legacy=False)
    return {"the state of `random`": random.getstate(), "the state of `np.random`": repr(legacy["state"])}


def changed_arguments(before: Arguments, after: Arguments | None) -> tuple[str, ...]:
    """The arguments that a call has changed, by the function's names for them."""
    if after is None or before.unchanging:
        return ()
    pairs = [*zip(before.names, before.args, after.args, strict=False)]
    pairs += [(name, value, after.kwargs[name]) for name, value in before.kwargs.items()]
    return tuple(f"the argument `{name}`" for name, old, new in pairs if judge(old, new).equal is False)


def _listed(names: tuple[str, ...]) -> str:
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def written(name: str) -> str:
    """A place as the user would write it, its items left out."""
    if ".__defaults__" in name or ".__kwdefaults__" in name:
        return f"a default of `{name.partition('.')[0]}`"
    whole = re.sub(r"^globals\(\)\['(\w+)'\]", r"\1", re.sub(r"^list\((.*)\)$", r"\1", name)).partition("[")[0]
    return f"`{whole.removesuffix('.')}`" if whole.strip(".") else "something that it reaches"
