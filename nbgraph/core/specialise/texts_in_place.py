"""Texts that have a name before they are printed, where they are printed: no array of a graph holds a text."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

from nbgraph.core.analysis.names import names
from nbgraph.core.normalise.rewriter import rebuild, replace
from nbgraph.core.specialise.remade import moved

_METHODS = ("format", "join", "upper", "lower", "center", "ljust", "rjust", "strip")
_FUNCTIONS = ("str", "repr", "int", "float", "abs", "round", "len", "max", "min", "sum", "bin", "hex", "format")
_PLAIN = (
    *(ast.Name, ast.Constant, ast.JoinedStr, ast.FormattedValue, ast.BinOp, ast.UnaryOp, ast.Compare, ast.IfExp),
    *(ast.Tuple, ast.expr_context, ast.operator, ast.unaryop, ast.cmpop),
)


def with_texts_in_place(main: ast.FunctionDef) -> ast.FunctionDef:
    """A function that makes its texts in the `print` that shows them; the very same where there is nothing of that.

    >>> from nbgraph.core.normalise.example import example, show
    >>> show(with_texts_in_place(example("def f(n):\\n s = f'n is {n}'\\n print(s, n)\\n return n")))
    def f(n):
        print(f'n is {n}', n)
        return n
    """
    made = replace(main, body=_block(main.body, main))
    return made if ast.dump(made) != ast.dump(main) else main


def _block(block: Sequence[ast.stmt], main: ast.FunctionDef) -> list[ast.stmt]:
    """A block, and those inside it, with each text that goes nowhere else where it is printed."""
    lines = [_inside(line, main) for line in block]
    for number, line in enumerate(lines):
        match line:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if _is_text(value):
                after = lines[number + 1 :]
                if _goes_to_prints(name, value, after, main):
                    return _block([*lines[:number], *(_filled(each, name, value) for each in after)], main)
    return lines


def _inside(line: ast.stmt, main: ast.FunctionDef) -> ast.stmt:
    if isinstance(line, ast.FunctionDef | ast.ClassDef):
        return line
    changed = {
        field: _block(old, main)
        for field, old in ast.iter_fields(line)
        if isinstance(old, list) and old and isinstance(old[0], ast.stmt)
    }
    return replace(line, **changed) if changed else line


def _is_text(value: ast.expr) -> bool:
    """Whether an expression makes a text, and does nothing else."""
    match value:
        case ast.JoinedStr():
            is_text = True
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            is_text = any(_is_text(side) or _is_constant(side) for side in (left, right))
        case ast.BinOp(left=left, op=ast.Mod()):
            is_text = _is_constant(left)
        case ast.BinOp(left=left, op=ast.Mult(), right=right):
            is_text = _is_constant(left) or _is_constant(right)
        case ast.Call(func=ast.Name(id="str")):
            is_text = True
        case ast.Call(func=ast.Attribute(value=owner, attr=method)):
            is_text = method in _METHODS and (_is_constant(owner) or _is_text(owner))
        case _:
            is_text = False
    return is_text and all(map(_is_plain, ast.walk(value)))


def _is_constant(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _is_plain(part: ast.AST) -> bool:
    match part:
        case ast.Call(func=ast.Name(id=name)):
            return name in _FUNCTIONS
        case ast.Call(func=ast.Attribute(attr=method)):
            return method in _METHODS
        case ast.Attribute(attr=method):
            return method in _METHODS
        case ast.keyword():
            return True
    return isinstance(part, _PLAIN)


def _goes_to_prints(name: str, value: ast.expr, after: Sequence[ast.stmt], main: ast.FunctionDef) -> bool:
    """Whether a text is only printed, by lines behind it in its block, and made of what is the same there."""
    everywhere = [part for part in ast.walk(main) if isinstance(part, ast.Name) and part.id == name]
    bound = [part for part in everywhere if not isinstance(part.ctx, ast.Load)]
    here = [_asked(line, name) for line in after]
    shown = [_printed(line, name) for line in after]
    if here != shown or sum(here) != len(everywhere) - len(bound) or len(bound) != 1 or not sum(here):
        return False
    last = max(number for number, count in enumerate(here) if count)
    between = after[: last + 1]
    return not names(*between).writes & names(value).reads and all(map(_is_quiet, between))


def _is_quiet(line: ast.stmt) -> bool:
    """Whether a line changes nothing but the names that it binds."""
    for part in ast.walk(line):
        match part:
            case ast.Call(func=ast.Name(id=name)) if name != "print" and name not in _FUNCTIONS:
                return False
            case ast.Call(func=ast.Attribute(attr=method)) if method not in _METHODS:
                return False
            case (
                ast.Subscript(ctx=ast.Store()) | ast.Attribute(ctx=ast.Store()) | ast.AugAssign(target=ast.Subscript())
            ):
                return False
    return True


def _asked(line: ast.stmt, name: str) -> int:
    return sum(isinstance(part, ast.Name) and part.id == name for part in ast.walk(line))


def _printed(line: ast.stmt, name: str) -> int:
    """How often a line prints a name, or makes another text of it."""
    match line:
        case ast.Expr(value=ast.Call(func=ast.Name(id="print"))):
            return _asked(line, name)
        case ast.Assign(targets=[ast.Name()], value=value) if _is_text(value):
            return _asked(line, name)
        case ast.If(body=body, orelse=orelse):
            return sum(_printed(each, name) for each in (*body, *orelse))
    return 0


def _filled(line: ast.stmt, name: str, value: ast.expr) -> ast.stmt:
    count = 0

    def new(part: ast.AST) -> ast.AST:
        nonlocal count
        if isinstance(part, ast.Name) and part.id == name:
            count += 1
            return _at(value, part, count)
        return rebuild(part, new)

    made = new(line)
    assert isinstance(made, ast.stmt)
    return made


def _at(value: ast.expr, place: ast.expr, count: int) -> ast.expr:
    """A text at the place of its name, with a place of its own for each part: decisions are found by it."""

    def new(part: ast.AST) -> Any:
        return moved(rebuild(part, new), part, count)

    made = new(value)
    assert isinstance(made, ast.expr)
    return made
