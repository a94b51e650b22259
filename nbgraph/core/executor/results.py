"""Return from a compiled function what arrays cannot hold: known values, and the outcome of checks."""

from __future__ import annotations

import re
import types
import weakref
from collections import defaultdict
from collections.abc import Callable, Iterator, MappingView
from itertools import chain
from typing import Any

import jax
import numpy as np

from nbgraph.core._jax import Array, constant, ending
from nbgraph.core.decisions import CHANGED, OWN_LENGTH, Output
from nbgraph.core.errors import StagingError
from nbgraph.core.executor.guard import Failures, guarded
from nbgraph.core.executor.list_arguments import Changed
from nbgraph.core.executor.object_results import ArgumentObject, HiddenResultError, Made, Outside, with_arguments
from nbgraph.core.executor.tables import together
from nbgraph.core.staging.control_flow import FAILED, detail_label
from nbgraph.core.staging.effects import COUNTS, Check, Effects, require
from nbgraph.core.staging.enumerated import (
    ChosenText,
    TextOfTracedError,
    as_number,
    holds_placeholder,
    is_chosen,
    refuse_batch,
    spoken,
)
from nbgraph.core.staging.lists import Growing, List, ListCapacityError, from_arrays, kept, released, texts_in
from nbgraph.core.staging.lists import has_own as _has_own
from nbgraph.core.staging.sequences import Sequence
from nbgraph.core.staging.state import Snapshot
from nbgraph.core.staging.trace import is_seen, raised_through
from nbgraph.core.staging.values import (
    Partial,
    Returned,
    Undefined,
    every_part,
    has_dict,
    is_dynamic,
    is_too_large,
    is_traced,
    leaves_of,
    rebuilt,
    skeleton,
    with_article,
)


@jax.tree_util.register_pytree_node_class
class Packed:
    """A result that is more than arrays; most results are arrays, and are returned directly."""

    def __init__(self, arrays: list[Any], failed: Any, details: dict[int, list[Any]], fixed: _Fixed) -> None:
        self.arrays = arrays  # the result's leaves that are arrays, in order; see `_Fixed.order`
        # an int32 scalar, the number of the first failed check, 0 if none failed; None without checks
        self.failed = failed
        self.details = details  # by number, the run-time values in a check's message
        self.fixed = fixed  # its parts that are known at trace time

    def tree_flatten(self) -> tuple[tuple[list[Any], Any, dict[int, list[Any]]], _Handle]:
        return (self.arrays, self.failed, self.details), self.fixed.handle

    @classmethod
    def tree_unflatten(cls, handle: _Handle, children: tuple[list[Any], Any, dict[int, list[Any]]]) -> Packed:
        arrays, failed, details = children
        fixed = handle.fixed()
        assert fixed is not None, "a program owns what is known of its results"
        return cls(arrays, failed, details, fixed)

    def open(self, arguments: tuple[Any, ...] = (), keywords: dict[str, Any] | None = None) -> Any:
        """Return the whole result, once `failure` has found no error; write changes to the caller's lists."""
        fixed = self.fixed
        numbers, changed = fixed.numbers, fixed.changed
        if numbers is not None and type(self.arrays[0]) is type(self.arrays[-1]) is Array:
            return numbers(self.arrays)
        whole = fixed.whole(self.arrays)
        made = whole if fixed.plain else released(whole)
        made = made if changed is None else changed.write(made, arguments, keywords or {})
        return with_arguments(made, arguments, keywords or {}) if fixed.names_arguments else made

    def _print(self) -> None:
        """Print what the run held back, unless the run must be repeated."""
        jax.effects_barrier()
        scope = self.fixed.effects
        assert scope.held is not None
        held, scope.held[:] = list(scope.held), []
        code = 0 if self.failed is None or is_traced(self.failed) else int(self.failed)
        if not (code and scope.checks[code - 1].grows):
            for act in held:
                act()

    def failure(self) -> BaseException | None:
        """Return the error of a failed check, with a traceback through the user's lines; None if all held.

        Inside another trace the flag is not known yet: it becomes a check of that trace.
        """
        fixed = self.fixed
        if fixed.effects.held is not None:
            self._print()
        if fixed.effects.reports:
            jax.effects_barrier()
            if fixed.effects.reported:
                check, error = fixed.effects.reported[0]
                fixed.effects.reported.clear()
                return raised_through(error, check.frames)
        if self.failed is None:
            return None
        if not is_traced(self.failed):
            code = int(np.asarray(self.failed))  # a fifth of the time of `int` of the array
            if not code:
                return None
            check = fixed.effects.checks[code - 1]
            if check.grows:
                raise MoreCapacity(int(check.given(code, self.details)[0]) + 1, check)
            return raised_through(check.error(*check.given(code, self.details)), check.frames)
        for code, check in enumerate(fixed.effects.checks, start=1):
            if check.grows:
                raise ListCapacityError(
                    "a list grows here to a length that is only known at run time, inside another graph",
                    span=check.span,
                    remedy="call the function outside of `jax.jit`; or say"
                    " `ng.loop_options(max_iterations=...)` first in the loop",
                )
            require(self.failed != code, check, check.given(code, self.details))
        return None


def words_of(packed: Any, parameters: tuple[str, ...]) -> tuple[Output, ...]:
    """Describe each array that a graph returns."""
    if not isinstance(packed, Packed):
        return tuple(Output(path=path, rank=rank) for path, rank in _paths(jax.tree_util.tree_structure(packed)))
    checks = packed.fixed.effects.checks
    found = _results_of(packed.fixed, parameters)
    if packed.failed is not None:
        found.append(Output(FAILED, checks[0].span if len(checks) == 1 else None))
    for code, values in sorted(packed.details.items()):
        about = Output(detail_label(code), None if code <= COUNTS else checks[code - 1].span)
        found += [about] * len(jax.tree_util.tree_leaves(values))
    return tuple(found)


def _results_of(fixed: _Fixed, parameters: tuple[str, ...]) -> list[Output]:
    """Return the path of each array in a result, as `['a'][0]`; then those of the caller's changed lists."""
    whole, *contents = [fixed.tree] if fixed.changed is None else fixed.tree.children()
    like = fixed.like if fixed.changed is None or fixed.like is None else fixed.like[0]
    results = [Output(path=path, rank=rank) for path, rank in _paths(whole, like)]
    if fixed.changed is not None:
        for names, tree in zip(fixed.changed.names(parameters), contents[0].children(), strict=True):
            parts = [(names, tree)] if isinstance(names, str) else zip(names, tree.children(), strict=True)
            results += [Output(CHANGED, None, name + path, rank) for name, part in parts for path, rank in _paths(part)]
    arrays = [each for each, static in zip(results, fixed.statics, strict=True) if not static]
    return arrays if fixed.order is None else list(dict(zip(fixed.order, arrays, strict=True)).values())


def _paths(tree: Any, like: Any = None) -> Iterator[tuple[str, tuple[int, ...]]]:
    leaf: Any = (None, ())
    type_, keys = tree.node_data() or leaf
    if type_ is List and [data[0] for child in tree.children() if (data := child.node_data())] == [Growing]:
        items, *length = tree.children()[0].children()
        lengths = [OWN_LENGTH if path.endswith(OWN_LENGTH) else "" for path, _ in _paths(items)]
        yield from ((path, ()) for path in lengths + [OWN_LENGTH] * len(length))
        return
    if type_ not in (dict, defaultdict, list, tuple, Returned):
        yield from [("", ())] * tree.num_leaves
        return
    keys = keys[1] if type_ in (defaultdict, Returned) else keys or range(len(tree.children()))
    places = {key: at for at, key in enumerate(like if isinstance(like, dict) else keys)}
    for key, child in zip(keys, tree.children(), strict=True):
        inner = _paths(child, None if like is None else like[key])
        step = f".{key}" if type_ is Returned else f"[{key!r}]"
        yield from ((f"{step}{path}", (places[key], *rank)) for path, rank in inner)


def texts_by_position(packed: Any) -> dict[int, dict[int, str]]:
    """Return, for arrays of a graph that represent strings, the string of each number."""
    if not isinstance(packed, Packed):
        return {}
    each = zip(_texts(packed.fixed.tree), packed.fixed.statics, strict=True)
    arrays = [texts for texts, static in each if not static]
    order = packed.fixed.order or range(len(arrays))
    return {position: texts for position, texts in zip(order, arrays, strict=True) if texts}


def _texts(tree: Any) -> Iterator[dict[int, str]]:
    """Yield for each leaf of a tree the strings that it represents; {} for other leaves."""
    data = tree.node_data()
    if data is None or not issubclass(data[0], ChosenText):
        yield from (chain.from_iterable(map(_texts, tree.children())) if data else [{}] * tree.num_leaves)
    else:
        yield {number: spoken(text) for number, text in data[1]}
        yield from [{}] * (tree.num_leaves - 1)


_opening = ending(lambda opener, children: opener(children[0]))


def with_opener(result: Any, compiled: Any) -> tuple[Any, Any]:
    """Return a run's result and its compiled program, which then opens results where nothing else is to be done."""
    opener = result.fixed.opener if isinstance(result, Packed) else None
    return result, compiled if compiled is None or opener is None else _opening(compiled, opener, part=0)


class MoreCapacity(Exception):
    """A list exceeded its capacity: the run ended early, and must be repeated with more."""

    def __init__(self, rows: int, check: Check) -> None:
        super().__init__(rows)
        self.rows = rows  # its length when it had no capacity for the next item
        self.check = check  # the check that found it


class TooManyValuesError(StagingError):
    """The graph would take or return more arrays than XLA compiles in a reasonable time.

    In a list of mixed types each number becomes an array of its own. A long list of numbers of one type is a single
    array, and a value that a result repeats, as in `[x] * 100_000`, is returned once.
    """

    id = "too-many-values"


class _Handle:
    """A weak reference to a `_Fixed` for JAX, whose caches keep the structures of results."""

    def __init__(self, fixed: _Fixed) -> None:
        self.fixed = weakref.ref(fixed)


class _Fixed:
    """The parts of a result that are known at trace time; compared by identity, so any value is allowed."""

    # the caller's lists that change, whose contents the graph returns; None if none does
    changed: Changed | None = None
    names_arguments = False  # whether the result contains objects of the caller's

    def __init__(
        self, effects: Effects, statics: tuple[bool, ...], made: Made, tree: Any, like: Any, plain: bool
    ) -> None:
        self.handle = _Handle(self)
        self.effects = effects  # the checks, without values of the trace
        self.statics = statics  # for each leaf, whether it is in `made`
        self.made = made  # the leaves that no array can hold, in order
        self.tree = tree  # the structure of the whole result
        self.like = like  # its skeleton, for the key orders of dicts; None if JAX keeps these
        self.plain = plain  # whether leaves and tree are the complete result
        # for each leaf that is an array, the position of the array; None if each leaf has its own
        self.order: tuple[int, ...] | None = None
        self.numbers: Callable[[list[Any]], list[Any]] | None = None  # makes a list of numbers of the arrays
        self.apart: Callable[[list[Any]], list[Any]] | None = None  # makes the arrays of those that the graph returns
        self.opener: Callable[[list[Any]], Any] | None = None  # makes the result, where nothing else is to be done

    def leaves(self, arrays: list[Any]) -> list[Any]:
        if self.apart is not None:
            arrays = self.apart(arrays)
        if self.order is not None:
            arrays = [arrays[number] for number in self.order]
        if not self.made.values:
            return arrays
        fresh, known = iter(arrays), iter(self.made.now())
        return [next(known) if static else next(fresh) for static in self.statics]

    def whole(self, arrays: list[Any]) -> Any:
        leaves = self.leaves(arrays)
        return self.tree.unflatten(leaves) if self.like is None else rebuilt(self.tree, leaves, self.like)


def pack(result: Any, effects: Effects, failures: Failures, outside: Outside, changed: Changed | None = None) -> Any:
    """Return a result in a form that a graph can return: itself, or packed.

    Args:
        result: what the function returns; with `changed` also the contents of these lists.
        failures: gets the errors of runs that have no flag in the result.
        outside: returns what is older than the trace, which calls return without a copy.
        changed: the caller's lists that change.

    Raises:
        UndefinedNameError: part of the result is unbound.
        TextOfTracedError: part of it is a string made of run-time values.
        HiddenResultError: part of it is an object that contains traced values, or that cannot be copied.
    """
    result = kept(result)
    leaves, tree = leaves_of(result)
    for text in texts_in(result):
        if is_chosen(as_number(text)):
            refuse_batch(text.number)
    for leaf in leaves:
        if isinstance(leaf, Undefined | Partial):
            leaf.fail()
        if holds_placeholder(leaf) or (isinstance(leaf, str) and _OF_TRACER.search(leaf)):
            raise TextOfTracedError(
                "the result is a string made of values that are only known at run time",
                remedy="return the values, and make the string outside; or `print` it",
            )
        if not is_dynamic(leaf) and leaf is not None:
            _refuse_hidden_tracers(leaf)
    if any(type(leaf) is np.ndarray and is_dynamic(leaf) for leaf in leaves):
        leaves = [constant(leaf) if type(leaf) is np.ndarray and is_dynamic(leaf) else leaf for leaf in leaves]
        result = jax.tree_util.tree_unflatten(tree, leaves)
    statics = tuple(not is_dynamic(leaf) or is_too_large(leaf) for leaf in leaves)
    arrays = [leaf for leaf, static in zip(leaves, statics, strict=True) if not static]
    order = _order(arrays)
    if order is not None:
        arrays = list(dict(zip(order, arrays, strict=True)).values())
    gathers = _is_plain(result) and not (effects.differentiable or is_seen())
    arrays, apart = together(arrays) if gathers else (arrays, None)
    names_arguments = any(isinstance(part, ArgumentObject) for part in every_part(result))
    is_more = changed or names_arguments or effects.reports or has_dict(result) or _has_own(result)
    if not (order or is_more or apart or any(statics)):
        if not effects.checks:
            return result
        held = guarded(leaves, effects, failures) if effects.budget is not None else None
        if held is not None:
            return jax.tree_util.tree_unflatten(tree, held)
    made = Made(tuple(leaf for leaf, static in zip(leaves, statics, strict=True) if static), outside)
    if (one := made.uncopied()) is not None:
        raise HiddenResultError(
            f"the result is {with_article(_kind_of(one))}, which is made once, with the graph, and not by each call",
            remedy=_values_of(one),
        )
    failed = effects.failed if effects.checks else None
    details, effects.failed, effects.values, effects.trace = effects.values, 0, {}, None
    counted = details.pop(COUNTS, ())
    if any(check.counts for check in effects.checks):  # each returned array makes a call a tenth slower
        details[COUNTS] = [value if is_traced(value) else None for value in counted]
    if effects.acts and any(check.grows for check in effects.checks):
        effects.held = []
    fixed = _Fixed(effects, statics, made, tree, skeleton(result) if has_dict(result) else None, _is_plain(result))
    fixed.changed, fixed.order, fixed.apart = changed, order, apart
    fixed.names_arguments = names_arguments
    fixed.numbers = None if any(statics) or order or changed else from_arrays(result)
    if not (changed or names_arguments or effects.checks or effects.reports):
        fixed.opener = _opener(fixed)
    return Packed(arrays, failed, details, fixed)


def _opener(fixed: _Fixed) -> Callable[[list[Any]], Any] | None:
    """Return what makes a result of a run's arrays, in few calls where it is only these; None if `open` has to."""
    apart, unflatten = fixed.apart, fixed.tree.unflatten
    if apart is None:
        return fixed.numbers
    is_more = fixed.order is not None or fixed.like is not None or any(fixed.statics)
    return fixed.whole if is_more else lambda arrays: unflatten(apart(arrays))


def _order(arrays: list[Any]) -> tuple[int, ...] | None:
    """Return the position of each array among the different ones, if many are the same; else None.

    Raises:
        TooManyValuesError: there are more different arrays than a graph can return.
    """
    if len(arrays) < _MANY:
        return None
    numbers: dict[int, int] = {}
    order = tuple(numbers.setdefault(id(array), len(numbers)) for array in arrays)
    if len(numbers) > MOST_RETURNED:
        raise TooManyValuesError(
            f"the result holds {len(numbers):,} values, and a graph returns each as an array of its own",
            remedy="`return jnp.array(values)`, one array in place of a list of numbers",
        )
    return order if len(numbers) * 2 < len(arrays) else None


_OF_TRACER = re.compile(r"\bJitTracer\(|\bTraced<")  # how a library's code prints one
_MANY = 100
"""The number of arrays from which on a result is searched for equal ones."""
MOST_RETURNED = 20_000
"""XLA takes minutes for so many arrays that a program returns, and four times as long for twice as many."""
_CONSTANTS = frozenset((str, bytes, bool, int, float, complex, type(None)))


def _is_plain(value: Any) -> bool:
    """Whether a result is only arrays and constants, in tuples, lists and dicts: it needs no conversion to Python's."""
    if type(value) in (tuple, list, dict):
        return all(map(_is_plain, value.values() if type(value) is dict else value))
    return type(value) in _CONSTANTS or isinstance(value, jax.Array)


def _values_of(value: Any) -> str:
    """Suggest what to return in place of an object."""
    names = [name for name in getattr(value, "__dict__", {}) if not name.startswith("__")]
    if isinstance(value, types.FunctionType):
        held = zip(value.__code__.co_freevars, value.__closure__ or (), strict=True)
        used = ", ".join(name for name, cell in held if not isinstance(cell.cell_contents, types.ModuleType)) or "x, y"
        return f"`return {used}`, the values that it uses; and the function outside, with them as parameters"
    if not names or isinstance(value, Sequence):
        is_lazy = isinstance(value, Sequence | MappingView) or hasattr(type(value), "__next__")
        return "`list(...)` of it" if is_lazy else "its values, as `return x, y`"
    inside = ", ".join(f'"{name}": ...' for name in names[:4])
    return f"`{{{inside}}}`, a dict of its values; or a tuple"


def _kind_of(value: Any) -> str:
    """Return the name of a value's class; for a staged sequence, that of Python's."""
    return type(value).__name__.lower() if isinstance(value, Sequence) else type(value).__name__


def _refuse_hidden_tracers(leaf: Any) -> None:
    is_lazy = isinstance(leaf, Sequence | map | filter | zip | enumerate)  # run-time values may hide in its source
    if is_lazy or any(is_traced(value) for value in Snapshot.of(leaf).known.values()):
        raise HiddenResultError(
            f"the result is {with_article(_kind_of(leaf))} that holds values of the graph,"
            " which cannot leave it that way",
            remedy=_values_of(leaf),
        )
