"""Implement calls in converted code: convert the user's functions, adapt arguments for library functions."""

from __future__ import annotations

import decimal
import functools
import operator
import types
from collections import deque
from collections.abc import Callable, Hashable
from typing import Any

import numpy as np

from nbgraph.core._jax import under_trace
from nbgraph.core.source.ownership import is_of_jax, is_of_trees, is_user_class, is_user_function, plain_function
from nbgraph.core.source.support.rows import Fact
from nbgraph.core.source.support.table import is_one_that, methods_that
from nbgraph.core.staging.aliasing.copies import made, refuse_read
from nbgraph.core.staging.builtins import (
    array_functions,
    array_selections,
    enumerated_calls,
    library_functions,
    math_functions,
)
from nbgraph.core.staging.builtins.array_functions import with_own_result
from nbgraph.core.staging.builtins.builtin_functions import TABLE, dispatched
from nbgraph.core.staging.builtins.builtin_iterables import list_of
from nbgraph.core.staging.builtins.host_calls import host_version, refuse_printed_to
from nbgraph.core.staging.effects.tries import is_of_key
from nbgraph.core.staging.enumerated import placeholders
from nbgraph.core.staging.frames.classes import adopt, method_of, with_own_lists
from nbgraph.core.staging.frames.conversion import (
    converted_callable,
    is_transformation,
    transformed,
    uncompiled,
    use_call,
)
from nbgraph.core.staging.frames.custom_rules import has_rule
from nbgraph.core.staging.frames.frame import active_version, original_of, refuse_cache_counts, remembered
from nbgraph.core.staging.impure.inputs import refuse_asking
from nbgraph.core.staging.impure.opaque import note_use
from nbgraph.core.staging.impure.process_state import decimal_context, refuse_setting
from nbgraph.core.staging.keyed.kinds import maker
from nbgraph.core.staging.lists.choices import OneOf, with_dicts
from nbgraph.core.staging.lists.contents import growing_of, one_by_one
from nbgraph.core.staging.lists.copies import has_identity
from nbgraph.core.staging.lists.deep_copies import COPIES
from nbgraph.core.staging.lists.deques import Deque
from nbgraph.core.staging.lists.orders import holds_order, plain
from nbgraph.core.staging.operators.number_members import method_of_number, name_of_method
from nbgraph.core.staging.operators.row_changes import of_row
from nbgraph.core.staging.sequences.sequences import Range, Sequence
from nbgraph.core.staging.sequences.size_watches import watch_iterator
from nbgraph.core.staging.trace import context
from nbgraph.core.staging.trace.kind_questions import note_of_library
from nbgraph.core.staging.trace.recorder import calling_frame, taking_part
from nbgraph.core.staging.trace.refusals import REFUSED, refuse, refuse_in_place, refuse_lost_sort
from nbgraph.core.staging.values import kinds
from nbgraph.core.staging.values.kinds import kind_of
from nbgraph.core.staging.values.values import any_traced, is_traced

_OF_NUMPY = (type(np.put), types.BuiltinFunctionType, types.FunctionType)


def call(function: Any, *arguments: Any, **keywords: Any) -> Any:
    """Call a function, converted if it is the user's.

    Builtins and the functions of `math` and NumPy are replaced by JAX's if an argument is traced.

    Raises:
        AskedOnceError: the answer would be the same at every call.
        TracedRecursionError: the function calls itself until a traced condition holds.
    """
    function = function.__call__ if type(function) is OneOf else function  # which has a hash
    if under_trace():
        refuse_asking(function, arguments)
        refuse_setting(function, arguments)
        if isinstance(function, Hashable) and type(function) in _OF_NUMPY:
            refuse_in_place(function, arguments)
    staged = (log := context.here().log) is not None
    if staged and (is_of_jax(function) or function is functools.partial or function is np.vectorize):
        arguments = tuple(each.__call__ if type(each) is OneOf else each for each in arguments)
    if log is not None:
        owner = getattr(function, "__self__", None)
        if type(owner) is list and function.__name__ == "copy":
            function, arguments = list, (owner,)  # a list of the graph, as it may change at run time
        note_use(log.used, owner, *arguments, *keywords.values())
        refuse_printed_to(owner)
        if type(owner) in (dict, np.ndarray) and getattr(function, "__name__", "") in methods_that(Fact.MUTATES):
            refuse_read(owner)
        refuse_cache_counts(function, owner)
    containers: tuple[Any, ...] = ()
    if staged and _is_library_made(function):
        arguments = array_selections.with_array(function, arguments)
    answers = kinds.version(function, arguments) if staged else None
    answers = answers or (enumerated_calls.version(function, arguments, keywords, _callable) if staged else None)
    if staged and is_of_jax(function) and holds_order((*arguments, *keywords.values())):
        arguments, keywords = plain(arguments), plain(keywords)
    if staged and is_of_trees(function):
        arguments, keywords = one_by_one(arguments), one_by_one(keywords)
    if log is not None and log.dicts_by_number and is_of_jax(function):
        arguments, keywords = with_dicts(arguments), with_dicts(keywords)
    if staged and (own := maker(function)) is not None:
        arguments = tuple(list_of(each) if isinstance(each, Range) else each for each in arguments)
        function = own
    if staged and any(kind_of(value).is_container or isinstance(value, Deque) for value in arguments):
        containers = arguments
        arguments, keywords = _walked(function, arguments, keywords)
    runs = answers or _callable(function, arguments, keywords)
    try:
        with of_row(getattr(function, "__self__", None)):
            result = runs(*arguments, **keywords)
    except TypeError as error:
        if is_traced(function):
            words = {"b": "bool", "i": "int", "u": "int", "f": "float", "c": "complex"}
            raise TypeError(f"{words.get(function.dtype.kind, 'Array')!r} object is not callable") from None
        enumerated_calls.refuse_library(function, arguments)
        if is_of_key(error):
            error.makers = taking_part()  # type: ignore[attr-defined]  # whoever learns from it asks
        raise
    if containers and is_one_that(function, Fact.LAZY):
        watch_iterator(result, containers)
    if context.here().log is not None:
        frame = calling_frame(1)
        result = made(frame, result) if under_trace() else result
        note_of_library(function, result)
    return result


def _walked(
    function: Any, arguments: tuple[Any, ...], keywords: dict[str, Any]
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Replace containers among the arguments by what the function iterates over."""
    if function is dict or not any(is_one_that(function, fact) for fact in _WALKING):
        return arguments, keywords
    if "key" in keywords:
        keywords = {**keywords, "key": kind_of(arguments[0]).asked_of_own(arguments[0], keywords["key"])}
    unordered = is_one_that(function, Fact.UNORDERED) and "key" not in keywords  # of equal items the first one counts
    kinds = [(kind_of(value), value) for value in arguments]
    return tuple(kind.in_any_order(value) if unordered else kind.walked(value) for kind, value in kinds), keywords


_WALKING = (Fact.CONSUMES, Fact.LAZY, Fact.UNORDERED)


def runnable(function: Any) -> Callable[..., Any]:
    """Return the function that runs in converted code when `function` is called without traced arguments."""
    if has_rule(function):  # which may be given its rule later
        return lambda *arguments, **keywords: converted_callable(function)(*arguments, **keywords)
    return _callable(function, (), {})


_HANDS_ON = ("functools", "inspect", "dataclasses", "typing", "contextlib")  # they inspect a function without a call


def _callable(function: Any, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> Callable[..., Any]:
    if isinstance(function, types.BuiltinFunctionType | types.MethodDescriptorType | type):
        stand_in = TABLE.get(function)
        if stand_in is not None:
            return stand_in
        if (
            function in REFUSED
            and any_traced(*arguments, *keywords.values())
            and not (function is id and has_identity(*arguments))
        ):
            refuse(function)
    if (array_function := array_version(function)) is not None and any_traced(*arguments, *keywords.values()):
        return array_function
    if (library_function := _library_version(function, arguments)) is not None:
        return library_function
    if function is decimal.getcontext and under_trace():
        return decimal_context
    if isinstance(function, types.FunctionType) and function in COPIES and under_trace():
        return COPIES[function]
    if function is np.vectorize and under_trace():
        return array_functions.vectorize
    function = uncompiled(function) if under_trace() else plain_function(function)
    if under_trace() and (acts := host_version(function)) is not None:
        return acts
    if isinstance(function, types.FunctionType):
        chosen = dispatched(function, arguments)
        if chosen is not function:
            return _callable(chosen, arguments, keywords)
        runs = active_version(function)
        if runs is function and is_transformation(function):
            return _transformation(chosen)
        runs_it = runs is function and (function.__module__ or "").split(".")[0] not in _HANDS_ON
        return _with_converted_arguments(function, arguments, keywords) if runs_it else runs
    if isinstance(function, types.MethodType):
        owner = function.__self__
        if is_traced(owner):
            if name_of_method(function) == "sort":
                refuse_lost_sort(owner)
            function = method_of_number(function)
            owner = function.__self__
            if (listed := array_functions.version(function)) is not None:
                return listed
        adopt(owner if isinstance(owner, type) else type(owner))
        return functools.partial(active_version(function.__func__), owner)
    if isinstance(function, functools.partial):
        inner = _callable(function.func, (*function.args, *arguments), {**function.keywords, **keywords})
        return functools.partial(inner, *function.args, **function.keywords)
    if isinstance(function, functools._lru_cache_wrapper) and under_trace():
        return remembered(function)
    if isinstance(function, type):
        return _constructor(function)
    if isinstance(getattr(function, "__self__", None), str) and (
        any_traced(*arguments, *keywords.values()) or (under_trace() and function.__name__ == "format")
    ):  # an object may hold what is traced, and write it into the text
        return placeholders.method(function)
    if under_trace() and has_rule(function):
        return converted_callable(function)  # type: ignore[no-any-return]
    kind: type = type(function)
    calls_itself = method_of(kind, "__call__")
    if calls_itself is not None and is_user_class(kind):
        return functools.partial(active_version(calls_itself), function)
    return function if _only_holds(function) else _with_converted_arguments(function, arguments, keywords)


def _only_holds(function: Any) -> bool:
    """Whether a builtin uses functions as objects: `d.get(f)` and `id(f)` need the function that is given."""
    if not isinstance(function, types.BuiltinFunctionType):
        return False
    return function in _LOOKS or (isinstance(function.__self__, _HOLDERS) and function.__name__ != "sort")


_LOOKS = (id, hash, operator.is_, operator.is_not, operator.eq, operator.ne)
_HOLDERS = (list, tuple, dict, set, frozenset, deque)


def _constructor(cls: type) -> Callable[..., Any]:
    """Return a user's class that makes instances as Python does, with `__init__` converted."""
    adopt(cls)
    found: Any = cls
    if under_trace() and is_user_class(cls) and (made := with_own_lists(cls)) is not cls:
        return made
    init = original_of(found.__init__)
    plain = type(cls) is type and found.__new__ is object.__new__
    if not (plain and is_user_class(cls) and isinstance(init, types.FunctionType) and is_user_function(init)):
        return cls

    def construct(*arguments: Any, **keywords: Any) -> Any:
        instance: Any = object.__new__(cls)
        active_version(init)(instance, *arguments, **keywords)
        return instance

    return construct


def _is_library_made(function: Any) -> bool:
    """Whether a function can be a dict's key without calling `__hash__` or `__eq__` of the user's."""
    return isinstance(function, Hashable) and not is_user_class(function.__class__)


def array_version(function: Any) -> Callable[..., Any] | None:
    """Return JAX's counterpart of a function of `math` or NumPy; None for any other function."""
    if not _is_library_made(function):
        return None
    if (found := _lowered(function)) is None:
        return None
    return with_own_result(function, found)


def _lowered(function: Any) -> Callable[..., Any] | None:
    tables = math_functions.COUNTERPARTS, array_selections.COUNTERPARTS
    return next((table[function] for table in tables if function in table), array_functions.counterpart(function))


def _library_version(function: Any, arguments: tuple[Any, ...]) -> Callable[..., Any] | None:
    """Return the counterpart of a standard library function, for arguments of the graph; else None."""
    if not under_trace() or not _is_library_made(function):
        return None
    found = library_functions.COUNTERPARTS.get(function)
    runs = any(any_traced(part) or isinstance(part, Sequence) or growing_of(part) is not None for part in arguments)
    return found if found and (runs or function in library_functions.LISTING) else None


def _transformation(function: types.FunctionType) -> Callable[..., Any]:
    """Return a transformation that converts at each call, as `jax.pmap` keeps what it has traced."""

    @functools.wraps(function)
    def run(*arguments: Any, **keywords: Any) -> Any:
        return _with_converted_arguments(transformed(function), arguments, keywords)(*arguments, **keywords)

    run.__dict__.update(function.__dict__)
    return run


def _with_converted_arguments(
    function: Callable[..., Any], arguments: tuple[Any, ...], keywords: dict[str, Any]
) -> Callable[..., Any]:
    """Convert the user functions among a library function's arguments: `jax.vmap(f)`, `lax.scan(f, ...)`."""
    if not any(converted_callable(value) is not value for value in (*arguments, *keywords.values())):
        return function

    def run(*values: Any, **named: Any) -> Any:
        return function(
            *(converted_callable(value) for value in values),
            **{name: converted_callable(value) for name, value in named.items()},
        )

    return run


use_call(call)
