"""Explain why a function was traced again: which argument or name has changed, and how."""

from __future__ import annotations

import types
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import jax

from nbgraph.core.errors import place
from nbgraph.core.executor.invalidation.contents import Contents, Held, is_same_part, labels, same_parts
from nbgraph.core.executor.invalidation.freshness import MISSING, Dependency
from nbgraph.core.executor.traces import Trace
from nbgraph.core.one_line import on_one_line
from nbgraph.core.spans import Span
from nbgraph.core.staging.values import key_orders, same_constant, with_leaves

NO_ARGUMENT = object()
Arguments = dict[str, Any]  # by parameter; a `jax.ShapeDtypeStruct` for each traced leaf


def by_parameter(names: Sequence[str], arguments: Sequence[Any], keywords: dict[str, Any]) -> Arguments:
    """Return arguments by the names of their parameters; surplus ones are numbered."""
    numbered = (*names, *(f"{i + 1}" for i in range(len(names), len(arguments))))
    return dict(zip(numbered, arguments, strict=False)) | keywords


def other_arguments(new: Arguments, earlier: Sequence[Arguments], *, advised: bool = True) -> str:
    """Return how the arguments of a new trace differ from those of the most similar earlier one; "" if not.

    Args:
        advised: whether to advise on static arguments, which the user has named.

    >>> int32, float32 = (jax.ShapeDtypeStruct((), dtype) for dtype in ("int32", "float32"))
    >>> other_arguments({"x": float32, "n": 4}, [{"x": int32, "n": 3}, {"x": float32, "n": 3}])
    'argument `n`: Python value 3 → 4 (pass an array, or do not name it in `static_argnames`, to trace it once)'
    >>> other_arguments({"x": float32}, [{"x": int32}])
    'argument `x`: int32[] → float32[]'
    """
    changes = sorted((_changes(old, new, advised) for old in reversed(earlier)), key=len)
    return "; ".join(changes[0]) if changes else ""


def given_otherwise(earlier: Sequence[Arguments], new: Arguments) -> str:
    """Return how a call differs from the most similar earlier one in which arguments are given by name.

    That is part of JAX's key of a program.

    >>> given_otherwise([{}], {"x": 1})
    'argument `x`: by name this time'
    """
    changed = min((sorted(old.keys() ^ new.keys()) for old in earlier), key=len)
    return "; ".join(f"argument `{name}`: by {'name' if name in new else 'position'} this time" for name in changed)


def _changes(old: Arguments, new: Arguments, advised: bool) -> list[str]:
    names = [*new, *(name for name in old if name not in new)]
    if old.keys() == new.keys() and list(old) != list(new):
        return [f"arguments by name: {', '.join(old)} → {', '.join(new)}"]
    pairs = [(name, old.get(name, NO_ARGUMENT), new.get(name, NO_ARGUMENT)) for name in names]
    return [f"argument `{name}`: {_change(a, b, advised)}" for name, a, b in pairs if not _are_same(a, b)]


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


def _change(old: Any, new: Any, advised: bool) -> str:
    if old is NO_ARGUMENT or new is NO_ARGUMENT:
        return f"{'given' if old is NO_ARGUMENT else 'not given'} this time"
    before, after = type_text(old), type_text(new)
    if before != after:
        static = isinstance(old, int | float) and isinstance(new, int | float)
        advice = " (pass an array, or do not name it in `static_argnames`, to trace it once)" * (static and advised)
        return f"{'Python value ' if static else ''}{before} → {after}{advice}"
    if not any(isinstance(leaf, jax.ShapeDtypeStruct) for leaf in jax.tree_util.tree_leaves(new)):
        return f"another {type(new).__name__}"
    return " → ".join(f"{before} of {'a Python number' if _is_weak(value) else 'an array'}" for value in (old, new))


def _is_weak(value: Any) -> bool:
    return any(getattr(leaf, "weak_type", False) for leaf in jax.tree_util.tree_leaves(value))


def type_text(value: Any) -> str:
    """Return a type as in signatures, `int32[3]`; for a static value the value itself."""
    if isinstance(value, jax.ShapeDtypeStruct):
        return f"{value.dtype}[{','.join(map(str, value.shape))}]"
    if any(isinstance(leaf, jax.ShapeDtypeStruct) for leaf in jax.tree_util.tree_leaves(value)):
        return str(with_leaves(lambda leaf: _Written(type_text(leaf)), value))
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
    """Return how the value of a global or closure name has changed since a trace.

    >>> other_value("scale", 1.0, 2.0, None)
    '`scale` was redefined: 1.0 → 2.0'
    >>> other_value("table", [1], [1], None)
    '`table` was redefined'
    >>> other_value("unit", None, 4, None)
    '`unit` was defined'
    """
    if new is missing:
        return f"`{name}` was deleted"
    became = "defined" if old is missing else "redefined"
    if isinstance(new, types.FunctionType | type):
        return f"`{name}` was {became}{_where(new)}"
    simple = old is not missing and isinstance(old, _SIMPLE) and isinstance(new, _SIMPLE)
    return f"`{name}` was {became}" + (f": {_short(old)} → {_short(new)}" if simple else "")


_SIMPLE = (bool, int, float, complex, str, bytes, type(None))
_SHOWN = (*_SIMPLE, tuple, list, dict, range, slice)  # other types may have an unhelpful `repr`
_NAMED = (types.FunctionType, types.BuiltinFunctionType, type)


def _name(value: Any) -> str:
    """Return a function's or class's name as its user knows it.

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


class History:
    def __init__(self) -> None:
        self.traces: list[Trace] = []  # one for each signature and reason
        self.reason = ""  # why the next trace is made; "" if its arguments show it
        self.untraced = False  # whether Python ran a call with only strings

    def enter(self, trace: Trace, names: Sequence[str]) -> None:
        """Add a trace, with the reason why it was made.

        Two traces of the same arguments, with and without budget, count as one, with the record of the latter.
        """
        reason, self.reason = self.reason, ""
        if not reason:
            for number, other in reversed(list(enumerate(self.traces))):
                if other.signature == trace.signature and other.variant != trace.variant:
                    plain = trace if trace.variant[0] is None else other
                    known = replace(trace, decisions=plain.decisions, record=plain.record)
                    self.traces[number] = replace(known, reason=other.reason)
                    return
            earlier = [by_parameter(names, *each.inputs) for each in self.traces]
            reason = other_arguments(by_parameter(names, *trace.inputs), earlier)
            if not reason and earlier:
                reason = given_otherwise([each.inputs[1] for each in self.traces], trace.inputs[1])
        self.traces.append(replace(trace, reason=reason))

    def explain(self, name: str, budget: int | None, shown: tuple[str, ...] | None = None) -> str:
        if not self.traces and self.untraced:
            return f"{name} was called with strings alone: there is nothing to trace, and Python runs it"
        if not self.traces and shown is not None:
            return f"{name}({', '.join(shown)}) is on the page only: call it, and this says what became of each line"
        if not self.traces:
            return f"{name} has not been traced yet: call it first"
        last = self.traces[-1]
        rows = [f"{name}{last}", *([f"  traced again: {last.reason}"] if last.reason else [])]
        rows += [f"  {line}" for line in last.explained(budget)]
        return "\n".join(rows)


# The reasons for another trace that are in an object behind a name.


def reason_of(dependency: Dependency) -> str:
    name, now = dependency.spoken or dependency.name, dependency.names.get(dependency.name, MISSING)
    if now is dependency.value and dependency.contents is not None:
        return other_contents(name, dependency.contents)
    return other_value(name, dependency.value, now, MISSING)


def other_contents(name: str, contents: Contents) -> str:
    """Return how the contents of an object behind a global or closure name have changed.

    >>> from nbgraph.core.executor.invalidation.contents import contents_of
    >>> table = {"a": [1, 2]}
    >>> before = contents_of(table)
    >>> table["a"][1] = 3
    >>> other_contents("table", before)
    "`table['a'][1]` was changed: 2 → 3"
    >>> table["a"].append(4)
    >>> other_contents("table", before)
    "`table['a']` was changed: 2 → 3 items"
    >>> table["b"] = table.pop("a")
    >>> other_contents("table", before)
    "`table['b']` was added"
    """
    held = next((each for each in contents if not same_parts(each.read(each.value), each.parts)), None)
    return f"`{name}` was changed" if held is None else _other_parts(name + held.where, held)


def _other_parts(place: str, before: Held) -> str:
    after = before._replace(parts=before.read(before.value))
    counts = [len(held.parts) for held in (before, after)]
    if before.read is list and counts[0] != counts[1]:
        return f"`{place}` was changed: {counts[0]} → {counts[1]} items"
    old, new = _by_label(before), _by_label(after)
    for label in (*new, *old):
        was, now = old.get(label, MISSING), new.get(label, MISSING)
        if was is MISSING:
            return f"`{place}{label}` was added"
        if not is_same_part(now, was):
            return other_value(place + label, was, now, MISSING).replace(" redefined: ", " changed: ")
    return f"`{place}` was changed"  # only the order of its keys has changed


def _by_label(held: Held) -> dict[str, Any]:
    return {label: part for label, part in zip(labels(held), held.parts, strict=True) if label}
