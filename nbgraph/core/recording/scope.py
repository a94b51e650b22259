"""Find what a block of the program has computed in one run: each variable's value, including those of outer blocks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from nbgraph.core._jax import is_variable, marks_of, opened
from nbgraph.core.decisions import OWN_LENGTH
from nbgraph.core.graph.trace import Entry
from nbgraph.core.recording.log import CallRun, Chosen, Done, Item, Iteration, Kept, LoopRun, Printed
from nbgraph.core.recording.summary import Summary, chosen, shortened, summary
from nbgraph.core.staging.enumerated import ChosenText
from nbgraph.core.staging.lists import Growing, Selection, released
from nbgraph.core.staging.strings import Spelled
from nbgraph.core.staging.trace import Binding, Computed, Entered, EventLog, Line, ListLength, Opaque
from nbgraph.core.staging.values import Record, buffers_of, changed, closed, is_silent, kind_of, leaves_of, rebuilt


class Scope:
    """One run of one block."""

    def __init__(
        self, items: Sequence[Item], around: Scope | Names, given: Mapping[Any, Any], *, homes: set[int]
    ) -> None:
        self.values = dict(given)
        self.done: dict[Any, Done] = {}  # the equations that were run and are shown, by the variables that they compute
        self.chosen: dict[int, Chosen] = {}  # by the id of a conditional the branch that it took
        self.runs: dict[int, LoopRun | CallRun] = {}  # by the id of a loop, or of a helper's call, its run
        self.last: set[int] = set()  # the ids of those that are run in the last iteration of a loop that JAX was given
        self.printed: dict[Any, list[str]] = {}
        self._around = around if isinstance(around, Scope) else None
        self.names: Names = around.names if isinstance(around, Scope) else around
        self._homes = homes
        self._read(items)

    def inner(self, items: Sequence[Item], given: Mapping[Any, Any]) -> Scope:
        return Scope(items, self, given, homes=self._homes)

    def iteration(self, made: Iteration, given: Mapping[Any, Any], entered: Entered) -> Scope:
        """Return the scope of an iteration of an inner loop, with the lengths of the lists that the loop appends to."""
        own: dict[Any, Any] = {}
        for length in self.names.lengths(entered):
            if self.find(length.before) is None:  # a length that is known already belongs to a loop around
                own |= length.values(made.number, self.find)
        return self.inner(made.items, {**given, **own})

    def _read(self, items: Sequence[Item]) -> None:
        for item in items:
            match item:
                case Done(entry, values):
                    self.values.update(zip(entry.equation.outvars, values, strict=True))
                    self.done.update(dict.fromkeys(marks_of(entry.equation), item))
                case Kept(variables, values):
                    self.values.update(zip(variables, values, strict=True))
                case Chosen(entry):
                    self.chosen[id(entry.equation)] = item
                case Printed(entry, text):
                    for mark in marks_of(entry.equation):
                        self.printed.setdefault(mark, []).append(text)
                case LoopRun():
                    self.runs[id(item.entry.equation)] = item
                    if id(item.entry.equation) not in self._homes:
                        for last in item.iterations(0.0)[-1:]:  # a library's: what it computed last
                            self._read(last.items)
                            self.last.update(map(id, last.items))
                case CallRun():
                    self.runs[id(item.entry.equation)] = item
                    if id(item.entry.equation) not in self._homes:
                        self.values |= item.given
                        self._read(item.items)

    def find(self, variable: Any) -> Any:
        """Return the value of a variable, or of a variable staged in its place; None where it has none."""
        scope: Scope | None = self
        copies = self.names.copies(variable)
        while scope is not None:
            for one in copies:
                if one in scope.values:
                    return scope.values[one]
            scope = scope._around
        begun = next((self.names.begun[one] for one in copies if one in self.names.begun), None)
        return self.find(begun) if is_variable(begun) else None if begun is None else summary(begun)

    def items(self, variables: Sequence[Any], value: Any) -> Any:
        """Return a kept value; for a list's buffer the items up to the list's length."""
        lengths = self.names.sizes
        found = (lengths[one] for each in variables for one in self.names.copies(each) if one in lengths)
        return shortened(value, *map(self.find, next(found, ())))

    def holds(self, predicate: Any) -> bool | None:
        """Return the result of a test; None where it is not known."""
        found = None if predicate is None else self.find(predicate)
        return bool(found) if isinstance(found, bool | int | np.bool_ | np.integer) else None

    def exists(self, binding: Binding | None) -> bool:
        """Return whether a name is bound; True where that is not known."""
        exists = True if binding is None else binding.exists
        known = self.find(exists.variable) if isinstance(exists, Computed) else exists
        return known is None or bool(known)

    def value(self, name: str, binding: Binding) -> Any:
        """Return a name's value as a summary; None where it is not known."""
        leaves = [self.find(leaf.variable) if isinstance(leaf, Computed) else leaf for leaf in binding.leaves]
        pairs = zip(binding.leaves, leaves, strict=True)
        if any(isinstance(leaf, Opaque) or (isinstance(leaf, Computed) and now is None) for leaf, now in pairs):
            return None
        if binding.is_leaf:
            return leaves[0] if isinstance(binding.leaves[0], Computed) else summary(leaves[0])
        container = (binding.tree.node_data() or [None])[0]
        if container is Selection:
            return chosen(*leaves)
        labels = [label for label, _ in binding.parts(name)]
        is_of_numbers = container is not Spelled and labels == [name, name + OWN_LENGTH] and len(leaves) == 2
        if is_of_numbers and not isinstance(leaves[1], Summary):
            return shortened(*leaves)
        return as_python(binding, self.find)


class Names:
    """Which variables of the program stand for a variable of the log."""

    def __init__(self, log: EventLog) -> None:
        self._copies: dict[Any, list[Any]] = {}
        self._staged_as: Callable[[Any], list[Any]] = log.staged_as
        self._lengths, self.begun = log.lengths, log.begun
        self.sizes: dict[Any, list[Any]] = {}  # by the variable of a buffer those of the lengths of its lists
        for event in log.traced():
            for binding in filter(None, event.bound.values() if isinstance(event, Entered | Line) else ()):
                for buffer, lengths in _lengths(binding):
                    for one in log.staged_as(buffer):
                        self.sizes.setdefault(one, lengths)

    @property
    def names(self) -> Names:
        return self

    def lengths(self, entered: Entered) -> list[ListLength]:
        """Return the lengths of the gathered lists that a loop's body uses."""
        seen = {each for binding in entered.bound.values() for each in _variables(binding)}
        return [each for each in self._lengths if each.before in seen]

    def gathers(self, binding: Binding) -> bool:
        """Return whether a value is a list to which a loop's iteration has just appended."""
        return any(each.after in _variables(binding) for each in self._lengths)

    def copies(self, variable: Any) -> list[Any]:
        """Return the variable and those staged in its place; cached."""
        if variable not in self._copies:
            self._copies[variable] = self._staged_as(variable)
        return self._copies[variable]


def _lengths(binding: Binding) -> Iterator[tuple[Any, list[Any]]]:
    """Yield the buffer of each list in a value, with the lengths of this list and of those around it."""
    parts = [] if binding.is_leaf else list(binding.parts(""))
    sizes = [
        (at, label.removesuffix(OWN_LENGTH), each)
        for at, (label, each) in enumerate(parts)
        if label.endswith(OWN_LENGTH)
    ]
    for at, (label, buffer) in enumerate(parts if sizes else ()):
        around = [each for last, name, each in sizes if last > at and f"{label}.".startswith((f"{name}.", f"{name}["))]
        yield buffer, around


def _variables(binding: Binding) -> list[Any]:
    return [leaf.variable for leaf in binding.leaves if isinstance(leaf, Computed)]


def carried(entry: Entry, made: Iteration) -> tuple[dict[Any, Any], list[tuple[Any, ...]]]:
    """Return the values that an iteration begins with by variable, and for each value its variables."""
    params, count = entry.equation.params, len(entry.equation.outvars)
    first, _ = opened(params["cond_jaxpr" if "cond_jaxpr" in params else "jaxpr"])
    variables: list[tuple[Any, ...]] = [(each,) for each in first.invars]
    if "cond_jaxpr" in params:
        body, _ = opened(params["body_jaxpr"])
        skip = len(variables) - count
        aliases = body.invars[len(body.invars) - count :]
        variables = variables[:skip] + [(*a, b) for a, b in zip(variables[skip:], aliases, strict=True)]
    values = {each: value for group, value in zip(variables, made.carry, strict=False) for each in group}
    return values, variables


def as_python(binding: Binding, find: Callable[[Any], Any]) -> Any:
    """Return a container as Python's own lists, strings and dicts; None where that is not known.

    It has as many items as a line of text shows.
    """
    try:
        value = _shortened(binding.value(find))
        if _is_readable(value):
            return summary(_objects(released(value.now if isinstance(value, ChosenText) else value)))
    except Exception:  # an array was not kept, or a user's class refuses some items
        pass
    return None


def _objects(value: Any, *, as_written: bool = False) -> Any:
    """Return a value with its records as objects; one with its own `__str__` gets Python's numbers."""
    if as_written and isinstance(value, np.generic):
        return value.item()
    own = as_written or (isinstance(value, Record) and not is_silent(value.cls))
    made = changed(value, lambda part: _objects(part, as_written=own))
    return closed(made) if isinstance(made, Record) else made


def _shortened(value: Any) -> Any:
    """Return a value with summaries for arrays, and lists in buffers with their kept items."""
    if (growing := buffers_of(value)) is not None:
        return kind_of(value).with_buffers(value, _rows(_kept(growing), 0))
    return changed(value, _shortened)


def _kept(growing: Growing) -> Growing:
    """Return a list with the kept prefixes of its arrays.

    Raises:
        LookupError: an array has no kept items, or an item is not kept whole.
    """
    leaves, tree = leaves_of(growing)
    prefixes = [leaf.kept if isinstance(leaf, Summary) else leaf for leaf in leaves]
    made: Growing = rebuilt(tree, prefixes, growing)
    is_cut = any(isinstance(leaf, Summary) and leaf.kept.shape[1:] != leaf.shape[1:] for leaf in leaves)
    if any(prefix is None for prefix in prefixes) or (is_cut and not _is_readable(made.buffers, 1, of_numbers=True)):
        raise LookupError
    return made


def _is_readable(value: Any, axes: int = 0, *, of_numbers: bool = False) -> bool:
    """Return whether no object contains an array: the object's own text would show it wrong.

    Args:
        axes: the lists in buffers around the value.
        of_numbers: whether lists and dicts must have none either.
    """
    if isinstance(value, np.ndarray | Summary):
        return not of_numbers or len(value.shape) == axes
    if (growing := buffers_of(value)) is not None:
        return _is_readable(growing.buffers, axes + 1, of_numbers=of_numbers)
    is_own = isinstance(value, list | tuple) or type(value) is dict
    is_own = is_own or (isinstance(value, Record) and is_silent(value.cls))
    parts = kind_of(value).parts(value).values()
    return all(_is_readable(part, axes, of_numbers=of_numbers or not is_own) for part in parts)


def _rows(growing: Growing, axis: int) -> Growing:
    """Return a list cut to the number of rows that all its arrays have, and its inner lists likewise."""
    sizes = [leaf.shape[axis] for leaf in leaves_of(growing.buffers)[0] if np.ndim(leaf) > axis]
    size, length = min(sizes, default=growing.capacity.size), growing.capacity.length
    buffers = growing.each(lambda buffer: buffer[(slice(None),) * axis + (slice(size),)])
    count = None if growing.count is None else np.minimum(growing.count, size)
    known = length if length is None else min(length, size)
    return Growing(_inside(buffers, axis + 1), count, replace(growing.capacity, size=size, length=known))


def _inside(items: Any, axis: int) -> Any:
    if (growing := buffers_of(items)) is not None:
        return kind_of(items).with_buffers(items, _rows(growing, axis))
    return changed(items, lambda part: _inside(part, axis))
