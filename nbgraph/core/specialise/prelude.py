"""What pasted code needs before it: imports, constants, and the one helper for run-time checks."""

from __future__ import annotations

import ast
import builtins
import sys
import types
from dataclasses import dataclass, field
from typing import Any, Protocol

import jax
import numpy as np

from nbgraph.core.analysis.names import names
from nbgraph.core.keys import is_key
from nbgraph.core.normalise.template import quote, renamed
from nbgraph.core.source.environment import UNKNOWN, Environment
from nbgraph.core.source.ownership import is_user_class, is_user_file, is_user_function
from nbgraph.core.specialise.definitions import Definitions
from nbgraph.core.specialise.outside import taken_from_outside
from nbgraph.core.specialise.plan import Plan
from nbgraph.core.specialise.types import of_implementation
from nbgraph.core.staging.conversion import uncompiled

_IMPORTS = {"jax": "import jax", "jnp": "import jax.numpy as jnp", "lax": "from jax import lax"}
CHECKS = {
    "raise_if": """
def raise_if(condition, error):
    if isinstance(condition, jax.core.Tracer):
        jax.debug.callback(lambda condition: raise_if(condition, error), condition)
    elif condition:
        raise error""",
    "raise_unless": """
def raise_unless(condition, error):
    if isinstance(condition, jax.core.Tracer):
        jax.debug.callback(lambda condition: raise_unless(condition, error), condition)
    elif not condition:
        raise error""",
    "raise_failed": """
def raise_failed(failed, *errors):
    if isinstance(failed, jax.core.Tracer):
        jax.debug.callback(lambda failed: raise_failed(failed, *errors), failed)
    elif failed:
        raise errors[int(failed) - 1]""",
}
# Where a message holds values, it is made from those of the run, and only if it is needed.
LATE = """
def {name}(condition, {act}, *values):
    if isinstance(condition, jax.core.Tracer):
        traced = {{k: value for k, value in enumerate(values) if isinstance(value, jax.Array)}}
        def later(condition, traced):
            {name}(condition, {act}, *(traced.get(k, value) for k, value in enumerate(values)))
        jax.debug.callback(later, condition, traced)
    elif {condition}:
        {acts}"""
PLAIN = """
def plain(value):
    if getattr(value, "shape", None) != ():
        return value
    return float(str(value)) if value.dtype.kind == "f" else value.item()"""
_ERROR = "raise error(*map(plain, values)) if callable(error) else error"
CHECKS_LATE = {
    "raise_if": LATE.format(name="raise_if", act="error", condition="condition", acts=_ERROR),
    "raise_unless": LATE.format(name="raise_unless", act="error", condition="not condition", acts=_ERROR),
    "act_if": LATE.format(name="act_if", act="act", condition="condition", acts="act(*map(plain, values))"),
}
ON_HOST = """
def on_host(act, *values):
    def run(*values):
        act(*jax.tree.map(plain, values))
    jax.debug.callback(run, *values, ordered=True)"""
LIST_IN_ARRAY = """
class ListInArray:
    def __init__(self, rows, length):
        self.rows, self.length = rows, length

    def append(self, item):
        self.rows, self.length = self.rows.at[self.length].set(item), self.length + 1"""
ORDERED = """
def ordered(compare, left, right):
    result = compare(len(left), len(right))
    for a, b in reversed(list(zip(left, right))):
        result = jnp.where(a == b, result, compare(a, b))
    return result"""
HELPERS = {**CHECKS, "ordered": ORDERED, "on_host": ON_HOST, "ListInArray": LIST_IN_ARRAY}
LARGEST_CONSTANT = 64  # elements of an array that code spells out


def prelude(
    main: ast.stmt, definitions: Definitions, environment: Environment, plan: Plan, texts: Texts | None = None
) -> list[str]:
    """The lines before special code, so that it runs in an empty module; definitions that it needs are added.

    Args:
        main: the special code.
        definitions: those of the user's functions and classes that it uses.
        environment: what its free names stand for.
        plan: the decisions, to refuse with.
        texts: the tables of texts that it uses.

    Raises:
        NoSpecialFormError: the code reads something that cannot be written down.
    """
    made = _Prelude(definitions, plan)
    if texts is not None:
        nodes = [main, *(node for node, _ in definitions.made)]
        made.given = dict.fromkeys(texts.names, _OWN)
        made.constants += texts.lines(set().union(*(names(node).reads for node in nodes)))
    return made.lines(main, environment)


class Texts(Protocol):
    """Tables of texts, whose lines are made elsewhere."""

    @property
    def names(self) -> set[str]:
        """The names that they bind."""

    def lines(self, used: set[str]) -> list[str]:
        """The lines for those of which something is used."""


@dataclass
class _Prelude:
    """Finds what each name that special code takes from outside stands for.

    Attributes:
        definitions: the user's functions and classes.
        plan: the decisions, to refuse with.
        known: what each name stands for, once it has been seen to.
        imports: import lines.
        constants: lines that bind a name.
        helpers: the helpers for what happens at run time.
        late: the names of helpers that are given messages which hold values.
        given: names that lines made elsewhere bind.
    """

    definitions: Definitions
    plan: Plan
    known: dict[str, Any] = field(default_factory=dict)
    imports: list[str] = field(default_factory=list)
    constants: list[str] = field(default_factory=list)
    helpers: list[str] = field(default_factory=list)
    late: set[str] = field(default_factory=set)
    given: dict[str, Any] = field(default_factory=dict)

    def lines(self, main: ast.stmt, environment: Environment) -> list[str]:
        """The imports, constants and helpers for all of it."""
        versions = list(self.definitions.made)
        self.late = {name for node, _ in [*versions, (main, environment)] for name in _late_checks(node)}
        own = {getattr(node, "name", "") for node, _ in [*versions, (main, environment)]}
        self.known = {**self.given, **dict.fromkeys(own, _OWN)}
        for node, around in versions:
            self.definitions.made.remove((node, around))
            self.provide(node, around)
            self.definitions.made.append((node, around))
        self.provide(main, environment)
        imports = sorted(dict.fromkeys(self.imports), key=_import_order)
        helpers = [line for helper in self.helpers for line in ["", *helper.split("\n")]]
        return [*imports, *([""] if self.constants else []), *self.constants, *helpers]

    def provide(self, node: ast.stmt, environment: Environment) -> None:
        """See to everything that a definition takes from outside."""
        for name in sorted(taken_from_outside(node) - {getattr(node, "name", "")}):
            value = environment.outer.get(name, getattr(builtins, name, UNKNOWN))
            if name in self.known:
                if self.known[name] is not value and self.known[name] is not _OWN:
                    raise self.plan.refuse(self.plan.converted.node, f"`{name}` is something else in another module")
                continue
            self.known[name] = value
            self.bind(name, value)

    def bind(self, name: str, value: Any) -> None:
        """Make a name stand for a value."""
        value = uncompiled(value)
        module = {new: old for old, new in renamed.get().items()}.get(name)
        if module is not None and value is UNKNOWN:
            self.imports.append(f"{_IMPORTS[module].partition(' as ')[0]} as {name}")
        elif name in _IMPORTS and (value is UNKNOWN or isinstance(value, types.ModuleType)):
            self.imports.append(_IMPORTS[name])
        elif name == "plain" and value is UNKNOWN:
            self.helpers += [] if PLAIN in self.helpers else [PLAIN]
        elif name in {**HELPERS, **CHECKS_LATE} and value is UNKNOWN:
            is_late = name in self.late or name not in HELPERS
            text = CHECKS_LATE[name] if is_late else HELPERS[name]
            self.imports += [line for module, line in _IMPORTS.items() if f"{module}." in text]
            if (is_late or name == "on_host") and PLAIN not in self.helpers:
                self.helpers.append(PLAIN)
            self.helpers.append(text)
        elif value is UNKNOWN or getattr(builtins, name, UNKNOWN) is value:
            return
        elif isinstance(value, types.ModuleType):
            self.imports.append(f"import {value.__name__} as {name}" if value.__name__ != name else f"import {name}")
        elif _is_plain_named_tuple(value):
            self.imports.append("from collections import namedtuple")
            self.constants.append(f"{name} = namedtuple({value.__name__!r}, {' '.join(value._fields)!r})")
        elif is_user_function(value) or (isinstance(value, type) and is_user_class(value)):
            make = self.definitions.class_ if isinstance(value, type) else self.definitions.as_value
            made = self.definitions.made
            make(value, name)
            definition = made.pop()
            self.provide(*definition)
            made.append(definition)
        elif _is_library(value):
            self.imports.append(_import_of(value, name))
        elif _is_users(value):
            self.object(name, value)
        else:
            self.constants.append(f"{name} = {spell(value, name, self.plan)}")
            if "jnp." in self.constants[-1]:
                self.imports.append(_IMPORTS["jnp"])

    def object(self, name: str, value: Any) -> None:
        """An object of the user's, made of its class and what it has at the moment."""
        cls: Any = type(value)
        if cls.__name__ not in self.known:
            self.known[cls.__name__] = cls
            self.bind(cls.__name__, cls)
        elif self.known[cls.__name__] is not cls:
            raise self.plan.refuse(self.plan.converted.node, f"`{cls.__name__}` is something else in another module")
        if not all(key.isidentifier() for key in vars(value)):
            raise self.plan.refuse(self.plan.converted.node, f"an attribute of `{name}` cannot be written down")
        has = ", ".join(f"{key}={spell(part, f'{name}.{key}', self.plan)}" for key, part in vars(value).items())
        code = f"{name} = object.__new__({cls.__name__})\nvars({name}).update({has})"
        for line in quote(code, self.plan.converted.node):
            self.definitions.made.append((line, Environment({})))
        if "jnp." in has:
            self.imports.append(_IMPORTS["jnp"])


def _is_users(value: Any) -> bool:
    """Whether a value is an object of a class of the user's that is made of its attributes only."""
    cls: type = type(value)
    return is_user_class(cls) and hasattr(value, "__dict__") and not isinstance(value, _CONTAINERS)


_CONTAINERS = (list, tuple, dict, set, frozenset, str, bytes, int, float, complex)
_OWN = object()


def _late_checks(node: ast.stmt) -> set[str]:
    """The helpers for run-time checks that get a function to call."""
    calls = [part for part in ast.walk(node) if isinstance(part, ast.Call) and isinstance(part.func, ast.Name)]
    acting = [call for call in calls if len(call.args) > 1 and isinstance(call.args[1], ast.Lambda)]
    return {call.func.id for call in acting if isinstance(call.func, ast.Name)} & CHECKS_LATE.keys()


def _is_plain_named_tuple(value: Any) -> bool:
    """Whether a class is what `collections.namedtuple` makes of some names."""
    is_class = isinstance(value, type) and issubclass(value, tuple) and value.__bases__ == (tuple,)
    return is_class and hasattr(value, "_fields") and not value._field_defaults and "__annotations__" not in vars(value)


def _import_order(line: str) -> tuple[bool, str]:
    return line.startswith("from "), line


def _is_library(value: Any) -> bool:
    module = getattr(value, "__module__", "") or ""
    return (
        callable(value)
        and hasattr(value, "__name__")
        and not is_user_file(getattr(sys.modules.get(module), "__file__", None) or "<frozen>")
    )


def _import_of(value: Any, name: str) -> str:
    module = value.__module__
    public = next((m for m in ("jax", "jax.numpy", "jax.lax", "jax.nn", "numpy", module) if _has(m, value)), module)
    original = value.__name__
    return f"from {public} import {original}" + ("" if original == name else f" as {name}")


def _has(module: str, value: Any) -> bool:
    return getattr(sys.modules.get(module), getattr(value, "__name__", ""), None) is value


def spell(value: Any, name: str, plan: Plan) -> str:
    """A constant as code: numbers and strings, arrays of at most 64 elements, lists and tuples of these.

    Raises:
        NoSpecialFormError: it has no short literal form.
    """
    if isinstance(value, bool | int | float | complex | str | bytes | type(None)):
        return repr(value) if repr(value) not in ("inf", "-inf", "nan") else f"float({repr(value)!r})"
    if is_key(value) and value.size <= LARGEST_CONSTANT:
        return _spelled_key(value)
    if isinstance(value, jax.Array | np.ndarray | np.generic) and np.size(value) <= LARGEST_CONSTANT:
        array = np.asarray(value)
        array = array.astype(jax.dtypes.canonicalize_dtype(array.dtype))
        return f"jnp.array({_items(array)!r}, jnp.{array.dtype.name if array.dtype.kind != 'b' else 'bool_'})"
    if type(value) in (list, tuple) and len(value) <= LARGEST_CONSTANT:
        items = ", ".join(spell(item, name, plan) for item in value)
        return f"[{items}]" if isinstance(value, list) else f"({items}{',' if len(value) == 1 else ''})"
    is_array = isinstance(value, jax.Array | np.ndarray)
    kind = f"an array of {np.size(value)} elements" if is_array else f"an object of class {type(value).__name__}"
    raise plan.refuse(plan.converted.node, f"`{name}`, {kind} from outside, cannot be written down")


def _items(array: np.ndarray[Any, Any]) -> Any:
    """An array's items as nested lists, floats with the fewest digits that say which one of their type they are.

    >>> _items(np.array([[0.1, 2.0]], np.float32)), _items(np.float64(1 / 3)), _items(np.array([], np.float32))
    ([[0.1, 2.0]], 0.3333333333333333, [])
    """
    if array.dtype.kind != "f" or array.size == 0:
        return array.tolist()
    items = [float(str(item)) for item in array.reshape(-1)]  # NumPy's own loops would hand over Python floats
    return np.array(items).reshape(array.shape).tolist()


def _spelled_key(key: Any) -> str:
    """A random key by its seed where that is its last number, as for most, else by its data."""
    data = np.asarray(jax.random.key_data(key))
    if not key.shape:
        made = of_implementation(f"jax.random.key({data[-1]})", key.dtype)
        seeded = jax.random.key(int(data[-1]), impl=jax.random.key_impl(key)) if data[-1] < 2**31 else None
        if seeded is not None and np.array_equal(jax.random.key_data(seeded), data):
            return made
    array = f"jnp.array({data.tolist()!r}, jnp.{data.dtype.name})"
    return of_implementation(f"jax.random.wrap_key_data({array})", key.dtype)
