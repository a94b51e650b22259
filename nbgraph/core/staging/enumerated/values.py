"""Represent strings that are chosen while the graph runs: `"even" if n % 2 == 0 else "odd"`.

No array holds a string. But all strings that a name may stand for are known while the graph is made, so the graph
carries the number of the current one. Questions on a string (`==`, `len`, `.upper()`) are answered for each one in
advance, and the answer is looked up by the number. Run-time values inside a string, as in `f"{x} apples"`, are carried
in addition; such a string can only be shown or joined to others. Members of an `enum.Enum` are treated the same.
"""

from __future__ import annotations

import enum
import itertools
import sys
from collections import abc
from collections.abc import Sequence
from types import FrameType
from typing import Any, ClassVar, NoReturn

import jax
import jax.numpy as jnp
import numpy as np

from nbgraph.core.errors import StagingError
from nbgraph.core.records import dataclass
from nbgraph.core.staging.enumerated.placeholders import (
    PLACEHOLDER,
    DeferredString,
    Verbatim,
    filled,
    holds_placeholder,
    placeholder_of,
    placeholders_in,
    settled,
)
from nbgraph.core.staging.trace import context, implications
from nbgraph.core.staging.trace.recorder import owner_of
from nbgraph.core.staging.values.values import cast, is_dynamic, is_traced, join_types, leaf_names, leaves_of, type_of

ITSELF = "\ue0000=\ue001"  # the table's entry for a number or an array, which is carried in addition


@dataclass(frozen=True)
class Whole:
    """The table's entry for a tuple of numbers and arrays, which are carried in addition."""

    count: int  # the number of items


def is_whole(value: Any) -> bool:
    """Whether a value is a non-empty tuple of numbers and arrays."""
    return type(value) is tuple and bool(value) and all(map(is_dynamic, value))


def is_member(value: Any) -> bool:
    """Whether a value is a member of an enumeration whose class has not redefined equality."""
    if not isinstance(value, enum.Enum):
        return False
    kind: Any = type(value)
    for known in (str, int, float):
        if issubclass(kind, known):
            return kind.__eq__ is known.__eq__ and kind.__hash__ is known.__hash__
    return kind.__eq__ is object.__eq__ and kind.__hash__ is enum.Enum.__hash__


def without_name(value: Any) -> Any:
    """Return the number of a member of an `IntEnum` or the like; any other value unchanged.

    >>> without_name(enum.IntEnum("Color", "RED").RED), without_name(2)
    (1, 2)
    """
    kind = next((kind for kind in (int, float) if isinstance(value, kind)), None)
    return kind(value) if kind is not None and type(type(value)) is enum.EnumMeta else value


def spoken(text: Any) -> str:
    """Return the words for a table's entry in a message."""
    if isinstance(text, Whole):
        return f"a tuple of {text.count} item{'s' if text.count != 1 else ''}"
    if is_member(text):
        return f"{type(text).__name__}.{text.name}"
    return (
        "a number" if text == ITSELF else repr(settled(PLACEHOLDER.sub("{}", text)) if isinstance(text, str) else text)
    )


MOST_TEXTS = 64  # the most strings that one name may stand for: each is a row in tables


class ChosenTextError(StagingError):
    """A string chosen at run time is used where its value must be known: as a new key, or by a library.

    The graph holds the string as its characters, or as its number in the list of possible strings. Printing, comparing,
    returning it from `ng.function`, iterating over it, and its length and its other forms all work.
    """

    id = "chosen-text"


class LookedUpError(ChosenTextError):
    """An enumerated string is the key of a dict; a converted subscript can select among all items."""


class ManyStringsError(ChosenTextError):
    """There are too many strings for a table, or each iteration of a loop makes more."""


@jax.tree_util.register_pytree_with_keys_class
@dataclass(frozen=True, eq=False)
class ChosenText:
    """One of several strings, selected at run time."""

    number: Any  # the number of the current string, an int32
    values: tuple[Any, ...]  # the run-time values in all strings, string by string
    # the strings by their numbers, in order, with placeholders for run-time values; None, and members of
    # enumerations
    texts: tuple[tuple[int, Any], ...]
    verbatim: bool = False  # whether it is shown without quotes
    kind: ClassVar[str] = "a text"

    def tree_flatten_with_keys(self) -> tuple[tuple[tuple[str, Any], ...], Any]:
        """Flatten for JAX; the user's name for each part is that of the string.

        Raises:
            ChosenTextError: the user's own code flattens the tree, and would find a number.
        """
        if (frame := _taking_apart()) is not None:
            self.refuse(f"is in a tree that `{frame.f_code.co_name}` takes apart, which must know it")
        return tuple(("", part) for part in (self.number, *self.values)), self.texts

    @classmethod
    def tree_unflatten(cls, texts: Any, parts: Sequence[Any]) -> ChosenText:
        number, *values = parts
        return chosen(number, tuple(values), texts)

    @property
    def values_of(self) -> dict[int, tuple[Any, ...]]:
        """Return the run-time values in each string, by its number."""
        fresh = iter(self.values)
        return {key: tuple(itertools.islice(fresh, count_in(text))) for key, text in self.texts}

    @property
    def now(self) -> Any:
        """Return the string, or the number, that the run has selected."""
        number = int(self.number)
        text = dict(self.texts).get(number)  # None if the path was not taken
        if text == ITSELF:
            return self.values_of[number][0]
        if isinstance(text, Whole):
            return self.values_of[number]
        text = filled(text, list(self.values_of[number])) if isinstance(text, str) and holds_placeholder(text) else text
        return Verbatim(text) if self.verbatim and isinstance(text, str) else text

    def __str__(self) -> str:
        return DeferredString(placeholder_of(self, "s", ""))

    def __repr__(self) -> str:
        return DeferredString(placeholder_of(self, "r", ""))

    def __format__(self, spec: str) -> str:
        return placeholder_of(self, "-", spec)

    def __bool__(self) -> NoReturn:
        self.refuse("decides here, in a place that Python itself must decide")

    def __iter__(self) -> NoReturn:
        self.refuse("is taken apart here, and its length must be known for that")

    def __len__(self) -> NoReturn:
        self.refuse("is measured here, in a place that must know its length")

    def __hash__(self) -> NoReturn:
        self.refuse("is looked up here, in a place that must know it", LookedUpError)

    def refuse(self, what: str, kind: type[ChosenTextError] = ChosenTextError, remedy: str = "") -> NoReturn:
        """Raise an error: the string must be known here.

        Args:
            remedy: what to write if the strings have no run-time values in them.

        Raises:
            ChosenTextError: always.
        """
        if any(isinstance(text, str) and placeholders_in(text) for _, text in self.texts):
            raise kind(
                f"a text that is made of a value only known at run time {what}",
                remedy="the number itself in place of its text, as the index of a list: `xs[i]`",
            )
        no_text = any(is_member(text) or isinstance(text, Whole) for _, text in self.texts)
        what_it_is, of_the_text = ("it", "") if no_text else ("the text", " of the text")
        raise kind(
            f"{self.kind} that is only chosen at run time ({self.described}) {what}",
            remedy=remedy
            or f"decide in an `if` by the condition that chooses {what_it_is}, or by a number instead{of_the_text}",
        )

    @property
    def may_be_itself(self) -> bool:
        """Whether it may be a number or a tuple."""
        return any(text == ITSELF or isinstance(text, Whole) for _, text in self.texts)

    @property
    def described(self) -> str:
        """Return the first of the strings, for messages."""
        shown = [spoken(text) for _, text in self.texts[:3]]
        return " or ".join(shown) + (" or others" if len(self.texts) > len(shown) else "")


@jax.tree_util.register_pytree_with_keys_class
class ChosenValue(ChosenText):
    """A value that is at run time a number, a string, None or a member of an enumeration.

    Module `lookups.several` has its operations.
    """

    kind = "a value"


@jax.tree_util.register_pytree_with_keys_class
class ChosenTuple(ChosenValue):
    """A value that may be a tuple at run time: a `match` asks for its length."""


abc.Sequence.register(ChosenTuple)


def chosen(number: Any, values: tuple[Any, ...], texts: tuple[tuple[int, Any], ...]) -> ChosenText:
    """Make an enumerated value of the class that fits its table."""
    kind = ChosenValue if any(is_member(text) or text == ITSELF for _, text in texts) else ChosenText
    kind = ChosenTuple if any(isinstance(text, Whole) for _, text in texts) else kind
    return kind(number, values, texts)


def is_textual(value: Any) -> bool:
    """Whether a value is a string, None, a member of an enumeration, or an enumerated value."""
    return value is None or isinstance(value, str | ChosenText) or is_member(value)


_TREES = frozenset(function.__code__.co_filename for function in (jax.tree.map, jax.tree_util.tree_map))


_CALLS = "nbgraph.core.staging.builtins.calls"  # the module between converted code and its callees


def _taking_apart() -> FrameType | None:
    """Return the frame of the tree function that converted code has called directly; None if there is none."""
    frame, inner = sys._getframe(2), None
    while frame.f_code.co_filename in _TREES and frame.f_back is not None:
        frame, inner = frame.f_back, frame
    while inner is not None and frame.f_globals.get("__name__") == _CALLS and frame.f_back is not None:
        frame = frame.f_back
    return inner if owner_of(frame.f_code) is not None else None


def is_chosen(value: Any) -> bool:
    """Whether a value is a string known at run time only, enumerated or with placeholders."""
    return isinstance(value, ChosenText) or holds_placeholder(value)


def texts_in(value: Any) -> list[Any]:
    """Return the tables of the enumerated values in a value."""
    return [found.texts for found in texts_of(value)]


def texts_of(value: Any) -> list[ChosenText]:
    """Return the enumerated values in a value."""
    return [leaf for leaf in leaves_of(value, is_enumerated)[0] if isinstance(leaf, ChosenText)]


def text_names(name: str, value: Any) -> list[tuple[str, tuple[int, ...]]]:
    """Return the user's expression for each enumerated value in a variable, and the numbers in its table."""
    leaves = leaves_of(value, is_enumerated)[0]
    if not any(map(is_enumerated, leaves)):
        return []
    named = zip(leaf_names(name, value, is_enumerated), leaves, strict=True)
    return [(written, tuple(number for number, _ in leaf.texts)) for written, leaf in named if is_enumerated(leaf)]


def is_enumerated(value: Any) -> bool:
    """Whether a value is enumerated."""
    return isinstance(value, ChosenText)


def key_of(part: ChosenText) -> int:
    return id(part.number)


def alternatives(parts: Sequence[ChosenText]) -> tuple[Any, list[tuple[int, ...]]]:
    """Return which combination of several enumerated strings it is, and all combinations of their numbers."""
    rows = list(itertools.product(*([key for key, _ in part.texts] for part in parts)))
    refuse_many(len(rows))
    position: Any = np.int32(0)
    for part in parts:
        keys = {key: place for place, (key, _) in enumerate(part.texts)}
        position = position * np.int32(len(keys)) + looked_up(part.number, keys)
    return position, rows


def as_number(value: Any) -> Any:
    """Return a value that is either `True` or a number as one number; any other value unchanged."""
    if not isinstance(value, ChosenValue) or any(text != ITSELF for _, text in value.texts):
        return value
    (first, kind), *others = [(part, type_of(part)) for part in value.values]
    for _, other in others:
        if (joined := join_types(kind, other)) is None:
            return value
        kind = joined
    found = cast(first, kind)
    for (key, _), part in zip(value.texts[1:], value.values[1:], strict=True):
        found = jnp.where(value.number == key, cast(part, kind), found)
    return found


def is_excluded(parts: Sequence[ChosenText], row: tuple[int, ...]) -> bool:
    """Whether the conditions around exclude this combination, as inside `if word is not None`."""
    log = context.here().log
    claims = log.text_claims if log is not None else []
    return any(
        claim_of is part.number and number in answers and implications.known_truth(truth) is (not answers[number])
        for part, number in zip(parts, row, strict=True)
        for claim_of, truth, answers in claims
    )


def looked_up(number: Any, rows: dict[int, int]) -> Any:
    """Map a run-time number by a table of old and new numbers."""
    if not is_traced(number):
        return np.int32(rows[int(number)])
    refuse_batch(number)
    moved = {new - old for old, new in rows.items()}
    if len(moved) == 1:
        distance = moved.pop()
        return number + np.int32(distance) if distance else number
    if len(rows) == 2:
        (first, new), (_, other) = rows.items()
        return jnp.where(number == first, jnp.int32(new), jnp.int32(other))
    least = min(rows)
    table = np.zeros(max(rows) - least + 1, np.int32)
    for old, new in rows.items():
        table[old - least] = new
    return jnp.asarray(table)[number - least if least else number]


def refuse_batch(number: Any) -> None:
    """Refuse a number with batch axes: no array holds strings."""
    if np.ndim(number):
        raise ChosenTextError(
            "each lane of a `vmap` chooses a text of its own here, and no array holds texts",
            remedy="use the text inside the mapped function; or return a number, and choose the text by it outside",
        )


def chosen_among(position: Any, rows: list[tuple[Any, tuple[Any, ...]]]) -> ChosenText:
    """Return the string of the row at a run-time position; each row has a string and its run-time values."""
    keys = [_number(text, values) for text, values in rows]
    number = looked_up(position, dict(enumerate(keys)))
    each = dict(zip(keys, rows, strict=True))
    texts = tuple((key, each[key][0]) for key in sorted(each))
    refuse_many(len(texts))
    return chosen(number, tuple(value for key in sorted(each) for value in each[key][1]), texts)


def _number(text: Any, values: Sequence[Any]) -> int:
    """Return the number of a string in this trace; run-time values of other types make it another string."""
    log = context.here().log
    assert log is not None
    kinds: tuple[Any, ...] = tuple((str(type_of(value).dtype), type_of(value).shape) for value in values)
    if is_member(text):
        kinds = (type(text),)  # a member that is also a string equals it
    return log.text_numbers.setdefault((text, kinds), len(log.text_numbers))


def count_in(text: Any) -> int:
    """Count the run-time values in a table's entry."""
    if isinstance(text, Whole):
        return text.count
    return placeholders_in(text) if isinstance(text, str) else 0


def refuse_many(count: int) -> None:
    if count > MOST_TEXTS:
        raise ManyStringsError(
            f"a text may be one of more than {MOST_TEXTS} here, because it grows or is joined to others",
            remedy='`print(..., end="")` for each part, where it is made; or collect numbers in a list',
        )


def narrowed(value: Any) -> Any:
    """Return the number or the tuple in a value, if the conditions around exclude all else; else the value."""
    if not isinstance(value, ChosenValue):
        return value
    left = [(number, text) for number, text in value.texts if not is_excluded([value], (number,))]
    if len(left) != 1:
        return value
    ((number, text),) = left
    if text == ITSELF:
        return value.values_of[number][0]
    return value.values_of[number] if isinstance(text, Whole) else value
