"""The proof that printed code is the program: its text is executed, traced again, and compared."""

from __future__ import annotations

import ast
import copy
import functools
import sys
import types
from collections.abc import Callable, Mapping
from typing import Any

import jax
import jax.numpy as jnp

from nbgraph.core._jax import bare_errors
from nbgraph.core.errors import without_paths
from nbgraph.core.executor.known_parts import with_objects
from nbgraph.core.printing.assumptions import with_assumptions
from nbgraph.core.printing.carries import without_invariants
from nbgraph.core.printing.code import text_of
from nbgraph.core.printing.counters import with_user_counters
from nbgraph.core.printing.program import Block, read_program
from nbgraph.core.printing.pruning import pruned
from nbgraph.core.printing.same import difference

_MODULE = "printed_code"
_JNP = "_jnp_of_the_proof"  # the text itself must import what it mentions


class _Aliased(ast.NodeTransformer):
    def visit_Name(self, node: ast.Name) -> ast.Name:
        return ast.Name(_JNP, ast.Load()) if node.id == "jnp" else node


def fault_of(
    text: str, name: str, tail: int, results: ast.expr, block: Block, inputs: Any, fixed: Mapping[str, Any]
) -> str:
    """Why a text is not the program; "" where it is.

    Args:
        tail: how many statements at the end of the function only put together what it returns.
        results: the arrays that the program returns, as an expression of the function's variables.
        block: the program, pruned.
        inputs: the arguments that the program was traced for, and those by name.
        fixed: arguments by name that the program knows nothing of.
    """
    try:
        function = _function(text, name, tail, results)
        traced = _traced(functools.partial(function, **fixed), inputs)
    except Exception as error:
        return without_paths(f"{type(error).__name__}: {error}".partition("\n")[0])
    return difference(block, simplest(read_program(traced.jaxpr, traced.consts)))


def refuses(text: str, name: str, tail: int, results: ast.expr, inputs: Any) -> bool:
    """Whether a text, see `fault_of`, raises where it is traced for some arguments."""
    try:
        with bare_errors():
            _traced(_function(text, name, tail, results), inputs)
    except Exception:
        return True
    return False


def _traced(function: Callable[..., Any], inputs: Any) -> Any:
    """The program of a function for types of arrays; what else there is among its arguments stays what it is."""
    leaves, structure = jax.tree_util.tree_flatten(inputs, is_leaf=lambda leaf: leaf is None)
    types_ = [leaf for leaf in leaves if isinstance(leaf, jax.ShapeDtypeStruct)]

    def of_arrays(*arrays: Any) -> Any:
        fresh = iter(arrays)
        filled = [next(fresh) if isinstance(leaf, jax.ShapeDtypeStruct) else leaf for leaf in leaves]
        arguments, keywords = with_objects(jax.tree_util.tree_unflatten(structure, filled))
        return function(*arguments, **keywords)

    return jax.make_jaxpr(of_arrays)(*types_)


def simplest(block: Block) -> Block:
    """A program without what nothing needs, in whose loops and conditionals only what may change is unknown."""
    known = with_assumptions(without_invariants(pruned(block)))
    return pruned(with_user_counters(pruned(without_invariants(known))))


@functools.lru_cache(maxsize=32)
def _compiled(text: str, name: str, tail: int, results: str) -> types.CodeType:
    tree = ast.parse(text)
    main = next(node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == name)
    value = _Aliased().visit(ast.parse(results, mode="eval").body)
    main.body[len(main.body) - tail :] = [ast.Return(value)]
    return compile(ast.fix_missing_locations(tree), "<printed>", "exec")


def _function(text: str, name: str, tail: int, results: ast.expr) -> Any:
    """The function of a text, returning the arrays of the program."""
    code = _compiled(text, name, tail, text_of(copy.deepcopy(results)))
    module = types.ModuleType(_MODULE)
    before = sys.modules.get(_MODULE)
    sys.modules[_MODULE] = module  # where dataclasses look for it
    try:
        vars(module)[_JNP] = jnp
        exec(code, vars(module))
    finally:
        if before is None:
            del sys.modules[_MODULE]
        else:
            sys.modules[_MODULE] = before
    return vars(module)[name]
