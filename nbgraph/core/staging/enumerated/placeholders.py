"""Format run-time values: f-strings, `str`, messages.

A traced value has no characters yet, so formatting it puts a placeholder into the string. Whatever runs later (`print`,
the message of an `assert`, the result of a compiled function) fills the placeholders with the values. A method such as
`ljust` of a string with placeholders is noted around it, and applied when they are filled. Any other use of such a
string is an error, because Python would have seen the number.
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

_CHANGE = re.compile("\ue003([^\ue003-\ue005]*)\ue004([^\ue000\ue003\ue005]*)\ue005")  # a method, and its string
CHANGED = "\ue003\ue004\ue005"  # the marks around a change and its string
PLACEHOLDER = re.compile("\ue000(\\d+)([-rs%=*])([^\ue001]*)\ue001")


class TextOfTracedError(StagingError):
    """A string that contains a run-time float is compared, measured or searched.

    A graph can only spell out integers. Such a string may still be printed, returned by `ng.function` or used in an
    error message, and be joined, repeated and formatted before that. String methods that depend on the whole of
    Unicode, such as `upper` of a string that is not ASCII, are refused as well.
    """

    id = "text-of-traced"


_SAMPLES: dict[str, Any] = {"b": True, "i": 1, "u": 1, "f": 1.5, "c": 1j}


class _Shown:
    """Stands for a traced value while Python formats it.

    A placeholder holds the number of the value, its conversion (`r`, `s`, `%`, or `-` for none; `=` if it stands for
    the value itself; `*` if it says how often a string is repeated), and the format, or that string.
    """

    def __init__(self, number: int) -> None:
        self.number = number

    def placeholder(self, conversion: str, spec: str) -> str:
        """Return the placeholder of the value; raise `ValueError` if the format does not fit its type."""
        self._try(conversion, spec)
        return f"\ue000{self.number}{conversion}{spec}\ue001"

    def _try(self, conversion: str, spec: str) -> None:
        """Format a sample of the value's type, so that Python's error is raised here and not in the run."""
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
    """A string that is shown without quotes, even inside a container."""

    __slots__ = ()

    def __repr__(self) -> str:
        return self

    def __format__(self, spec: str) -> str:
        return DeferredString(self).__format__(spec) if holds_placeholder(self) else str.__format__(self, spec)


_spell: list[Callable[[Any, StagingError], Any]] = []


def use_spelling(spell: Callable[[Any, StagingError], Any]) -> None:
    """Set the function that spells strings out; its module imports this one."""
    _spell[:] = [spell]


def spelled_out(value: Any, error: StagingError | None = None) -> Any:
    """Return the characters of a run-time string, in a buffer.

    Args:
        error: raised where no graph can spell it out.
    """
    return _spell[0](value, error or waits())


def waits() -> TextOfTracedError:
    """Make the error for a question on a string that is known at run time only."""
    return TextOfTracedError(
        "this string is made of values that are only known at run time, so nothing can be found out about it now",
        remedy="the number itself, as `n == 3`, or `n % 10` for its last digit and `n // 10` for the others;"
        " `print` the string, or return it",
    )


class DeferredString(str):
    """A string with placeholders: it may be printed, shown in a message, joined, and changed by known methods."""

    __slots__ = ()

    def __repr__(self) -> str:
        return changed(self, "__repr__")

    def fail(self, *_: Any, **__: Any) -> NoReturn:
        """Raise the error."""
        raise waits()

    __mod__ = fail  # module `lookups.strings` has the other operations


def changed(text: str, method: str, *arguments: Any) -> DeferredString:
    """Apply a method of strings to a string with placeholders: it is noted, and done once they are filled.

    >>> waiting = changed("\ue0000-\ue001", "rjust", 5, ".")
    >>> filled(waiting, [12]), filled(changed(waiting, "__repr__"), [12])
    ('...12', "'...12'")

    Args:
        method: a name in `str`; "%" for `arguments[0] % (text,)`; ":" for the slice of `arguments`.
        arguments: numbers, None and strings without placeholders.

    Raises:
        TypeError, ValueError: the method does not take these arguments.
    """
    _change("", method, *arguments)
    return DeferredString(f"\ue003{(method, *arguments)!r}\ue004{str.__str__(text)}\ue005")


def settled(text: str) -> str:
    """Apply every noted change of a part without placeholders."""
    while (done := _CHANGE.sub(lambda found: _change(found[2], *ast.literal_eval(found[1])), text)) != text:
        text = done
    return done


def _change(text: str, method: str, *arguments: Any) -> str:
    if method == "%":
        return str(arguments[0] % (text,))
    return text[slice(*arguments)] if method == ":" else str(getattr(str, method)(text, *arguments))


class _Written(DeferredString):
    """The `str` or `repr` of a traced value, which may still be formatted, as in `f"{x!r:>8}"`."""

    conversion: str
    value: _Shown

    def __new__(cls, value: _Shown, conversion: str) -> _Written:
        made = str.__new__(cls, value.placeholder(conversion, ""))
        made.value, made.conversion = value, conversion
        return made

    def __format__(self, spec: str) -> str:
        return self.value.placeholder(self.conversion, spec)


def text(value: str) -> str:
    """Return an f-string's value; one with placeholders in it is a `DeferredString`, or spelled out if it must be."""
    if any(buffers_of(part) is not None for part in traced_in(value)):
        return spelled_out(value)  # type: ignore[no-any-return]
    return DeferredString(value) if holds_placeholder(value) else value


def shown(value: Any) -> Any:
    """Return a value for an f-string; a traced one as a stand-in that formats to a placeholder."""
    return _noted(value) if is_deferred(value) and context.here().log is not None else value


def is_deferred(value: Any) -> bool:
    """Whether Python's string for a value is known at run time only."""
    return is_traced(value) or is_string(value)


def is_string(value: Any) -> bool:
    """Whether a value is a string in buffers, whose characters are known at run time only."""
    return buffers_of(value) is not None and not isinstance(value, list)


def placeholder_of(value: Any, conversion: str, spec: str) -> str:
    """Return a placeholder for a run-time value in the current trace."""
    return _noted(value).placeholder(conversion, spec)


def _noted(value: Any) -> _Shown:
    log = context.here().log
    assert log is not None
    log.texts.append(value)
    kind = getattr(getattr(value, "dtype", None), "kind", "")
    return _SHOWN.get(kind, _Shown)(len(log.texts) - 1)


# Python's error messages name a class by its `__name__`: these stand for `str`.
DeferredString.__name__ = _Written.__name__ = "str"
_SHOWN: dict[str, type[_Shown]] = {
    kind: type(name, (_Shown,), {})
    for kind, name in {"b": "bool", "i": "int", "u": "int", "f": "float", "c": "complex"}.items()
}


OF_RUN_TIME = "of run-time length>"
"""The end of the `repr` of lists, strings and arrays of run-time length, by which C code's use of it is found."""


_TRACER = re.compile(r"\b[A-Za-z]*Tracer[<(]")


def whole(written: str) -> str:
    """Check a finished string; refuse one into which a library has written a tracer."""
    if _TRACER.search(str.__str__(written)):
        raise TextOfTracedError(
            "this object writes a value that is only known at run time into a text, as a library has programmed it",
            remedy="`print` the values themselves, or give the class a `__repr__` of your own",
        )
    return written if isinstance(written, DeferredString) else text(written)


def method(function: Callable[..., str]) -> Callable[..., str]:
    """Wrap a method of strings, such as `"{}".format`, to put placeholders for traced arguments."""

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
    """Return the run-time values of the placeholders in a string, in order."""
    log = context.here().log
    if log is None or not isinstance(value, str):
        return []
    return [log.texts[int(found.group(1))] for found in PLACEHOLDER.finditer(value)]


def placeholders_in(text: str) -> int:
    """Count the placeholders in a string."""
    return len(PLACEHOLDER.findall(text))


def filled(text: str, values: list[Any]) -> str:
    """Replace the placeholders in a string by run-time values, formatted as the user asked."""
    fresh = iter(values)
    written = settled(PLACEHOLDER.sub(lambda found: _formatted(next(fresh), *found.groups()[1:]), text))
    return Verbatim(written) if isinstance(text, Verbatim) else written


def _formatted(value: Any, conversion: str, spec: str) -> str:
    """Format a run-time value; a format gets a half float unconverted, as Python has no such number."""
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
    """Return a run-time value as Python prints it, with the fewest digits that identify a number of low precision.

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
    """Whether a value is a string with placeholders."""
    return isinstance(value, str) and str.__contains__(value, "\ue000")
