"""Text made of values that are known at run time only: f-strings, `str`, messages.

Inside a graph a traced value has no text yet. Where one is formatted, a placeholder stands for it in the string;
whatever acts at run time (`print`, the message of an `assert`, the result of a compiled function) fills the
placeholders with the values. What a method such as `ljust` does to a string with placeholders is noted around it, and
done when they are filled. A string that still holds a placeholder and is used for anything else is an error, because
Python would have seen the number.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from typing import Any, NoReturn

import numpy as np

from nbgraph.core.errors import StagingError
from nbgraph.core.keys import PrintedKey, is_key
from nbgraph.core.staging.trace import context
from nbgraph.core.staging.trace.kind_questions import refuse_repr_of_array
from nbgraph.core.staging.values.kinds import buffers_of
from nbgraph.core.staging.values.values import is_traced

_CHANGE = re.compile("\ue003([^\ue003-\ue005]*)\ue004([^\ue000\ue003\ue005]*)\ue005")  # what, and of which text
CHANGED = "\ue003\ue004\ue005"  # what stands before a change, between it and the text, and behind that
PLACEHOLDER = re.compile("\ue000(\\d+)([-rs%=*])([^\ue001]*)\ue001")


class TextOfTracedError(StagingError):
    """A string with a float of run time in it is compared, measured or searched.

    A graph computes the letters of integers only. Such a string may be printed, returned by `ng.function` or stand in a
    message, joined, repeated and formatted before. A method is refused, too, for which a graph would need all letters
    of all languages, as `upper` of a string that is not ASCII.
    """

    id = "text-of-traced"


_SAMPLES: dict[str, Any] = {"b": True, "i": 1, "u": 1, "f": 1.5, "c": 1j}


class _Shown:
    """Stands for a traced value while it is formatted.

    A placeholder holds the number of the value, how it is converted before it is formatted (`r`, `s`, `%`, or `-`
    for not at all; `=` where it is no text at all but the value itself; `*` where it says how often a text is
    repeated), and the format, or that text.
    """

    def __init__(self, number: int) -> None:
        self.number = number

    def placeholder(self, conversion: str, spec: str) -> str:
        """The placeholder of the value; a `ValueError` where no number of its type can be written in such a format."""
        self._try(conversion, spec)
        return f"\ue000{self.number}{conversion}{spec}\ue001"

    def _try(self, conversion: str, spec: str) -> None:
        """Write some number of the value's type: what Python refuses is refused where it stands, not in the run."""
        log = context.here().log
        value = log.texts[self.number] if log is not None and self.number < len(log.texts) else None
        if getattr(value, "shape", None) == () and conversion not in "=*" and "\ue000" not in spec:
            sample = _SAMPLES.get(getattr(getattr(value, "dtype", None), "kind", ""))
            if sample is not None:
                _formatted(sample, conversion, spec)
                if conversion == "r" and is_traced(value):
                    refuse_repr_of_array(value)

    def percent(self, spec: str) -> str:
        return self.placeholder("%", spec)

    def __format__(self, spec: str) -> str:
        return self.placeholder("-", spec)

    def __str__(self) -> str:
        return _Written(self, "s")

    def __repr__(self) -> str:
        return _Written(self, "r")


class Verbatim(str):
    """A text that stands without quotes wherever it is shown."""

    __slots__ = ()

    def __repr__(self) -> str:
        return self

    def __format__(self, spec: str) -> str:
        return DeferredString(self).__format__(spec) if holds_placeholder(self) else str.__format__(self, spec)


_spell: list[Callable[[Any, StagingError], Any]] = []


def use_spelling(spell: Callable[[Any, StagingError], Any]) -> None:
    """Let a function spell strings out: it is above this module, and knows how numbers are written in a graph."""
    _spell[:] = [spell]


def spelled_out(value: Any, error: StagingError | None = None) -> Any:
    """A string of the run as its characters.

    Args:
        error: what is raised where no graph can spell it out.
    """
    return _spell[0](value, error or waits())


def waits() -> TextOfTracedError:
    """The error of a string about which nothing can be found out before the run."""
    return TextOfTracedError(
        "this string is made of values that are only known at run time, so nothing can be found out about it now",
        remedy="the number itself, as `n == 3`, or `n % 10` for its last digit and `n // 10` for the others;"
        " `print` the string, or return it",
    )


class DeferredString(str):
    """A string that waits for run-time values: it may be printed, shown in a message, joined to others, and changed
    in a way that is known (`changed`), no more."""

    __slots__ = ()

    def __repr__(self) -> str:
        return changed(self, "__repr__")

    def __add__(self, other: str) -> str:
        return DeferredString(str.__add__(self, other))

    def __format__(self, spec: str) -> str:
        return changed(self, "__format__", spec) if spec else str.__str__(self)

    def __radd__(self, other: str) -> str:
        return DeferredString(str.__add__(other, self))

    def fail(self, *_: Any, **__: Any) -> NoReturn:
        """What every other operation on the string does."""
        raise waits()


for _name in (
    *("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__hash__", "__len__", "__iter__", "__getitem__"),
    *("__contains__", "__bool__", "__mul__", "__rmul__", "__mod__"),
    *(name for name in vars(str) if not name.startswith("_")),
):
    setattr(DeferredString, _name, DeferredString.fail)  # texts that are chosen among known ones know better


def changed(text: str, method: str, *arguments: Any) -> DeferredString:
    """What a method of strings gives for a text that waits: the same, once it is filled.

    >>> waiting = changed("\ue0000-\ue001", "rjust", 5, ".")
    >>> filled(waiting, [12]), filled(changed(waiting, "__repr__"), [12])
    ('...12', "'...12'")

    Args:
        method: a name in `str`; "%" for `arguments[0] % (text,)`; ":" for the slice of `arguments`.
        arguments: numbers, None and texts without placeholders.

    Raises:
        TypeError, ValueError: what the method says of these arguments.
    """
    _change("", method, *arguments)
    return DeferredString(f"\ue003{(method, *arguments)!r}\ue004{str.__str__(text)}\ue005")


def settled(text: str) -> str:
    """A text in which every change of a part without placeholders is made."""
    while (done := _CHANGE.sub(lambda found: _change(found[2], *ast.literal_eval(found[1])), text)) != text:
        text = done
    return done


def _change(text: str, method: str, *arguments: Any) -> str:
    if method == "%":
        return str(arguments[0] % (text,))
    return text[slice(*arguments)] if method == ":" else str(getattr(str, method)(text, *arguments))


class _Written(DeferredString):
    """What `str` or `repr` of a traced value gives: it may still be formatted, as in `f"{x!r:>8}"`."""

    conversion: str
    value: _Shown

    def __new__(cls, value: _Shown, conversion: str) -> _Written:
        made = str.__new__(cls, value.placeholder(conversion, ""))
        made.value, made.conversion = value, conversion
        return made

    def __format__(self, spec: str) -> str:
        return self.value.placeholder(self.conversion, spec)


def text(value: str) -> str:
    """An f-string's value; with placeholders in it a string that only run-time effects may use.

    One with a string in it whose characters are known at run time only is such a string, too.
    """
    if any(buffers_of(part) is not None for part in traced_in(value)):
        return spelled_out(value)  # type: ignore[no-any-return]
    return DeferredString(value) if holds_placeholder(value) else value


def shown(value: Any) -> Any:
    """A value for an f-string: itself, or for a traced one a placeholder to be filled at run time."""
    return _noted(value) if is_deferred(value) and context.here().log is not None else value


def is_deferred(value: Any) -> bool:
    """Whether it is known at run time only what Python would write for a number or a string."""
    return is_traced(value) or is_string(value)


def is_string(value: Any) -> bool:
    """Whether a value is a string whose characters are known at run time only."""
    return buffers_of(value) is not None and not isinstance(value, list)


def placeholder_of(value: Any, conversion: str, spec: str) -> str:
    """The placeholder of a value known at run time only, in the trace that runs now."""
    return _noted(value).placeholder(conversion, spec)


def _noted(value: Any) -> _Shown:
    log = context.here().log
    assert log is not None
    log.texts.append(value)
    kind = getattr(getattr(value, "dtype", None), "kind", "")
    return _SHOWN.get(kind, _Shown)(len(log.texts) - 1)


# Python's errors name a class by its `__name__`: these stand for Python's own.
DeferredString.__name__ = _Written.__name__ = "str"
_SHOWN: dict[str, type[_Shown]] = {
    kind: type(name, (_Shown,), {})
    for kind, name in {"b": "bool", "i": "int", "u": "int", "f": "float", "c": "complex"}.items()
}


OF_RUN_TIME = "of run-time length>"
"""What lists, strings and arrays end with where C code asks for their text, and only the run knows their length."""


_TRACER = re.compile(r"\b[A-Za-z]*Tracer[<(]")


def whole(written: str) -> str:
    """A finished text; one in which a library has written a tracer is refused."""
    if _TRACER.search(str.__str__(written)):
        raise TextOfTracedError(
            "this object writes a value that is only known at run time into a text, as a library has programmed it",
            remedy="`print` the values themselves, or give the class a `__repr__` of your own",
        )
    return written if isinstance(written, DeferredString) else text(written)


def method(function: Callable[..., str]) -> Callable[..., str]:
    """A method of strings, such as `"{}".format`, that puts placeholders for traced arguments."""

    def called(*arguments: Any, **keywords: Any) -> str:
        named = {name: shown(value) for name, value in keywords.items()}
        made = function(*(shown(value) for value in arguments), **named)
        made = whole(made) if isinstance(made, str) else text(made)
        if isinstance(made, str) and str.__contains__(made, OF_RUN_TIME):
            raise TextOfTracedError(
                "the length of a value in this text is only known at run time, so it cannot be part of a string yet",
                remedy="a number of it, as its `len`; or its items one by one, in a `for`",
            )
        return made

    return called


def traced_in(value: Any) -> list[Any]:
    """The values whose placeholders a string holds, in order of appearance."""
    log = context.here().log
    if log is None or not isinstance(value, str):
        return []
    return [log.texts[int(found.group(1))] for found in PLACEHOLDER.finditer(value)]


def placeholders_in(text: str) -> int:
    """How many run-time values a string waits for."""
    return len(PLACEHOLDER.findall(text))


def filled(text: str, values: list[Any]) -> str:
    """A string with its placeholders replaced by run-time values, formatted as the f-string asked."""
    fresh = iter(values)
    written = settled(PLACEHOLDER.sub(lambda found: _formatted(next(fresh), *found.groups()[1:]), text))
    return Verbatim(written) if isinstance(text, Verbatim) else written


def _formatted(value: Any, conversion: str, spec: str) -> str:
    """A run-time value in a string. A format takes a half float, which is no number of Python's, as it is."""
    as_number = conversion == "-" or (conversion == "%" and spec[-1:] not in "rsa")
    number = value.item() if as_number and getattr(value, "shape", None) == () and value.dtype.itemsize == 2 else None
    value = number if isinstance(number, float) else plain(value)
    if conversion == "%":
        return str.__mod__(f"%{spec}", value)
    if conversion == "*":
        return spec * int(value)
    converted = value if conversion == "-" else repr(value) if conversion == "r" else str(value)
    return format(converted, spec)


def plain(value: Any) -> Any:
    """A run-time value as Python would print it: a number of low precision has as few digits as say which it is.

    >>> plain(np.float32(0.1)), plain(np.int32(3)), plain(np.True_)
    (0.1, 3, True)
    """
    if isinstance(value, PrintedKey) or is_key(value):
        return value
    array = np.asarray(value)
    if array.ndim:
        return array
    number = array.item()
    if isinstance(number, float) and array.dtype.itemsize < 8:
        return float(str(array))
    if isinstance(number, complex) and array.dtype.itemsize < 16:
        return complex(float(str(array.real)), float(str(array.imag)))
    return number


def holds_placeholder(value: Any) -> bool:
    """Whether a value is a string that waits for run-time values."""
    return isinstance(value, str) and str.__contains__(value, "\ue000")
