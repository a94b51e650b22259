"""Why a function was traced once more: which argument or name is another than before, and from what to what."""

from __future__ import annotations

import types
from collections.abc import Sequence
from typing import Any

import jax

from nbgraph.core.errors import place
from nbgraph.core.one_line import on_one_line
from nbgraph.core.spans import Span
from nbgraph.core.staging.merge import same_constant
from nbgraph.core.staging.values import key_orders, with_leaves

NO_ARGUMENT = object()
Arguments = dict[str, Any]  # by parameter; a `jax.ShapeDtypeStruct` for each traced leaf


def by_parameter(names: Sequence[str], arguments: Sequence[Any], keywords: dict[str, Any]) -> Arguments:
    """Arguments under the names of their parameters, surplus ones numbered."""
    numbered = (*names, *(f"{i + 1}" for i in range(len(names), len(arguments))))
    return dict(zip(numbered, arguments, strict=False)) | keywords


def other_arguments(new: Arguments, earlier: Sequence[Arguments]) -> str:
    """What tells the arguments of a new trace from those of the most similar earlier one; "" if nothing does.

    >>> int32, float32 = (jax.ShapeDtypeStruct((), dtype) for dtype in ("int32", "float32"))
    >>> other_arguments({"x": float32, "n": 4}, [{"x": int32, "n": 3}, {"x": float32, "n": 3}])
    'argument `n`: Python value 3 → 4 (pass an array, or do not name it in `static_argnames`, to trace it once)'
    >>> other_arguments({"x": float32}, [{"x": int32}])
    'argument `x`: int32[] → float32[]'
    """
    changes = sorted((_changes(old, new) for old in reversed(earlier)), key=len)
    return "; ".join(changes[0]) if changes else ""


def given_otherwise(earlier: Sequence[Arguments], new: Arguments) -> str:
    """What tells a call from the most similar earlier one with the same arguments: which are given by name.

    JAX knows a program by that, too.

    >>> given_otherwise([{}], {"x": 1})
    'argument `x`: by name this time'
    """
    changed = min((sorted(old.keys() ^ new.keys()) for old in earlier), key=len)
    return "; ".join(f"argument `{name}`: by {'name' if name in new else 'position'} this time" for name in changed)


def _changes(old: Arguments, new: Arguments) -> list[str]:
    names = [*new, *(name for name in old if name not in new)]
    if old.keys() == new.keys() and list(old) != list(new):
        return [f"arguments by name: {', '.join(old)} → {', '.join(new)}"]
    pairs = [(name, old.get(name, NO_ARGUMENT), new.get(name, NO_ARGUMENT)) for name in names]
    return [f"argument `{name}`: {_change(a, b)}" for name, a, b in pairs if not _are_same(a, b)]


def _are_same(old: Any, new: Any) -> bool:
    shape: Any
    (before, shape), (after, now) = jax.tree_util.tree_flatten(old), jax.tree_util.tree_flatten(new)
    return (
        bool(shape == now)
        and key_orders(old) == key_orders(new)
        and all(a is b or (type(a) is type(b) and _equal(a, b)) for a, b in zip(before, after, strict=True))
    )


def _equal(a: Any, b: Any) -> bool:
    if isinstance(a, jax.ShapeDtypeStruct):
        return (a.shape, a.dtype, a.weak_type) == (b.shape, b.dtype, b.weak_type)
    return same_constant(a, b)


def _change(old: Any, new: Any) -> str:
    if old is NO_ARGUMENT or new is NO_ARGUMENT:
        return f"{'given' if old is NO_ARGUMENT else 'not given'} this time"
    before, after = _text(old), _text(new)
    if before != after:
        static = isinstance(old, int | float) and isinstance(new, int | float)
        advice = " (pass an array, or do not name it in `static_argnames`, to trace it once)" if static else ""
        return f"{'Python value ' if static else ''}{before} → {after}{advice}"
    if not any(isinstance(leaf, jax.ShapeDtypeStruct) for leaf in jax.tree_util.tree_leaves(new)):
        return f"another {type(new).__name__}"
    return " → ".join(f"{before} of {'a Python number' if _is_weak(value) else 'an array'}" for value in (old, new))


def _is_weak(value: Any) -> bool:
    return any(getattr(leaf, "weak_type", False) for leaf in jax.tree_util.tree_leaves(value))


def _text(value: Any) -> str:
    """A type as in signatures, `int32[3]`; of a static value the value itself."""
    if isinstance(value, jax.ShapeDtypeStruct):
        return f"{value.dtype}[{','.join(map(str, value.shape))}]"
    if any(isinstance(leaf, jax.ShapeDtypeStruct) for leaf in jax.tree_util.tree_leaves(value)):
        return str(with_leaves(lambda leaf: _Written(_text(leaf)), value))
    if isinstance(value, _NAMED):
        return _name(value)
    return _short(value) if isinstance(value, _SHOWN) else type(value).__name__


class _Written(str):
    __slots__ = ()
    __repr__ = str.__str__


def _short(value: Any) -> str:
    text = on_one_line(repr(value))
    return text if len(text) <= 40 else text[:37] + "..."


def other_value(name: str, old: Any, new: Any, missing: object) -> str:
    """What became of a global or closure name that a trace used.

    >>> other_value("scale", 1.0, 2.0, None)
    '`scale` was redefined: 1.0 → 2.0'
    >>> other_value("table", [1], [1], None)
    '`table` was redefined'
    """
    if new is missing:
        return f"`{name}` was deleted"
    if isinstance(new, types.FunctionType | type):
        return f"`{name}` was redefined{_where(new)}"
    simple = isinstance(old, _SIMPLE) and isinstance(new, _SIMPLE)
    return f"`{name}` was redefined" + (f": {_short(old)} → {_short(new)}" if simple else "")


_SIMPLE = (bool, int, float, complex, str, bytes, type(None))
_SHOWN = (*_SIMPLE, tuple, list, dict, range, slice)  # the others may print themselves badly
_NAMED = (types.FunctionType, types.BuiltinFunctionType, type)


def _name(value: Any) -> str:
    """A function or class as its user knows it.

    >>> _name(max), _name(by_parameter)
    ('`max`', '`by_parameter`')
    """
    name = value.__qualname__.rpartition("<locals>.")[2]
    return f"the lambda{_where(value)}" if name == "<lambda>" else f"`{name}`"


def _where(new: Any) -> str:
    if not isinstance(new, types.FunctionType):
        return ""
    line = new.__code__.co_firstlineno
    return f" in {place(Span(new.__code__.co_filename, line, 0, line, 0))}"
