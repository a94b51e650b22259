"""The names that code reads and none of its scopes binds, as Python itself finds them."""

from __future__ import annotations

import ast
import symtable

from nbgraph.core.analysis.names import names


def taken_from_outside(node: ast.stmt) -> frozenset[str]:
    """The names that a definition takes from the module: the `k` of a round is no function `k` of the user's.

    >>> sorted(taken_from_outside(ast.parse("def f(v): return loop(lambda k: v[k] + y)").body[0]))
    ['loop', 'y']
    """
    try:
        return frozenset(global_names(ast.unparse(node)))
    except SyntaxError:  # what is wrong is said where the whole code is looked at
        return names(node).reads


def global_names(text: str) -> list[str]:
    """The names that code reads as global ones, from the outermost scope inwards.

    >>> global_names("a = b\\ndef f(c): return a + c + d")
    ['b', 'a', 'd']

    Raises:
        SyntaxError: it is no code.
    """
    module = symtable.symtable(text, "code", "exec")
    found: dict[str, None] = {}
    scopes = [module]
    for scope in scopes:
        scopes += scope.get_children()
        for symbol in scope.get_symbols():
            # `symtable` takes a function called `top` for the module, and its variables for global ones
            is_own = symbol.is_parameter() or (symbol.is_assigned() and not symbol.is_declared_global())
            if symbol.is_referenced() and not is_own and (symbol.is_global() or scope is module):
                found[symbol.get_name()] = None
    return list(found)
