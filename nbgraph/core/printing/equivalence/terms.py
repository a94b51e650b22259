"""Write the values of a program as nameless terms in a normal form: equal terms are equal values on every input.

The proof of printed code rests on this file: each rule that rewrites a term must hold for every input, nan and -0.0
included.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import numpy as np

from nbgraph.core.keys import is_key_type
from nbgraph.core.printing.text.code import table, words
from nbgraph.core.records import dataclass, field


@dataclass(eq=False, slots=True)
class Term:
    """A value: an operation on terms, an input, a constant, or a result of a loop or a conditional."""

    operation: str  # what makes it
    key: Any  # the parameters of the operation, in a form that can be compared
    operands: tuple[Term, ...]
    shape: tuple[int, ...]
    dtype: Any
    value: Any = None
    region: Any = None


@dataclass(eq=False)
class Loop:
    """A loop: its initial values, what an iteration makes of them, and its effects."""

    key: Any = None  # the number of iterations and their order, for a `scan`
    initial: list[Term] = field(default_factory=list)
    carried: list[Term] = field(default_factory=list)
    following: list[Term] = field(default_factory=list)
    test: Term | None = None  # whether there is another iteration; None for a `scan`
    over: list[Term] = field(default_factory=list)
    gathered: list[Term] = field(default_factory=list)
    acts: list[Any] = field(default_factory=list)


@dataclass(eq=False)
class Choice:
    """A conditional: its index, and the results and effects of each branch."""

    index: Term
    branches: list[list[Term]]
    acts: list[list[Any]]


def constant(value: Any, aval: Any) -> Term:
    """Return the term of a known value."""
    dtype, shape = aval.dtype, tuple(aval.shape)
    if is_key_type(dtype):
        return Term("constant", ("key", np.asarray(jax.random.key_data(value)).tobytes()), (), shape, dtype)
    array = np.asarray(value, dtype)
    known = array if not shape else None
    return Term("constant", (str(dtype), shape, array.tobytes()), (), shape, dtype, known)


def made(operation: str, key: Any, operands: tuple[Term, ...], aval: Any) -> Term:
    """Return the term of an operation, in its normal form."""
    shape, dtype = tuple(aval.shape), aval.dtype
    folded = _folded(operation, operands, shape, dtype)
    if folded is not None:
        return folded
    rule = _RULES.get(operation)
    if rule is not None:
        found = rule(key, operands, shape, dtype)
        if found is not None:
            return found
    if operation in _ELEMENTWISE:
        operands = _without_broadcasts(operands, shape)
    return Term(operation, key, operands, shape, dtype)


def _scalar(value: Any, dtype: Any) -> Term:
    array = np.asarray(value).astype(dtype)
    return Term("constant", (str(dtype), (), array.tobytes()), (), (), dtype, array)


_FOLDED: dict[str, Callable[..., Any]] = {
    name: getattr(np, function)
    for name, function in table(
        "add add  sub subtract  mul multiply  neg negative  max maximum  min minimum  eq equal  ne not_equal  lt less"
        " le less_equal  gt greater  ge greater_equal  and bitwise_and  or bitwise_or  not invert  sign sign  abs abs"
        " convert_element_type asarray"
    ).items()
}
_FOLDED["select_n"] = lambda which, *cases: cases[int(which)]


def _folded(operation: str, operands: tuple[Term, ...], shape: tuple[int, ...], dtype: Any) -> Term | None:
    """Fold an operation on known integers and truth values, on which NumPy and XLA agree; None for others."""
    function = _FOLDED.get(operation)
    if function is None or shape or not operands or any(each.value is None for each in operands):
        return None
    exact = all(np.dtype(each.dtype).kind in "biu" for each in operands) and np.dtype(dtype).kind in "biu"
    exact = exact or operation == "neg"
    widened = operation == "convert_element_type" and np.dtype(operands[0].dtype).kind in "biuf"
    if not exact and not (widened and np.dtype(dtype).kind == "f"):
        return None
    with np.errstate(all="ignore"):
        return _scalar(function(*(each.value for each in operands)), dtype)


def _is(term: Term, value: bool | int) -> bool:
    return term.value is not None and term.value.dtype.kind in "biu" and bool(term.value == value)


OPPOSITES = table("eq ne  ne eq  lt ge  ge lt  le gt  gt le")


def _not(term: Term) -> Term:
    if term.operation == "not":
        return term.operands[0]
    if term.value is not None and term.value.dtype.kind == "b":
        return _scalar(not term.value, term.dtype)
    turned = OPPOSITES.get(term.operation)
    if turned is not None and term.operation not in ("eq", "ne") and np.dtype(term.operands[0].dtype).kind not in "biu":
        turned = None  # nan is neither less nor more
    return Term(turned or "not", (), term.operands if turned else (term,), term.shape, term.dtype)


def upright(term: Term) -> Term | None:
    """Return the condition that a condition negates; of each pair of opposites one is never the negation."""
    if term.dtype != np.bool_ or term.operation not in ("not", "ne", "ge", "le"):
        return None
    opposite = _not(term)
    return None if opposite.operation == "not" else opposite


def _joined(operation: str, one: Term, other: Term) -> Term:
    """Return `and` or `or` of two truth values: `a & True` is `a`, and `a & (b & c)` is `(a & b) & c`."""
    for this, that in ((one, other), (other, one)):
        if this.value is not None and this.dtype == np.bool_:
            return that if bool(this.value) == (operation == "and") else this
    if one is other:
        return one
    if other.operation == operation and all(each.shape == one.shape for each in other.operands):
        return _joined(operation, _joined(operation, one, other.operands[0]), other.operands[1])
    return Term(operation, (), (one, other), one.shape, one.dtype)


def _rule_joined(operation: str) -> Callable[..., Term | None]:
    def rule(key: Any, operands: tuple[Term, ...], shape: Any, dtype: Any) -> Term | None:
        fit = all(each.shape == shape or each.value is not None for each in operands)
        return _joined(operation, *operands) if dtype == np.bool_ and fit else None

    return rule


def _rule_neutral(neutral: int, *, commutes: bool) -> Callable[..., Term | None]:
    """Return the rule that `i + 0` is `i` for integers; not for floats, where -0.0 + 0.0 is 0.0."""

    def rule(key: Any, operands: tuple[Term, ...], shape: Any, dtype: Any) -> Term | None:
        orders = (operands[::-1], operands) if commutes else (operands[::-1],)
        fitting = (that for this, that in orders if _is(this, neutral) and that.shape == shape)
        return next(fitting, None) if np.dtype(dtype).kind in "iu" else None

    return rule


def _rule_rem(key: Any, operands: tuple[Term, ...], shape: Any, dtype: Any) -> Term | None:
    return _scalar(0, dtype) if np.dtype(dtype).kind in "iu" and _is(operands[1], 1) and not shape else None


def _rule_select(key: Any, operands: tuple[Term, ...], shape: Any, dtype: Any) -> Term | None:
    which, *cases = operands
    if which.dtype != np.bool_ or len(cases) != 2:
        return None
    no, yes = cases
    if (turned := upright(which)) is not None:
        which, no, yes = turned, yes, no
    if which.value is not None:
        return yes if bool(which.value) else no
    if no is yes or (no.operation == yes.operation == "constant" and no.key == yes.key):
        return no
    if dtype != np.bool_ or which.shape != shape:
        inner = _without_broadcasts((no, yes), shape) if which.shape == shape else (no, yes)
        return Term("select_n", (), (which, *inner), shape, dtype)
    if _is(no, False):
        return _joined("and", which, yes)
    if _is(yes, True):
        return _joined("or", which, no)
    if _is(no, True):
        return _joined("or", _not(which), yes)
    return _joined("and", _not(which), no) if _is(yes, False) else Term("select_n", (), (which, no, yes), shape, dtype)


def _rule_convert(key: Any, operands: tuple[Term, ...], shape: Any, dtype: Any) -> Term | None:
    """Drop a conversion to the same dtype, and one of a truth value to a number and back."""
    (term,) = operands
    if term.dtype == dtype:
        return term
    if dtype == np.bool_ and term.operation == "convert_element_type" and term.operands[0].dtype == np.bool_:
        return term.operands[0]
    return Term("convert_element_type", str(dtype), operands, shape, dtype)


def _rule_ne(key: Any, operands: tuple[Term, ...], shape: Any, dtype: Any) -> Term | None:
    """Replace "a truth value as a number is not 0" by the truth value."""
    number, zero = operands
    is_truth = number.operation == "convert_element_type" and number.operands[0].dtype == np.bool_
    return number.operands[0] if is_truth and _is(zero, 0) and number.shape == shape else None


def _rule_concatenate(key: Any, operands: tuple[Term, ...], shape: Any, dtype: Any) -> Term | None:
    """Drop empty arrays; write concatenated scalars as their stack."""
    if len(shape) == 1 and all(each.operation == "reshape" and each.operands[0].shape == () for each in operands):
        return Term("stack", (("axis", "0"),), tuple(each.operands[0] for each in operands), shape, dtype)
    filled = tuple(each for each in operands if 0 not in each.shape)
    if len(filled) == len(operands) or not filled:
        return None
    return filled[0] if len(filled) == 1 else Term("concatenate", key, filled, shape, dtype)


def _rule_shape(key: Any, operands: tuple[Term, ...], shape: Any, dtype: Any) -> Term | None:
    """Write `squeeze` and `expand_dims` as `reshape`: all keep the items in order."""
    (term, *_) = operands
    if term.operation == "reshape":
        term = term.operands[0]
    return term if term.shape == shape else Term("reshape", (), (term,), shape, dtype)


def _rule_broadcast(key: Any, operands: tuple[Term, ...], shape: Any, dtype: Any) -> Term | None:
    """Write added axes of size 1 as a `reshape`, and a broadcast scalar without its axes."""
    (term, *_) = operands
    if term.shape == shape:
        return term
    if int(np.prod(shape)) == int(np.prod(term.shape)) and shape != () and 0 not in shape:
        return _rule_shape(key, (term,), shape, dtype)
    if term.operation == "broadcast_in_dim" and term.operands[0].shape == ():
        term = term.operands[0]
    return Term("broadcast_in_dim", "scalar", (term,), shape, dtype) if term.shape == () else None


def _rule_in_range(operation: str) -> Callable[..., Term | None]:
    """Return the rule that a wrapped index is at least 0 if `i >= -n`, and less than `n` if `i < n`."""

    def rule(key: Any, operands: tuple[Term, ...], shape: Any, dtype: Any) -> Term | None:
        index, limit = operands
        size = wrapped_size(index)
        if size is None or limit.value is None or int(limit.value) != (0 if operation == "ge" else size):
            return None
        bound = _scalar(-size if operation == "ge" else size, limit.dtype)
        return Term(operation, (), (index.operands[1], bound), shape, dtype)

    return rule


def wrapped_size(index: Term) -> int | None:
    """Return the `n` of a term that is `i + n` where `i < 0`, else `i`; None for other terms."""
    if index.operation != "select_n" or index.shape != ():
        return None
    which, no, yes = index.operands
    below = which.operation == "lt" and which.operands[0] is no and _is(which.operands[1], 0)
    moved = yes.operation == "add" and yes.operands[0] is no and yes.operands[1].value is not None
    return int(yes.operands[1].value) if below and moved else None


_RULES: dict[str, Callable[..., Term | None]] = {
    "not": lambda key, operands, shape, dtype: _not(operands[0]) if dtype == np.bool_ else None,
    "and": _rule_joined("and"),
    "or": _rule_joined("or"),
    "add": _rule_neutral(0, commutes=True),
    "sub": _rule_neutral(0, commutes=False),
    "mul": _rule_neutral(1, commutes=True),
    "div": _rule_neutral(1, commutes=False),
    "rem": _rule_rem,
    "ne": _rule_ne,
    "slice": lambda key, operands, shape, dtype: operands[0] if operands[0].shape == shape else None,
    "concatenate": _rule_concatenate,
    "ge": _rule_in_range("ge"),
    "lt": _rule_in_range("lt"),
    "select_n": _rule_select,
    "convert_element_type": _rule_convert,
    "broadcast_in_dim": _rule_broadcast,
    "squeeze": _rule_shape,
    "expand_dims": _rule_shape,
    "reshape": _rule_shape,
}
_ELEMENTWISE = words(
    "add sub mul div rem max min pow eq ne lt le gt ge and or xor atan2 nextafter shift_left shift_right_arithmetic"
    " shift_right_logical"
)


def _without_broadcasts(operands: tuple[Term, ...], shape: tuple[int, ...]) -> tuple[Term, ...]:
    """Return elementwise operands with scalars not broadcast, where another operand has the whole shape."""
    if not shape or not any(each.shape == shape and not _is_spread(each) for each in operands):
        return operands
    return tuple(each.operands[0] if _is_spread(each) else each for each in operands)


def _is_spread(term: Term) -> bool:
    return term.operation == "broadcast_in_dim" and term.key == "scalar"
