"""Flatten Python values to leaves, and say which leaves a graph can carry and with which type."""

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
    """A base class of values that JAX flattens and nbgraph treats as one leaf."""


def is_traced(value: Any) -> bool:
    """Whether a value is a tracer, of which only shape and dtype are known."""
    return isinstance(value, Tracer)


def is_dynamic(leaf: Any) -> bool:
    """Whether a graph can carry a leaf: a number or an array with a JAX dtype, but no enumeration member.

    >>> is_dynamic(3), is_dynamic("three"), is_dynamic(None)
    (True, False, False)
    """
    if isinstance(leaf, (jax.Array, *_NUMBERS)):
        return not isinstance(leaf, enum.Enum)
    return isinstance(leaf, np.ndarray | np.generic) and holds_numbers(leaf.dtype)


def holds_numbers(dtype: np.dtype[Any]) -> bool:
    """Whether JAX has this NumPy dtype; bfloat16 and int4, which NumPy itself lacks, count.

    >>> holds_numbers(np.dtype(jnp.bfloat16)), holds_numbers(np.dtype("U3"))
    (True, False)
    """
    return dtype.kind in "biufc" or (dtype.kind == "V" and bool(jnp.issubdtype(dtype, np.number)))


def is_too_large(leaf: Any) -> bool:
    """Whether a leaf is a Python integer outside the range of the graph's integers.

    >>> is_too_large(2**70), is_too_large(3), is_too_large(2.0**70)
    (True, False, False)
    """
    if type(leaf) is not int:
        return False
    limits = np.iinfo(jax.dtypes.canonicalize_dtype(int))
    return not int(limits.min) <= leaf <= int(limits.max)


def leaves_of(value: Any, whole: Callable[[Any], bool] | None = None) -> tuple[list[Any], Any]:
    """Flatten a value to its leaves and its tree; None, unbound names and types unknown to JAX are leaves.

    Args:
        whole: tells which containers stay leaves.
    """
    if is_traced(value) or type(value) in PLAIN:
        return [value], _ONE_LEAF
    return jax.tree_util.tree_flatten(value, is_leaf=_leaf_test(whole))


_ONE_LEAF = jax.tree_util.tree_structure(0)


def _leaf_test(whole: Callable[[Any], bool] | None) -> Callable[[Any], bool]:
    if whole is None:
        return _is_leaf
    return lambda value: _is_leaf(value) or whole(value)


def rebuilt(tree: Any, leaves: list[Any], like: Any) -> Any:
    """Build the value of a tree from new leaves, its dicts in the key order of `like`, as JAX sorts keys."""
    return leaves[0] if tree is _ONE_LEAF else in_order_of(like, jax.tree_util.tree_unflatten(tree, leaves))


def with_leaves(change: Callable[[Any], Any], value: Any) -> Any:
    """Apply a function to each leaf of a value; dicts keep their key order.

    >>> with_leaves(lambda leaf: -leaf, [{"b": 1, "a": (2, 3)}])
    [{'b': -1, 'a': (-2, -3)}]
    """
    return in_order_of(value, jax.tree_util.tree_map(change, value))


def has_dict(value: Any) -> bool:
    """Whether a value contains a dict whose keys are not in JAX's order."""
    if isinstance(value, dict):
        keys = list(value)
        if any(type(a) is type(b) and a > b for a, b in pairwise(keys)):
            return True
    return any(map(has_dict, parts_of(value)))


def skeleton(value: Any) -> Any:
    """Return a value's dicts, lists and tuples with None in place of the leaves."""
    if type(value) not in (*_SORTED, list, tuple) and not (isinstance(value, tuple) and hasattr(value, "_fields")):
        return None
    return kind_of(value).remade(value, {key: skeleton(part) for key, part in kind_of(value).parts(value).items()})


def in_order_of(like: Any, value: Any) -> Any:
    """Return the value with its dicts in the key order of `like`; an unchanged container stays the same object."""
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
    """Return the keys of every dict in a value, each in its order."""
    if is_traced(value) or type(value) in PLAIN:
        return []
    if isinstance(value, list | tuple | dict):
        own = [list(value)] if isinstance(value, dict) else []
        return own + [order for part in parts_of(value) for order in key_orders(part)]
    trees = jax.tree_util.tree_leaves(value, is_leaf=lambda part: isinstance(part, dict))
    return [order for part in trees if isinstance(part, dict) for order in key_orders(part)]


_SORTED = (dict, defaultdict)  # whose keys JAX sorts; those of an `OrderedDict` it does not


def iterated(value: Any) -> list[Any]:
    """Return the items of a container in a list; a list of run-time length is not asked for its items."""
    return list(list.__iter__(value)) if isinstance(value, list) else list(value)


def leaf_names(name: str, value: Any, whole: Callable[[Any], bool] | None = None) -> list[str]:
    """Return the expression for each leaf of a variable, as the user would write it: `t[0]`, `d['a']`.

    >>> leaf_names("t", (1, {"a": 2}))
    ['t[0]', "t[1]['a']"]
    """
    if is_traced(value) or type(value) in PLAIN:
        return [without_pairs(name)]
    paths, _ = jax.tree_util.tree_flatten_with_path(value, is_leaf=_leaf_test(whole))
    return [without_pairs(name + jax.tree_util.keystr(path)) for path, _ in paths]


PAIRS = ".items()"
"""The suffix, after a dict's name, for the buffers of its keys and values."""


def without_pairs(name: str) -> str:
    """Rewrite the name of a buffer of a dict with run-time keys as the user would write it.

    >>> without_pairs("d.items()[0]"), without_pairs("d.items()[1][2]"), without_pairs("d.items().length")
    ('d.keys()', 'd.values()[2]', 'd.length')
    """
    for part, written in _WRITTEN if PAIRS in name else ():
        name = name.replace(PAIRS + part, written)
    return name


_WRITTEN = (("[0]", ".keys()"), ("[1]", ".values()"), (".length", ".length"))


def _is_leaf(value: Any) -> bool:
    kind = type(value)
    if kind in PLAIN:
        return False
    return value is None or is_unbound(value) or hasattr(kind, "__next__") or issubclass(kind, (*_VIEWS, Unopened))


def any_traced(*values: Any) -> bool:
    """Whether any leaf of the values is a tracer."""
    return any(is_traced(leaf) for value in values for leaf in leaves_of(value)[0])


@dataclass(frozen=True, slots=True)
class LeafType:
    """The shape and dtype of a leaf; `weak` marks the type of a Python number, which adapts to others."""

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
        """Whether it is the type of a typed random key, `jax.random.key`, which is not a number."""
        return is_key_type(self.dtype)

    @property
    def dtype_kind(self) -> str:
        """Return NumPy's letter for the dtype's kind; "key" for random keys.

        >>> type_of(1).dtype_kind, type_of(jax.random.key(0)).dtype_kind
        ('i', 'key')
        """
        return "key" if self.is_key else self.dtype.kind

    @property
    def spoken(self) -> str:
        """Return the type's description with its article.

        >>> type_of(1).spoken, type_of(1.5).spoken
        ('an int32 scalar', 'a float32 scalar')
        """
        return with_article(str(self))


def with_article(noun: str) -> str:
    """Prefix a noun with "a" or "an", by its spelling.

    >>> with_article("list"), with_article("Account"), with_article("uint8 array")
    ('a list', 'an Account', 'a uint8 array')
    """
    return f"{'an' if noun[:1].lower() in 'aeio' or noun[:2].lower() == 'un' else 'a'} {noun}"


def type_of(leaf: Any) -> LeafType:
    """Return the type that a leaf has in a graph."""
    aval = jax.typeof(leaf)
    return _leaf_type(tuple(aval.shape), aval.dtype, bool(getattr(aval, "weak_type", False)), _jax.varying_of(aval))


@functools.lru_cache(maxsize=4096)
def _leaf_type(shape: tuple[int, ...], dtype: Any, weak: bool, varying: frozenset[str]) -> LeafType:
    return LeafType(shape, dtype if is_key_type(dtype) else np.dtype(dtype), weak, varying)


def join_types(left: LeafType, right: LeafType) -> LeafType | None:
    """Return the type to which both leaves promote; None if shapes differ, or for a random key and a number."""
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
    """Convert a leaf to a wider type; return the same object if nothing changes."""
    if (is_traced(leaf) or (type(leaf) in (bool, int, float) and -(2**31) <= leaf < 2**31)) and type_of(leaf) == kind:
        return leaf
    if kind.is_key:
        return _jax.vary_over(leaf, kind.varying)
    wanted = {"b": bool, "i": int, "f": float, "c": complex}[kind.dtype_kind] if kind.weak else kind.dtype
    return _jax.vary_over(jax.lax.convert_element_type(leaf, wanted), kind.varying)


def zeros(kind: LeafType) -> Any:
    """Return zeros of a type, as a placeholder that no code reads."""
    return cast(jnp.zeros(kind.shape, kind.dtype), kind)


def as_argument(kind: LeafType) -> jax.ShapeDtypeStruct:
    """Return a type in the form in which JAX traces a function for it."""
    return _jax.argument_type(kind.shape, kind.dtype, weak=kind.weak, varying=kind.varying)


def types_of_inputs(arguments: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Replace the traced values in a call's arguments by their types, for a later trace."""

    def typed(leaf: Any) -> Any:
        return as_argument(type_of(leaf)) if is_traced(leaf) else leaf

    inputs: tuple[tuple[Any, ...], dict[str, Any]] = with_leaves(typed, (arguments, keywords))
    return inputs


def same_constant(a: Any, b: Any) -> bool:
    """Whether two trace-time values are the same; a user-defined `__eq__` is not called."""
    if a is b:
        return True
    if type(a) is not type(b) or not isinstance(a, _VALUES):
        return False
    return bool(a == b) and str(a) == str(b)


_VALUES = (bool, int, float, complex, str, bytes, range, slice, np.dtype, np.generic)  # equal ones are interchangeable
