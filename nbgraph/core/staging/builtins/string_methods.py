"""Implement methods, builtins and operators for strings whose characters are known at run time only."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, NoReturn

import jax.numpy as jnp

from nbgraph.core.errors import StagingError
from nbgraph.core.staging.control_flow.for_loop import for_
from nbgraph.core.staging.enumerated.placeholders import DeferredString, spelled_out
from nbgraph.core.staging.lists.list_ import List
from nbgraph.core.staging.sequences.sequences import Sequence, sequence_of
from nbgraph.core.staging.strings import codes
from nbgraph.core.staging.strings.spelled import VERSIONS, Spelled, spelled
from nbgraph.core.staging.strings.spelling import placed, quoted
from nbgraph.core.staging.values.kinds import Kind, buffers_of, kind_of, register
from nbgraph.core.staging.values.values import is_traced


def _ascii(text: Spelled, what: str) -> None:
    """Stage a check that all characters are ASCII; other ones may change into several."""
    buffer, length = text.pair
    text.require(
        jnp.all((buffer < codes.ASCII) | (jnp.arange(buffer.shape[0], dtype=codes.CODE) >= length)),
        StagingError(
            f"`{what}` of a string that is only known at run time, which has letters that are not ASCII",
            remedy=f"`{what}` where the string is known, as on an argument",
            id="text-of-traced",
        ),
    )


def _mapped(method: str) -> Callable[[Spelled], Spelled]:
    def change(text: Spelled) -> Spelled:
        _ascii(text, method)
        return text.each(lambda buffer: _shifted(buffer, method))

    return change


def _shifted(buffer: Any, method: str) -> Any:
    """Change the case of letters as the method does."""
    found = buffer
    for sign, case in ((-32, str.islower), (32, str.isupper)):
        sample = "a" if case is str.islower else "A"
        if getattr(sample, method)() != sample:
            found = jnp.where(codes.among(buffer, case), buffer + sign, found)
    return found


def _tested(method: str, *, empty: bool = False) -> Callable[[Spelled], Any]:
    def test(text: Spelled) -> Any:
        _ascii(text, method)
        holds = jnp.all(codes.among(text.pair[0], getattr(str, method)) | ~text.growing.valid())
        return holds if empty else holds & (text.length > 0)

    return test


def _cased(method: str) -> Callable[[Spelled], Any]:
    """Test `isupper` or `islower`: a letter of this case exists, and none of the other."""
    other = {"isupper": "islower", "islower": "isupper"}[method]

    def test(text: Spelled) -> Any:
        _ascii(text, method)
        mine, others = (codes.among(text.pair[0], getattr(str, name)) for name in (method, other))
        return jnp.any(mine & text.growing.valid()) & ~jnp.any(others & text.growing.valid())

    return test


def _capitalize(text: Spelled) -> Spelled:
    head, rest = _METHODS["upper"](text[:1]), _METHODS["lower"](text[1:])
    return head + rest  # type: ignore[no-any-return]


def _part(text: Spelled, part: Any, what: str) -> Spelled:
    found = spelled(part)
    if not isinstance(found, Spelled):
        raise TypeError(f"{what} must be str, not {type(part).__name__}".removeprefix("argument "))
    return found


def _starts(text: Spelled, part: Any, bounds: tuple[Any, ...]) -> tuple[Any, Any]:
    """Return for each position whether a part starts there, and where the search starts."""
    part = _part(text, part, "argument")
    holds = codes.found(*text.pair, *part.pair)
    if not bounds:
        return holds, 0
    start, stop = (*bounds, None)[:2]
    first, last, _ = slice(start, stop).indices(len(text)) if isinstance(text.length, int) else (start or 0, stop, 1)
    if last is None:
        last = text.length
    if not isinstance(text.length, int) and any(is_traced(one) or one < 0 for one in (first, *(bounds[1:]))):
        _refuse("find", "a slice, `s[i:].find(...)`")
    k = jnp.arange(holds.shape[0], dtype=codes.CODE)
    return holds & (k >= first) & (k + part.length <= last), first


def _find(text: Spelled, part: Any, *bounds: Any) -> Any:
    holds, _ = _starts(text, part, bounds)
    return jnp.where(jnp.any(holds), jnp.argmax(holds), -1).astype(codes.CODE)


def _rfind(text: Spelled, part: Any, *bounds: Any) -> Any:
    holds, _ = _starts(text, part, bounds)
    return (jnp.where(jnp.any(holds), holds.shape[0] - jnp.argmax(holds[::-1]), 0) - 1).astype(codes.CODE)


def _or_raise(find: Callable[..., Any]) -> Callable[..., Any]:
    def index(text: Spelled, part: Any, *bounds: Any) -> Any:
        place = find(text, part, *bounds)
        text.require(place >= 0, ValueError("substring not found"))
        return place

    return index


def _count(text: Spelled, part: Any, *bounds: Any) -> Any:
    holds, _ = _starts(text, part, bounds)
    length = spelled(part).length
    if isinstance(length, int) and length <= 1:
        return jnp.sum(holds).astype(codes.CODE)
    return codes.apart(holds, length)


def _startswith(text: Spelled, part: Any) -> Any:
    if isinstance(part, tuple):
        return jnp.any(jnp.stack([jnp.asarray(_startswith(text, each)) for each in part])) if part else False
    return codes.found(*text.pair, *_part(text, part, "startswith first arg").pair)[0]


def _endswith(text: Spelled, part: Any) -> Any:
    if isinstance(part, tuple):
        return jnp.any(jnp.stack([jnp.asarray(_endswith(text, each)) for each in part])) if part else False
    part = _part(text, part, "endswith first arg")
    at = text.length - part.length
    holds = codes.found(*text.pair, *part.pair)
    return (at >= 0) & holds[jnp.maximum(at, 0)]


def _stripped(*, left: bool, right: bool) -> Callable[..., Spelled]:
    def strip(text: Spelled, letters: Any = None) -> Spelled:
        buffer, length = text.pair
        if letters is None:
            _ascii(text, "strip")
            goes = codes.among(buffer, str.isspace)
        else:
            among = spelled(letters)
            goes = jnp.any((buffer[:, None] == among.pair[0]) & among.growing.valid(), axis=1)
        stays = ~goes & text.growing.valid()
        some = jnp.any(stays)
        start = jnp.where(some, jnp.argmax(stays), length) if left else 0
        end = jnp.where(some, buffer.shape[0] - jnp.argmax(stays[::-1]), 0 if not left else length)
        return text[start : end if right else length]

    return strip


def _placed(align: str) -> Callable[..., Spelled]:
    def place(text: Spelled, width: Any, fill: str = " ") -> Spelled:
        if is_traced(width):
            _refuse("rjust", "`' ' * (width - len(s)) + s`")
        return placed(text, max(width, 0), align, fill)

    return place


def _center(text: Spelled, width: int, fill: str = " ") -> Spelled:
    """Pad both sides; of an odd number of fills the extra one is on the left if the width is odd."""
    missing = jnp.maximum(width - text.length, 0)
    before = missing // 2 + (missing & width & 1)
    return Spelled.of(fill) * before + placed(text, width, "<", fill)[: jnp.maximum(width - before, text.length)]  # type: ignore[no-any-return]


def _zfill(text: Spelled, width: int) -> Spelled:
    signed = (text.length > 0) & ((text.pair[0][0] == ord("-")) | (text.pair[0][0] == ord("+")))
    return placed(text, max(width, 0), "=", "0", signed.astype(codes.CODE))


def _replace(text: Spelled, old: Any, new: Any, count: int = -1) -> Any:
    """Replace single characters; longer parts could overlap."""
    old, new = _part(text, old, "replace() argument 1"), _part(text, new, "replace() argument 2")
    if old.length != 1 or count != -1 or not isinstance(old.length, int):
        _refuse("replace", "a loop over the letters, which adds one or the other")
    if isinstance(new.length, int) and new.length == 1:
        return text.each(lambda buffer: jnp.where(buffer == old.pair[0][0], new.pair[0][0], buffer))
    return for_(kind_of(text).sequence(text), lambda letter, made: made + _either(letter == old, new, letter), "")


def _either(holds: Any, one: Spelled, other: Spelled) -> Spelled:
    size = max(one.growing.capacity.size, other.growing.capacity.size)
    buffers = [codes.padded(each.pair[0], size) for each in (one, other)]
    return Spelled.first(jnp.where(holds, *buffers), jnp.where(holds, one.length, other.length).astype(codes.CODE))


def join(between: Any, items: Any) -> Any:
    """Join strings with `between`: those in a list of run-time length, or run-time strings."""
    sequence = items if isinstance(items, Sequence) else sequence_of(items)
    if isinstance(items, List | list | tuple) and buffers_of(items) is None:
        parts = [part for item in items for part in (between, item)][1:]
        made: Any = parts[0] if parts else ""
        for part in parts[1:]:
            made = spelled(made) + part
        return made
    if sequence is None:
        return join(between, list(items))
    whole = for_(sequence, lambda item, made: spelled(made) + between + _item(item), "")
    return spelled(whole)[spelled(between).length :]


def _item(item: Any) -> Spelled:
    found = spelled(item)
    if not isinstance(found, Spelled):
        kind = {"i": "int", "f": "float", "b": "bool"}.get(getattr(getattr(item, "dtype", None), "kind", ""), "")
        raise TypeError(f"sequence item 0: expected str instance, {kind or type(item).__name__} found")
    return found


def _refuse(method: str, instead: str) -> NoReturn:
    raise StagingError(
        f"`{method}` of a string that is only known at run time is more than a graph can do here",
        remedy=instead,
        id="text-of-traced",
    )


_METHODS: dict[str, Callable[..., Any]] = {
    **{name: _mapped(name) for name in ("upper", "lower", "swapcase", "casefold")},
    **{name: _tested(name) for name in ("isdigit", "isdecimal", "isnumeric", "isalpha", "isalnum", "isspace")},
    **{name: _tested(name, empty=True) for name in ("isprintable", "isascii")},
    **{name: _cased(name) for name in ("isupper", "islower")},
    "capitalize": _capitalize,
    "find": _find,
    "rfind": _rfind,
    "index": _or_raise(_find),
    "rindex": _or_raise(_rfind),
    "count": _count,
    "startswith": _startswith,
    "endswith": _endswith,
    "strip": _stripped(left=True, right=True),
    "lstrip": _stripped(left=True, right=False),
    "rstrip": _stripped(left=False, right=True),
    "ljust": _placed("<"),
    "rjust": _placed(">"),
    "center": _center,
    "zfill": _zfill,
    "replace": _replace,
    "join": join,
}


def _method(text: Spelled, name: str) -> Any:
    """Return a method of strings; for one that no graph can do, a function that refuses it."""
    if name in _METHODS:
        return lambda *arguments, **named: _METHODS[name](text, *arguments, **named)
    if name.startswith("_") or not hasattr(str, name):
        raise AttributeError(f"'str' object has no attribute {name!r}")
    return lambda *_, **__: _refuse(
        name, "a loop over the letters, `for c in s`; or the method where the string is known"
    )


Spelled.__getattr__ = _method  # type: ignore[attr-defined]


# Builtins and operators.


def _contains(text: Any, part: Any) -> Any:
    if not isinstance(text := spelled(text), Spelled):
        return NotImplemented
    if not isinstance(found := spelled(part), Spelled):
        raise TypeError(f"'in <string>' requires string as left operand, not {type(part).__name__}")
    return jnp.any(codes.found(*text.pair, *found.pair))


def _int(text: Any, base: int = 10) -> Any:
    text = spelled(text)
    number, holds = codes.read(text.pair[0], text.length, base)
    text.require(holds, ValueError(f"invalid literal for int() with base {base}"))
    return number


def _ord(text: Any) -> Any:
    text = spelled(text)
    if is_traced(text.length) or text.length != 1:
        error = TypeError("ord() expected a character, but a string of another length found")
        text.require(text.length == 1, error)
    return text.pair[0][0]


def _list(text: Any) -> List:
    made = List()
    for_(kind_of(text).sequence(text), made.append)
    return made


VERSIONS.update(
    {
        operator.contains: _contains,
        operator.eq: lambda one, other: spelled(one) == other,
        len: lambda text: spelled(text).length,
        bool: lambda text: spelled(text).length > 0,
        int: _int,
        ord: _ord,
        str: lambda text: text,
        list: _list,
        repr: lambda text: quoted(spelled(text)),
        isinstance: lambda _, kinds: issubclass(str, kinds),
        type: lambda _: str,
    }
)


class _Placeholders(Kind):
    """A string with placeholders, which a loop spells out."""

    def sequence(self, value: str) -> Any:
        characters = spelled_out(value)
        return kind_of(characters).sequence(characters)

    def version(self, function: Any) -> Callable[..., Any] | None:
        return _list if function is list else None


register(DeferredString, _Placeholders())
