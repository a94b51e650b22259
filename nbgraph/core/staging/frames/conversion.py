"""Convert user functions, each once, and note what traces have learned for the next conversion."""

from __future__ import annotations

import ast
import contextlib
import functools
import inspect
import sys
import types
import weakref
from collections import deque
from collections.abc import Callable
from typing import Any

import jax

from nbgraph.core._jax import FUNCTION_SCOPE, JITTED, TRACES, held_function, under_trace
from nbgraph.core.errors import SourceError, frames_of, steps_of
from nbgraph.core.functionalise.sites import Place
from nbgraph.core.messages import Message, matches
from nbgraph.core.normalise import KEYED, RETURNED, TAIL, loop_tail_calls
from nbgraph.core.pipeline import Converted, convert_function
from nbgraph.core.source.environment import contents_of
from nbgraph.core.source.ownership import is_of_jax, is_user_class, is_user_function, plain_function
from nbgraph.core.staging.aliasing.audit import BoolArithmeticError, CaughtErrorError
from nbgraph.core.staging.effects import effects
from nbgraph.core.staging.effects.tries import RaiseInTryError, is_of_key, raised_at
from nbgraph.core.staging.enumerated.values import LookedUpError
from nbgraph.core.staging.frames.custom_rules import has_rule, with_rule
from nbgraph.core.staging.trace import context
from nbgraph.core.staging.trace.again import TracedAgain
from nbgraph.core.staging.trace.recorder import owner_of, register
from nbgraph.core.staging.values.values import types_of_inputs

KEPT = 512  # conversions (about 30 kB each) kept alive although nothing refers to them, as those of helpers

# Weak keys and values: generated code shares the user's globals, which hold the function, and a strong reference to
# the conversion would keep every converted function alive.
_converted: weakref.WeakKeyDictionary[types.FunctionType, weakref.ref[Converted] | None] = weakref.WeakKeyDictionary()
_kept: deque[Converted] = deque(maxlen=KEPT)
_vocabulary: list[types.ModuleType] = []  # set by the vocabulary module, which imports all of staging
STAYS_PYTHON = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR
_call: list[Callable[..., Any]] = []  # set by the module of calls, which looks up stand-ins of builtins
UNKNOWN_INDEX = (  # errors from which a conversion learns; a truth value may come from comparing tuples
    jax.errors.TracerIntegerConversionError,
    jax.errors.TracerArrayConversionError,
    jax.errors.TracerBoolConversionError,
    jax.errors.NonConcreteBooleanIndexError,
    LookedUpError,
    TracedAgain,
)
DICTS = (0, 0, 0, 2)  # marks a function whose graph selects dicts by number
ALONE = (0, 0, 0, 3)  # marks a function for which each number in an argument that is a list of dicts is an input
_DO_NOT_CONVERT = "__nbgraph_do_not_convert__"


def learn_item(error: BaseException) -> bool:
    """Learn from an index error that a subscript has a run-time index; return whether that is new.

    Only a trace tells which names are bound to tuples: most subscripts are of arrays, and stay as they are.
    """
    if isinstance(error, TracedAgain):
        error.learn()
        return True
    if (raised := _raised_by(error)) is None:
        return False
    owner, place = raised
    places = _items.setdefault(owner.original, set())
    if isinstance(error, jax.errors.TracerBoolConversionError):
        at = _innermost(error)
        if at is None or at.tb_frame.f_code.co_flags & STAYS_PYTHON or not _is_comparison(owner, place):
            return False  # in a generator, which Python runs, the error comes from the `if` around the comparison
    return not _is_comprehension(owner.parsed.node, place) and _is_learned(owner, place, places)


def _is_comprehension(function: ast.AST, place: Place) -> bool:
    """Whether a location is a comprehension of a dict or set, whose keys then need the conversion.

    >>> tree = ast.parse("{i for i in range(n)}")
    >>> _is_comprehension(tree, (1, 1, 0, 21)), _is_comprehension(tree, (1, 1, 12, 20))
    (True, False)
    """
    every = (node for node in ast.walk(function) if isinstance(node, ast.SetComp | ast.DictComp))
    return any((each.lineno, each.end_lineno, each.col_offset, each.end_col_offset) == place for each in every)


def _innermost(error: BaseException) -> types.TracebackType | None:
    """Return the traceback entry of the innermost converted function; None if there is none."""
    steps = [step for step in steps_of(raised_at(error)) if owner_of(step.tb_frame.f_code) is not None]
    return steps[-1] if steps else None


def _raised_by(error: BaseException) -> tuple[Converted, Place] | None:
    """Return the innermost converted function that an error passed, and the location in it; None if unknown."""
    found = _innermost(error)
    owner = owner_of(found.tb_frame.f_code) if found is not None else None
    if found is None or owner is None:
        return None
    line, end_line, column, end_column = list(found.tb_frame.f_code.co_positions())[found.tb_lasti // 2]
    if line is None or end_line is None or column is None or end_column is None:
        return None
    return owner, (line, end_line, column, end_column)


def _is_learned(owner: Converted, place: Place, places: set[Place]) -> bool:
    """Note a location for the next conversion; return whether a new conversion will know more than `owner`."""
    if place in places:  # another trace has noted it; is `owner` older than that?
        present = _converted.get(owner.original)
        return present is None or present() is not owner
    places.add(place)
    forget(owner.original)
    return True


def learn_keys(error: BaseException, *, walks: bool = False) -> bool:
    """Learn that a key is known at run time only, so that dicts and sets accept such keys; return whether it is new.

    The functions that made the dict or set will make one that accepts run-time keys.

    Args:
        error: the error that ended the trace.
        walks: whether Python could not iterate over something, perhaps in a comprehension of a dict or set.
    """
    owners, of_key = list(getattr(error, "makers", ())), is_of_key(error)
    for step in steps_of(raised_at(error) if of_key or walks else None):
        owner = owner_of(step.tb_frame.f_code)
        if owner is not None and (of_key or _comprehends(owner, step.tb_lineno) or _makes_deques(owner)):
            owners.append(owner)
    learned = [_is_learned(owner, KEYED, _items.setdefault(owner.original, set())) for owner in owners]
    return any(learned)


def learn_displays(error: BaseException) -> bool:
    """Learn that helpers return new lists, or that dicts are selected by number; return whether that is new.

    Most lists that a helper returns are only read, and Python's own list needs fewer equations.
    """
    called, owners = vars(error).pop("helpers", (None, ()))  # removed, since the error could not be pickled with it
    if called is not None and vars(error).pop("chooses_dicts", False):
        return _is_learned(called, DICTS, _items.setdefault(called.original, set()))
    helpers = [each for each in owners if _returns_display(each, each is called)]
    learned = [_is_learned(each, RETURNED, _items.setdefault(each.original, set())) for each in helpers]
    return any(learned)


def _returns_display(owner: Converted, is_called: bool) -> bool:
    """Whether a function returns a list display; for the outermost function, whether an inner one does."""
    every = [node for node in ast.walk(owner.parsed.node) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    functions = every[1:] if is_called else every
    returned = (node.value for each in functions for node in ast.walk(each) if isinstance(node, ast.Return))
    parts = (part for value in returned for part in (value.elts if isinstance(value, ast.Tuple) else [value]))
    return any(isinstance(part, ast.List | ast.ListComp) for part in parts)


def _comprehends(owner: Converted, line: int) -> bool:
    """Whether a line of a function has a comprehension of a dict or set."""
    every = (node for node in ast.walk(owner.parsed.node) if isinstance(node, ast.SetComp | ast.DictComp))
    return any(node.lineno <= line <= (node.end_lineno or 0) for node in every)


def _makes_deques(owner: Converted) -> bool:
    """Whether a function calls `deque`, whose length may turn out to be known at run time only."""
    calls = (node.func for node in ast.walk(owner.parsed.node) if isinstance(node, ast.Call))
    return any(getattr(made, "id", getattr(made, "attr", "")) == "deque" for made in calls)


def teaches(error: BaseException) -> bool:
    """Whether `learn_keys` would learn something new."""
    return not all(knows(owner, KEYED) for owner in getattr(error, "makers", ()))


def knows(owner: Converted, place: Place) -> bool:
    """Whether a trace has noted something about a location in a function."""
    return place in _items.get(owner.original, ())


def learn_alone(owner: Converted) -> bool:
    """Let each number in a list of dicts be an input of a function from now on; return whether that is new."""
    return _is_learned(owner, ALONE, _items.setdefault(owner.original, set()))


def learn_tail_calls(error: BaseException) -> bool:
    """Learn that a function's recursion must become a loop; return whether that is possible and new."""
    function = vars(error).pop("recursive", None)  # removed, since the error could not be pickled with it
    owner = convert(function) if function is not None else None
    if owner is None or loop_tail_calls(node := owner.parsed.node) is node:
        return False
    return _is_learned(owner, TAIL, _items.setdefault(owner.original, set()))


def _is_comparison(owner: Converted, place: Place) -> bool:
    """Whether a location is one comparison such as `a == b`; of tuples, Python tests each pair of items."""
    line, end_line, column, end_column = place
    for node in ast.walk(owner.parsed.node):
        if isinstance(node, ast.Compare) and (node.lineno, node.col_offset) == (line, column):
            here = (node.end_lineno, node.end_col_offset) == (end_line, end_column)
            return here and len(node.ops) == 1 and not isinstance(node.ops[0], ast.In | ast.NotIn | ast.Is | ast.IsNot)
    return False


def learn_try(error: BaseException) -> bool:
    """Learn of a run-time exception in a `try`, or a sum of truth values; return whether that is new.

    The exception may also come from a division in the `try`. Sums and differences of truth values are then of numbers.
    """
    stopped = error.stopped if isinstance(error, RaiseInTryError | CaughtErrorError | BoolArithmeticError) else None
    if isinstance(error, TypeError) and matches(error, Message.NO_TRUTHS):
        stopped = _raised_by(error)
    if stopped is None:
        return False
    owner, place = stopped
    return _is_learned(owner, place, _tries.setdefault(owner.original, set()))


_tries: weakref.WeakKeyDictionary[types.FunctionType, set[Place]] = weakref.WeakKeyDictionary()
_items: weakref.WeakKeyDictionary[types.FunctionType, set[Place]] = weakref.WeakKeyDictionary()


def forget(function: types.FunctionType) -> None:
    """Drop a function's conversion, so that the next call converts it again."""
    _converted.pop(function, None)


def release() -> None:
    """Drop the conversions of functions that are no longer reachable by name: redefined ones and inner functions.

    A conversion keeps alive what the function's closure, defaults and attributes hold. Running functions are kept.
    """
    stacks = list(sys._current_frames().values())
    running = {id(owner_of(frame.f_code)) for stack in stacks for frame in frames_of(stack)}
    known = list(_kept)  # at once: another thread may add one meanwhile
    kept = [made for made in known if id(made) in running or _is_named(made.original)]
    if len(kept) < len(known) == len(_kept):
        _kept.clear()
        _kept.extend(kept)


def _is_named(function: types.FunctionType) -> bool:
    """Whether the name under which a function was defined, in a loaded module, still refers to it."""
    module = sys.modules.get(function.__globals__.get("__name__", ""))
    if module is None or vars(module) is not function.__globals__:
        return False
    first, *inner = function.__qualname__.split(".")
    found = function.__globals__.get(first)
    for name in inner:
        found = vars(found).get(name) if isinstance(found, type) else None
    found = getattr(found, "fget", found) if isinstance(found, property) else getattr(found, "__func__", found)
    return found is function or plain_function(found) is function


def use_vocabulary(module: types.ModuleType) -> None:
    """Set the module whose functions generated code calls."""
    _vocabulary[:] = [module]


def is_left_alone(function: types.FunctionType) -> bool:
    """Whether the user asked for a function not to be converted."""
    return getattr(function, _DO_NOT_CONVERT, False) is True


def runs_as_written(function: types.FunctionType) -> bool:
    """Whether a user function is not converted: at the user's request, or as a generator or coroutine."""
    return is_left_alone(function) or bool(function.__code__.co_flags & STAYS_PYTHON)


def uncompiled(function: Any) -> Any:
    """Return the user function inside nbgraph's wrappers, and inside `jax.jit` if that compiles one.

    The results are the same, but JAX would cache the trace of a compiled function, with the location of its checks.
    """
    if not isinstance(function, JITTED):
        return plain_function(function)
    compiled: Any = getattr(function, "__wrapped__", None)
    inner = compiled
    while inner is not None and plain_function(inner) is inner:
        inner = getattr(inner, "__wrapped__", None)
    return function if inner is None else plain_function(compiled)


def converted_callable(function: Any) -> Any:
    """Return a callable for library code: a user function is converted, anything else is unchanged."""
    function = uncompiled(function)
    if isinstance(function, types.FunctionType) and is_user_function(function):
        converted = convert(function)
        return function if converted is None else _for_library(converted)
    if isinstance(function, types.MethodType):
        inner = converted_callable(function.__func__)
        return function if inner is function.__func__ else types.MethodType(inner, function.__self__)
    if type(function) is functools.partial:
        inner = converted_callable(function.func)
        return function if inner is function.func else functools.partial(inner, *function.args, **function.keywords)
    if has_rule(function):
        return with_rule(function, converted_callable)
    return transformed(function) if is_transformation(function) else function


def is_transformation(function: Any) -> bool:
    """Whether a function is JAX's transformation of a user function, as `jax.grad(f)` is."""
    if not isinstance(function, types.FunctionType) or not is_of_jax(function):
        return False
    inner = function.__dict__.get("__wrapped__")
    while inner is not None and not is_user_function(_called(inner)):
        inner = getattr(inner, "__wrapped__", None)
    return inner is not None


def _called(thing: Any) -> Any:
    """Return the function that finally runs when a function, method, partial or object is called."""
    while isinstance(thing, types.MethodType | functools.partial):
        thing = thing.__func__ if isinstance(thing, types.MethodType) else thing.func
    return type(thing).__call__ if _is_model(thing) else plain_function(thing)


def _is_model(thing: Any) -> bool:
    return callable(thing) and is_user_class(type(thing))


def handed_on(function: Any) -> Any:
    """Return the user function that a partial passes to a library, as in `partial(jax.tree.map, f)`, or None."""
    if type(function) is not functools.partial or is_user_function(plain_function(function.func)):
        return None
    given = map(plain_function, (*function.args, *function.keywords.values()))
    return next((each for each in given if is_user_function(each) or is_transformation(each)), None)


def transformed(function: types.FunctionType) -> types.FunctionType:
    """Return JAX's transformation of a user function with the user's code converted.

    It has the code of JAX's function and converted functions in its closure.
    """
    return _with_converted(function, set())


def _with_converted(function: types.FunctionType, seen: set[int]) -> types.FunctionType:
    """Return a JAX function with the user functions in its closure converted; itself if it has none."""
    seen.add(id(function))  # one that calls itself is in its own closure

    def converted(value: Any) -> Any:
        if id(value) in seen:
            return value
        if not callable(value):
            return held_function(value, converted_callable)
        if isinstance(value, types.FunctionType) and is_of_jax(value):
            return _with_converted(value, seen)
        return callback(value) if _is_model(value) else _inner(converted_callable(value))

    cells = function.__closure__ or ()
    closure = tuple(_refilled(cell, converted(value)) for cell in cells for value in [contents_of(cell)])
    if all(new is old for new, old in zip(closure, cells, strict=True)):
        return function
    names, defaults = function.__globals__, function.__defaults__
    made = types.FunctionType(function.__code__, names, function.__name__, defaults, closure)
    made.__kwdefaults__ = function.__kwdefaults__
    made.__dict__.update(function.__dict__)
    return made


def _refilled(cell: types.CellType, value: Any) -> types.CellType:
    return cell if value is contents_of(cell) else types.CellType(value)


def _for_library(converted: Converted) -> Any:
    """Return the converted code of a function as a new callable, which a library traces by itself.

    A new object each time: JAX caches traces by function, and with a trace the location of its checks.
    """

    @functools.wraps(converted.function)
    def run(*arguments: Any, **keywords: Any) -> Any:
        log = context.here().log
        if log is not None:
            log.owners[id(converted)] = converted  # it is part of the trace even if it makes no decision
            if log.events is not None and converted.original not in log.handed:
                log.handed[converted.original] = (*types_of_inputs(arguments, keywords), TRACES.axis_env)
        with _named(converted.function.__name__), effects.telling():
            return converted.function(*arguments, **keywords)

    return run


def _inner(function: Any) -> Any:
    """Wrap an inner function of converted code in a scope of its name; return anything else unchanged."""
    if not isinstance(function, types.FunctionType) or owner_of(function.__code__) is None:
        return function

    @functools.wraps(function)
    def run(*arguments: Any, **keywords: Any) -> Any:
        with _named(function.__name__):
            return function(*arguments, **keywords)

    return run


def _named(function: str) -> contextlib.AbstractContextManager[None]:
    """Return a JAX scope with a function's name, for the equations of its derivative or batch; none outside a trace."""
    return jax.named_scope(FUNCTION_SCOPE + function) if under_trace() else contextlib.nullcontext()


def use_call(call: Callable[..., Any]) -> None:
    """Set the function that makes a call from converted code."""
    _call[:] = [call]


def callback(function: Any) -> Any:
    """Return a function that calls `function` as converted code does, for use by nbgraph's stand-ins."""
    return functools.partial(_call[0], function) if _call else function


def convert(function: types.FunctionType) -> Converted | None:
    """Return the conversion of a user function, made once; None for code that must stay as it is."""
    if owner_of(function.__code__) is not None:
        return None  # generated code already
    if function in _converted:
        known = _converted[function]
        if known is None:
            return None
        if (found := known()) is not None:
            return found
    try:
        if function.__code__.co_flags & STAYS_PYTHON & ~inspect.CO_GENERATOR:
            return None
        made = convert_function(function, _vocabulary[0], _items.get(function, ()), _tries.get(function, ()))
    except SourceError:
        _converted[function] = None  # it runs as it is; a traced value in its `if` is then JAX's error
        return None
    register(made.function.__code__, made)
    _converted[function] = weakref.ref(made)
    if context.here().log is None:
        release()
    _kept.append(made)
    return made
