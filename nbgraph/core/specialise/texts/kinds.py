"""What a value is, as far as texts go: a text with all that it may be, a tuple, a list, or something else."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass, field

MOST = 64  # texts that one value may be


@dataclass(frozen=True)
class Shown:
    """A run-time value inside a text.

    Attributes:
        site: the expression that gives it.
        spec: how a format shows it, with the conversion: "", ":.2f", "!r".
    """

    site: ast.expr
    spec: str = ""


# A text as its parts, in which no two known ones follow one another; None for Python's `None`.
Form = tuple[str | Shown, ...] | None


# The value itself, which is no text but a number or an array, and travels beside the number of the text.
ITSELF: Form = (Shown(ast.Name("itself", ast.Load()), "itself"),)


def form_of(text: str | None) -> Form:
    """A known text as a form."""
    return None if text is None else (text,) if text else ()


def text_of(form: Form) -> str | None:
    """The text of a form without run-time values."""
    return None if form is None else "".join(part for part in form if isinstance(part, str))


def is_known(form: Form) -> bool:
    """Whether no run-time value is in it."""
    return form is None or all(isinstance(part, str) for part in form)


def joined(*forms: Form) -> Form:
    """Forms one after the other; `None` is written as Python writes it."""
    parts: list[str | Shown] = []
    for form in forms:
        for part in ("None",) if form is None else form:
            if parts and isinstance(part, str) and isinstance(parts[-1], str):
                parts[-1] += part
            else:
                parts.append(part)
    return tuple(parts)


_MIXED = (("text", "other"), ("none", "other"), ("other", "none"))
_APART = ({"other", "text"}, {"other", "none"})


@dataclass(eq=False)
class Kind:
    """What some expressions and variables have in common.

    Attributes:
        shape: "" while nothing is known, else "text", "none", "tuple", "list" or "other".
        parts: of a tuple its members, of a list its items.
        forms: all that a text may be, in the order in which they were found.
        opaque: why no number can take the place of the text in it; "" where one can.
        is_ordered: whether the order of the texts counts.
        names: the variables that hold it.
        same: the kind that this one turned out to be.
    """

    shape: str = ""
    parts: list[Kind] = field(default_factory=list)
    forms: dict[Form, None] = field(default_factory=dict)
    opaque: str = ""
    is_ordered: bool = False
    names: dict[str, None] = field(default_factory=dict)
    same: Kind | None = None

    def found(self) -> Kind:
        """The kind that stands for all that are the same."""
        while self.same is not None:
            self = self.same
        return self

    @property
    def is_chosen(self) -> bool:
        """Whether it is a text that may be several."""
        this = self.found()
        if list(this.forms) == [ITSELF]:
            return False
        return this.shape == "text" and (len(this.forms) > 1 or any(not is_known(form) for form in this.forms))

    @property
    def may_be_itself(self) -> bool:
        """Whether it may be a number, too."""
        return self.is_chosen and ITSELF in self.found().forms

    @property
    def sites(self) -> list[ast.expr]:
        """The expressions whose values are in the texts, in order."""
        forms = [form for form in self.found().forms if form is not None]
        return list({part.site: None for form in forms for part in form if isinstance(part, Shown)})


class Kinds:
    """Brings kinds together.

    Attributes:
        mixes: whether a value may be None or a text at some times, and a number at others.
        changed: whether anything new was found since it was last set to False.
    """

    def __init__(self, *, mixes: bool = False) -> None:
        self.mixes, self.changed = mixes, False

    def add(self, kind: Kind, form: Form) -> None:
        """A text may be this, too."""
        kind = kind.found()
        if kind.shape in ("", "none"):
            if kind.shape == "none":
                kind.forms.setdefault(None)
            kind.shape, self.changed = "text", True
        if kind.shape == "other" and self.mixes:
            kind.shape, kind.forms, self.changed = "text", {ITSELF: None}, True
        if kind.shape != "text":
            self.spoil(kind, "a text is something else at other times")
        elif form not in kind.forms:
            kind.forms[form] = None
            self.changed = True
            if len(kind.forms) > MOST:
                self.spoil(kind, "a text may be too many")
                raise TooManyError

    def is_(self, kind: Kind, shape: str, parts: Sequence[Kind] = ()) -> None:
        """A kind has a shape."""
        kind = kind.found()
        if self.mixes and (kind.shape, shape) in _MIXED:
            self.add(kind, ITSELF if shape == "other" else None)
        elif kind.shape == shape and len(kind.parts) == len(parts):
            for mine, others in zip(list(kind.parts), parts, strict=True):
                self.one(mine, others)
        elif kind.shape == "" or (kind.shape, shape) == ("none", "other"):
            kind.shape, kind.parts, self.changed = shape, list(parts), True
            if kind.opaque:
                for part in parts:
                    self.spoil(part, kind.opaque)
        elif (kind.shape, shape) == ("text", "none"):
            self.add(kind, None)
        elif (kind.shape, shape) != ("other", "none"):
            for each in (kind, *parts):
                self.spoil(each, "a text is something else at other times")

    def spoil(self, kind: Kind, why: str) -> None:
        """No number can take the place of what is in it."""
        kind = kind.found()
        if not kind.opaque:
            kind.opaque, self.changed = why, True
            for part in kind.parts:
                self.spoil(part, why)

    def one(self, one: Kind, other: Kind) -> None:
        """Two kinds are those of one place, which two ways lead to."""
        one, other = one.found(), other.found()
        if self.mixes and {one.shape, other.shape} in _APART:
            for kind in (one, other):
                if kind.shape == "none":
                    self.add(kind, None)
                elif kind.shape == "other":
                    kind.shape, kind.forms, self.changed = "text", {ITSELF: None}, True
        self._united(one, other)

    def same(self, one: Kind, other: Kind) -> None:
        """A value of a kind goes to a place of another kind, which is the same then.

        Where a number goes to a place that may hold None or a text, too, these stay two kinds.
        """
        one, other = one.found(), other.found()
        if not self.mixes or one is other or other.shape not in ("", "none", "other"):
            if self.mixes and one is not other and one.shape == "other" and other.shape == "text":
                one.shape, one.forms, self.changed = "text", {ITSELF: None}, True
            self._united(one, other)
        elif other.shape:
            self.is_(one, other.shape)

    def _united(self, one: Kind, other: Kind) -> None:
        if one is other:
            return
        shapes = {one.shape, other.shape}
        if shapes == {"text", "none"}:
            for kind in (one, other):
                if kind.shape == "none":
                    kind.shape = ""
                    kind.forms = {None: None}
        elif ("" not in shapes and len(shapes) > 1) or (
            one.shape == other.shape == "tuple" and len(one.parts) != len(other.parts)
        ):
            if shapes == {"other", "none"}:
                one.shape = other.shape = "other"
            else:
                for kind in (one, other):
                    self.spoil(kind, "a text is something else at other times")
                return
        self.changed = True
        other.same = one
        one.shape = one.shape or other.shape
        one.forms |= other.forms
        one.is_ordered |= other.is_ordered
        one.names |= other.names
        parts = list(zip(one.parts, other.parts, strict=False))
        one.parts = one.parts or other.parts
        if len(one.forms) > MOST:
            raise TooManyError
        why = one.opaque or other.opaque
        one.opaque = ""
        for mine, others in parts:
            self.one(mine, others)
        if why:
            self.spoil(one, why)


class TooManyError(Exception):
    """A text may be one of too many: it grows, say."""
