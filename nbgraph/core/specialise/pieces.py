"""Pieces of code that statements, conditionals and loops share."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from nbgraph.core.functionalise.blocks import load, target_of, value_of
from nbgraph.core.normalise.rewriter import replace
from nbgraph.core.specialise.check_values import Failure
from nbgraph.core.specialise.expressions import Expressions
from nbgraph.core.specialise.operands import is_part
from nbgraph.core.specialise.plan import Plan
from nbgraph.core.specialise.slots import Slot
from nbgraph.core.specialise.types import structure_code, zeros_code
from nbgraph.core.specialise.verbs import verb_of
from nbgraph.core.staging.cond import StagedIf
from nbgraph.core.staging.merge import Pair
from nbgraph.core.staging.values import is_dynamic, leaves_of

# What is done with the value of a staging call: bound, returned or dropped.
Sink = Callable[[ast.expr], list[ast.stmt]]


_ITEMS = ("set_item", "update_item")


class Outer(Protocol):
    """What conditionals and loops need of the statements they stand among."""

    plan: Plan
    expressions: Expressions
    errors: list[Failure] | None

    def block(self, block: Sequence[ast.stmt]) -> list[ast.stmt]:
        """A block, specialised."""

    def statement(self, node: ast.stmt) -> list[ast.stmt]:
        """A statement, specialised; a block function is remembered for its call."""

    def own_blocks(self) -> AbstractContextManager[None]:
        """Within it, block functions get their names: outside, the same name may be that of another one."""

    def branch(self, argument: ast.expr, call: ast.Call) -> ast.FunctionDef:
        """The block behind an argument of a staging call."""

    def blocks_of(self, call: ast.Call) -> list[ast.AST]:
        """The blocks and expressions that a staging call is given."""

    def inline(self, function: ast.FunctionDef, sink: Sink) -> list[ast.stmt]:
        """A block's statements, specialised, in place of its call."""


def undeclared(function: ast.FunctionDef) -> ast.FunctionDef:
    """A block without its `nonlocal` and `global` lines: where it stands now they may not be needed.

    >>> from nbgraph.core.normalise.example import example, show
    >>> show(undeclared(example("def if_true(): nonlocal a; a = 1")))
    def if_true():
        a = 1
    """
    kept = [statement for statement in function.body if not isinstance(statement, ast.Nonlocal | ast.Global)]
    return function if len(kept) == len(function.body) else replace(function, body=kept)


def received(names: Sequence[str], slots: Sequence[Slot], value: ast.expr, at: ast.AST) -> list[ast.stmt]:
    """The line that binds the results of a staged block: its names, and the places that it changed.

    Args:
        names: the names among the results.
        slots: the places, whose values follow those of the names.
        value: the staged block.
        at: where new nodes stand.
    """
    stored = [ast.copy_location(ast.Name(name, ast.Store()), at) for name in names]
    targets: list[ast.expr] = [*stored, *(target for slot in slots for target in slot.targets(at))]
    target = targets[0] if len(targets) == 1 else ast.copy_location(ast.Tuple(targets, ast.Store()), at)
    back = [line for slot in slots for line in slot.refilled(at)]
    return [ast.copy_location(ast.Assign([target], value), at), *back]


def expanded_tail(function: ast.FunctionDef, names: Sequence[str]) -> ast.FunctionDef:
    """A block that returns a staging call's results directly, with the results named first: they may need casts.

    >>> from nbgraph.core.normalise.example import example, show
    >>> show(expanded_tail(example("def loop_body(s): return ng.if_(p, a, b)"), ["s"]))
    def loop_body(s):
        s = ng.if_(p, a, b)
        return s
    """
    function = expanded_items(function, names)
    last, value = function.body[-1], result_of(function)
    if not names or value is None or verb_of(value) not in ("if_", "while_", "for_", *_ITEMS):
        return function
    bind = ast.copy_location(ast.Assign([target_of(names, last)], value), last)
    hand_back = ast.copy_location(ast.Return(value_of([load(name, last) for name in names], last)), last)
    return replace(function, body=[*function.body[:-1], bind, hand_back])


def expanded_items(function: ast.FunctionDef, names: Sequence[str]) -> ast.FunctionDef:
    """A block that sets items among its results, with these lines before.

    >>> from nbgraph.core.normalise.example import example, show
    >>> show(expanded_items(example("def loop_body(d, s): return ng.set_item(d, 0, s), s"), ["d", "s"]))
    def loop_body(d, s):
        d = ng.set_item(d, 0, s)
        return (d, s)
    """
    last, value = function.body[-1], result_of(function)
    if not isinstance(value, ast.Tuple) or len(value.elts) != len(names):
        return function
    pairs = list(zip(names, value.elts, strict=True))
    setting = [(name, item) for name, item in pairs if verb_of(item) in _ITEMS]
    if not setting:
        return function
    lines = [ast.copy_location(ast.Assign([target_of([name], last)], item), last) for name, item in setting]
    items = [load(name, last) if verb_of(item) in _ITEMS else item for name, item in pairs]
    hand_back = ast.copy_location(ast.Return(value_of(items, value)), last)
    return replace(function, body=[*function.body[:-1], *lines, hand_back])


def result_of(function: ast.FunctionDef) -> ast.expr | None:
    """What a block returns at its end; None for a block that hands nothing back."""
    last = function.body[-1]
    return last.value if isinstance(last, ast.Return) else None


def assign(target: ast.expr, value: ast.expr, at: ast.AST) -> list[ast.stmt]:
    """`target = value`; pairs that assign a name to itself are left out.

    >>> from nbgraph.core.normalise.example import example, show
    >>> show(assign(example("(a, b)"), example("(a, c)"), example("p")))
    b = c
    """
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
        pairs = [(t, v) for t, v in zip(target.elts, value.elts, strict=True) if not _is_self(t, v)]
        if len(pairs) < len(target.elts):
            if not pairs:
                return []
            targets, values = [t for t, _ in pairs], [v for _, v in pairs]
            if len(pairs) == 1:
                return assign(targets[0], values[0], at)
            target = ast.copy_location(ast.Tuple(targets, ast.Store()), at)
            value = ast.copy_location(ast.Tuple(values, ast.Load()), at)
    elif _is_self(target, value):
        return []
    return [ast.copy_location(ast.Assign([target], value), at)]


def _is_self(target: ast.expr, value: ast.expr) -> bool:
    if verb_of(value) == "undefined":
        return True
    return isinstance(target, ast.Name) and isinstance(value, ast.Name) and target.id == value.id


def plain_tail(block: list[ast.stmt]) -> list[ast.stmt]:
    """A block whose last line says `a = a + b` where it was `a += b`: then it may be returned directly.

    >>> from nbgraph.core.normalise.example import example, show
    >>> show(plain_tail([example("a += b")]))
    a = a + b
    """
    if not block or not isinstance(block[-1], ast.AugAssign) or not isinstance(block[-1].target, ast.Name):
        return block
    last = block[-1]
    before = replace(last.target, ctx=ast.Load())
    value = ast.copy_location(ast.BinOp(before, last.op, last.value), last)
    return [*block[:-1], ast.copy_location(ast.Assign([last.target], value), last)]


def placeholder_code(plan: Plan, name: str, at: ast.AST, otherwise: int | None = 0) -> ast.expr:
    """A value for a name that has none yet, in the type that branches or rounds later agree on.

    Args:
        plan: the decisions.
        name: the name.
        at: where new nodes stand.
        otherwise: what it is where they say nothing.
    """
    for outcomes in plan.instance.outcomes.values():
        for outcome in outcomes:
            if isinstance(outcome.detail, StagedIf):
                pairs = [pair for pair in outcome.detail.pairs if _belongs(pair, name)]
                found = unset_code(outcome.detail, pairs, at) if pairs else None
                if found is not None:
                    return found
    return ast.copy_location(ast.Constant(otherwise), at)


def _belongs(pair: Pair, name: str) -> bool:
    """Whether a leaf is what a name stands for, or part of it."""
    return pair.name == name or pair.name.startswith((f"{name}[", f"{name}."))


def unset_code(detail: StagedIf, pairs: Sequence[Pair], at: ast.AST) -> ast.expr | None:
    """What stands for a name on the side of a conditional that gives it no value; None where nothing can.

    Args:
        detail: how the conditional was staged.
        pairs: the leaves of the name's value.
        at: where new nodes stand.
    """
    if len(pairs) == 1 and not is_part(pairs[0].name):
        return zeros_code(pairs[0].type, at)
    name = re.split(r"\W", pairs[0].name)[0] if pairs else ""
    if name not in detail.values:
        return None
    zeros = iter([zeros_code(pair.type, at) for pair in pairs])
    leaves = leaves_of(detail.values[name])[0]
    if sum(map(is_dynamic, leaves)) != len(pairs):
        return None
    parts = [next(zeros) if is_dynamic(leaf) else ast.copy_location(ast.Constant(leaf), at) for leaf in leaves]
    return structure_code(detail.values[name], parts, at)
