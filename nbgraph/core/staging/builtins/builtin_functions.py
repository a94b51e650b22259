"""Map Python's builtins to their counterparts for traced values."""

from __future__ import annotations

import functools
import sys
import types
from collections.abc import Callable
from typing import Any

import jax

from nbgraph.core.errors import ConversionError, StagingError
from nbgraph.core.keys import is_key_type
from nbgraph.core.staging.builtins import builtin_iterables
from nbgraph.core.staging.builtins.builtin_reductions import all_, any_, max_, min_, sorted_, sum_
from nbgraph.core.staging.builtins.host_calls import print_
from nbgraph.core.staging.impure.process_state import ModuleVariables
from nbgraph.core.staging.lists.contents import Contents
from nbgraph.core.staging.lists.objects import OneObject, is_instance
from nbgraph.core.staging.operators import builtin_numbers
from nbgraph.core.staging.operators.number_members import getattr_
from nbgraph.core.staging.operators.python_classes import ArrayClass, class_of, of_array
from nbgraph.core.staging.sequences.sequences import Sequence
from nbgraph.core.staging.strings import written
from nbgraph.core.staging.trace import context
from nbgraph.core.staging.trace.kind_questions import asked, refuse_of_array
from nbgraph.core.staging.trace.recorder import calling_frame
from nbgraph.core.staging.values.kinds import kind_of
from nbgraph.core.staging.values.values import is_traced, type_of


def type_(value: Any, *rest: Any) -> Any:
    """Return `type(value)`, the class that the value has in Python."""
    return type(value, *rest) if rest else class_of(value)


def isinstance_(value: Any, kinds: Any) -> Any:
    """Return `isinstance(...)`; a traced scalar counts as the Python number that it represents."""
    if type(value) is OneObject:
        return is_instance(value, kinds)
    if isinstance(value, Contents):
        return issubclass(class_of(value), kinds)
    if not is_traced(value):
        return isinstance(value, kinds) or (
            (isinstance(value, Sequence) or kind_of(value).stands_for(value) is not None)
            and issubclass(class_of(value), kinds)
        )
    each = kinds if isinstance(kinds, tuple) else (kinds,)
    kind = type_of(value)
    if is_key_type(kind.dtype) or jax.core.Tracer in each:
        return isinstance(value, kinds)
    if kind.shape:
        return of_array(lambda cls: issubclass(cls, each))
    answer: bool = asked(value, lambda stands_for: issubclass(stands_for, each))
    refuse_of_array(value, lambda cls: issubclass(cls, each) is not answer)
    return answer


def issubclass_(cls: Any, kinds: Any) -> bool:
    """Return `issubclass(...)`; refuse to tell whether an array of a graph is NumPy's or JAX's."""
    return of_array(lambda cls: issubclass(cls, kinds)) if isinstance(cls, ArrayClass) else issubclass(cls, kinds)


def hasattr_(value: Any, name: str) -> bool:
    """Return `hasattr(...)`; a traced scalar that is a Python number has the attributes of that class."""
    if not is_traced(value) or is_key_type(type_of(value).dtype):
        return hasattr(value, name)
    kind = type_of(value)
    of_scalar, of_jax = hasattr(kind.dtype.type, name), hasattr(jax.Array, name)
    if not kind.shape and not kind.weak and kind.dtype_kind != "b" and of_scalar is of_jax:
        return of_jax
    if not kind.shape:
        answer: bool = asked(value, lambda kind: hasattr(kind, name))
        refuse_of_array(value, lambda cls: hasattr(cls, name) is not answer)
        return answer
    return of_array(lambda cls: hasattr(cls, name))


def dispatched(function: types.FunctionType, arguments: tuple[Any, ...]) -> Any:
    """Return the function that `functools.singledispatch` selects; a traced scalar counts as a Python number."""
    if function.__code__.co_filename != functools.__file__ or not arguments:
        return function
    names, cells = function.__code__.co_freevars, function.__closure__ or ()
    held = {name: cell.cell_contents for name, cell in zip(names, cells, strict=True)}
    if hasattr(function, "registry"):
        dispatch = function.dispatch  # type: ignore[attr-defined]
    elif "obj" in held:  # a method; up to Python 3.12 it holds its descriptor
        dispatch = held["dispatch"] if "dispatch" in held else held["self"].dispatcher.dispatch
    else:
        return function
    chosen = dispatch(type_(arguments[0]))
    return chosen.__get__(held["obj"], held["cls"]) if "obj" in held else chosen


def _names_here(builtin: Callable[..., Any]) -> Callable[..., Any]:
    """Return `vars` or `dir` for objects; refuse it for the names in a comprehension or a lambda."""

    def look(*objects: Any) -> Any:
        if objects:
            _refuse_disorder(*objects)
            found = builtin(*objects)
            of_module = builtin is vars and isinstance(objects[0], types.ModuleType)
            return ModuleVariables(found) if of_module and found is not sys._getframe(2).f_globals else found
        name = builtin.__name__
        raise ConversionError(
            f"`{name}()` inside a lambda or a comprehension would show names of the converted code",
            span=calling_frame(2).span,
            remedy=f"`{name}()` in a statement of its own, or a dict of the names you need",
        )

    return look


def _refuse_disorder(value: Any) -> None:
    """Refuse to show the attributes of an object whose order depends on the path."""
    log, members = context.here().log, getattr(value, "__dict__", None)
    orders = [order for owner, order in log.orders if owner is members] if log is not None else []
    if members is not None and any(tuple(members)[: len(order)] != order for order in orders):
        raise StagingError(
            f"the attributes of this {type(value).__name__} are in another order on another path,"
            " and which was taken is known at run time only",
            span=calling_frame(2).span,
            remedy="give the object its attributes in one order, as in `__init__`",
            id="branch-mismatch",
        )


TABLE: dict[Any, Callable[..., Any]] = {
    range: builtin_iterables.range_,
    enumerate: builtin_iterables.enumerate_,
    zip: builtin_iterables.zip_,
    reversed: builtin_iterables.reversed_,
    map: builtin_iterables.map_,
    len: builtin_iterables.len_,
    int: builtin_numbers.int_,
    float: builtin_numbers.float_,
    bool: builtin_numbers.bool_,
    complex: builtin_numbers.complex_,
    abs: builtin_numbers.abs_,
    round: builtin_numbers.round_,
    divmod: builtin_numbers.divmod_,
    pow: builtin_numbers.pow_,
    sum: sum_,
    max: max_,
    min: min_,
    any: any_,
    all: all_,
    sorted: sorted_,
    print: print_,
    isinstance: isinstance_,
    issubclass: issubclass_,
    hasattr: hasattr_,
    getattr: getattr_,
    list: builtin_iterables.list_of,
    filter: builtin_iterables.filter_,
    str: written.str_,
    repr: written.repr_,
    ascii: written.ascii_,
    format: written.format_,
    **builtin_numbers.methods_of_numbers(),
    bin: written.in_format(bin, "#b"),
    oct: written.in_format(oct, "#o"),
    hex: written.in_format(hex, "#x"),
    chr: written.in_format(chr, "c"),
    type: type_,
    locals: _names_here(locals),
    vars: _names_here(vars),
    dir: _names_here(dir),
}
