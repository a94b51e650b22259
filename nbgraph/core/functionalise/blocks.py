"""Build the parts of generated code: block functions, loop tests, staging calls, reads of names maybe unbound."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import Any, TypeVar, cast

from nbgraph.core.analysis.names import Peek, free_names
from nbgraph.core.normalise import SCOPES, quote_expression, rebuild
from nbgraph.core.source import syntax


class BlockFunction(ast.FunctionDef):
    """A function that stands for a block of the user's."""


BlockFunction.__name__ = "FunctionDef"  # to Python and to its printer, which go by the name, a plain definition


def define(name: str, arguments: ast.arguments, body: list[ast.stmt], at: ast.AST) -> BlockFunction:
    """`def name(arguments): body`."""
    fields: dict[str, Any] = {"type_params": []} if "type_params" in ast.FunctionDef._fields else {}
    return ast.copy_location(BlockFunction(name, arguments, body, [], None, None, **fields), at)


def parameters(names: Sequence[str], at: ast.AST) -> ast.arguments:
    """Return plain parameters without defaults or annotations."""
    arguments = [ast.copy_location(ast.arg(name), at) for name in names]
    return ast.arguments(posonlyargs=[], args=arguments, kwonlyargs=[], kw_defaults=[], defaults=[])


def value_of(results: Sequence[ast.expr], at: ast.AST) -> ast.expr:
    """Return a block's result: one value as it is, several as a tuple, none as None."""
    if len(results) == 1:
        return results[0]
    if not results:
        return ast.copy_location(ast.Constant(None), at)
    return ast.copy_location(ast.Tuple(list(results), ast.Load()), at)


def target_of(names: Sequence[str], at: ast.AST) -> ast.expr:
    """Return the target of a block's results: one name as it is, several as a tuple."""
    stored: list[ast.expr] = [ast.copy_location(ast.Name(name, ast.Store()), at) for name in names]
    return stored[0] if len(stored) == 1 else ast.copy_location(ast.Tuple(stored, ast.Store()), at)


def block_function(
    name: str,
    operands: Sequence[str],
    block: list[ast.stmt],
    results: Sequence[ast.expr],
    declarations: list[ast.stmt],  # `nonlocal` and `global` lines
    at: ast.AST,  # a node at the position of the block's head
) -> BlockFunction:
    """Return `def name(operands): block; return results`; a last assignment to the results is returned directly.

    >>> from nbgraph.core.normalise import example, show
    >>> show(block_function("loop_body", ["s"], [example("s = s + 1")], [example("s")], [], example("p")))
    def loop_body(s):
        return s + 1
    """
    body = [*declarations, *(block if len(block) == 1 else [s for s in block if not isinstance(s, ast.Pass)])]
    if results:
        plain = value_of(results, at)
        before, value = returned(body, plain)
        origin = body[-1] if body and value is not plain else at  # the user's assignment, if it became the return
        body = [*before, ast.copy_location(ast.Return(value), origin)]
        if len(body) > 1 and isinstance(body[0], ast.Pass):
            body = body[1:]
    body = body or [ast.copy_location(ast.Pass(), at)]
    return define(name, parameters(operands, at), body, at)


def returned(body: list[ast.stmt], value: ast.expr) -> tuple[list[ast.stmt], ast.expr]:
    """Return a block and its returned value; last assignments to that value's names are returned directly.

    Constants and names go into a tuple of results the same way.

    >>> from nbgraph.core.normalise import example, show
    >>> show(*returned([example("a = f(x)")], example("a")))
    f(x)
    >>> show(*returned([example("a = g(b)"), example("b = 0")], example("(a, b)")))
    a = g(b)
    (a, 0)
    """
    while body and isinstance(body[-1], ast.Assign) and len(body[-1].targets) == 1:
        target, assigned = body[-1].targets[0], body[-1].value
        if _same_names(target, value):
            return body[:-1], assigned
        if not (isinstance(target, ast.Name) and isinstance(value, ast.Tuple) and isinstance(assigned, _SIMPLE)):
            break
        uses = [item for item in value.elts if isinstance(item, ast.Name) and item.id == target.id]
        if len(uses) != 1 or any(_reads(item, target.id) for item in value.elts if item not in uses):
            break
        items = [assigned if item is uses[0] else item for item in value.elts]
        body, value = body[:-1], ast.copy_location(ast.Tuple(items, ast.Load()), value)
    return body, value


def bound_at_return(function: BlockFunction, names: Sequence[str]) -> tuple[tuple[str, int], ...]:
    """Return the names that a block's `return` binds, each with the line of the assignment that became part of it.

    >>> from nbgraph.core.normalise import example
    >>> block = [example("a = 1")]
    >>> bound_at_return(block_function("f", [], block, [example("a"), example("b")], [], block[0]), ["a", "b"])
    (('a', 1),)
    """
    last = function.body[-1]
    if not isinstance(last, ast.Return) or last.value is None:
        return ()
    if len(names) > 1 and isinstance(last.value, ast.Tuple) and len(last.value.elts) == len(names):
        parts = list(zip(names, last.value.elts, strict=True))
        return tuple((name, part.lineno) for name, part in parts if not _is_handed_on(part, name))
    is_bound = len(names) > 1 or not _is_handed_on(last.value, *names)
    return tuple((name, last.lineno) for name in names if is_bound)


def _is_handed_on(part: ast.expr, name: str = "") -> bool:
    return isinstance(part, ast.Name) and part.id == name


_SIMPLE = (ast.Constant, ast.Name)


def _same_names(target: ast.expr, value: ast.expr) -> bool:
    if isinstance(target, ast.Name) and isinstance(value, ast.Name):
        return target.id == value.id
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
        return all(_same_names(t, v) for t, v in zip(target.elts, value.elts, strict=True))
    return False


def _reads(node: ast.AST, name: str) -> bool:
    return any(isinstance(child, ast.Name) and child.id == name for child in syntax.walk(node))


def short_form(function: ast.FunctionDef) -> ast.expr | None:
    """Return a lambda for a block that only passes on names and constants, or does nothing; None for any other.

    >>> from nbgraph.core.normalise import example, show
    >>> show(short_form(example("def if_true(a): return (a, True)")))
    lambda a: (a, True)
    """
    match function.body:
        case [ast.Pass()]:
            value: ast.expr = ast.copy_location(ast.Constant(None), function)
        case [ast.Return(value=ast.expr() as value)] if _is_plain(value):
            pass
        case _:
            return None
    return ast.copy_location(ast.Lambda(function.args, value), function)


def _is_plain(value: ast.expr) -> bool:
    if isinstance(value, ast.Tuple):
        return all(_is_plain(item) for item in value.elts)
    if isinstance(value, ast.UnaryOp):
        return isinstance(value.operand, ast.Constant)
    return isinstance(value, _SIMPLE) or (isinstance(value, ast.Call) and ast.unparse(value.func) == "ng.undefined")


def loop_test(state: Sequence[str], test: ast.expr, at: ast.AST) -> ast.expr:
    """Return a loop's condition as a function of the loop's state: `lambda a, b: a < b`."""
    return ast.copy_location(ast.Lambda(parameters(state, at), test), at)


def call_statement(
    operator: str, arguments: list[ast.expr], keywords: list[ast.keyword], outputs: Sequence[str], at: ast.AST
) -> ast.stmt:
    """Return `a, b = ng.operator(...)`, or the bare call without outputs."""
    call = ast.copy_location(ast.Call(quote_expression(operator, at), arguments, keywords), at)
    if not outputs:
        return ast.copy_location(ast.Expr(call), at)
    return ast.copy_location(ast.Assign([target_of(outputs, at)], call), at)


def scope_declarations(nonlocals: list[str], globals_: list[str], block: Sequence[ast.stmt]) -> list[ast.stmt]:
    """Return `nonlocal` and `global` lines for the head of a block function."""
    found: list[ast.stmt] = []
    if nonlocals:
        found.append(ast.copy_location(ast.Nonlocal(nonlocals), block[0]))
    if globals_:
        found.append(ast.copy_location(ast.Global(globals_), block[0]))
    return found


def deleted_targets(targets: Sequence[ast.expr]) -> Iterator[ast.expr]:
    """Yield what `del` unbinds, one by one: `del a, (b, c)`."""
    for target in targets:
        if isinstance(target, ast.Tuple | ast.List):
            yield from deleted_targets(target.elts)
        else:
            yield target


def header(statement: ast.stmt, last: ast.expr) -> ast.Pass:
    """Return a node positioned from the start of a compound statement to the end of its test."""
    at = ast.copy_location(ast.Pass(), statement)
    if last.end_lineno is not None and last.end_col_offset is not None:
        end = (last.end_lineno, last.end_col_offset)
        if end >= (at.lineno, at.col_offset):
            at.end_lineno, at.end_col_offset = end
    return at


Part = TypeVar("Part", bound=ast.AST)
_NOTHING: frozenset[str] = frozenset()


def check_reads(node: Part, unsure: frozenset[str], later: frozenset[str] = _NOTHING) -> Part:
    """Return `node` with `ng.defined(name)` around every read of an unsure name.

    Args:
        node: an expression, or a statement without blocks.
        unsure: names that some path to `node` has not bound.
        later: names that may be unbound when an inner function is called, whatever they are where it is defined.

    >>> from nbgraph.core.normalise import example, show
    >>> show(check_reads(example("a = a + b"), frozenset("a")))
    a = ng.defined(a) + b
    >>> show(check_reads(example("f = lambda b: a + b"), frozenset("b"), frozenset("ab")))
    f = lambda b: ng.defined(a) + b
    >>> show(check_reads(example("def f(c=a): return b + c"), frozenset("a"), frozenset("bc")))
    def f(c=ng.defined(a)):
        return ng.defined(b) + c
    """
    return cast(Part, _checked(node, unsure, later))


def _checked(node: ast.AST, unsure: frozenset[str], later: frozenset[str]) -> ast.AST:
    if isinstance(node, Peek):
        return node
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in unsure:
        return quote_expression("ng.defined(name)", node, name=node)
    if not isinstance(node, SCOPES):
        return rebuild(node, lambda child: _checked(child, unsure, later))
    body = node.body if isinstance(node.body, list) else [node.body]
    held = free_names(node)
    # a lambda may be one that nbgraph made, called where it is defined
    now, free = (unsure | later if isinstance(node, ast.Lambda) else later) & held, later & held
    return rebuild(node, lambda child: _checked(child, now, free) if child in body else _checked(child, unsure, later))
