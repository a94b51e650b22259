"""Values that may be None or a text at some times, and a number or an array at others: with a flag or a kind beside."""

from __future__ import annotations

import ast
import builtins
import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import jax.numpy as jnp

from nbgraph.core.errors import StagingError
from nbgraph.core.functionalise.sites import Place, place_of
from nbgraph.core.normalise.rewriter import rebuild, replace
from nbgraph.core.normalise.template import quote, quote_expression
from nbgraph.core.specialise.texts.answers import NoNumbersError, apart
from nbgraph.core.specialise.texts.kinds import ITSELF, Kind, form_of
from nbgraph.core.specialise.texts.operations import looked_at
from nbgraph.core.specialise.texts.tables import part_of, site_of_numbers
from nbgraph.core.staging.values import is_traced, type_of

if TYPE_CHECKING:
    from nbgraph.core.specialise.texts.values import Values


@dataclass(frozen=True)
class SameType:
    """Stands around a number that goes to a place of one type, and looks whether it has that.

    Attributes:
        dtype: of the numbers there.
        shape: of the numbers there.
    """

    dtype: Any
    shape: tuple[int, ...]

    def __call__(self, value: Any) -> Any:
        """The value.

        Raises:
            StagingError: it is of another type; no branch of the graph holds this for an error of the user's.
        """
        kind = type_of(value) if is_traced(value) or isinstance(value, bool | int | float) else None
        if kind is None or (str(kind.dtype), kind.shape) != (self.dtype, self.shape):
            raise StagingError(f"a number of type {self.dtype} stands beside one of another", remedy="")
        return value

    def blank(self) -> Any:
        """What stands there where there is no number."""
        return jnp.zeros(self.shape, self.dtype) if self.shape else eval(self.zero)

    @property
    def zero(self) -> str:
        """What stands there where there is no number, as code."""
        if self.shape:
            return f"jnp.zeros({self.shape}, jnp.{self.dtype if self.dtype != 'bool' else 'bool_'})"
        return {"b": "False", "i": "0", "u": "0", "f": "0.0"}[self.dtype[0]]


def as_kind(to: Values, code: ast.expr, node: ast.expr, goal: Kind) -> ast.expr:
    """The code of a value that goes to a place of a kind.

    Raises:
        NoNumbersError: no number can stand for it there.
    """
    goal, kind = goal.found(), to.kind(node)
    if not goal.is_chosen or kind is goal or ITSELF not in goal.forms:
        return code
    if isinstance(node, ast.Constant) and isinstance(node.value, str | None):
        return to.constant(form_of(node.value), goal, node)
    if kind.is_chosen or kind.shape not in ("other", ""):
        raise NoNumbersError
    return itself(to, code, goal, node)


def itself(to: Values, code: ast.expr, goal: Kind, at: ast.expr) -> ast.expr:
    """A number in a place that may hold None or a text."""
    table = to.tables.of(goal)
    marked = quote_expression("mark(value)", at, mark=table.mark, value=code)
    return to.constant(ITSELF, goal, at, [(site_of_numbers(), marked)])


def number_in(to: Values, node: ast.expr) -> ast.expr:
    """The number that a value is, where it is one."""
    table = to.table(node)
    return part_of(to.value(node), table.sites.index(site_of_numbers()) + 1, node)


def computed(to: Values, node: ast.expr) -> ast.expr | None:
    """What an operation gives for a value that may be a number; None where it asks none.

    Raises:
        NoNumbersError: that cannot be written so.
    """
    either = [part for part in looked_at(node) if to.kind(part).may_be_itself]
    if not either or to.is_chosen(node) or (isinstance(node, ast.Call) and node not in to.found.asking):
        return None
    match node:
        case ast.Compare(left=left, ops=[ast.In() | ast.NotIn() as operator], comparators=[ast.Tuple() | ast.List()]):
            return _among(to, node, left, isinstance(operator, ast.NotIn))
        case ast.Compare(ops=[ast.Eq() | ast.NotEq() | ast.Is() | ast.IsNot() as operator]):
            return _compared(to, node, either, isinstance(operator, ast.NotEq | ast.IsNot))
        case ast.Call(func=ast.Name(id="isinstance"), args=[value, kinds]):
            return _is_of_kind(to, node, value, kinds)
    _raised(to, node, either)
    parts = {id(part) for part in either}
    return rebuild(
        node, lambda part: number_in(to, part) if id(part) in parts and isinstance(part, ast.expr) else to.child(part)
    )


def _raised(to: Values, node: ast.expr, either: Sequence[ast.expr]) -> None:
    """The lines before that raise what Python raises where it is no number; none where the trace excludes that.

    Raises:
        NoNumbersError: no line can stand there, or Python has an answer.
    """
    known = to.found.known.kinds_asked
    places = [place for place in _places(node, either) if place in known]
    if not places or any(each is None for place in places for each in known[place]):
        raise NoNumbersError
    asked = known[places[0]]
    errors = {(type(error), error.args): error for error in asked if error is not None}
    if not errors:
        return
    is_first = not isinstance(node, ast.Compare) or either[0] in (node.left, node.comparators[0])
    (error,) = errors.values() if len(errors) == 1 else (None,)
    if (
        error is None
        or len({*map(ast.dump, either)}) > 1
        or not is_first
        or to.lazy
        or not hasattr(builtins, type(error).__name__)
    ):
        raise NoNumbersError
    if not all(isinstance(argument, str | int) for argument in error.args):
        raise NoNumbersError
    number, table = to.named(either[0]), to.table(either[0])
    if ast.dump(number) in to.checked:
        return
    to.checked.add(ast.dump(number))
    test = to.opposite(to.is_form(number, table, ITSELF, node))
    given = ", ".join(map(repr, error.args))
    to.before += quote(f"if test: raise {type(error).__name__}({given})", node, test=test)


def _places(node: ast.expr, either: Sequence[ast.expr]) -> list[Place]:
    """Where an operation is asked; a comparison in a chain is one from its left to its right."""
    if not isinstance(node, ast.Compare) or len(node.ops) == 1:
        return [place_of(node)]
    pairs = itertools.pairwise([node.left, *node.comparators])
    found = [(left, right) for left, right in pairs if left in either or right in either]
    return [(a.lineno, b.end_lineno or 0, a.col_offset, b.end_col_offset or 0) for a, b in found]


def _compared(to: Values, node: ast.Compare, either: Sequence[ast.expr], negative: bool) -> ast.expr | None:
    """`value == 2`: false where it is no number."""
    left, right = node.left, node.comparators[0]
    other = right if either[0] is left else left
    if len(either) > 1:
        raise NoNumbersError
    if isinstance(other, ast.Constant) and isinstance(other.value, str | None):
        return None
    if to.kind(other).shape not in ("other", ""):
        raise NoNumbersError
    first, second = (to.value(side) if side is other else number_in(to, side) for side in (left, right))
    same = quote_expression("first == second", node, first=first, second=second)
    is_number = to.is_form(to.value(either[0]), to.table(either[0]), ITSELF, node)
    both = ast.copy_location(ast.BoolOp(ast.And(), [is_number, same]), node)
    return quote_expression("not both", node, both=both) if negative else both


def _among(to: Values, node: ast.Compare, value: ast.expr, negative: bool) -> ast.expr:
    """`value in (None, 2)` as one comparison after the other."""
    (items,) = node.comparators
    if not isinstance(value, ast.Name) or not isinstance(items, ast.Tuple | ast.List) or not items.elts:
        raise NoNumbersError
    tests = []
    for count, item in enumerate(items.elts):
        each = ast.copy_location(ast.Compare(value, [ast.Eq()], [item]), node)
        tests.append(apart(to.value(each), count))
    found = tests[0] if len(tests) == 1 else ast.copy_location(ast.BoolOp(ast.Or(), tests), node)
    return quote_expression("not found", node, found=found) if negative else found


def _is_of_kind(to: Values, node: ast.Call, value: ast.expr, kinds: ast.expr) -> ast.expr:
    table = to.table(value)
    whole = ast.unparse(kinds)
    try:
        found = eval(whole, {**to.found.known.outer})
        answers = {form: isinstance(None if form is None else "", found) for form in table.forms if form != ITSELF}
    except Exception:
        raise NoNumbersError from None
    if len(set(answers.values())) != 1:
        raise NoNumbersError
    code = replace(node, args=[number_in(to, value), kinds])
    is_number = to.is_form(to.value(value), table, ITSELF, node)
    if next(iter(answers.values())):
        return ast.copy_location(ast.BoolOp(ast.Or(), [to.opposite(is_number), code]), node)
    return ast.copy_location(ast.BoolOp(ast.And(), [is_number, code]), node)


def truth(to: Values, node: ast.expr) -> ast.expr:
    """Whether a value that may be a number counts as true."""
    table, number = to.table(node), to.value(node)
    is_number = to.is_form(number, table, ITSELF, node)
    value = number_in(to, node)
    if table.is_flag:
        return ast.copy_location(ast.BoolOp(ast.And(), [is_number, value]), node)
    empty = [to.opposite(to.is_form(number, table, form, node)) for form in table.forms if form in ((), None)]
    last = ast.copy_location(ast.BoolOp(ast.Or(), [to.opposite(is_number), value]), node)
    return ast.copy_location(ast.BoolOp(ast.And(), [*empty, last]), node) if empty else last
