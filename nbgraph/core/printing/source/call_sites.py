"""Find which equations belong to a call of a user's function, such as `loss(w, x)`.

The equations of a call all lie within its span in the user's source.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import jax

from nbgraph.core._jax import ROUND_SCOPE
from nbgraph.core.printing.ir.program import Block, Counted, Equation, Spans, Variable, identifier
from nbgraph.core.printing.source.source_expressions import Group, NotWordsError
from nbgraph.core.printing.text.code import assign, literal, text_of, words
from nbgraph.core.printing.text.values import Value
from nbgraph.core.records import dataclass, replace
from nbgraph.core.spans import Span

_LEAF = jax.tree_util.tree_structure(0)

if TYPE_CHECKING:
    from nbgraph.core.printing.equations.context import Context
    from nbgraph.core.printing.equations.walk import Writer

_TRANSFORMATIONS = words("grad value_and_grad vmap jacfwd jacrev jacobian hessian checkpoint remat")
_MOST = 2000  # equations of a call that is traced again


def with_whole_calls(context: Context, function: Span, block: Block) -> tuple[Block, set[Span]]:
    """Return a block that hides loops Python ran inside calls of the user's functions, and the spans of these calls.

    The loops belong to the call, if it is written as one; where it is not, it is in `context.lost`.
    """
    whole, equations = set[Span](), list[Equation]()
    for equation in block.equations:
        inner = [with_whole_calls(context, function, each) for each in equation.blocks]
        whole |= {span for _, spans in inner for span in spans}
        own = tuple(each for each in equation.iterations if function.line <= _line(each) <= function.end_line)
        site = _below_statements(context, equation.spans)[-1:]
        if own != equation.iterations and site and called_at(context, site[0]) is not None:
            whole.add(site[0])
        else:
            own = equation.iterations
        equations.append(replace(equation, blocks=tuple(each for each, _ in inner), iterations=own))
    return Block(block.parameters, equations, block.results), whole


def _line(iteration: str) -> int:
    return int(iteration.removeprefix(ROUND_SCOPE).partition("_")[0])


def called_at(context: Context, span: Span) -> ast.Call | None:
    """Return the call at a span if it is one of a user's function that printed code can have; else None."""
    node = None if context.opens or span in context.lost else context.expression_at(span)
    function = node.func if isinstance(node, ast.Call) else None
    while isinstance(function, ast.Call) and function.args and transformation(function.func, context.namespace):
        function = function.args[0]
    if not isinstance(function, ast.Name) or not isinstance(node, ast.Call):
        return None
    return node if context.typed.find(context.namespace.get(function.id)) == function.id else None


def group_at(writer: Writer, position: int) -> Group | None:
    """Return the equations of one call, as far as they are consecutive; None if the position is in no call."""
    first = writer.equations[position]
    own = _own(writer, first)
    if position and _is_beside(writer, writer.equations[position - 1], first):
        return None  # the position before was tried already
    if not own or writer.context.opens or writer.context.literal:
        return None
    end, is_call = position, False
    while end < len(writer.equations) and not (equation := writer.equations[end]).acts:
        if not _is_beside(writer, first, equation):
            break
        is_call = is_call or len(_own(writer, equation)) > 1 or bool(equation.params.get("is_users"))
        end += 1
    equations = writer.equations[position:end]
    if not is_call or len(equations) > _MOST or any(_counts(each) for each in equations):
        return None
    return Group(equations, own[-1:], writer.uses)


def _is_beside(writer: Writer, one: Equation, other: Equation) -> bool:
    """Return whether two equations may belong to the same call."""
    return _own(writer, one)[-1:] == _own(writer, other)[-1:] and one.iterations == other.iterations


def _own(writer: Writer, equation: Equation) -> Spans:
    """Return the spans of an equation in the current function and its callees."""
    return _below_statements(writer.context, equation.spans[: len(equation.spans) - writer.frames])


def _below_statements(context: Context, spans: Spans) -> Spans:
    """Return spans without the headers of loops that Python ran around them."""
    while spans and (decision := context.places.decision(spans[-1:])) and decision.construct in ("for", "while"):
        spans = spans[:-1]
    return spans


def _counts(equation: Equation) -> bool:
    return equation.operation == "python_loop" or any(isinstance(atom, Counted) for atom in equation.operands)


def transformation(node: ast.expr, namespace: Mapping[str, Any]) -> str:
    """Return the name in `jax` of a transformation; "" for anything else."""
    match node:
        case ast.Attribute(value=ast.Name(id=module), attr=name) if namespace.get(module) is jax:
            return name if name in _TRANSFORMATIONS else ""
        case ast.Name(id=name) if name in namespace:
            return next((each for each in _TRANSFORMATIONS if namespace[name] is getattr(jax, each)), "")
    return ""


if TYPE_CHECKING:
    from nbgraph.core.printing.equations.walk import Writer


@dataclass(frozen=True)
class Called:
    """The program of a call, with the tree of its results."""

    block: Block
    tree: Any
    weak: tuple[bool, ...]


def enter(writer: Writer, group: Group, node: ast.expr, found: Called, paths: Sequence[int]) -> None:
    """Enter the results of a call: a single one is written where it is used, several are parts of a bound value."""
    spans = group.spans
    names = [identifier(name) for name in writer.context.places.names(spans[0].file).bound.get(spans[0], ())]
    if found.tree.num_leaves == 1 and found.tree == _LEAF:
        (result,) = group.results
        result.name = names[0] if len(names) == 1 else result.name
        writer.enter(result, _value(node, result, found.weak[0]), spans)
        return
    symbols, parts = _parts(writer, names, found, set(paths))
    writer.body.put(assign(symbols, node), spans)
    for result, path in zip(group.results, paths, strict=True):
        value = _value(parts[path], result, found.weak[path])
        writer.known[result] = value.also(names=frozenset((_word(value.node),)), spans=spans)


def _value(node: ast.expr, result: Variable, weak: bool) -> Value:
    return Value(node, result.aval, None if weak else False, traced=True)


def _word(node: ast.expr) -> str:
    """Return a name for a part of a value: `g_w` for `g['w']`."""
    return identifier(text_of(node).replace("'", "").replace("%", ""))


def _parts(
    writer: Writer, names: Sequence[str], found: Called, used: set[int]
) -> tuple[list[str], dict[int, ast.expr]]:
    """Return the variables that a statement binds a call's value to, and each leaf as an expression of these.

    Raises:
        NotWordsError: it is no dict, list or tuple of arrays.
    """
    numbers = jax.tree_util.tree_unflatten(found.tree, range(found.tree.num_leaves))
    several = list(numbers) if type(numbers) is tuple and len(numbers) == len(names) else [numbers]
    symbols, parts = list[str](), dict[int, ast.expr]()
    for name, part in zip(names or ("value",), several, strict=False):
        is_used = not used.isdisjoint(jax.tree_util.tree_leaves(part))
        symbols.append(writer.context.symbols.new(name) if is_used else "_")
        parts |= _leaves(part, ast.Name(symbols[-1], ast.Load()))
    return symbols, parts


def _leaves(part: Any, node: ast.expr) -> dict[int, ast.expr]:
    """Return the leaves of a value by their numbers; raise `NotWordsError` for other containers."""
    if type(part) is int:
        return {part: node}
    keys = part.keys() if type(part) is dict else range(len(part)) if type(part) in (list, tuple) else None
    if keys is None:
        raise NotWordsError
    found: dict[int, ast.expr] = {}
    for key in keys:
        found |= _leaves(part[key], ast.Subscript(node, literal(key), ast.Load()))
    return found
