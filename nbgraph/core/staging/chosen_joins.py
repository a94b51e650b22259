"""Texts brought together: two sides of a branch, two rounds of a loop, and texts with marks of other chosen texts."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np

from nbgraph.core.staging import context
from nbgraph.core.staging.chosen_kinds import ITSELF, Whole, is_member, is_whole
from nbgraph.core.staging.chosen_texts import (
    ChosenText,
    ChosenTextError,
    alternatives,
    chosen_among,
    is_chosen,
    is_textual,
    key_of,
    refuse_many,
)
from nbgraph.core.staging.chosen_texts import chosen as one_of
from nbgraph.core.staging.texts import MARK, MarkedText, changed, holds_mark, settled
from nbgraph.core.staging.values import is_dynamic, type_of, zeros


def joined(left: Any, right: Any) -> tuple[Any, Any]:
    """Two texts, None, or a number and one of these, that a graph chooses between: both as one of the same kinds.

    Raises:
        ChosenTextError: there would be too many texts.
    """
    both = (left, right)
    if not can_join(left, right) or context.here().log is None or left is right is None:
        return left, right
    if (
        all(map(is_textual, both))
        and not any(map(is_chosen, both))
        and left == right
        and is_member(left) is is_member(right)
    ):
        return left, right
    if any(holds_mark(side) for side in both) and any(map(is_whole, both)):
        return left, right
    one, other = as_chosen(left), as_chosen(right)
    texts = together(one, other)
    refuse_many(len(texts))
    if one.texts == other.texts:
        return one, other
    _refuse_growing(one, [text for _, text in texts])
    values = {key: tuple(map(_blank, found)) for key, found in {**one.values_of, **other.values_of}.items()}
    return _among(one, texts, values), _among(other, texts, values)


def together(one: ChosenText, other: ChosenText) -> tuple[tuple[int, Any], ...]:
    """The table of all that two may be."""
    return tuple(sorted({**dict(one.texts), **dict(other.texts)}.items()))


def can_join(left: Any, right: Any) -> bool:
    """Whether two values are texts, None, or one of these and a number, an array or a tuple of such."""
    return (is_textual(left) and (is_textual(right) or _travels(right))) or (_travels(left) and is_textual(right))


def _travels(value: Any) -> bool:
    return is_dynamic(value) or is_whole(value)


def fitted(value: Any, template: Any) -> Any:
    """A value as one of the texts of a template, where it is; else as it is."""
    if not isinstance(template, ChosenText) or not can_join(template, value):
        return value
    new = joined(template, value)[1]
    return new if isinstance(new, ChosenText) and new.texts == template.texts else value


def _among(chosen: ChosenText, texts: Any, blank: dict[int, tuple[Any, ...]]) -> ChosenText:
    if texts == chosen.texts:
        return chosen
    values = {**blank, **chosen.values_of}
    return one_of(chosen.number, tuple(value for key, _ in texts for value in values[key]), texts)


def _blank(value: Any) -> Any:
    return zeros(type_of(value))


def as_chosen(text: Any) -> ChosenText:
    """A text, with marks or without, None or a number as one of several, in the simplest case of one."""
    if isinstance(text, ChosenText):
        return text
    if is_whole(text):
        return chosen_among(np.int32(0), [(Whole(len(text)), text)])
    if not is_textual(text):
        return chosen_among(np.int32(0), [(ITSELF, (text,))])
    if not holds_mark(text):
        known = text if text is None or is_member(text) else str.__str__(text)
        return chosen_among(np.int32(0), [(known, ())])
    entries = [_entry(mark) for mark in MARK.finditer(text)]
    found = [entry for entry in entries if isinstance(entry, ChosenText)]
    parts = list({id(part.number): part for part in found}.values())
    position, rows = alternatives(parts)
    return chosen_among(
        position, [_written(text, entries, dict(zip(map(key_of, parts), row, strict=True))) for row in rows]
    )


def _entry(mark: Any) -> Any:
    log = context.here().log
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
        if dict(entry.texts)[number] == ITSELF:
            return f"\ue0000{conversion}{spec}\ue001"
        if isinstance(whole := dict(entry.texts)[number], Whole):
            inside = ", ".join(["\ue0000r\ue001"] * whole.count) + ("," if whole.count == 1 else "")
            return f"({inside})" if not spec or conversion == "%" else MarkedText("").fail()
        return _shown(dict(entry.texts)[number], conversion, spec)

    return settled(MARK.sub(piece, text)), tuple(values)


def _shown(text: Any, conversion: str, spec: str) -> str:
    if conversion == "%":
        conversion, spec = ("r" if spec[-1:] in "ra" else "s"), _aligned(spec[:-1])
    if holds_mark(text):
        text = changed(text, "__repr__") if conversion == "r" else text
        return str.__str__(changed(text, "__format__", spec) if spec else text)
    value: Any = text if conversion == "-" else repr(text) if conversion == "r" else str(text)
    return format(value, spec)


def _aligned(percent: str) -> str:
    """The width in `%-10s` as a format has it: a `%` aligns texts to the right."""
    if not percent:
        return ""
    return "<" + percent[1:] if percent.startswith("-") else ("" if percent.startswith(".") else ">") + percent


def _refuse_growing(start: ChosenText, texts: list[Any]) -> None:
    """Refuse a text that gets longer in each round of a loop: the graph would have to know each of its lengths."""
    known = sorted((text for text in texts if text and isinstance(text, str)), key=len)
    if len(known) >= _MOST_GROWN and all(short in long for short, long in itertools.pairwise(known)):
        raise ChosenTextError(
            f"a text grows here ({start.described}), and the graph would have to know each text that it may become",
            remedy='`print(..., end="")` for each part, where it is made; or collect numbers in a list',
        )


_MOST_GROWN = 6  # texts each of which is a part of the next
