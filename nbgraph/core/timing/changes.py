"""Find a call's effects: what it changes that outlives it, and whether the graph changes the same."""

from __future__ import annotations

import itertools
import pickle
import random
import re
from numbers import Number
from typing import Any

import jax
import numpy as np

from nbgraph.core.one_line import listed
from nbgraph.core.records import dataclass
from nbgraph.core.timing.arguments import Arguments
from nbgraph.core.timing.findings import Cause
from nbgraph.core.timing.verdict import judge

ENDS = "The change ends with the call: the notebook keeps what it had."


@dataclass(frozen=True)
class Changes:
    """What a call changes besides returning a result."""

    # what it reaches from outside and changes, as the user would write it; put back after it
    changed: tuple[str, ...] = ()
    moved: tuple[str, ...] = ()  # iterators and generators that advanced, which cannot be undone
    # what the run changed and each run gets anew: arguments, the state of random numbers
    given: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """Return everything that a later call would find changed in Python."""
        return tuple(dict.fromkeys((*self.changed, *self.moved, *self.given)))

    @property
    def sentence(self) -> str:
        """Return a sentence for a call that changes what outlives it; "" for another.

        >>> Changes(("`total`",)).sentence
        'This call changes `total`. The change ends with the call: the notebook keeps what it had.'
        """
        names = (*self.changed, *(name for name in self.given if name not in _STATES))
        return f"This call changes {listed(names)}. {ENDS}" if names else ""


def since(title: str, names: tuple[str, ...]) -> str:
    """Return a sentence for a call that follows one in its cell that changed something.

    >>> since("bump(2)", ("`total`",))
    'This call starts from the state of the notebook, without what `bump(2)` changed: `total`.'
    """
    return f"This call starts from the state of the notebook, without what `{title}` changed: {listed(names)}."


def random_states() -> dict[str, object]:
    """Return the states of the random generators that libraries share, by their display names."""
    legacy: Any = np.random.get_state(legacy=False)
    return dict(zip(_STATES, (random.getstate(), pickle.dumps(legacy["state"])), strict=True))


_STATES = ("the state of `random`", "the state of `np.random`")


def changed_arguments(before: Arguments, after: Arguments | None) -> tuple[str, ...]:
    """Return the arguments that a call has changed, by the function's names for them."""
    if after is None or before.unchanging:
        return ()
    pairs = [*zip(before.names, before.args, after.args, strict=False)]
    pairs += [(name, value, after.kwargs[name]) for name, value in before.kwargs.items()]
    return tuple(f"the argument `{name}`" for name, old, new in pairs if not _alike(old, new))


def _alike(old: Any, new: Any) -> bool:
    return _is_same_list(old, new) or judge(old, new).equal is not False


def _is_same_list(old: Any, new: Any) -> bool:
    """Return whether two lists contain the identical number objects, as a list and its copy do."""
    if type(old) is not list or type(new) is not list or len(old) != len(new):
        return False
    return all((a is b and isinstance(a, Number)) or _is_same_list(a, b) for a, b in zip(old, new, strict=True))


def written(name: str) -> str:
    """Return a location as the user would write it, without its items.

    >>> written("globals()['seen'][0]"), written("model.mean"), written(".mean"), written("list(f.__defaults__[0])")
    ('`seen`', '`model.mean`', '`self.mean`', 'a default of `f`')
    """
    name = re.sub(r"^list\((.*)\)$", r"\1", name)
    if ".__defaults__" in name or ".__kwdefaults__" in name:
        return f"a default of `{name.partition('.')[0]}`"
    whole = re.sub(r"^globals\(\)\['(\w+)'\]", r"\1", name).partition("[")[0]
    if whole.strip(".") and whole.startswith("."):  # an attribute of the called object
        whole = f"self{whole}"
    return f"`{whole.removesuffix('.')}`" if whole.strip(".") else "something that it reaches"


# Effects of a call besides its result: whether Python and the graph change the caller's arguments alike.


def other_effect(given: Arguments, python: Arguments | None, graph: Arguments | None) -> Cause | None:
    """Return the first argument that Python changes for the caller and the graph does not, or changes otherwise.

    JAX arrays are left out: nobody can change them, and what Python changed was a copy.

    >>> found = other_effect(Arguments(([1],), names=('x',)), Arguments(([1, 2],)), Arguments(([1],)))
    >>> found.message
    'After the call `x` is [1, 2] in Python and [1] in the graph.'
    """
    if given.unchanging or python is None or graph is None:
        return None
    names = itertools.chain(given.names, itertools.repeat(""))
    args = zip(names, given.args, python.args, graph.args, strict=False)
    kwargs = ((name, value, python.kwargs[name], graph.kwargs[name]) for name, value in given.kwargs.items())
    for name, before, theirs, ours in (*args, *kwargs):
        if any(isinstance(leaf, jax.Array) for leaf in jax.tree.leaves(before)) or before is theirs:
            continue
        verdict = judge(theirs, ours)
        if verdict.equal is False and verdict.differences:
            first = verdict.differences[0]
            part = first.path.removeprefix("result")
            subject = f"`{name}{part}`" if name else "an argument"
            message = f"After the call {subject} is {first.expected} in Python and {first.actual} in the graph."
            remedy = "return what has changed, and assign it where the function is called"
            return Cause("effect", message, remedy, None, name, "", first.expected, first.actual)
    return None


def left_alone(before: Arguments, after: Arguments) -> bool:
    """Return whether a call has surely changed none of its arguments, so that they can be used again.

    >>> [left_alone(Arguments(([1, 2],)), Arguments((after,))) for after in ([1, 2], [1, 3], [1, 2, 3])]
    [True, False, False]
    """
    return before.unchanging or _same((before.args, dict(before.kwargs)), (after.args, dict(after.kwargs)))


def _same(before: Any, after: Any) -> bool:
    """Return whether a value equals its copy after the call bit by bit; what is not copied must be the same object."""
    if before is after:
        return True
    if type(before) is not type(after):
        return False
    if type(before) in (tuple, list):
        return len(before) == len(after) and all(map(_same, before, after))
    if type(before) is dict:
        return list(before) == list(after) and all(_same(before[key], after[key]) for key in before)
    return isinstance(before, np.ndarray | np.generic | jax.Array) and _bits(before) == _bits(after) is not None


def _bits(array: Any) -> tuple[Any, ...] | None:
    """Return an array's content; None for arrays of objects or keys."""
    if not isinstance(array.dtype, np.dtype) or array.dtype.hasobject:
        return None
    return array.dtype, array.shape, np.asarray(array).tobytes()
