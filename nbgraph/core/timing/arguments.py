"""Hold the arguments of one call, in the form that each baseline takes."""

from __future__ import annotations

import copy
import inspect
from collections.abc import Callable, Collection, Mapping
from functools import partial
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from nbgraph.core.keys import is_key
from nbgraph.core.records import dataclass, field, replace

_UNCHANGING = (bool, int, float, complex, str, bytes, type(None), range, np.generic, type, ModuleType, FunctionType)


_MANY = 10_000


@dataclass(frozen=True)
class Arguments:
    """The user's arguments."""

    args: tuple[Any, ...] = ()  # by position
    kwargs: Mapping[str, Any] = field(default_factory=dict)  # by name
    static_argnums: frozenset[int] = frozenset()  # positions that `jax.jit` treats as constants
    static_argnames: frozenset[str] = frozenset()  # names that `jax.jit` treats as constants
    names: tuple[str, ...] = ()  # the function's parameters in order; empty where it does not say
    shares_static: bool = False  # whether all calls get the same static arguments: each may have its own program

    def on_copies(self) -> Arguments:
        """Return the arguments with NumPy copies of JAX's arrays, which can be written to."""
        return self._mapped(lambda leaf: np.array(leaf)[()] if _is_plain_array(leaf) else leaf)

    @property
    def leaves(self) -> list[Any]:
        import jax

        # JAX warns about an iterator unless `is_leaf` says that it is a leaf.
        return list(jax.tree_util.tree_leaves((self.args, self.kwargs), is_leaf=lambda part: hasattr(part, "__next__")))

    @property
    def are_many(self) -> bool:
        """Return whether they are too many to convert one by one, which takes a tenth of a millisecond each."""
        return len(self.leaves) > _MANY

    @property
    def holds_arrays(self) -> bool:
        return any(map(_is_plain_array, self.leaves))

    @property
    def arrays(self) -> list[str]:
        """Return the names of the arguments that are or contain JAX arrays."""
        import jax

        named = dict(zip(self.names, self.args, strict=False)) | dict(self.kwargs)
        return [name for name, value in named.items() if any(map(_is_plain_array, jax.tree_util.tree_leaves(value)))]

    def of_eager(self) -> Arguments:
        """Return the arguments as JAX arrays, except static ones and those that JAX has no array for.

        Raises:
            OverflowError: an integer does not fit JAX's default integer.
        """
        import jax

        numbers = (bool, int, float, complex, np.ndarray, np.generic)
        # it gives what `jnp.asarray` does, which compiles a program for each type of Python's
        return self._mapped(lambda leaf: jax.device_put(leaf) if isinstance(leaf, numbers) else leaf)

    def dynamic(self) -> Arguments:
        """Return what a compiled program takes: no static arguments, and known parts of others in their structure."""
        from nbgraph.core.executor.known_parts import with_known

        args = tuple(with_known(value) for index, value in enumerate(self.args) if index not in self.static_argnums)
        kwargs = {name: with_known(value) for name, value in self.kwargs.items() if name not in self.static_argnames}
        return Arguments(args, kwargs)

    def call(self, function: Callable[..., Any]) -> partial[Any]:
        """Return the call with its own copy of the arguments, so that it cannot change those of the next.

        Lists, dictionaries, NumPy arrays and objects are copied deeply, all arguments together, so that two that share
        a part still do. What cannot be copied, such as a generator, is passed as it is, and so is a function of JAX's:
        its copy is another function, for which each call would compile another program.
        """
        args, kwargs = (self.args, self.kwargs) if self.unchanging else self._copy() or (self.args, self.kwargs)
        return partial(function, *args, **kwargs)

    @property
    def only_once(self) -> bool:
        """Return whether a run may use up the arguments, since they cannot be copied.

        >>> Arguments(([1],)).only_once, Arguments((iter, (n for n in [1]))).only_once
        (False, True)
        """
        return not self.unchanging and self._copy() is None

    def _copy(self) -> tuple[tuple[Any, ...], dict[str, Any]] | None:
        shared = [leaf for leaf in self.leaves if _is_jax_function(leaf)] + (self._as_own if self.shares_static else [])
        try:
            return copy.deepcopy((self.args, dict(self.kwargs)), {id(value): value for value in shared})
        except Exception:  # objects say in many ways that they cannot be copied
            return None

    @property
    def _as_own(self) -> list[Any]:
        """Return the static arguments that a program knows by their own hash; copies of lists and dicts are equal."""
        from nbgraph.core.executor.known_parts import Frozen

        static = [self.args[index] for index in self.static_argnums if index < len(self.args)]
        static += [self.kwargs[name] for name in self.static_argnames if name in self.kwargs]
        return [each for each in static if Frozen.of(each) is each]

    @property
    def unchanging(self) -> bool:
        """Whether no function can change these arguments.

        >>> Arguments((27, (1.5, "text"))).unchanging, Arguments(([1],)).unchanging
        (True, False)
        """
        return all(map(_unchanging, (*self.args, *self.kwargs.values())))

    def _mapped(self, change: Callable[[Any], Any]) -> Arguments:
        import jax

        from nbgraph.core.staging.values import rebuilt

        def changed(value: Any, static: bool) -> Any:
            if static:
                return value
            before = jax.tree_util.tree_leaves(value)
            after = list(map(change, before))
            if all(old is new for old, new in zip(before, after, strict=True)):
                return value  # not rebuilt: two arguments may be the same list
            return rebuilt(jax.tree_util.tree_structure(value), after, value)

        args = tuple(changed(value, index in self.static_argnums) for index, value in enumerate(self.args))
        kwargs = {name: changed(value, name in self.static_argnames) for name, value in self.kwargs.items()}
        return replace(self, args=args, kwargs=kwargs)


def bind(
    function: Callable[..., Any],
    args: tuple[Any, ...],
    kwargs: Mapping[str, Any],
    static_argnames: Collection[str],
) -> Arguments:
    """Return the arguments; static ones are known both by position and by name, as `jax.jit` infers them.

    >>> bind(lambda x, n: x, (1.0, 3), {}, ("n",)).static_argnums
    frozenset({1})
    """
    try:
        names = list(inspect.signature(function).parameters)
    except (TypeError, ValueError):  # built-in functions and some callables have no signature
        names = []
    by_position = frozenset(names.index(name) for name in static_argnames if name in names)
    return Arguments(tuple(args), dict(kwargs), by_position, frozenset(static_argnames), tuple(names))


def _is_plain_array(value: Any) -> bool:
    """Return whether a value is a JAX array with a NumPy counterpart; a typed random key is not."""
    import jax

    return isinstance(value, jax.Array) and not is_key(value)


def _unchanging(value: Any) -> bool:
    if isinstance(value, tuple | frozenset):
        return all(map(_unchanging, value))
    if isinstance(value, _UNCHANGING) or _is_jax_function(value):
        return True
    import jax

    return isinstance(value, jax.Array)


def _is_jax_function(value: Any) -> bool:
    """Return whether a value is a function object of JAX's: `jnp.tanh`, `jax.nn.relu`, what `jax.jit` returns."""
    return callable(value) and type(value).__module__.partition(".")[0] in ("jax", "jaxlib")
