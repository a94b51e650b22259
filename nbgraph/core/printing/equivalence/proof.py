"""Prove that printed code is the program: execute its text, trace it again, and compare.

A block that only runs where a condition holds, in a branch or an iteration of a loop, is compared with the condition as
a constant.
"""

from __future__ import annotations

import ast
import copy
import dataclasses
import functools
import sys
import types
from collections.abc import Callable, Mapping
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from nbgraph.core._jax import bare_errors
from nbgraph.core.errors import without_paths
from nbgraph.core.executor.known_parts import with_objects
from nbgraph.core.printing.equivalence.same import difference
from nbgraph.core.printing.ir.carries import without_invariants
from nbgraph.core.printing.ir.counters import with_user_counters
from nbgraph.core.printing.ir.program import Atom, Block, Constant, Equation, Variable, read_program
from nbgraph.core.printing.ir.pruning import pruned
from nbgraph.core.printing.text.code import text_of
from nbgraph.core.source.syntax import filled

_MODULE = "printed_code"
_JNP = "_jnp_of_the_proof"  # the text must have its own imports


def fault_of(
    text: str, name: str, tail: int, results: ast.expr, block: Block, inputs: Any, fixed: Mapping[str, Any]
) -> str:
    """Return why a text is not the program; "" if it is.

    Args:
        tail: how many statements at the end of the function only put together what it returns.
        results: the arrays that the program returns, as an expression of the function's variables.
        block: the program, pruned.
        inputs: the arguments that the program was traced for, and those by name.
        fixed: arguments by name that the program does not have.
    """
    try:
        function = _function(text, name, tail, results)
        traced = _traced(functools.partial(function, **fixed), inputs)
    except Exception as error:
        return without_paths(f"{type(error).__name__}: {error}".partition("\n")[0])
    return difference(block, simplest(read_program(traced.jaxpr, traced.consts)))


def refuses(text: str, name: str, tail: int, results: ast.expr, inputs: Any) -> bool:
    """Return whether a text (see `fault_of`) raises when it is traced for some arguments."""
    try:
        with bare_errors():
            _traced(_function(text, name, tail, results), inputs)
    except Exception:
        return True
    return False


def _traced(function: Callable[..., Any], inputs: Any) -> Any:
    """Trace a function for array types; its other arguments are passed as they are."""
    leaves, structure = jax.tree_util.tree_flatten(inputs, is_leaf=lambda leaf: leaf is None)
    types_ = [leaf for leaf in leaves if isinstance(leaf, jax.ShapeDtypeStruct)]

    def of_arrays(*arrays: Any) -> Any:
        fresh = iter(arrays)
        filled = [next(fresh) if isinstance(leaf, jax.ShapeDtypeStruct) else leaf for leaf in leaves]
        arguments, keywords = with_objects(jax.tree_util.tree_unflatten(structure, filled))
        return function(*arguments, **keywords)

    return jax.make_jaxpr(of_arrays)(*types_)


def simplest(block: Block) -> Block:
    """Return a program without unused parts, with loop invariants as constants and known conditions folded."""
    known = with_assumptions(without_invariants(pruned(block)))
    return pruned(with_user_counters(pruned(without_invariants(known))))


@functools.lru_cache(maxsize=32)
def _compiled(text: str, name: str, tail: int, results: str) -> types.CodeType:
    tree = ast.parse(text)
    main = next(node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == name)
    value = filled(ast.parse(results, mode="eval").body, {"jnp": ast.Name(_JNP, ast.Load())})
    main.body[len(main.body) - tail :] = [ast.Return(value)]
    return compile(ast.fix_missing_locations(tree), "<printed>", "exec")


def _function(text: str, name: str, tail: int, results: ast.expr) -> Any:
    """Execute a text; return its function, changed to return the program's arrays."""
    code = _compiled(text, name, tail, text_of(copy.deepcopy(results)))
    module = types.ModuleType(_MODULE)
    before = sys.modules.get(_MODULE)
    sys.modules[_MODULE] = module  # `dataclass` looks the module up there
    try:
        vars(module)[_JNP] = jnp
        exec(code, vars(module))
    finally:
        if before is None:
            del sys.modules[_MODULE]
        else:
            sys.modules[_MODULE] = before
    return vars(module)[name]


Known = dict[Atom, Atom]


def with_assumptions(block: Block, known: Known | None = None) -> Block:
    """Return a block whose branches and iterations have their conditions as constants, at any depth."""
    known = {} if known is None else known
    made: dict[Variable, Equation] = {}
    equations = []
    for equation in block.equations:
        operands = [known.get(a, a) for a in equation.operands]
        made |= dict.fromkeys(equation.results, equation)
        inner = tuple(
            with_assumptions(each, _within(equation, operands, number, each, made))
            for number, each in enumerate(equation.blocks)
        )
        is_same = not inner and operands == equation.operands
        equations.append(equation if is_same else dataclasses.replace(equation, operands=operands, blocks=inner))
    return Block(block.parameters, equations, [known.get(a, a) for a in block.results])


def _within(
    equation: Equation, operands: list[Atom], number: int, block: Block, made: dict[Variable, Equation]
) -> Known:
    """Return what is known of the parameters of a branch, or of an iteration."""
    if equation.operation == "while" and number == 1:
        return _of_iteration(equation)
    index, *given = operands or [None]  # type: ignore[list-item]
    if equation.operation != "cond" or len(equation.blocks) != 2 or not isinstance(index, Variable):
        return {}
    condition = _operand("convert_element_type", index, made) or index
    if condition.aval.dtype != np.bool_:
        return {}
    root, is_opposite = _root(condition, made)
    known: Known = {}
    for parameter, atom in zip(block.parameters, given, strict=True):
        own, turned = _root(atom, made) if isinstance(atom, Variable) else (None, False)
        if own is root:
            known[parameter] = Constant(np.bool_(bool(number) == (turned == is_opposite)), condition.aval)
    return known


def _root(variable: Variable, made: dict[Variable, Equation]) -> tuple[Variable, bool]:
    is_opposite = False
    while (step := _step(variable, made)) is not None:
        variable, is_opposite = step[0], is_opposite != step[1]
    return variable, is_opposite


def _step(variable: Variable, made: dict[Variable, Equation]) -> tuple[Variable, bool] | None:
    """Return the condition that another one repeats or negates, and whether it negates it; None if it does neither."""
    maker = made.get(variable)
    if maker is None or not isinstance(maker.operands[0] if maker.operands else None, Variable):
        return None
    which: Any = maker.operands[0]
    if maker.operation == "not" and variable.aval.dtype == np.bool_:
        return which, True
    if maker.operation == "select_n" and variable.aval.dtype == which.aval.dtype == np.bool_:
        truths = [np.asarray(a.value) for a in maker.operands[1:] if isinstance(a, Constant) and a.aval.shape == ()]
        if len(truths) == 2 and bool(truths[0]) != bool(truths[1]):
            return which, bool(truths[0])
    return None


def _operand(operation: str, result: Variable, made: dict[Variable, Equation]) -> Any:
    maker = made.get(result)
    is_it = maker is not None and maker.operation == operation and isinstance(maker.operands[0], Variable)
    return maker.operands[0] if maker is not None and is_it else None


def _of_iteration(equation: Equation) -> Known:
    """Return what a loop's test implies for an iteration's parameters: every operand of an `and` holds."""
    test, body = equation.blocks
    a, b = equation.constants
    carried = dict(zip(test.parameters[a:], body.parameters[b:], strict=True))
    makers = {result: each for each in test.equations for result in each.results}
    found: Known = {}
    waiting = [(test.results[0], True)]
    while waiting:
        atom, truth = waiting.pop()
        if not isinstance(atom, Variable) or atom.aval.dtype != np.bool_:
            continue
        atom, is_opposite = _root(atom, makers)
        maker, truth = makers.get(atom), truth != is_opposite
        if atom in carried:
            found[carried[atom]] = Constant(np.bool_(truth), atom.aval)
        elif maker is not None and maker.operation == ("and" if truth else "or"):
            waiting += [(each, truth) for each in maker.operands]
        elif maker is not None and maker.operation == ("eq" if truth else "ne"):
            found |= _equal(maker, carried, makers)
    return found


def _equal(equation: Equation, carried: dict[Variable, Variable], makers: dict[Variable, Equation]) -> Known:
    """Return the constant that a carried value equals by a comparison; {} if unknown."""
    value, number = equation.operands
    while isinstance(value, Variable) and (maker := makers.get(value)) is not None and maker.operation == "add":
        zero, rest = maker.operands
        if not (isinstance(zero, Constant) and zero.aval.shape == () and zero.value == 0):
            break
        value = rest
    if value not in carried or not isinstance(number, Constant) or value.aval.dtype.kind not in "biu":
        return {}
    return {carried[value]: number} if value.aval.shape == number.aval.shape == () else {}
