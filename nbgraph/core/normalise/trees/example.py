"""Show code before and after a pass in its docstring: `show(pass_(example("the code before")))`."""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Sequence
from typing import Any


def example(code: str) -> Any:
    """Return the one statement of `code`, or its expression if it is nothing else.

    >>> type(example("a = b")), type(example("a + b"))
    (<class 'ast.Assign'>, <class 'ast.BinOp'>)
    """
    (statement,) = ast.parse(textwrap.dedent(code)).body
    return statement.value if isinstance(statement, ast.Expr) else statement


def show(*nodes: ast.AST | Sequence[ast.AST]) -> None:
    """Print nodes as code, without blank lines.

    >>> show(example("a = b"), [example("c"), example("d")])
    a = b
    c
    d
    """
    for part in nodes:
        for node in [part] if isinstance(part, ast.AST) else part:
            print("\n".join(line for line in ast.unparse(node).splitlines() if line))
