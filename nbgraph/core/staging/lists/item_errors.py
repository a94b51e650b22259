"""Explain why items do not fit into one array, with a remedy."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Sequence
from typing import Any

from nbgraph.core.errors import StagingError
from nbgraph.core.source.ownership import is_user_class
from nbgraph.core.staging.enumerated.values import ITSELF, ChosenText
from nbgraph.core.staging.lists.capacity import Capacity
from nbgraph.core.staging.values.objects import Record
from nbgraph.core.staging.values.values import (
    LeafType,
    is_dynamic,
    leaf_names,
    same_constant,
    type_of,
    with_article,
)


class ListItemError(StagingError):
    """The items of a list that grows in the graph, or is indexed at run time, do not fit into one array.

    Their types differ: a number and a list, arrays of two shapes, tuples of two lengths.
    """

    id = "list-items-differ"


def _built(tree: Any) -> str:
    """Describe the structure of an item in words."""
    known = tree.node_data()
    if known is None:
        return "a single value"
    kind = getattr(known[0], "__name__", "value").lower()
    if (keys := _keys(known)) is not None:
        return f"a dict with the keys {', '.join(map(repr, keys))}"
    capacities = [
        node[1] for part in tree.children() if (node := part.node_data()) is not None and isinstance(node[1], Capacity)
    ]
    if capacities:
        length = capacities[0].length
        return f"{with_article(kind)} of {'run-time length' if length is None else f'{length} values'}"
    if not tree.num_leaves:
        return f"an empty {kind}"
    return f"{with_article(kind)} of {tree.num_leaves} value{'s' if tree.num_leaves != 1 else ''}"


def _keys(known: Any) -> Sequence[Any] | None:
    """Return the keys of a dict, given the node data of its tree; None for anything else."""
    if known is None:
        return None
    keys: Sequence[Any] | None = known[1] if known[0] is dict else None
    return known[1][1] if known[0] is Record and known[1][0] is dict else keys


OF_ONE_LENGTH = "rows of one length from the start, as `[0] * 9`, with the items assigned, as `rows[i][j] = x`"


def in_no_order(classes: set[type]) -> ListItemError:
    """Make the error for sorting or adding objects or dicts of a list in buffers."""
    if classes == {dict}:
        return ListItemError(
            "dicts are put in order or added up here, and have neither an order nor a sum",
            remedy='a `key` that gives numbers, as `key=lambda d: d["x"]`; or as `sum(d["x"] for d in rows)`',
        )
    return ListItemError(
        "objects of a list that grows are put in order or added up here, and a graph has copies of them",
        remedy="a `key` that gives numbers, as `key=lambda p: p.x`; or as `sum(p.x for p in ps)`",
    )


def _of_one_structure(own: Any, other: Any) -> str:
    """Return a remedy for items of two structures."""
    kinds = own.node_data(), other.node_data()
    lists = [known is not None and issubclass(known[0], list) for known in kinds]
    if all(lists):
        return OF_ONE_LENGTH
    if all(_keys(known) is not None for known in kinds):
        return "the same keys in all of them, in one order, with what stands for nothing, as 0"
    if any(lists) and any(known is not None and issubclass(known[0], tuple) for known in kinds):
        return "`list(...)` of the tuple, or a tuple in both items"
    if any(lists):
        return "`[x]`, a list of one item, in place of the number; or a list for each kind"
    return "items of one kind, as `(x, 0)` beside `(x, 1)`; or a list for each kind"


def beside_none(tree: Any, *leaves: Sequence[Any]) -> ListItemError | None:
    """Make the error for a list or tuple beside None; return None if no item is None."""
    if [None] not in leaves:
        return None
    return ListItemError(
        f"one item of this list is None and another {_built(tree)}, and an array holds items of one kind",
        remedy="items of one kind from the start, as `[[0, 0] for _ in range(n)]`, or `[(0, 0)] * n`",
    )


def differ_in_structure(own: Any, tree: Any) -> ListItemError:
    part, one, other = _first_difference(own, tree)
    chosen = [known for each in (one, other) if (known := each.node_data()) and issubclass(known[0], ChosenText)]
    if any(text == ITSELF for _, texts in chosen for _, text in texts):
        what = "one item of this list is a whole number, and another a float or a truth value; which, the run decides"
        return ListItemError(what, remedy="numbers of one kind from the start, as `[float(x) for x in v]`")
    if chosen:
        where = f"`{part}` of one item" if part else "one item"
        what = f"{where} of this list is a string that is known, and of another one that is made at run time"
        in_list = (known := own.node_data()) is not None and issubclass(known[0], list)
        return ListItemError(what, remedy=_TUPLES if in_list else _MADE_LATER)
    where, of = (f"`{part}` of one item", "of another") if part else ("one item", "another")
    if _built(one) == _built(other):
        return ListItemError(
            f"{where} of this list is a list from outside or out of a library, and {of} one that is made here",
            remedy="`[list(row) for row in m]` for what is taken from outside; or `copy.deepcopy(m)`",
        )
    return ListItemError(
        f"{where} of this list is {_built(one)} and {of} {_built(other)}, and an array holds items of one kind",
        remedy=_of_one_structure(one, other),
    )


_MADE_LATER = 'a number in its place, from which the string is made where it is used, as `"a" + "!" * k`'
_TUPLES = "tuples in place of the lists in it, as `('a', 3)`, whose strings may differ, and which may hold None"


def _first_difference(own: Any, other: Any, part: str = "") -> tuple[str, Any, Any]:
    """Return the path of the first difference of two structures, as `[2]`, and both parts there."""
    known, parts = own.node_data(), (own.children(), other.children())
    held = [node for child in (*parts[0], *parts[1]) if (node := child.node_data()) is not None]
    if known is None or known != other.node_data() or len(parts[0]) != len(parts[1]):
        return part, own, other
    if any(isinstance(node[1], Capacity) for node in held):
        return part, own, other
    keys = _keys(known) or range(len(parts[0]))
    different = next((each for each in zip(keys, *parts, strict=True) if each[1] != each[2]), None)
    return (part, own, other) if different is None else _first_difference(*different[1:], f"{part}[{different[0]!r}]")


def of_objects(items: Iterable[Any]) -> ListItemError | None:
    """Make the error for a list of objects indexed at run time; return None if no item is an object."""
    objects = (each for each in items if is_user_class(type(each)) and not isinstance(each, enum.Enum))
    first = next((each for each in objects if hasattr(each, "__dict__") or hasattr(each, "__slots__")), None)
    if first is None:
        return None
    lists = ", ".join(f"`{name}[i]`" for name in [*getattr(first, "__dict__", getattr(first, "__slots__", ()))][:3])
    return ListItemError(
        "this list holds objects, and which of them it is would only be known at run time",
        remedy=f"a list for each attribute, as {lists}, with the number `i` in place of the object",
    )


def unlike(column: list[Any]) -> Any:
    """Return the first value that cannot share an array with the first one."""
    first, numbers = column[0], is_dynamic(column[0])
    return next(leaf for leaf in column if is_dynamic(leaf) != numbers or not (numbers or same_constant(leaf, first)))


def differ(left: Any, right: Any, of: tuple[Any, int] = (0, 0)) -> ListItemError:
    """Make the error for two values that no array can hold together.

    Args:
        of: an item, and the index of the leaf.
    """
    if (error := of_objects((left, right))) is not None:
        return error
    if callable(left) or callable(right):
        return ListItemError(
            "this list holds functions, and which of them it is would only be known at run time",
            remedy="a loop with a known number of iterations, as `for i in range(3):`; or one function of `i`",
        )
    kinds = [kind if isinstance(kind, LeafType) or not is_dynamic(kind) else type_of(kind) for kind in (left, right)]
    texts = [kind.spoken if isinstance(kind, LeafType) else repr(kind) for kind in kinds]
    part = leaf_names("", of[0])[of[1]] if isinstance(of[0], list | tuple | dict | Record) else ""
    where, other = (f"`{part}` of one item", "of another") if part else ("one item", "another")
    fixed = not all(isinstance(kind, LeafType) for kind in kinds)
    holds = "numbers alone" if fixed else "items of one shape only"
    return ListItemError(
        f"{where} of this list is {texts[0]} and {other} {texts[1]}, and an array holds {holds}",
        remedy=_TUPLES
        if fixed and part
        else "items of one kind and shape; or fill an array of the final size, `a = jnp.zeros(...)`, `a[i] = ...`",
    )
