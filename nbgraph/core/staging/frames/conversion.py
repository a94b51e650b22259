"""The user's functions with their conversions, each made once."""

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

KEPT = 512  # conversions, some 30 kB each, that stay although nothing refers to them: helpers

# Weak on both sides: generated code shares the user's globals, which hold the function, so that a strong reference
# would keep every function alive that was ever converted.
_converted: weakref.WeakKeyDictionary[types.FunctionType, weakref.ref[Converted] | None] = weakref.WeakKeyDictionary()
_kept: deque[Converted] = deque(maxlen=KEPT)
_vocabulary: list[types.ModuleType] = []  # set by the vocabulary itself, which stands on top of all staging
STAYS_PYTHON = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR
_call: list[Callable[..., Any]] = []  # set by the calls, which look a builtin up in the table of stand-ins
UNKNOWN_INDEX = (  # what a trace may find out; of a truth value that two tuples are compared
    jax.errors.TracerIntegerConversionError,
    jax.errors.TracerArrayConversionError,
    jax.errors.TracerBoolConversionError,
    jax.errors.NonConcreteBooleanIndexError,
    LookedUpError,
    TracedAgain,
)
DICTS = (0, 0, 0, 2)  # among the places that traces have found: which of several dicts it is, is a number
ALONE = (0, 0, 0, 3)  # the same: each number of a list of dicts that it is given is an input
_DO_NOT_CONVERT = "__nbgraph_do_not_convert__"


def learn_item(error: BaseException) -> bool:
    """Whether an index known at run time only was the error, and the subscript will be converted from now on.

    Which names stand for tuples is not known before a trace: most subscripts are of arrays, and stay as they are.
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
            return False  # in a generator, which Python runs, it is the `if` around a comparison that asks
    return not _is_comprehension(owner.parsed.node, place) and _is_learned(owner, place, places)


def _is_comprehension(function: ast.AST, place: Place) -> bool:
    """Whether a comprehension of a dict or a set stands at a place: it is its keys that are to be converted.

    >>> tree = ast.parse("{i for i in range(n)}")
    >>> _is_comprehension(tree, (1, 1, 0, 21)), _is_comprehension(tree, (1, 1, 12, 20))
    (True, False)
    """
    every = (node for node in ast.walk(function) if isinstance(node, ast.SetComp | ast.DictComp))
    return any((each.lineno, each.end_lineno, each.col_offset, each.end_col_offset) == place for each in every)


def _innermost(error: BaseException) -> types.TracebackType | None:
    """Where an error left the innermost converted function."""
    steps = [step for step in steps_of(raised_at(error)) if owner_of(step.tb_frame.f_code) is not None]
    return steps[-1] if steps else None


def _raised_by(error: BaseException) -> tuple[Converted, Place] | None:
    """The innermost converted function that an error comes from, and the place in it."""
    found = _innermost(error)
    owner = owner_of(found.tb_frame.f_code) if found is not None else None
    if found is None or owner is None:
        return None
    line, end_line, column, end_column = list(found.tb_frame.f_code.co_positions())[found.tb_lasti // 2]
    if line is None or end_line is None or column is None or end_column is None:
        return None
    return owner, (line, end_line, column, end_column)


def _is_learned(owner: Converted, place: Place, places: set[Place]) -> bool:
    """Whether a conversion from now on knows more than that which ran; the place joins those that are known."""
    if place in places:  # where another trace found it out, this one ran code from before
        present = _converted.get(owner.original)
        return present is None or present() is not owner
    places.add(place)
    forget(owner.original)
    return True


def learn_keys(error: BaseException, *, walks: bool = False) -> bool:
    """Whether a key was known at run time only, and the functions that made a dict or a set will make such for it.

    Args:
        walks: whether Python could not walk over something, perhaps in a comprehension of a dict or a set.
    """
    owners, of_key = list(getattr(error, "makers", ())), is_of_key(error)
    for step in steps_of(raised_at(error) if of_key or walks else None):
        owner = owner_of(step.tb_frame.f_code)
        if owner is not None and (of_key or _comprehends(owner, step.tb_lineno) or _makes_deques(owner)):
            owners.append(owner)
    learned = [_is_learned(owner, KEYED, _items.setdefault(owner.original, set())) for owner in owners]
    return any(learned)


def learn_displays(error: BaseException) -> bool:
    """Whether helpers return lists that they make in the `return`, and will make such that a graph can change.

    Most results of that kind are only read, and a list of Python's own says the same in fewer words.
    """
    called, owners = vars(error).pop("helpers", (None, ()))  # which no other process could be sent
    if called is not None and vars(error).pop("chooses_dicts", False):
        return _is_learned(called, DICTS, _items.setdefault(called.original, set()))
    helpers = [each for each in owners if _returns_display(each, each is called)]
    learned = [_is_learned(each, RETURNED, _items.setdefault(each.original, set())) for each in helpers]
    return any(learned)


def _returns_display(owner: Converted, is_called: bool) -> bool:
    """Whether a function returns a list that it makes there; of the one that was called first, a function in it."""
    every = [node for node in ast.walk(owner.parsed.node) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    functions = every[1:] if is_called else every
    returned = (node.value for each in functions for node in ast.walk(each) if isinstance(node, ast.Return))
    parts = (part for value in returned for part in (value.elts if isinstance(value, ast.Tuple) else [value]))
    return any(isinstance(part, ast.List | ast.ListComp) for part in parts)


def _comprehends(owner: Converted, line: int) -> bool:
    """Whether a comprehension of a dict or a set stands in a line of a function."""
    every = (node for node in ast.walk(owner.parsed.node) if isinstance(node, ast.SetComp | ast.DictComp))
    return any(node.lineno <= line <= (node.end_lineno or 0) for node in every)


def _makes_deques(owner: Converted) -> bool:
    """Whether a function makes a deque, of which a trace may find that its length is known at run time only."""
    calls = (node.func for node in ast.walk(owner.parsed.node) if isinstance(node, ast.Call))
    return any(getattr(made, "id", getattr(made, "attr", "")) == "deque" for made in calls)


def teaches(error: BaseException) -> bool:
    """Whether `learn_keys` would learn something."""
    return not all(knows(owner, KEYED) for owner in getattr(error, "makers", ()))


def knows(owner: Converted, place: Place) -> bool:
    """Whether a trace has found something out about a place in a function."""
    return place in _items.get(owner.original, ())


def learn_alone(owner: Converted) -> bool:
    """Let each number of a list of dicts be an input of a function from now on; whether that is news."""
    return _is_learned(owner, ALONE, _items.setdefault(owner.original, set()))


def learn_tail_calls(error: BaseException) -> bool:
    """Whether a function was found to call itself without a known end, and will have a loop in place of the calls."""
    function = vars(error).pop("recursive", None)  # which no other process could be sent
    owner = convert(function) if function is not None else None
    if owner is None or loop_tail_calls(node := owner.parsed.node) is node:
        return False
    return _is_learned(owner, TAIL, _items.setdefault(owner.original, set()))


def _is_comparison(owner: Converted, place: Place) -> bool:
    """Whether `a == b` or `a < b` stands at a place: of tuples, Python asks for the truth of each pair of items."""
    line, end_line, column, end_column = place
    for node in ast.walk(owner.parsed.node):
        if isinstance(node, ast.Compare) and (node.lineno, node.col_offset) == (line, column):
            here = (node.end_lineno, node.end_col_offset) == (end_line, end_column)
            return here and len(node.ops) == 1 and not isinstance(node.ops[0], ast.In | ast.NotIn | ast.Is | ast.IsNot)
    return False


def learn_try(error: BaseException) -> bool:
    """Whether a `try` was found to catch an exception of run time, and will ask for such from now on.

    Or a division that a `try` waits for, which will raise; or that a sum or difference is one of truth values, which
    will count.
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
    """Convert a function again when it is next called."""
    _converted.pop(function, None)


def release() -> None:
    """Let go of the conversions of functions that no name leads to any more: redefined ones, and inner functions.

    With a function, all that its closure, defaults and attributes hold would stay. What runs at the moment is kept.
    """
    stacks = list(sys._current_frames().values())
    running = {id(owner_of(frame.f_code)) for stack in stacks for frame in frames_of(stack)}
    known = list(_kept)  # at once: another thread may add one meanwhile
    kept = [made for made in known if id(made) in running or _is_named(made.original)]
    if len(kept) < len(known) == len(_kept):
        _kept.clear()
        _kept.extend(kept)


def _is_named(function: types.FunctionType) -> bool:
    """Whether the name that a function was defined under, in a module that is there, still means it."""
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
    """Name the module that generated code calls into."""
    _vocabulary[:] = [module]


def is_left_alone(function: types.FunctionType) -> bool:
    """Whether the user asked for a function to be called as it is."""
    return getattr(function, _DO_NOT_CONVERT, False) is True


def runs_as_written(function: types.FunctionType) -> bool:
    """Whether a function of the user's is called as it is: because it says so, or runs step by step."""
    return is_left_alone(function) or bool(function.__code__.co_flags & STAYS_PYTHON)


def uncompiled(function: Any) -> Any:
    """The user's own function behind what nbgraph has made of it, and what `jax.jit` compiles where that is inside.

    It gives the same. JAX would keep the trace of it, and with it where a check that fails is told.
    """
    if not isinstance(function, JITTED):
        return plain_function(function)
    compiled: Any = getattr(function, "__wrapped__", None)
    inner = compiled
    while inner is not None and plain_function(inner) is inner:
        inner = getattr(inner, "__wrapped__", None)
    return function if inner is None else plain_function(compiled)


def converted_callable(function: Any) -> Any:
    """A function for library code to call: the user's own converted, everything else as it is."""
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
    """Whether a function is what JAX has made of one of the user's, as `jax.grad(f)` is."""
    if not isinstance(function, types.FunctionType) or not is_of_jax(function):
        return False
    inner = function.__dict__.get("__wrapped__")
    while inner is not None and not is_user_function(_called(inner)):
        inner = getattr(inner, "__wrapped__", None)
    return inner is not None


def _called(thing: Any) -> Any:
    """The function that runs in the end when a function, a method, a partial or an object is called."""
    while isinstance(thing, types.MethodType | functools.partial):
        thing = thing.__func__ if isinstance(thing, types.MethodType) else thing.func
    return type(thing).__call__ if _is_model(thing) else plain_function(thing)


def _is_model(thing: Any) -> bool:
    return callable(thing) and is_user_class(type(thing))


def handed_on(function: Any) -> Any:
    """The user's function that a partial hands on to a library's, as `partial(jax.tree.map, f)` does; None for none."""
    if type(function) is not functools.partial or is_user_function(plain_function(function.func)):
        return None
    given = map(plain_function, (*function.args, *function.keywords.values()))
    return next((each for each in given if is_user_function(each) or is_transformation(each)), None)


def transformed(function: types.FunctionType) -> types.FunctionType:
    """A transformation of the user's functions, made of their converted code.

    It is JAX's own code with other functions in its closure.
    """
    return _with_converted(function, set())


def _with_converted(function: types.FunctionType, seen: set[int]) -> types.FunctionType:
    """A function of JAX's with the user's functions in its closure converted; itself where it holds none."""
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
    """The converted code of a function, which a library runs in traces of its own.

    A new object each time: JAX keeps what it traced a function to, and with it where a check that fails is told.
    """

    @functools.wraps(converted.function)
    def run(*arguments: Any, **keywords: Any) -> Any:
        log = context.here().log
        if log is not None:
            log.owners[id(converted)] = converted  # it takes part in the trace, though nothing in it may be a decision
            if log.events is not None and converted.original not in log.handed:
                log.handed[converted.original] = (*types_of_inputs(arguments, keywords), TRACES.axis_env)
        with _named(converted.function.__name__), effects.telling():
            return converted.function(*arguments, **keywords)

    return run


def _inner(function: Any) -> Any:
    """An inner function of converted code, which tells JAX its name; all else as it is."""
    if not isinstance(function, types.FunctionType) or owner_of(function.__code__) is None:
        return function

    @functools.wraps(function)
    def run(*arguments: Any, **keywords: Any) -> Any:
        with _named(function.__name__):
            return function(*arguments, **keywords)

    return run


def _named(function: str) -> contextlib.AbstractContextManager[None]:
    """What tells whose derivative, or whose batch, the equations are that are staged now: a scope of JAX's."""
    return jax.named_scope(FUNCTION_SCOPE + function) if under_trace() else contextlib.nullcontext()


def use_call(call: Callable[..., Any]) -> None:
    """Name what makes a call from converted code."""
    _call[:] = [call]


def callback(function: Any) -> Any:
    """A function that nbgraph's stand-ins call with items: called as converted code calls it."""
    return functools.partial(_call[0], function) if _call else function


def convert(function: types.FunctionType) -> Converted | None:
    """The conversion of a user function, made once; None for code that must stay as it is."""
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
