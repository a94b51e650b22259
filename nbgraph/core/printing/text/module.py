"""Build the text of a module: imports, constants, classes, functions, and the function with the user's comments."""

from __future__ import annotations

import ast
import builtins
import dataclasses
import inspect
import linecache
import re
import sys
import textwrap
import types
import typing
from collections.abc import Collection, Iterable, Mapping, Sequence

from nbgraph.core.codegen.emit import emit
from nbgraph.core.codegen.source_map import PURE_JAX, GeneratedCode
from nbgraph.core.pipeline import Converted
from nbgraph.core.printing.ir.program import NoFormError
from nbgraph.core.printing.text.code import names_in, text_of
from nbgraph.core.records import dataclass, field
from nbgraph.core.source.ownership import is_user_file
from nbgraph.core.source.text import SourceText

_IMPORTS = (
    (r"(?<![\w.])collections\.", "import collections"),
    (r"(?<![\w.])dataclasses\.", "import dataclasses"),
    (r"@dataclass\b", "from dataclasses import dataclass"),
    (r"\bNamedTuple\b", "from typing import NamedTuple"),
    (r"(?<![\w.])jax\.", "import jax"),
    (r"(?<![\w.])jnp\.", "import jax.numpy as jnp"),
    (r"(?<![\w.])lax\.", "from jax import lax"),
)


def module_of(
    converted: Converted,
    functions: Sequence[ast.FunctionDef],
    definitions: Mapping[str, ast.stmt],  # constants, classes and functions before them, by name
    modules: Mapping[str, str],  # the modules that the user's text mentions, by name
) -> GeneratedCode:
    """Return the whole module."""
    ahead = [*definitions.values()]
    words = "\n".join(map(text_of, (*ahead, *functions)))
    lines = [*_imports(words, modules), *(text_of(node) for node in ahead if isinstance(node, ast.ImportFrom))]
    plain = [node for node in ahead if isinstance(node, ast.Assign)]
    if plain:
        lines += ["", *map(text_of, plain)]
    for node in ahead:
        if not isinstance(node, ast.Assign | ast.ImportFrom):
            lines += ["", "", *text_of(node).splitlines()]
    source, span = converted.parsed.source, converted.parsed.span
    return emit(PURE_JAX, functions, source, span, ast.Pass(), [*lines, *([""] if lines else [])])


def _imports(words: str, modules: Mapping[str, str]) -> Iterable[str]:
    for pattern, line in _IMPORTS:
        if re.search(pattern, words):
            yield line
    for name, module in sorted(modules.items()):
        if name not in ("jax", "jnp", "lax") and re.search(rf"(?<![\w.]){name}\.", words):
            yield f"import {module}" if name == module else f"import {module} as {name}"


@dataclass
class Classes:
    """Definitions of classes, by name, bases first."""

    found: dict[str, ast.stmt] = field(default_factory=dict)

    def add(self, cls: type) -> None:
        """Define a class after its bases."""
        if cls.__module__ == "builtins" or cls.__name__ in self.found:
            return
        for base in reversed(cls.__bases__):
            if base.__module__ not in ("builtins", "typing") and base is not tuple:
                self.add(base)
        self.found[cls.__name__] = made = _definition(cls)
        for name, module in sorted(_library_names(cls).items()):
            if name in names_in(made) - _KNOWN:
                self.found[name] = ast.ImportFrom(module, [ast.alias(name)], 0)


def _definition(cls: type) -> ast.stmt:
    fields = getattr(cls, "_fields", None)
    if fields is not None and not _methods(cls) and not getattr(cls, "_field_defaults", None):
        text = f"{cls.__name__} = collections.namedtuple({cls.__name__!r}, {' '.join(fields)!r})"
        return ast.parse(text).body[0]
    try:
        found = _in_cell(cls) or ast.parse(textwrap.dedent(inspect.getsource(cls))).body[0]
    except (OSError, TypeError, SyntaxError):
        raise NoFormError(f"the class `{cls.__name__}`, whose source is not to be had") from None
    if not isinstance(found, ast.ClassDef) or not _is_small(found, _library_names(cls).keys()):
        raise NoFormError(f"the class `{cls.__name__}`")
    return found


def _methods(cls: type) -> list[types.CodeType]:
    codes = (getattr(value, "__code__", None) for value in vars(cls).values())
    files = ((code, code.co_filename) for code in codes if code is not None)
    return [code for code, file in files if not file.startswith("<") and is_user_file(file)]


def _in_cell(cls: type) -> ast.ClassDef | None:
    """Find a class of a notebook's cell, for which Python has no file, by its methods' code or its fields; or None."""
    lines = {code.co_filename: code.co_firstlineno for code in _methods(cls)}
    cells = (file for file, entry in reversed(linecache.cache.items()) if len(entry) > 1 and entry[1] is None)
    for file in lines or tuple(cells):
        source = SourceText.of_file(file)
        nodes = ast.walk(source.tree) if source is not None else ()
        for node in (each for each in nodes if isinstance(each, ast.ClassDef) and each.name == cls.__name__):
            fields = [ast.unparse(each.target) for each in node.body if isinstance(each, ast.AnnAssign)]
            if lines and node.lineno <= lines[file] <= (node.end_lineno or 0):
                return node
            if not lines and fields == list(vars(cls).get("__annotations__", ())):
                return node
    return None


_KNOWN = frozenset(("dataclass", "dataclasses", "NamedTuple", "typing", "collections", "self", "super"))


def _library_names(cls: type) -> dict[str, str]:
    """Return the names of `typing` and `dataclasses`, as `Any` or `field`, in a class's module, with their module."""
    names = vars(sys.modules.get(cls.__module__, typing))
    every = ((name, module) for module in (typing, dataclasses) for name in module.__all__)
    pairs = (
        (name, module, getattr(module, name)) for name, module in every
    )  # a process of the magic has no such module
    return {name: module.__name__ for name, module, value in pairs if names.get(name, value) is value}


def _is_small(node: ast.ClassDef, names: Collection[str]) -> bool:
    """Return whether a class mentions only builtins, its own names, dataclass helpers, and `names`."""
    mentioned = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
    bound = {each.arg for each in ast.walk(node) if isinstance(each, ast.arg)}
    bound |= {each.id for each in ast.walk(node) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}
    bases = {base.id for base in node.bases if isinstance(base, ast.Name)}
    known = _KNOWN | bound | bases | {node.name} | {*names}
    return all(name in known or hasattr(builtins, name) for name in mentioned)
