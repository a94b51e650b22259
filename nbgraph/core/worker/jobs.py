"""Pickle a call: the function with all that it reaches, as it is in the notebook now.

The user's functions, classes and modules are pickled by value, not by name: a worker that imported `helpers` an hour
ago must not run the `helpers` of then. Installed packages are pickled by name.
"""

from __future__ import annotations

import contextlib
import functools
import importlib
import io
import pickle
import sys
import threading
import time
import uuid
import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from operator import is_
from types import CodeType, FunctionType, ModuleType
from typing import Any

import cloudpickle  # type: ignore[import-untyped]
import jax
import jax.numpy as jnp
import numpy as np

from nbgraph.core._jax import JITTED, pmapped, pytree_node
from nbgraph.core.collecting import uncollected
from nbgraph.core.executor.pickling import Restorable
from nbgraph.core.keys import is_key
from nbgraph.core.messages import Message, matches
from nbgraph.core.one_line import text_of
from nbgraph.core.records import dataclass, field
from nbgraph.core.source.environment import codes_in
from nbgraph.core.source.ownership import is_user_file, is_user_function, plain_function
from nbgraph.core.source.support.rows import Fact
from nbgraph.core.source.support.table import builtins_that
from nbgraph.core.worker.patches import SIMPLE, Attributes, attributes
from nbgraph.core.worker.process import POLL
from nbgraph.core.worker.settings import device_at

_identities: weakref.WeakKeyDictionary[type, str] = weakref.WeakKeyDictionary()  # of classes that travel, everywhere
_classes: weakref.WeakValueDictionary[str, type] = weakref.WeakValueDictionary()  # the same, by identity
_arrived: weakref.WeakSet[type] = weakref.WeakSet()  # those that another process has defined


def _of_class(reduced: Any, cls: type) -> Any:
    """Return the pickle of a user's class, with its registration as a JAX pytree if it has one."""
    if not isinstance(reduced, tuple) or len(reduced) == 2:  # by its name
        return reduced
    *made, state, _, _, fill = reduced
    identity = _identities.setdefault(cls, uuid.uuid4().hex)
    _classes[identity] = cls
    return _class, (identity, *made), (state, fill, pytree_node(cls)), None, None, _fill


def _class(identity: str, make: Callable[..., type], arguments: tuple[Any, ...]) -> type:
    """Return a class that was pickled: the original where it comes back, else an empty one."""
    if (cls := _classes.get(identity)) is None:
        cls = _classes[identity] = make(*arguments)
        _identities[cls] = identity
        _arrived.add(cls)
    return cls


def _fill(cls: type, parts: tuple[Any, Callable[[type, Any], None], Any]) -> None:
    """Fill a class of another process with its current content, and register it with JAX; leave one of this process."""
    state, fill, node = parts
    if cls not in _arrived or not _fills:
        return
    fill(cls, state)
    if node is not None and pytree_node(cls) is None:
        apart, together = node
        jax.tree_util.register_pytree_with_keys(cls, _with_names(apart), together, apart)


def travels(value: Any) -> bool:
    """Return whether a value can be pickled and read again."""
    global _fills
    data = b""
    try:
        data = pickled(value)
        _fills = False
        pickle.loads(data)
    except Exception:  # the user's objects may raise anything
        return False
    finally:
        _fills = True
    return True


_fills = True  # whether what is read comes from another process


def _with_names(apart: Callable[[Any], tuple[Any, Any]]) -> Callable[[Any], tuple[Any, Any]]:
    """Return the flattening function with the attribute names of the parts as keys."""

    def named(value: Any) -> tuple[Any, Any]:
        parts, rest = apart(value)
        left = list(vars(value).items()) if hasattr(value, "__dict__") else []
        found: list[tuple[Any, Any]] = []
        for number, part in enumerate(parts):
            at = next((i for i, (_, attribute) in enumerate(left) if attribute is part), None)
            key = jax.tree_util.FlattenedIndexKey(number) if at is None else jax.tree_util.GetAttrKey(left.pop(at)[0])
            found.append((key, part))
        return found, rest

    return named


_BOUND_HERE = builtins_that(Fact.NAMESPACE) | {"get_ipython", "display"}
_MAIN = ("__main__", "__mp_main__")  # their contents are pickled by value anyway
ATTEMPTS = 5
"""As often is read what another thread of the notebook changes meanwhile."""
_registering = threading.Lock()


class CannotTravelError(Exception):
    """No other process can make the call; the message says why, with the value's name if known."""


@dataclass(frozen=True)
class Job:
    """A call."""

    function: str  # the function of nbgraph's to call, as "module:name": it is imported in the worker, not here
    arguments: Sequence[Any] = ()  # by position; the user's own arguments are among them
    keywords: Mapping[str, Any] = field(default_factory=dict)  # by name
    tells: bool = False  # whether the function takes `tell=`, to report how far it has come

    def load(self) -> Callable[..., Any]:
        module, _, name = self.function.partition(":")
        function: Callable[..., Any] = getattr(importlib.import_module(module), name)
        return function

    def run(self, tell: Callable[..., None]) -> Any:
        keywords = {**self.keywords, "tell": tell} if self.tells else self.keywords
        return self.load()(*self.arguments, **keywords)


@dataclass(frozen=True)
class Packed:
    """A job that can be sent."""

    job: bytes  # the job as bytes
    attributes: bytes  # what the modules that it reaches hold in this process, as bytes; see `patches`


@uncollected()
def packed(job: Job) -> Packed:
    """Return a job as bytes; it waits for arrays that are being computed, and can be interrupted then.

    Raises:
        CannotTravelError: something that the call reaches cannot be pickled, or has a meaning in this process only.
    """
    try:
        for value in (*job.arguments, *job.keywords.values()):
            if bound := _names_bound_here(value):
                raise CannotTravelError(f"the function uses `{bound[0]}`, which depends on the notebook's own process")
        data, reached, names = _pickled(job)
    except CannotTravelError:
        raise
    except Exception as error:  # `__reduce__` of the user's objects may raise anything
        try:
            culprit = _culprit(job)
        except Exception:  # an object that cannot be inspected
            culprit = "the call"
        raise CannotTravelError(f"{culprit} cannot be sent to another process ({_short(error)})") from error
    found = attributes(reached, names)
    try:
        return Packed(data, _quickly(found))
    except Exception as error:
        parts = (
            f"`{owner.replace(':', '.')}.{name}`"
            for owner, held in found.items()
            for name in held
            if not travels(held[name])
        )
        raise CannotTravelError(f"{next(parts, 'a module')}, which was replaced, cannot be sent there") from error


def _quickly(found: Mapping[str, Attributes]) -> bytes:
    """Return the attributes of modules as bytes, by the fast pickler if they are plain values, as most are."""
    values = (value for held in found.values() for value in held.values())
    return pickle.dumps(found, protocol=5) if all(isinstance(value, SIMPLE) for value in values) else pickled(found)


def pickled(value: Any) -> bytes:
    """Return a value as bytes, with the user's definitions by value."""
    if type(value) is tuple and {str, bytes}.issuperset(map(type, value)):
        return pickle.dumps(value, protocol=5)  # without a look at a thousand modules, for news that are bytes already
    return _pickled(value)[0]


def _pickled(value: Any) -> tuple[bytes, list[ModuleType], set[str]]:
    """Return a value as bytes, the libraries' modules that it refers to, and the names in its code.

    Other threads of the notebook run meanwhile: the pickling is repeated if one of them has changed a dict.
    """
    for attempt in range(ATTEMPTS):
        buffer = io.BytesIO()
        try:
            with _registering, _user_modules_by_value():
                pickler = _Pickler(buffer, protocol=5)
                pickler.dump(value)
            break
        except RuntimeError as error:
            if attempt == ATTEMPTS - 1 or not matches(error, Message.RESIZED):
                raise
    return buffer.getvalue(), pickler.modules, pickler.names


class _Pickler(cloudpickle.Pickler):  # type: ignore[misc]
    def __init__(self, file: io.BytesIO, protocol: int) -> None:
        super().__init__(file, protocol)
        self.modules: list[ModuleType] = []
        self.names: set[str] = set()

    def reducer_override(self, value: Any) -> Any:
        if type(value).__module__.startswith("nbgraph.") and not isinstance(value, Restorable):
            return NotImplemented  # a report holds thousands of these, and the questions below take longer
        if isinstance(value, jax.Array):
            return _array(value)
        if isinstance(value, jax.Device):  # of a mesh
            return device_at, (value.platform, value.id)
        if isinstance(value, ModuleType) and not _is_users(value.__name__, value):
            self.modules.append(value)
        elif isinstance(value, CodeType):
            self.names.update(value.co_names)
        elif (
            isinstance(value, type)
            and (home := sys.modules.get(value.__module__))
            and not _is_users(home.__name__, home)
        ):
            self.modules.append(home)  # its methods may be the user's
        if isinstance(value, Restorable):
            module = value.__module__
            if module in _MAIN or _is_users(module, sys.modules.get(module)):
                return Restorable.__reduce__(value)
        if isinstance(value, JITTED):
            reduced: Any = value.__reduce_ex__(5)
            return *reduced[:2], (reduced[2], vars(value)), None, None, _restored
        if isinstance(value, jax.custom_vjp):  # pickle would call its class without the function it needs
            return object.__new__, (type(value),), vars(value)
        if isinstance(value, functools._lru_cache_wrapper) and is_user_function(value.__wrapped__):
            return _cached, (value.__wrapped__, value.cache_parameters())
        if isinstance(value, FunctionType) and (mapped := pmapped(value)) is not None:
            return _mapped, mapped  # JAX's function holds what cannot be pickled
        reduced = super().reducer_override(value)
        return _of_class(reduced, value) if isinstance(value, type) else reduced


def _mapped(function: Callable[..., Any], options: Mapping[str, Any]) -> Any:
    return jax.pmap(function, **options)


def _cached(function: Callable[..., Any], parameters: Mapping[str, Any]) -> Any:
    """Return a function under `functools.lru_cache`, whose own pickle is only its name."""
    return functools.lru_cache(**parameters)(function)


def _restored(compiled: Any, state: tuple[Any, Mapping[str, Any]]) -> None:
    """Restore a `jax.jit` function with its attributes: JAX's own pickle leaves out the function it wraps."""
    own, attributes = state
    compiled.__setstate__(own)
    vars(compiled).update(attributes)


def _array(value: Any) -> Any:
    if isinstance(value, jax.core.Tracer):
        raise pickle.PicklingError("it is an abstract value of a trace")
    if is_key(value):
        return _key, (jax.random.key_data(value), str(jax.random.key_impl(value)))
    while not value.is_ready():  # JAX's own wait cannot be interrupted
        time.sleep(POLL)
    if len(value.sharding.device_set) > 1 and value.is_fully_addressable:
        sharding = io.BytesIO()
        _Pickler(sharding, 5).dump(value.sharding)  # by itself, for its devices may not be there
        return _divided, (np.asarray(value), sharding.getvalue())
    return NotImplemented


def _divided(data: Any, sharding: bytes) -> Any:
    """Return an array divided among devices; on one device where this process does not have as many."""
    try:
        return jax.device_put(data, pickle.loads(sharding))
    except (StopIteration, RuntimeError):  # there is no such device, or no such platform
        return jnp.asarray(data)


def _key(data: Any, implementation: str) -> Any:
    return jax.random.wrap_key_data(data, impl=implementation)


@contextlib.contextmanager
def _user_modules_by_value() -> Iterator[None]:
    already = cloudpickle.list_registry_pickle_by_value()
    added = [module for module in _user_modules() if module.__name__ not in already]
    for module in added:
        cloudpickle.register_pickle_by_value(module)
    try:
        yield
    finally:
        for module in added:
            cloudpickle.unregister_pickle_by_value(module)


def _user_modules() -> list[ModuleType]:
    """Return the user's loaded modules; cached, since a thousand are loaded and each part of a report is pickled."""
    now = [*sys.path, *sys.modules.values()]
    if len(now) != len(_looked_at) or not all(map(is_, now, _looked_at)):
        _looked_at[:] = now
        _users[:] = [module for name, module in list(sys.modules.items()) if _is_users(name, module)]
    return _users


_looked_at: list[Any] = []
_users: list[ModuleType] = []


def _is_users(name: str, module: Any) -> bool:
    """Return whether a module is a file of the user's."""
    file = getattr(module, "__file__", None)
    return (
        isinstance(module, ModuleType)
        and name not in _MAIN
        and module.__name__ == name
        and isinstance(file, str)
        and is_user_file(file)
    )


def _names_bound_here(value: Any) -> list[str]:
    """Return the names in a function's code that mean something else in another process."""
    function = plain_function(value)
    code = getattr(getattr(function, "__func__", function), "__code__", None)
    return sorted(_BOUND_HERE & _all_names(code)) if isinstance(code, CodeType) else []


def _all_names(code: CodeType) -> set[str]:
    return {name for each in codes_in(code) for name in each.co_names}


def _culprit(job: Job) -> str:
    """Return a phrase for what in a job cannot be pickled."""
    given = (each if isinstance(each, tuple) else (each,) for each in (*job.arguments, *job.keywords.values()))
    for value in chain.from_iterable(given):
        function = plain_function(value)
        if isinstance(function, FunctionType):
            names = _all_names(function.__code__)
            used = {name: item for name, item in function.__globals__.items() if name in names}
            for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
                with contextlib.suppress(ValueError):  # it has no value yet
                    used[name] = cell.cell_contents
            for name, item in used.items():
                if not travels(item):
                    return f"`{name}`"
        elif not travels(value):
            return f"an argument of type `{type(value).__name__}`"
    return "the call"


def _short(error: Exception) -> str:
    text = " ".join(text_of(error).split())
    return f"{type(error).__name__}: {text if len(text) <= 100 else text[:97] + '...'}"
