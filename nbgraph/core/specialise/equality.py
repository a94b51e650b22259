"""`==` in special code: two tuples or lists that are written out are compared item by item."""

from __future__ import annotations

import ast

from nbgraph.core.normalise.template import quote_expression
from nbgraph.core.specialise.operands import is_plain


def equal_code(left: ast.expr, right: ast.expr, at: ast.AST, size: int | None = None) -> ast.expr:
    """Whether two values are equal.

    >>> from nbgraph.core.normalise.example import example, show
    >>> show(equal_code(example("(a, (b, 1))"), example("(b, (a, 1))"), example("p")))
    (a == b) & (b == a)
    >>> show(equal_code(example("(a, b)"), example("(a,)"), example("p")))
    False
    >>> show(equal_code(example("p"), example("q"), example("p"), 2))
    (p[0] == q[0]) & (p[1] == q[1])

    Args:
        left: the first value, as special code.
        right: the other one.
        at: where new nodes stand.
        size: how many single numbers both have, if they are tuples of such.
    """
    if size and isinstance(left, ast.Name | ast.Attribute) and isinstance(right, ast.Name | ast.Attribute):
        code = " & ".join(f"(a[{place}] == b[{place}])" for place in range(size))
        return quote_expression(code, at, a=left, b=right)
    pairs = _pairs(left, right)
    if pairs is None and is_plain(left) and is_plain(right):
        return ast.copy_location(ast.Constant(False), at)
    if pairs is None:
        return ast.copy_location(ast.Compare(left, [ast.Eq()], [right]), at)
    if not pairs:
        return ast.copy_location(ast.Constant(True), at)
    pairs = [pair for pair in pairs if not _is_same(*pair)] or pairs[:1]
    result, *more = [quote_expression("a == b", at, a=a, b=b) for a, b in pairs]
    for each in more:
        result = quote_expression("a & b", at, a=result, b=each)
    return result


def _pairs(left: ast.expr, right: ast.expr) -> list[tuple[ast.expr, ast.expr]] | None:
    """The items that are compared with each other; None where the lengths say that nothing is equal."""
    match left, right:
        case (ast.Tuple(elts=a), ast.Tuple(elts=b)) | (ast.List(elts=a), ast.List(elts=b)):
            found = [_pairs(*pair) for pair in zip(a, b, strict=False)]
            if len(a) != len(b) or None in found:
                return None
            return [pair for pairs in found for pair in pairs or ()]
    return [(left, right)]


def _is_same(left: ast.expr, right: ast.expr) -> bool:
    """Whether both are the same object, which equals itself."""
    return isinstance(left, ast.Name | ast.Constant) and ast.dump(left) == ast.dump(right)
