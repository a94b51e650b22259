"""Tell whose code it is: the user's is converted and observed, installed packages are left alone."""

from __future__ import annotations

import functools
import os
import sys
import types
import weakref
from importlib.machinery import EXTENSION_SUFFIXES
from typing import Any

from nbgraph.core.errors import frames_of
from nbgraph.core.source.installed import is_library_file, normal

_PACKAGE = normal(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))) + os.sep
_IMMUTABLE = 1 << 8  # `Py_TPFLAGS_IMMUTABLETYPE`: written in C, and immutable
_COMPILED = tuple(EXTENSION_SUFFIXES)
_CYTHON = (".pyx", ".pxd", ".pxi")  # Cython names its frames by these, without a folder


def is_user_file(file: str) -> bool:
    """Return whether a file or cell is the user's: not of the standard library, an installed package or nbgraph.

    >>> is_user_file("lesson.py"), is_user_file("<string>"), is_user_file("<stdin>"), is_user_file(os.__file__)
    (True, True, False, False)
    """
    if file.startswith("<frozen") or file == "<stdin>" or file.endswith(_CYTHON):
        return False
    if file.startswith("<"):
        return True
    return not (file.startswith(_PACKAGE) or is_library_file(file) or is_own_file(file))


def users_frame(frame: types.FrameType) -> types.FrameType | None:
    """Return the innermost frame of the user's, from a frame outwards; None where there is none."""
    return next((each for each in frames_of(frame) if is_user_file(each.f_code.co_filename)), None)


@functools.lru_cache(maxsize=4096)
def is_own_file(file: str) -> bool:
    return normal(file).startswith(_PACKAGE)


def plain_function(thing: Any) -> Any:
    """Return the user's function or method inside nbgraph's wrapper; anything else unchanged.

    A wrapper of a converted function (`functools.wraps`, `jax.grad`) has its attributes, but is another function.
    """
    if isinstance(thing, types.MethodType):
        inner = plain_function(thing.__func__)
        return thing if inner is thing.__func__ else types.MethodType(inner, thing.__self__)
    is_function = isinstance(thing, types.FunctionType)
    made_here = is_own_file(thing.__code__.co_filename) if is_function else hasattr(type(thing), "__nbgraph_inline__")
    return getattr(thing, "__nbgraph_inline__", thing) if made_here else thing


def name_of(function: Any) -> str:
    """Return a function's name: an object's is that of its class, a partial's that of its function.

    >>> name_of(functools.partial(normal)), name_of(functools.lru_cache)
    ('normal', 'lru_cache')
    """
    if isinstance(function, functools.partial):
        return name_of(function.func)
    name, inner = getattr(function, "__name__", None), getattr(function, "__wrapped__", None)
    if inner is not None and not str(name).replace("<lambda>", "f").isidentifier():  # JAX names neither of the two
        return name_of(inner)
    return str(name or type(function).__name__)


def is_of_jax(function: Any) -> bool:
    """Return whether JAX made a function; `jax.grad(f)` has the name and the module of `f`."""
    names = getattr(function, "__globals__", None)
    return isinstance(names, dict) and str(names.get("__name__")).partition(".")[0] == "jax"


def is_of_trees(function: Any) -> bool:
    """Return whether a JAX function works on the leaves of a tree, as `jax.tree.map` does."""
    return is_of_jax(function) and function.__globals__["__name__"].rpartition(".")[2] in _OF_TREES


_OF_TREES = ("tree", "tree_util", "flatten_util")


def is_user_function(function: Any) -> bool:
    return isinstance(function, types.FunctionType) and is_user_file(function.__code__.co_filename)


def is_user_class(cls: type) -> bool:
    """Return whether a class is defined in the user's code: its module is the user's, or a notebook.

    >>> is_user_class(dict), is_user_class(types.SimpleNamespace)
    (False, False)
    """
    known = _answers.get(id(cls))
    if known is None or known[0]() is not cls:
        key = id(cls)
        known = _answers[key] = (weakref.ref(cls, lambda _: _answers.pop(key, None)), _is_user_class(cls))
    return known[1]


# By identity, and weakly: a metaclass may compare as it likes, and no class lives longer because it was asked about.
_answers: dict[int, tuple[weakref.ref[type], bool]] = {}


def _is_user_class(cls: type) -> bool:
    if cls.__flags__ & _IMMUTABLE or cls.__module__ in ("builtins", "functools", "collections"):
        return False
    methods = (member for member in vars(cls).values() if isinstance(member, types.FunctionType))
    if any(is_user_function(m) and m.__code__.co_filename != "<string>" for m in methods):
        return True
    module = sys.modules.get(cls.__module__)
    file = getattr(module, "__file__", None)
    if cls.__module__ == "__main__" or module is None:  # what runs is the user's, also by `python -m`
        return True
    return file is not None and is_user_file(file) and not file.endswith(_COMPILED)


def is_plain_object(value: Any) -> bool:
    """Return whether a library's object keeps its state in attributes, as a `SimpleNamespace` does."""
    home = type(value).__module__  # no text for what stands for a function that is chosen at run time
    return isinstance(home, str) and home.split(".")[0] not in _OPAQUE and hasattr(value, "__dict__")


_OPAQUE = ("jax", "jaxlib", "numpy", "nbgraph", "IPython", "ipykernel", "builtins", "_io", "logging", "threading", "re")
