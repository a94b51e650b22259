"""Texts that are chosen while the graph runs: `"even" if n % 2 == 0 else "odd"`.

No array holds a text. But all texts that a name may stand for are known while the graph is made, and so the graph can
carry the number of the one that it is. What Python finds out about a text (`==`, `len`, `.upper()`) is found out about
each of them beforehand, and looked up by the number. Run-time values inside a text, as in `f"{x} apples"`, travel
beside the number; such a text can be shown or joined to others, no more.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

import jax
import jax.numpy as jnp
import numpy as np

from nbgraph.core.errors import StagingError
from nbgraph.core.staging import recorder
from nbgraph.core.staging.texts import (
    MARK,
    MarkedText,
    Verbatim,
    filled,
    holds_mark,
    mark_of,
    marks,
)
from nbgraph.core.staging.values import is_traced, leaves_of, type_of, zeros

MOST_TEXTS = 64  # that one name may stand for: each is a row in tables, and a path that nobody can read any more


class ChosenTextError(StagingError):
    """A text that is chosen at run time is used where it must be known."""

    id = "chosen-text"


class LookedUpError(ChosenTextError):
    """Such a text is the key of a dict: a subscript that is converted can take each item, and choose."""


class _Nameless:
    """The key of the number of a text: the user writes the text's name for it."""

    def __str__(self) -> str:
        return ""


@jax.tree_util.register_pytree_with_keys_class
@dataclass(frozen=True, eq=False)
class ChosenText:
    """One of several texts, of which only the run knows which.

    Attributes:
        number: which it is; an int32.
        values: the run-time values in the texts, text by text.
        texts: each text by its number, in order, with marks for run-time values; None for Python's `None`.
        verbatim: whether it stands without quotes wherever it is shown.
    """

    number: Any
    values: tuple[Any, ...]
    texts: tuple[tuple[int, str | None], ...]
    verbatim: bool = False

    def tree_flatten_with_keys(self) -> tuple[tuple[tuple[Any, Any], ...], Any]:
        """What JAX sees of it."""
        return tuple((_Nameless(), part) for part in (self.number, *self.values)), self.texts

    @classmethod
    def tree_unflatten(cls, texts: Any, parts: Sequence[Any]) -> ChosenText:
        """The text that `tree_flatten_with_keys` took apart."""
        number, *values = parts
        return cls(number, tuple(values), texts)

    @property
    def values_of(self) -> dict[int, tuple[Any, ...]]:
        """The run-time values in each text, by its number."""
        fresh = iter(self.values)
        return {key: tuple(itertools.islice(fresh, _count(text))) for key, text in self.texts}

    @property
    def now(self) -> str | None:
        """The text that a run has chosen."""
        number = int(self.number)
        text = dict(self.texts).get(number)  # none where nobody looks: the path was not taken
        text = filled(text, list(self.values_of[number])) if isinstance(text, str) and holds_mark(text) else text
        return Verbatim(text) if self.verbatim and isinstance(text, str) else text

    def __str__(self) -> str:
        return MarkedText(mark_of(self, "s", ""))

    def __repr__(self) -> str:
        return MarkedText(mark_of(self, "r", ""))

    def __format__(self, spec: str) -> str:
        return mark_of(self, "-", spec)

    def __bool__(self) -> NoReturn:
        self.refuse("decides here, in a place that Python itself must decide")

    def __iter__(self) -> NoReturn:
        self.refuse("is taken apart here, and its length must be known for that")

    def __len__(self) -> NoReturn:
        self.refuse("is measured here, in a place that must know its length")

    def __hash__(self) -> NoReturn:
        self.refuse("is looked up here, in a place that must know it", LookedUpError)

    def refuse(self, what: str, kind: type[ChosenTextError] = ChosenTextError) -> NoReturn:
        """Say that the text must be known.

        Raises:
            ChosenTextError: always.
        """
        raise kind(
            f"a text that is only chosen at run time ({self.described}) {what}",
            remedy="decide in an `if` by the condition that chooses the text, or by a number instead of the text",
        )

    @property
    def described(self) -> str:
        """The first of the texts, for messages."""
        shown = [repr(MARK.sub("{}", text) if isinstance(text, str) else text) for _, text in self.texts[:3]]
        return " or ".join(shown) + (" or others" if len(self.texts) > len(shown) else "")


def is_textual(value: Any) -> bool:
    """Whether a value is a text, None, or one of several of these."""
    return value is None or isinstance(value, str | ChosenText)


def is_chosen(value: Any) -> bool:
    """Whether a value is a text that is known at run time only."""
    return isinstance(value, ChosenText) or holds_mark(value)


def texts_in(value: Any) -> list[Any]:
    """What the chosen texts in a value may be."""
    return [chosen.texts for chosen in texts_of(value)]


def texts_of(value: Any) -> list[ChosenText]:
    """The chosen texts in a value."""
    leaves = leaves_of(value, lambda part: isinstance(part, ChosenText))[0]
    return [leaf for leaf in leaves if isinstance(leaf, ChosenText)]


def joined(left: Any, right: Any) -> tuple[Any, Any]:
    """Two texts, or None, that a graph chooses between: both as one of the same texts.

    Raises:
        ChosenTextError: there would be too many texts.
    """
    both = (left, right)
    if not all(map(is_textual, both)) or recorder.current.get() is None or left is right is None:
        return left, right
    if not any(isinstance(side, ChosenText) or holds_mark(side) for side in both) and left == right:
        return left, right
    one, other = as_chosen(left), as_chosen(right)
    texts = tuple(sorted({**dict(one.texts), **dict(other.texts)}.items()))
    _refuse_many(len(texts))
    if one.texts == other.texts:
        return one, other
    _refuse_growing(one, [text for _, text in texts])
    _note_choice()
    values = {key: tuple(map(_blank, found)) for key, found in {**one.values_of, **other.values_of}.items()}
    return _among(one, texts, values), _among(other, texts, values)


def fitted(value: Any, template: Any) -> Any:
    """A value as one of the texts of a template, where it is; else as it is."""
    if not isinstance(template, ChosenText) or not is_textual(value):
        return value
    new = joined(template, value)[1]
    return new if isinstance(new, ChosenText) and new.texts == template.texts else value


def _among(chosen: ChosenText, texts: Any, blank: dict[int, tuple[Any, ...]]) -> ChosenText:
    if texts == chosen.texts:
        return chosen
    values = {**blank, **chosen.values_of}
    return ChosenText(chosen.number, tuple(value for key, _ in texts for value in values[key]), texts)


def _blank(value: Any) -> Any:
    return zeros(type_of(value))


def as_chosen(text: Any) -> ChosenText:
    """A text, with marks or without, or None, as one of a number of texts, in the simplest case of one."""
    if isinstance(text, ChosenText):
        return text
    if not holds_mark(text):
        return chosen_among(np.int32(0), [(None if text is None else str.__str__(text), ())])
    entries = [_entry(mark) for mark in MARK.finditer(text)]
    found = [entry for entry in entries if isinstance(entry, ChosenText)]
    parts = list({id(part.number): part for part in found}.values())
    position, rows = alternatives(parts)
    return chosen_among(
        position, [_written(text, entries, dict(zip(map(key_of, parts), row, strict=True))) for row in rows]
    )


def key_of(part: ChosenText) -> int:
    return id(part.number)


def _entry(mark: Any) -> Any:
    log = recorder.current.get()
    assert log is not None
    return log.texts[int(mark.group(1))]


def _written(text: str, entries: list[Any], numbers: dict[int, int]) -> tuple[str, tuple[Any, ...]]:
    """A text with one of the alternatives in the place of each chosen text, and its run-time values."""
    values: list[Any] = []
    fresh = iter(entries)

    def piece(mark: Any) -> str:
        entry, (_, conversion, spec) = next(fresh), mark.groups()
        if not isinstance(entry, ChosenText):
            values.append(entry)
            return f"\ue0000{conversion}{spec}\ue001"
        number = numbers[key_of(entry)]
        values.extend(entry.values_of[number])
        return _shown(dict(entry.texts)[number], conversion, spec)

    return MARK.sub(piece, text), tuple(values)


def _shown(text: str | None, conversion: str, spec: str) -> str:
    if conversion == "%":
        conversion, spec = ("r" if spec[-1:] in "ra" else "s"), _aligned(spec[:-1])
    if holds_mark(text):
        if conversion == "r" or spec:
            MarkedText(text).fail()
        return str.__str__(text)
    value: Any = text if conversion == "-" else repr(text) if conversion == "r" else str(text)
    return format(value, spec)


def _aligned(percent: str) -> str:
    """The width in `%-10s` as a format has it: a `%` aligns texts to the right."""
    if not percent:
        return ""
    return "<" + percent[1:] if percent.startswith("-") else ("" if percent.startswith(".") else ">") + percent


def alternatives(parts: Sequence[ChosenText]) -> tuple[Any, list[tuple[int, ...]]]:
    """Which of all combinations of several chosen texts it is, and the combinations, by the texts' numbers."""
    rows = list(itertools.product(*([key for key, _ in part.texts] for part in parts)))
    _refuse_many(len(rows))
    position: Any = np.int32(0)
    for part in parts:
        keys = {key: place for place, (key, _) in enumerate(part.texts)}
        position = position * np.int32(len(keys)) + looked_up(part.number, keys)
    return position, rows


def looked_up(number: Any, rows: dict[int, int]) -> Any:
    """What stands beside a run-time number in a table."""
    if not is_traced(number):
        return np.int32(rows[int(number)])
    refuse_lanes(number)
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


def refuse_lanes(number: Any) -> None:
    """Refuse the numbers of many texts.

    Raises:
        ChosenTextError: see there.
    """
    if np.ndim(number):
        raise ChosenTextError(
            "each lane of a `vmap` chooses a text of its own here, and no array holds texts",
            remedy="use the text inside the mapped function; or return a number, and choose the text by it outside",
        )


def chosen_among(position: Any, rows: list[tuple[str | None, tuple[Any, ...]]]) -> ChosenText:
    """The text in one of some rows, each with its run-time values."""
    keys = [_number(text, values) for text, values in rows]
    if len(set(keys)) > 1:
        _note_choice()
    number = looked_up(position, dict(enumerate(keys)))
    each = dict(zip(keys, rows, strict=True))
    texts = tuple((key, each[key][0]) for key in sorted(each))
    _refuse_many(len(texts))
    return ChosenText(number, tuple(value for key in sorted(each) for value in each[key][1]), texts)


def _number(text: str | None, values: Sequence[Any]) -> int:
    """The number of a text in this trace; one with values of other kinds is shown differently, so it is another one."""
    log = recorder.current.get()
    assert log is not None
    kinds = tuple((str(type_of(value).dtype), type_of(value).shape) for value in values)
    return log.text_numbers.setdefault((text, kinds), len(log.text_numbers))


def _note_choice() -> None:
    log = recorder.current.get()
    if log is not None:
        log.unwritten("a text is chosen at run time")


def _count(text: str | None) -> int:
    return marks(text) if isinstance(text, str) else 0


def _refuse_growing(start: ChosenText, texts: list[str | None]) -> None:
    """Refuse a text that gets longer in each round of a loop: the graph would have to know each of its lengths."""
    known = sorted((text for text in texts if text), key=len)
    if len(known) >= _MOST_GROWN and all(short in long for short, long in itertools.pairwise(known)):
        raise ChosenTextError(
            f"a text grows here ({start.described}), and the graph would have to know each text that it may become",
            remedy="`print` the parts where they are made, with `end=''`; or collect numbers in a list",
        )


_MOST_GROWN = 6  # texts each of which is a part of the next


def _refuse_many(count: int) -> None:
    if count > MOST_TEXTS:
        raise ChosenTextError(
            f"a text may be one of more than {MOST_TEXTS} here, because it grows or is joined to others",
            remedy="`print` the parts where they are made, with `end=''`; or collect numbers in a list",
        )
