"""Run the user's code as typed: bind names of compiled functions to the original functions for a while.

The magic binds the names of a cell to compiled functions, so a function that calls another by its name, or itself,
reaches compiled code. Python's result, errors and times must come from the user's source alone. Functions, classes and
objects stay the user's own; only bindings change, and are restored.
"""

from __future__ import annotations

import ast
import functools
import inspect
import sys
import types
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from nbgraph.core.executor.invalidation.mentions import looked_up
from nbgraph.core.records import dataclass
from nbgraph.core.source.environment import contents_of
from nbgraph.core.source.ownership import is_user_class, is_user_file, is_user_function, plain_function
from nbgraph.core.staging.frames import has_rule, is_left_alone, rules_of
from nbgraph.core.staging.state import global_names

_MOST_ITEMS = 100_000  # larger containers are not searched


@dataclass(frozen=True)
class _Binding:
    """A name, item, cell or class attribute that can be rebound."""

    read: Callable[[], Any]  # returns what it is bound to now
    bind: Callable[[Any], Any]  # binds it to something else


@dataclass(frozen=True, eq=False)
class _Exchange:
    """A binding to a compiled function that is bound to the original function for a while."""

    binding: _Binding
    compiled: Any

    def end(self) -> None:
        """Restore the binding, unless it was rebound meanwhile."""
        if self in _exchanges:
            _exchanges.remove(self)
            if self.binding.read() is plain_function(self.compiled):
                self.binding.bind(self.compiled)


_exchanges: list[_Exchange] = []
"""The exchanges that have not ended."""


@contextmanager
def as_typed(*things: Any) -> Iterator[None]:
    """Bind every name that functions among `things` may reach to the original functions, for the code inside."""
    with _exchanged(list(_Reach(None).bindings(things))):
        yield


@contextmanager
def _exchanged(bindings: Iterable[_Binding]) -> Iterator[None]:
    mine: list[_Exchange] = []
    try:
        for each in bindings:
            compiled = each.read()
            plain = plain_function(compiled)
            if plain is not compiled:
                mine.append(_Exchange(each, compiled))
                _exchanges.append(mine[-1])
                each.bind(plain)
        yield
    finally:
        for exchange in mine:
            exchange.end()


def bind_back() -> None:
    """End every `as_typed` now, for a caller that leaves a thread which never ends."""
    for exchange in list(_exchanges):
        exchange.end()


def typed(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that runs as typed; the function itself if its names reach no compiled one.

    The names within reach are found here, once, so that each call costs little more than the function's own.
    """
    bindings = list(_Reach(set()).bindings([function]))
    if not bindings:
        return function

    @functools.wraps(function)
    def run(*arguments: Any, **keywords: Any) -> Any:
        __tracebackhide__ = True
        with _exchanged(bindings):
            return function(*arguments, **keywords)

    run.__nbgraph_inline__ = function  # type: ignore[attr-defined]
    return run


def given_typed(function: Callable[..., Any], node: ast.AST) -> Callable[..., Any]:
    """Return a function that gets its arguments as typed; the function itself if its source has no call."""
    if not _has_call(node):
        return function

    @functools.wraps(function)
    def run(*arguments: Any, **keywords: Any) -> Any:
        __tracebackhide__ = True
        return function(*map(_given, arguments), **{name: _given(value) for name, value in keywords.items()})

    run.__nbgraph_inline__ = run.__wrapped__ = plain_function(function)  # type: ignore[attr-defined]
    return run


@functools.lru_cache(maxsize=64)
def _has_call(node: ast.AST) -> bool:
    return any(isinstance(each, ast.Call) for each in ast.walk(node))


def _given(value: Any) -> Any:
    value = typed_value(value)
    return typed(value) if is_user_function(value) else value


def functions_within_reach(*things: Any, converted: bool = False) -> list[types.FunctionType]:
    """Return the user's functions that `things` reach by name, nearest first, those in `things` included.

    Args:
        converted: whether to leave out functions marked by `ng.do_not_convert`, and what only they reach.
    """
    return [thing for thing in _Reach(set(), converted=converted).found(things) if is_user_function(thing)]


def forget_results(*things: Any) -> None:
    """Clear the `functools.lru_cache` of each function within reach, so that a run executes them."""
    for thing in _Reach(set()).found(things):
        if isinstance(thing, functools._lru_cache_wrapper) and is_user_function(thing.__wrapped__):
            thing.cache_clear()


def typed_value(value: Any) -> Any:
    """Return an argument as typed: the original function for a compiled one."""
    if isinstance(value, functools.partial):
        before = (value.func, *value.args, *value.keywords.values())
        after = list(map(typed_value, before))
        if all(old is new for old, new in zip(before, after, strict=True)):
            return value
        inner, args = after[0], after[1 : 1 + len(value.args)]
        return functools.partial(inner, *args, **dict(zip(value.keywords, after[1 + len(args) :], strict=True)))
    if type(value) in (list, tuple, dict) and len(value) <= _MOST_ITEMS:
        return _with_items(value)
    return plain_function(value) if callable(value) else value


def _with_items(value: Any) -> Any:
    """Return a list, tuple or dict with its items as typed; the same object if nothing changes."""
    before = list(value.values()) if isinstance(value, dict) else list(value)
    after = list(map(typed_value, before))
    if all(old is new for old, new in zip(before, after, strict=True)):
        return value
    return dict(zip(value, after, strict=True)) if isinstance(value, dict) else type(value)(after)


class _Reach:
    """Search what functions can reach by name."""

    def __init__(self, names: set[str] | None, *, converted: bool = False) -> None:
        """Begin a search.

        Args:
            names: gets the names that the functions mention, and only these are followed; None to follow all.
            converted: whether to skip what `ng.do_not_convert` marks.
        """
        self._names = names
        self._converted = converted
        self._seen: set[int] = set()
        self._pending: list[Any] = []
        # the objects found, each once
        self.kept: list[Any] = []  # also keeps them alive, so that no id is reused

    def bindings(self, things: Iterable[Any]) -> Iterator[_Binding]:
        """Yield every binding within reach to a compiled function."""
        for thing in things:
            self._visit(thing)
        while self._pending:
            thing = self._pending.pop(0)
            if isinstance(thing, types.FunctionType):
                yield from self._of_function(thing)
            elif isinstance(thing, type):
                yield from self._of_class(thing)
            elif isinstance(thing, types.ModuleType):
                yield from self._of_names(vars(thing), self._names or ())
            else:
                yield from self._of_items(thing)

    def found(self, things: Iterable[Any]) -> list[Any]:
        """Return all objects within reach, those in `things` included, nearest first."""
        list(self.bindings(things))
        return self.kept

    def _visit(self, value: Any) -> bool:
        """Schedule a value for the search; return whether it is a compiled function."""
        plain = plain_function(value) if callable(value) else value
        if id(plain) not in self._seen and not (self._converted and _is_marked(plain)):
            self._seen.add(id(plain))
            self.kept.append(plain)
            self._follow(plain)
        return plain is not value and not isinstance(value, types.MethodType)

    def _follow(self, value: Any) -> None:
        if isinstance(value, types.FunctionType | list | dict) or _is_users_module(value):
            self._pending.append(value)
        elif isinstance(value, type):
            if is_user_class(value):
                self._pending.append(value)
        else:
            for part in _parts(value):
                self._visit(part)

    def _of_function(self, function: types.FunctionType) -> Iterator[_Binding]:
        is_users = is_user_function(function)
        if self._names is not None and is_users:
            self._names |= global_names(function.__code__)  # of attributes, too: `helpers.step`
        for cell in function.__closure__ or ():
            value = contents_of(cell)
            if self._visit(value):
                yield _Binding(functools.partial(contents_of, cell), functools.partial(_fill, cell))
        self._visit(function.__dict__.get("__wrapped__"))
        if is_users:
            for value in (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()):
                self._visit(value)
            yield from self._of_names(function.__globals__, looked_up(function.__code__))

    def _of_names(self, names: dict[str, Any], mentioned: Collection[str]) -> Iterator[_Binding]:
        """Yield the bindings in a namespace: all of them once, or those that are mentioned."""
        if self._names is None and id(names) in self._seen:
            return
        self._seen.add(id(names))
        for name in list(names) if self._names is None else mentioned:
            if name in names and self._visit(names[name]):
                yield _item(names, name)

    def _of_items(self, values: list[Any] | dict[Any, Any]) -> Iterator[_Binding]:
        """Yield the bindings of functions and objects in a list or dict; skip data."""
        if len(values) <= _MOST_ITEMS:
            for key, value in list(values.items() if isinstance(values, dict) else enumerate(values)):
                if _may_run(value) and self._visit(value):
                    yield _item(values, key)

    def _of_class(self, cls: type) -> Iterator[_Binding]:
        for base in cls.__mro__[1:]:
            self._visit(base)
        for name, value in list(vars(cls).items()):
            if self._visit(value):
                read = functools.partial(vars(cls).get, name)
                yield _Binding(read, functools.partial(setattr, cls, name))


def _is_marked(value: Any) -> bool:
    return isinstance(value, types.FunctionType) and is_left_alone(value)


def _item(values: Any, key: Any) -> _Binding:
    return _Binding(lambda: _at(values, key), functools.partial(values.__setitem__, key))


def _at(values: Any, key: Any) -> Any:
    try:
        return values[key]
    except LookupError:  # taken out meanwhile
        return None


def _parts(value: Any) -> Iterator[Any]:
    """Yield what an object that is no function may run or hold."""
    kind: type = type(value)
    match value:
        case types.MethodType():
            yield from (value.__func__, value.__self__)
        case functools.partial():
            yield from (value.func, *value.args, *value.keywords.values())
        case property():
            yield from (value.fget, value.fset)
        case staticmethod() | classmethod():
            yield value.__func__
        case tuple():
            yield from filter(_may_run, value[:_MOST_ITEMS])
        case _ if is_user_class(kind):
            yield from (kind, inspect.getattr_static(value, "__dict__", None) and vars(value))
        case _ if callable(value):
            yield from rules_of(value) if has_rule(value) else ()
            yield inspect.getattr_static(value, "__wrapped__", None)  # `jax.jit`, `functools.lru_cache`


def _may_run(value: Any) -> bool:
    return callable(value) or is_user_class(type(value))


def _is_users_module(value: Any) -> bool:
    file = vars(value).get("__file__") if isinstance(value, types.ModuleType) else None
    return isinstance(file, str) and value is not sys.modules.get("__main__") and is_user_file(file)


def _fill(cell: types.CellType, value: Any) -> None:
    cell.cell_contents = value
