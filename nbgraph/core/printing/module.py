"""The text of a module: imports, constants, classes, functions, and the function itself with the user's comments."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping, Sequence

from nbgraph.core.codegen.emit import emit
from nbgraph.core.codegen.source_map import PURE_JAX, GeneratedCode
from nbgraph.core.pipeline import Converted
from nbgraph.core.printing.code import text_of

_IMPORTS = (
    (r"(?<![\w.])collections\.", "import collections"),
    (r"(?<![\w.])dataclasses\.", "import dataclasses"),
    (r"@dataclass\b|(?<![\w.])field\(", "from dataclasses import dataclass"),
    (r"\bNamedTuple\b", "from typing import NamedTuple"),
    (r"(?<![\w.])jax\.", "import jax"),
    (r"(?<![\w.])jnp\.", "import jax.numpy as jnp"),
    (r"(?<![\w.])lax\.", "from jax import lax"),
)


def module_of(
    converted: Converted,
    functions: Sequence[ast.FunctionDef],
    definitions: Mapping[str, ast.stmt],
    modules: Mapping[str, str],
) -> GeneratedCode:
    """The whole module.

    Args:
        converted: the user's function.
        functions: the functions to print, the main one last.
        definitions: constants, classes and functions before them, by name.
        modules: the modules that the user's words mention, by name.
    """
    ahead = [*definitions.values()]
    words = "\n".join(map(text_of, (*ahead, *functions)))
    lines = [*_imports(words, modules)]
    plain = [node for node in ahead if isinstance(node, ast.Assign)]
    if plain:
        lines += ["", *map(text_of, plain)]
    for node in ahead:
        if not isinstance(node, ast.Assign):
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
