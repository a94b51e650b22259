"""Print elementwise operations: operators, functions of one number, comparisons, conversions."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Sequence
from typing import Any

import numpy as np

from nbgraph.core.keys import is_key_type
from nbgraph.core.printing.equations.context import Context
from nbgraph.core.printing.text.code import cast, dtype_name, expression, table, words
from nbgraph.core.printing.text.values import Value, broadcast_shape, known_value, promoted

OPERATORS = table(
    "add +  sub -  mul *  div /  and &  or |  xor ^  pow **  lt <  le <=  gt >  ge >=  eq ==  ne !="
    " shift_left <<  shift_right_arithmetic >>  add_any +  floor_divide //  remainder %  power **"
    " _power **  true_divide /  left_shift <<  right_shift >>"
)
"""Of primitives, and of library functions."""
COMPARISONS = words("lt le gt ge eq ne")
OF_TWO = table("max jnp.maximum  min jnp.minimum  atan2 jnp.arctan2  nextafter jnp.nextafter")
EXACT = table("rem lax.rem  clamp lax.clamp  shift_right_logical lax.shift_right_logical")
OF_ONE = table(
    "abs jnp.abs  sign jnp.sign  exp jnp.exp  log jnp.log  sin jnp.sin  cos jnp.cos  tan jnp.tan"
    " tanh jnp.tanh  sqrt jnp.sqrt  rsqrt lax.rsqrt  floor jnp.floor  ceil jnp.ceil"
    " is_finite jnp.isfinite  logistic jax.nn.sigmoid  square jnp.square  exp2 jnp.exp2  log1p jnp.log1p"
    " expm1 jnp.expm1  sinh jnp.sinh  cosh jnp.cosh  asin jnp.arcsin  acos jnp.arccos  atan jnp.arctan"
    " asinh jnp.arcsinh  acosh jnp.arccosh  atanh jnp.arctanh  erf lax.erf  lgamma lax.lgamma"
    " cbrt jnp.cbrt  real jnp.real  imag jnp.imag  conj jnp.conj  population_count lax.population_count"
    " clz lax.clz  stop_gradient lax.stop_gradient  erf_inv lax.erf_inv  digamma lax.digamma"
)
_KEEPS_INTEGERS = words("jnp.abs jnp.sign lax.rsqrt lax.stop_gradient jnp.square jnp.conj")


def bases(value: Value) -> list[Value]:
    """Return the forms of an operand: stripped of conversions and broadcasts first, unchanged last."""
    found = [value]
    while found[-1].operation in ("convert_element_type", "broadcast_in_dim"):
        found.append(found[-1].operands[0])
    return found[::-1]


def binary(context: Context, name: str, operands: Sequence[Value], aval: Any) -> Value:
    """Return an operator's expression, without conversions and broadcasts that the operator makes itself."""
    sign = OPERATORS[name]
    if (
        not is_key_type(aval.dtype)
        and aval.dtype.kind in "iu"
        and (same := _unchanged(name, operands, aval)) is not None
    ):
        return same
    if name in ("ge", "lt") and (within := _within(name, operands, aval)) is not None:
        return within
    if name == "div" and aval.dtype.kind in "iu":
        return exact("lax.div", operands, aval)
    choices = [[value] for value in operands] if context.literal else [bases(value) for value in operands]
    for pair in itertools.product(*choices):
        if broadcast_shape(pair) != tuple(aval.shape) or all(value.known is not None for value in pair):
            continue
        result = promoted(pair)
        if result is None:
            continue
        dtype, weak = result
        if sign == "/" and dtype.kind in "iub":
            dtype = np.dtype("float32")
        if name in COMPARISONS and dtype == operands[0].dtype:
            return _operator(sign, pair, aval, weak=False, made=name, operands=operands)
        if name not in COMPARISONS and dtype == aval.dtype:
            return _operator(sign, pair, aval, weak=weak, made=name, operands=operands)
    return _typed_operator(sign, name, operands, aval)


_NEUTRAL = {"add": 0, "sub": 0, "mul": 1, "div": 1, "floor_divide": 1}


def _unchanged(name: str, operands: Sequence[Value], aval: Any) -> Value | None:
    """Return the integer that an operation leaves unchanged, as in `i + 0` or `i * 1`; None for other operations."""
    one, other = operands
    pairs = [(one, other), (other, one)] if name in ("add", "mul") else [(one, other)]
    for this, that in pairs:
        if (
            name in _NEUTRAL
            and that.is_number(_NEUTRAL[name])
            and this.shape == aval.shape
            and this.dtype == aval.dtype
        ):
            return this
    return None


def _within(name: str, operands: Sequence[Value], aval: Any) -> Value | None:
    """Return the test that an index is in range, asked of the index before it is wrapped; None for other tests."""
    index, limit = operands
    if index.operation != "index" or not limit.is_number(0 if name == "ge" else index.params):
        return None
    template = f"_0_ >= {-index.params}" if name == "ge" else f"_0_ < {index.params}"
    return Value(expression(template, index.operands[0].node), aval, False)


def _typed_operator(sign: str, name: str, operands: Sequence[Value], aval: Any) -> Value:
    """Return an operator's expression with operands of explicit dtypes."""
    typed = [value.also(node=value.typed(), weak=False, known=None) for value in operands]
    if all(value.known is not None for value in operands):
        typed[0] = typed[0].also(node=operands[0].array())
    made = _operator(sign, typed, aval, weak=False, made=name, operands=operands)
    result = promoted(typed)
    if name not in COMPARISONS and result is not None and result[0] != aval.dtype and aval.dtype.kind != "b":
        return made.also(node=cast(made.node, aval), operation="")
    return made


def _operator(
    sign: str, pair: Sequence[Value], aval: Any, *, weak: bool | None, made: str, operands: Sequence[Value]
) -> Value:
    node = expression(f"_0_ {sign} _1_", pair[0].node, pair[1].node)
    traced = any(value.traced for value in operands)
    return Value(node, aval, weak, operation=made, operands=tuple(operands), traced=traced)


def exact(function: str, operands: Sequence[Value], aval: Any) -> Value:
    """Return a call of a `jax.lax` function, which needs operands of one dtype."""
    nodes = [value.typed() if value.known is None else value.array() for value in operands]
    return Value(ast.Call(expression(function), nodes, []), aval, None)


def of_several(context: Context, function: str, operands: Sequence[Value], aval: Any) -> Value:
    """Return a call of a `jax.numpy` function that promotes its operands."""
    choices = [[value] if context.literal else bases(value) for value in operands]
    for chosen in itertools.product(*choices):
        result = promoted(chosen)
        if result is not None and result[0] == aval.dtype and broadcast_shape(chosen) == tuple(aval.shape):
            return Value(ast.Call(expression(function), [each.node for each in chosen], []), aval, result[1])
    return Value(ast.Call(expression(function), [each.typed() for each in operands], []), aval, None)


def of_one(function: str, value: Value, aval: Any) -> Value:
    """Return a call of a function of one number; an integer is not converted where the function does it itself."""
    if value.operation == "convert_element_type" and function not in _KEEPS_INTEGERS and aval.dtype.kind == "f":
        base = value.operands[0]
        if function.startswith("jnp.") and base.dtype.kind in "iub" and value.dtype == np.float32:
            value = base
    return Value(expression(f"{function}(_0_)", value.array()), aval, value.weak)


def negated(value: Value, aval: Any) -> Value:
    return Value(ast.UnaryOp(ast.USub(), value.node), aval, value.weak)


def inverted(value: Value, aval: Any) -> Value:
    """Return `not` of truth values, or the inverted bits of integers."""
    if aval.dtype.kind == "b":
        return Value(opposite(value), aval, False, operation="not", operands=(value,), traced=value.traced)
    return Value(ast.UnaryOp(ast.Invert(), value.array()), aval, value.weak)


def opposite(value: Value) -> ast.expr:
    """Return the negation of a truth value as an expression; not `~`, since Python's `~True` is -2."""
    if value.operation == "not":
        return value.operands[0].node
    node = value.node
    exact = (ast.Eq, ast.NotEq) if _may_be_nan(value) else tuple(_OPPOSITES)
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and isinstance(node.ops[0], exact):
        return ast.Compare(node.left, [_OPPOSITES[type(node.ops[0])]()], node.comparators)
    return expression("~_0_" if value.traced else "jnp.logical_not(_0_)", node)  # type: ignore[no-any-return]


_OPPOSITES: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.GtE,
    ast.GtE: ast.Lt,
    ast.LtE: ast.Gt,
    ast.Gt: ast.LtE,
}


def _may_be_nan(value: Value) -> bool:
    """Return whether a comparison may have nan operands, for which `not a < b` is not `a >= b`."""
    return not value.operands or any(each.dtype.kind not in "biu" for each in value.operands)


def converted(value: Value, aval: Any) -> Value:
    """Return a conversion to another dtype."""
    if value.known is not None and aval.dtype.kind in "biuf" and value.dtype.kind in "biuf" and not aval.shape:
        whole = value.dtype.kind != "f" or aval.dtype.kind == "f"
        if whole:
            return known_value(value.known.astype(aval.dtype), aval)
    if aval.dtype.kind == "b":
        return Value(expression("_0_ != 0", value.node), aval, False)
    if not aval.shape and value.dtype.kind == "f" and aval.dtype.kind in "iu":
        node = expression(f"lax.convert_element_type(_0_, jnp.{dtype_name(aval.dtype)})", value.node)
    else:
        node = cast(value.node, aval)
    return Value(node, aval, False, operation="convert_element_type", operands=(value,))


def select(context: Context, operands: Sequence[Value], aval: Any) -> Value | None:
    """Return an elementwise select between two values; None for any other select."""
    which, no, *more = operands
    if len(more) != 1 or which.dtype != np.bool_:
        return None
    (yes,) = more
    if which.operation == "not" and not isinstance(which.node, ast.Compare):
        which, yes, no = which.operands[0], no, yes
    if which.known is not None:
        return yes if bool(which.known) else no
    if yes.node is no.node:
        return yes
    if (index := _wrapped_index(which, yes, no, aval)) is not None:
        return index
    if not is_key_type(aval.dtype) and aval.dtype.kind == "b" and tuple(aval.shape) == which.shape:
        logical = _logical(which, yes, no, aval)
        if logical is not None:
            return logical
    return _where(context, which, yes, no, aval)


def _where(context: Context, which: Value, yes: Value, no: Value, aval: Any) -> Value:
    sides = [side.operands[0] if _is_spread(side) else side for side in (yes, no)]
    if context.literal or broadcast_shape([which, *sides]) != tuple(aval.shape):
        sides = [yes, no]
    result = promoted(sides)
    nodes = [side.node for side in sides]
    weak: bool | None = None
    if result is None or result[0] != aval.dtype or all(side.known is not None for side in sides):
        nodes = [side.typed() for side in sides]
    else:
        weak = result[1]
    made = expression("jnp.where(_0_, _1_, _2_)", which.node, *nodes)
    return Value(made, aval, weak, operation="select_n", operands=(which, no, yes))


def _is_spread(value: Value) -> bool:
    return value.operation == "broadcast_in_dim" and value.operands[0].shape == ()


def _wrapped_index(which: Value, yes: Value, no: Value, aval: Any) -> Value | None:
    """Return a value that stands for the index where a select only wraps a negative one, as `v[i]` does; else None."""
    if which.operation != "lt" or yes.operation != "add" or is_key_type(aval.dtype) or aval.dtype.kind != "i":
        return None
    same = _alike(which.operands[0], no) and _alike(yes.operands[0], no)
    size = yes.operands[1].known if len(yes.operands) == 2 else None
    if not same or size is None or not which.operands[1].is_number(0):
        return None
    node = expression("jnp.where(_0_, _1_, _2_)", which.node, yes.node, no.node)
    return Value(node, aval, None, operation="index", operands=(no,), params=int(size))


def _alike(one: Value, other: Value) -> bool:
    return ast.dump(one.node) == ast.dump(other.node)


def _logical(which: Value, yes: Value, no: Value, aval: Any) -> Value | None:
    """Return a select between truth values of which one is known, as `&` or `|`; None for others."""
    if yes.known is not None and no.known is not None:
        if bool(yes.known) == bool(no.known):
            return yes
        return which if bool(yes.known) else inverted(which, aval)
    if no.known is not None:
        if not bool(no.known):
            return logical("and", which, yes, aval)
        return logical("or", inverted(which, aval), yes, aval)
    if yes.known is not None:
        if bool(yes.known):
            return logical("or", which, no, aval)
        return logical("and", inverted(which, aval), no, aval)
    return None


def logical(name: str, one: Value, other: Value, aval: Any) -> Value:
    """Return `&` or `|` of two truth values, or one of them where the other is known."""
    for this, that in ((one, other), (other, one)):
        if this.known is not None:
            return that if bool(this.known) == (name == "and") else this
    if other.operation == name:
        one, other = logical(name, one, other.operands[0], aval), other.operands[1]
    node = expression(f"_0_ {OPERATORS[name]} _1_", one.node, other.node)
    traced = one.traced or other.traced
    return Value(node, aval, False, operation=name, operands=(one, other), traced=traced)
