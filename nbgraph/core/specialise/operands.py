"""What an operand is, as far as its code tells: a truth value, cheap to evaluate, able to raise."""

from __future__ import annotations

import ast

from nbgraph.core.normalise.rewriter import rebuild
from nbgraph.core.normalise.template import quote_expression


def is_plain(node: ast.expr) -> bool:
    """Whether evaluating an expression in vain costs little and shows nowhere: no calls but those of `jax.numpy`."""
    calls = [part for part in ast.walk(node) if isinstance(part, ast.Call)]
    binds = any(isinstance(part, ast.NamedExpr) for part in ast.walk(node))
    return not binds and all(ast.unparse(call.func).startswith("jnp.") or _is_length(call) for call in calls)


def _is_length(call: ast.Call) -> bool:
    match call:
        case ast.Call(func=ast.Name(id="len"), args=[ast.Name()]):
            return True
    return False


def only_computes(node: ast.expr) -> bool:
    """Whether nobody would miss an expression whose value nobody asks for: it is plain, or chooses between such.

    >>> from nbgraph.core.normalise.example import example
    >>> only_computes(example("lax.cond(p, lambda: x + 1, lambda: x)")), only_computes(example("f(x)"))
    (True, False)
    """
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id="lax"), attr="cond"), args=[test, true, false, *operands]):
            sides = [side for side in (true, false) if isinstance(side, ast.Lambda) and only_computes(side.body)]
            return len(sides) == 2 and all(map(is_plain, (test, *operands)))
    return is_plain(node)


def is_boolean(node: ast.expr) -> bool:
    """Whether an expression is a truth value, as far as one sees.

    >>> from nbgraph.core.normalise.example import example
    >>> is_boolean(example("a > 0")), is_boolean(example("jnp.logical_not(a)")), is_boolean(example("a"))
    (True, True, False)
    """
    match node:
        case ast.Compare() | ast.Constant(value=bool()) | ast.UnaryOp(op=ast.Not()):
            return True
        case ast.Call(func=ast.Attribute(value=ast.Name(id="jnp"), attr=name)):
            return name.startswith("logical_") or name in ("isin", "any", "all")
        case ast.BoolOp(values=parts):
            return all(is_boolean(part) for part in parts)
        case ast.BinOp(left=left, op=ast.BitAnd() | ast.BitOr(), right=right):
            return is_boolean(left) and is_boolean(right)
    return False


def as_bool(node: ast.expr) -> ast.expr:
    """The truth of an expression, as code."""
    return node if is_boolean(node) else quote_expression("jnp.bool_(node)", node, node=node)


_DIVISIONS = {ast.FloorDiv: "jnp.floor_divide(a, b)", ast.Mod: "jnp.remainder(a, b)", ast.Div: "jnp.divide(a, b)"}


def never_raising(node: ast.expr) -> ast.expr:
    """An expression that is evaluated in any case, though Python would do so only where its divisor is not zero.

    >>> from nbgraph.core.normalise.example import example, show
    >>> show(never_raising(example("10 // a > a / 2")))
    jnp.floor_divide(10, a) > a / 2
    """
    if any(isinstance(part, ast.Subscript | ast.JoinedStr) for part in ast.walk(node)):
        return node

    def within(part: ast.AST) -> ast.AST:
        part = rebuild(part, within)
        return division_code(part) if isinstance(part, ast.BinOp) else part

    changed = within(node)
    assert isinstance(changed, ast.expr)
    return changed


def division_code(node: ast.BinOp) -> ast.expr:
    """A division as JAX has it, which fails for no divisor; anything else, also by a constant, as it is."""
    template = _DIVISIONS.get(type(node.op))
    if template is None or isinstance(node.right, ast.Constant):
        return node
    return quote_expression(template, node, a=node.left, b=node.right)


def is_no_number(node: ast.expr) -> bool:
    """Whether an expression is a constant that no traced number can equal."""
    return isinstance(node, ast.Constant) and isinstance(node.value, str | bytes | None)


def is_part(name: str) -> bool:
    """Whether a trace's name for a value is that of a part of another: an item or an attribute.

    >>> is_part("t[0]"), is_part("v.x"), is_part("v")
    (True, True, False)
    """
    return "[" in name or "." in name
