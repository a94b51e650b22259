"""The messages of exceptions: Python puts them together when it raises, with the values of the run."""

from __future__ import annotations

import ast

from nbgraph.core.normalise.rewriter import rebuild
from nbgraph.core.specialise.host_calls import plainly
from nbgraph.core.specialise.plan import Plan
from nbgraph.core.specialise.verbs import verb_of

_SPELLING = ("str", "repr", "format")


def worded(plan: Plan, error: ast.expr) -> ast.expr:
    """An exception of general code, with the texts in its message as the user wrote them.

    Args:
        plan: the decisions, to refuse with.
        error: the exception.

    Raises:
        NoSpecialFormError: a text takes more than an expression of Python's.
    """

    def plain(node: ast.AST) -> ast.AST:
        if isinstance(node, ast.Call) and _spells(plan, node):
            return plainly(plan, node)
        return rebuild(node, plain)

    found = plain(error)
    assert isinstance(found, ast.expr)
    return found


def _spells(plan: Plan, call: ast.Call) -> bool:
    """Whether a call of general code puts a text together."""
    match verb_of(call), call.args:
        case "percent" | "repeated", _:
            return True
        case "call", [ast.Name(id=name), *_]:
            return name in _SPELLING and not plan.is_own(name)
        case "call", [ast.Attribute(value=ast.Constant(value=str()), attr="format"), *_]:
            return True
    return False


def makes_text(error: ast.expr) -> bool:
    """Whether an exception, as special code, puts its message together.

    >>> from nbgraph.core.normalise.example import example
    >>> makes_text(example("ValueError('bad %d' % n)")), makes_text(example("ValueError(n % 2)"))
    (True, False)
    """
    return any(isinstance(part, ast.FormattedValue) or _parts(part) is not None for part in ast.walk(error))


def values_in(error: ast.expr) -> list[ast.expr]:
    """The expressions in an exception whose values may be those of the run, in order.

    >>> from nbgraph.core.normalise.example import example, show
    >>> show(*values_in(example("ValueError(f'{a}', 'b %d %d' % (b, 1), 'c ' + str(c), (d, e.x))")))
    a
    b
    c
    d
    e.x
    """
    if not isinstance(error, ast.Call):
        return []
    given = [*error.args, *(keyword.value for keyword in error.keywords)]
    return [value for argument in given for value in _values(argument)]


def _values(node: ast.expr) -> list[ast.expr]:
    match node:
        case ast.Constant():
            return []
        case ast.JoinedStr(values=parts):
            return [part.value for part in parts if isinstance(part, ast.FormattedValue)]
        case ast.Tuple(elts=items) | ast.List(elts=items):
            return [item for item in items if not isinstance(item, ast.Constant)]
    found = _parts(node)
    return [node] if found is None else [value for part in found for value in _values(part)]


def _parts(node: ast.AST) -> list[ast.expr] | None:
    """What a text is put together of; None for anything else."""
    match node:
        case ast.BinOp(left=ast.Constant(value=str()), op=ast.Mod(), right=right):
            return [right]
        case ast.BinOp(left=ast.Constant(value=str()), op=ast.Mult(), right=times):
            return [times]
        case ast.BinOp(left=times, op=ast.Mult(), right=ast.Constant(value=str())):
            return [times]
        case ast.BinOp(left=left, op=ast.Add(), right=right) if any(map(_is_text, (left, right))):
            return [left, right]
        case ast.Call(func=ast.Name(id=name), args=args) if name in _SPELLING:
            return args
        case ast.Call(func=ast.Attribute(value=ast.Constant(value=str()), attr="format"), args=args, keywords=named):
            return [*args, *(keyword.value for keyword in named)]
    return None


def _is_text(node: ast.expr) -> bool:
    is_text = isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))
    return is_text or _parts(node) is not None
