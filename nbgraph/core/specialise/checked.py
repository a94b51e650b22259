"""The last look at special code before it is shown: it compiles, it is pure JAX, and every name in it is bound."""

from __future__ import annotations

import ast
import builtins
import symtable

from nbgraph.core.specialise.expressions import verb_of

_MODULES = frozenset({"jax", "jnp", "lax"})


def fault_of(text: str) -> str:
    """Why a text would not run when pasted into an empty module; "" if nothing speaks against it.

    >>> fault_of("def f(x): return x + y")
    'its code would read `y`, which nothing binds'
    >>> fault_of("def f(x): return ng.not_(x)")
    'its code would still need `ng.not_`'
    >>> fault_of("import jax.numpy as jnp\\ndef f(jnp): return jnp.abs(1)")
    'a variable is called `jnp` as the module is'
    >>> fault_of("def f(x): return abs(x)")
    ''
    """
    try:
        tree = ast.parse(text)
    except SyntaxError as error:
        return f"its code would not compile: {error.msg}"
    verbs = [verb for node in ast.walk(tree) if (verb := verb_of(node)) is not None]
    if verbs:
        return f"its code would still need `ng.{verbs[0]}`"
    module = symtable.symtable(text, "pasted", "exec")
    known = {symbol.get_name() for symbol in module.get_symbols() if symbol.is_assigned() or symbol.is_imported()}
    owners = [node.value for node in ast.walk(tree) if isinstance(node, ast.Attribute)]
    modules = {owner.id for owner in owners if isinstance(owner, ast.Name) and owner.id in _MODULES}
    return _fault_within(module, frozenset(known | vars(builtins).keys() | {"__name__", "__doc__"}), modules)


def _fault_within(scope: symtable.SymbolTable, bound: frozenset[str], modules: set[str]) -> str:
    """The same for one scope and those inside it."""
    for symbol in scope.get_symbols():
        name = symbol.get_name()
        if name in modules and symbol.is_local() and not symbol.is_imported() and scope.get_type() != "module":
            return f"a variable is called `{name}` as the module is"
        if symbol.is_global() and symbol.is_referenced() and name not in bound:
            return f"its code would read `{name}`, which nothing binds"
    faults = (_fault_within(child, bound, modules) for child in scope.get_children())
    return next((fault for fault in faults if fault), "")
