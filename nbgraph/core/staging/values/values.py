"""Python values as trees of leaves: what an array program can carry, and what stays at trace time."""

from __future__ import annotations

import enum
import functools
from collections import defaultdict
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from nbgraph.core import _jax
from nbgraph.core._jax import Tracer
from nbgraph.core.keys import is_key_type
from nbgraph.core.records import dataclass
from nbgraph.core.staging.values.kinds import PLAIN, fitted_parts, kind_of, parts_of, remade
from nbgraph.core.staging.values.undefined import Partial, is_unbound

jax.tree_util.register_pytree_node(
    Partial,
    lambda partial: ((partial.value, partial.exists), (partial.name, partial.reason)),
    lambda known, children: Partial(known[0], *children, known[1]),
)  # for those that ask for its parts; `leaves_of` takes it as one leaf
_VIEWS: tuple[type, ...] = (type({}.keys()), type({}.values()), type({}.items()))  # objects to JAX, not trees
_NUMBERS = (bool, int, float, complex, np.bool_, np.number)


class Unopened:
    """What is a tree to JAX, and one value here."""


def is_traced(value: Any) -> bool:
    """Whether a value is a tracer: known by shape and dtype only."""
    return isinstance(value, Tracer)


def is_dynamic(leaf: Any) -> bool:
    """Whether a leaf can travel through a graph: numbers and arrays with a JAX dtype; no member of an enumeration.

    >>> is_dynamic(3), is_dynamic("three"), is_dynamic(None)
    (True, False, False)
    """
    if isinstance(leaf, (jax.Array, *_NUMBERS)):
        return not isinstance(leaf, enum.Enum)
    return isinstance(leaf, np.ndarray | np.generic) and holds_numbers(leaf.dtype)


def holds_numbers(dtype: np.dtype[Any]) -> bool:
    """Whether an array of a NumPy dtype is one of JAX, bfloat16 and int4 included, which are not NumPy's own.

    >>> holds_numbers(np.dtype(jnp.bfloat16)), holds_numbers(np.dtype("U3"))
    (True, False)
    """
    return dtype.kind in "biufc" or (dtype.kind == "V" and bool(jnp.issubdtype(dtype, np.number)))


def is_too_large(leaf: Any) -> bool:
    """Whether a leaf is a Python integer that no integer of a graph can hold.

    >>> is_too_large(2**70), is_too_large(3), is_too_large(2.0**70)
    (True, False, False)
    """
    if type(leaf) is not int:
        return False
    limits = np.iinfo(jax.dtypes.canonicalize_dtype(int))
    return not int(limits.min) <= leaf <= int(limits.max)


def leaves_of(value: Any, whole: Callable[[Any], bool] | None = None) -> tuple[list[Any], Any]:
    """A value's leaves and its tree; None, undefined names and whatever JAX does not know are leaves.

    Args:
        whole: containers that are not to be opened.
    """
    return jax.tree_util.tree_flatten(value, is_leaf=_leaf_test(whole))


def _leaf_test(whole: Callable[[Any], bool] | None) -> Callable[[Any], bool]:
    if whole is None:
        return _is_leaf
    return lambda value: _is_leaf(value) or whole(value)


def rebuilt(tree: Any, leaves: list[Any], like: Any) -> Any:
    """The value of a tree with new leaves, dicts in the key order of `like`: JAX sorts keys, Python does not."""
    return in_order_of(like, jax.tree_util.tree_unflatten(tree, leaves))


def with_leaves(change: Callable[[Any], Any], value: Any) -> Any:
    """A value with each leaf that JAX sees changed, and its dicts in their own key order.

    >>> with_leaves(lambda leaf: -leaf, [{"b": 1, "a": (2, 3)}])
    [{'b': -1, 'a': (-2, -3)}]
    """
    return in_order_of(value, jax.tree_util.tree_map(change, value))


def has_dict(value: Any) -> bool:
    """Whether there is a dict with keys out of JAX's order somewhere in a value."""
    if isinstance(value, dict):
        keys = list(value)
        if any(type(a) is type(b) and a > b for a, b in pairwise(keys)):
            return True
    return any(map(has_dict, parts_of(value)))


def skeleton(value: Any) -> Any:
    """A value's dicts, lists and tuples without what is in them."""
    if type(value) not in (*_SORTED, list, tuple) and not (isinstance(value, tuple) and hasattr(value, "_fields")):
        return None
    return kind_of(value).remade(value, {key: skeleton(part) for key, part in kind_of(value).parts(value).items()})


def in_order_of(like: Any, value: Any) -> Any:
    """The value with its dicts in order; containers in which nothing moves stay the same objects."""
    if type(value) in _SORTED and type(like) is type(value) and value.keys() == like.keys():
        ordered = {key: in_order_of(like[key], value[key]) for key in like}
        if list(value) != list(like):
            return defaultdict(value.default_factory, ordered) if isinstance(value, defaultdict) else ordered
        return remade(value, ordered)
    if isinstance(value, list) and type(like) is type(value) and getattr(like, "frozen", False):
        value.frozen = True  # type: ignore[attr-defined]  # a list of converted code that nobody may change stays one
    if isinstance(value, list | tuple):
        return fitted_parts(value, like, lambda part, other: in_order_of(other, part))
    return value


def key_orders(value: Any) -> list[list[Any]]:
    """The keys of every dict in a value, as they are ordered."""
    if type(value) in PLAIN:
        return []
    if isinstance(value, list | tuple | dict):
        own = [list(value)] if isinstance(value, dict) else []
        return own + [order for part in parts_of(value) for order in key_orders(part)]
    trees = jax.tree_util.tree_leaves(value, is_leaf=lambda part: isinstance(part, dict))
    return [order for part in trees if isinstance(part, dict) for order in key_orders(part)]


_SORTED = (dict, defaultdict)  # whose keys JAX sorts; those of an `OrderedDict` it does not


def iterated(value: Any) -> list[Any]:
    """What a list, a tuple or another container holds, without asking a list of run-time length for its items."""
    return list(list.__iter__(value)) if isinstance(value, list) else list(value)


def leaf_names(name: str, value: Any, whole: Callable[[Any], bool] | None = None) -> list[str]:
    """The user's way to write each leaf of a variable: `t[0]`, `d['a']`.

    >>> leaf_names("t", (1, {"a": 2}))
    ['t[0]', "t[1]['a']"]
    """
    paths, _ = jax.tree_util.tree_flatten_with_path(value, is_leaf=_leaf_test(whole))
    return [without_pairs(name + jax.tree_util.keystr(path)) for path, _ in paths]


PAIRS = ".items()"
"""Behind the name of a dict with run-time keys, of what it holds: buffers of keys and of values."""


def without_pairs(name: str) -> str:
    """The user's way to write a buffer of what a dict holds.

    >>> without_pairs("d.items()[0]"), without_pairs("d.items()[1][2]"), without_pairs("d.items().length")
    ('d.keys()', 'd.values()[2]', 'd.length')
    """
    for part, written in (("[0]", ".keys()"), ("[1]", ".values()"), (".length", ".length")):
        name = name.replace(PAIRS + part, written)
    return name


def _is_leaf(value: Any) -> bool:
    kind = type(value)
    if kind in PLAIN:
        return False
    return value is None or is_unbound(value) or hasattr(kind, "__next__") or issubclass(kind, (*_VIEWS, Unopened))


def any_traced(*values: Any) -> bool:
    """Whether some leaf of the values is a tracer."""
    return any(is_traced(leaf) for value in values for leaf in leaves_of(value)[0])


@dataclass(frozen=True, slots=True)
class LeafType:
    """Shape and dtype of a leaf; `weak` marks the type of a Python number, which adapts to others."""

    shape: tuple[int, ...]  # sizes of the axes
    dtype: np.dtype  # NumPy dtype
    weak: bool  # whether the dtype gives way in promotion
    varying: frozenset[str] = frozenset()  # axes of a mesh over which it differs between devices, under `shard_map`

    def __str__(self) -> str:
        if not self.shape:
            return f"random key ({self.dtype})" if self.is_key else f"{self.dtype} scalar"
        return f"{self.dtype} array of shape {self.shape}"

    @property
    def is_key(self) -> bool:
        """Whether it is the type of typed random keys, `jax.random.key`: those are no numbers."""
        return is_key_type(self.dtype)

    @property
    def dtype_kind(self) -> str:
        """The letter of NumPy for the kind of the dtype; "key" for random keys.

        >>> type_of(1).dtype_kind, type_of(jax.random.key(0)).dtype_kind
        ('i', 'key')
        """
        return "key" if self.is_key else self.dtype.kind

    @property
    def spoken(self) -> str:
        """The type with its article.

        >>> type_of(1).spoken, type_of(1.5).spoken
        ('an int32 scalar', 'a float32 scalar')
        """
        return with_article(str(self))


def with_article(noun: str) -> str:
    """A noun with "a" or "an", by its spelling.

    >>> with_article("list"), with_article("Account"), with_article("uint8 array")
    ('a list', 'an Account', 'a uint8 array')
    """
    return f"{'an' if noun[:1].lower() in 'aeio' or noun[:2].lower() == 'un' else 'a'} {noun}"


def type_of(leaf: Any) -> LeafType:
    """The type a leaf has in a graph."""
    aval = jax.typeof(leaf)
    return _leaf_type(tuple(aval.shape), aval.dtype, bool(getattr(aval, "weak_type", False)), _jax.varying_of(aval))


@functools.lru_cache(maxsize=4096)
def _leaf_type(shape: tuple[int, ...], dtype: Any, weak: bool, varying: frozenset[str]) -> LeafType:
    return LeafType(shape, dtype if is_key_type(dtype) else np.dtype(dtype), weak, varying)


def join_types(left: LeafType, right: LeafType) -> LeafType | None:
    """The type both leaves fit into by dtype promotion; None where shapes differ, and for a random key and a number."""
    if left.shape != right.shape:
        return None
    if left.dtype == right.dtype:
        return LeafType(left.shape, left.dtype, left.weak and right.weak, left.varying | right.varying)
    if left.is_key or right.is_key:
        return None
    with jax.numpy_dtype_promotion("standard"):
        dtype = jnp.result_type(_sample(left), _sample(right))
    return LeafType(left.shape, np.dtype(dtype), left.weak and right.weak, left.varying | right.varying)


def _sample(kind: LeafType) -> Any:
    if not kind.weak:
        return jax.ShapeDtypeStruct((), kind.dtype)
    return {"b": False, "i": 0, "u": 0, "f": 0.0, "c": 0j}[kind.dtype_kind]


def cast(leaf: Any, kind: LeafType) -> Any:
    """A leaf in a wider type; the very leaf where nothing changes."""
    if (is_traced(leaf) or (type(leaf) in (bool, int, float) and -(2**31) <= leaf < 2**31)) and type_of(leaf) == kind:
        return leaf
    if kind.is_key:
        return _jax.vary_over(leaf, kind.varying)
    wanted = {"b": bool, "i": int, "f": float, "c": complex}[kind.dtype_kind] if kind.weak else kind.dtype
    return _jax.vary_over(jax.lax.convert_element_type(leaf, wanted), kind.varying)


def zeros(kind: LeafType) -> Any:
    """A placeholder of a type, for a value that is never looked at."""
    return cast(jnp.zeros(kind.shape, kind.dtype), kind)


def as_argument(kind: LeafType) -> jax.ShapeDtypeStruct:
    """A type as a trace takes it for an argument."""
    return _jax.argument_type(kind.shape, kind.dtype, weak=kind.weak, varying=kind.varying)


def types_of_inputs(arguments: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """The arguments of a call with types in place of traced values, to trace something else with later."""

    def typed(leaf: Any) -> Any:
        return as_argument(type_of(leaf)) if is_traced(leaf) else leaf

    inputs: tuple[tuple[Any, ...], dict[str, Any]] = with_leaves(typed, (arguments, keywords))
    return inputs


def same_constant(a: Any, b: Any) -> bool:
    """Whether two trace-time values are the same, without trusting a strange `__eq__`."""
    if a is b:
        return True
    if type(a) is not type(b) or not isinstance(a, _VALUES):
        return False
    return bool(a == b) and str(a) == str(b)


_VALUES = (bool, int, float, complex, str, bytes, range, slice, np.dtype, np.generic)  # equal means interchangeable
