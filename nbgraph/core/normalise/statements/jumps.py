"""Lower `break`, `continue` and `return` to structured control flow: what follows a jump moves under the other branch.

`if p: break` followed by `rest` becomes `if p: did_break = True` `else: rest`: one guard around the rest of the
block, never one per statement. A flag is tested only where the rest cannot move, because a nested block may or may
not have jumped. The idea is Erosa and Hendren's "Taming control flow" (1994), restricted to forward jumps.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any

from nbgraph.core.normalise.trees.rewriter import replace
from nbgraph.core.normalise.trees.template import quote
from nbgraph.core.records import dataclass

Loop = ast.While | ast.For | ast.AsyncFor
LOOPS = (ast.While, ast.For, ast.AsyncFor)
_OWN_JUMPS = (*LOOPS, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


class Turned(ast.If):
    """An `if` whose test is the negation of the user's."""


class Leaving(ast.If):
    """The only statement of a loop's body: it sets the flag that ends the loop, or runs the iteration."""


class Asking(ast.While):
    """A `while` whose test includes that of an `if` at the beginning of the user's loop which leaves it."""

    _fields = (*ast.While._fields, "asked")
    asked: tuple[int, ...]  # the lines of each such `if`


# to Python's printer, which goes by the name, plain ones
Turned.__name__, Leaving.__name__, Asking.__name__ = "If", "If", "While"
_TURNED = {ast.If: Turned, Turned: ast.If}


@dataclass(frozen=True)
class Lowered:
    """A block without the jump: its statements, and whether some or every path through it has jumped."""

    block: list[ast.stmt]
    may: bool
    must: bool


@dataclass
class Jump:
    """A type of jump and its replacement.

    Loops inside a block are not entered: their jumps are their own, and a `return` in them is a `break` by now.
    """

    matches: Callable[[ast.stmt], bool]  # whether a statement is this jump
    replacement: Callable[[ast.stmt], list[ast.stmt]]  # the statements that replace it
    flag: str  # the name that is true once the jump was taken
    flag_tested: bool = False  # set once some guard had to test the flag

    def lower(self, block: Sequence[ast.stmt]) -> Lowered:
        """Return `block` with every path past a jump moved under a guard; statements after a sure jump are dropped.

        >>> from nbgraph.core.normalise.trees.example import show
        >>> jump = Jump(lambda s: isinstance(s, ast.Break), lambda s: ast.parse("left = True").body, "left")
        >>> show(jump.lower(ast.parse("if p: break\\na = 1").body).block)
        if p:
            left = True
        else:
            a = 1
        """
        for index, statement in enumerate(block):
            head, rest = list(block[:index]), list(block[index + 1 :])
            if self.matches(statement):
                return Lowered([*head, *self.replacement(statement)], True, True)
            if isinstance(statement, ast.If):
                lowered = self._if(statement, rest)
            elif isinstance(statement, _OWN_JUMPS):
                lowered = None
            else:
                lowered = self._block_statement(statement, rest)
            if lowered is not None:
                return Lowered([*head, *lowered.block], lowered.may, lowered.must)
        return Lowered(list(block), False, False)

    def _if(self, statement: ast.If, rest: list[ast.stmt]) -> Lowered | None:
        body, orelse = self.lower(statement.body), self.lower(statement.orelse)
        if not (body.may or orelse.may):
            return None
        if body.must and orelse.must:
            return Lowered([branch(statement, body.block, orelse.block)], True, True)
        if body.must:
            other = self.lower([*statement.orelse, *rest])
            return Lowered([branch(statement, body.block, other.block)], True, other.must)
        if orelse.must:
            other = self.lower([*statement.body, *rest])
            return Lowered([branch(statement, other.block, orelse.block)], True, other.must)
        return self._guarded(branch(statement, body.block, orelse.block), rest)

    def _block_statement(self, statement: ast.stmt, rest: list[ast.stmt]) -> Lowered | None:
        """Lower the blocks of `with`, `try` and `match` in place; a guard follows them."""
        changed: dict[str, list[Any]] = {}
        may = must = False
        for name in ("body", "orelse", "finalbody"):
            block = getattr(statement, name, None)
            if isinstance(block, list):
                lowered = self.lower(block)
                if lowered.may:
                    changed[name] = lowered.block or [pass_at(statement)]
                    may = True
                    must |= lowered.must and isinstance(statement, ast.With)
        for name in ("handlers", "cases"):
            parts = getattr(statement, name, [])
            lowered_parts = [self.lower(part.body) for part in parts]
            if any(part.may for part in lowered_parts):
                changed[name] = [
                    replace(part, body=new.block or [pass_at(part.body[0])])
                    for part, new in zip(parts, lowered_parts, strict=True)
                ]
                may = True
        if not may:
            return None
        if isinstance(statement, ast.Try) and "body" in changed and statement.orelse:
            self.flag_tested = True
            changed["orelse"] = guard(self.flag, changed.get("orelse", statement.orelse), statement)
        return self._guarded(replace(statement, **changed), [] if must else rest, must)

    def _guarded(self, statement: ast.stmt, rest: list[ast.stmt], must: bool = False) -> Lowered:
        if not rest:
            return Lowered([statement], True, must)
        self.flag_tested = True
        lowered = self.lower(rest)
        return Lowered([statement, *guard(self.flag, lowered.block, statement)], True, lowered.must)


def branch(statement: ast.If, body: list[ast.stmt], orelse: list[ast.stmt]) -> ast.If:
    """Return an `if` with new branches; an empty first branch negates the test.

    >>> from nbgraph.core.normalise.trees.example import example, show
    >>> show(branch(example("if p: break"), [], [example("a = 1")]))
    if not p:
        a = 1
    """
    if body:
        return replace(statement, body=body, orelse=orelse)
    if not orelse:
        return replace(statement, body=[pass_at(statement)], orelse=[])
    turned = _TURNED.get(type(statement), type(statement))
    return ast.copy_location(turned(negated(statement.test), orelse, []), statement)


def negated(test: ast.expr) -> ast.expr:
    """Return the negation of a condition.

    >>> from nbgraph.core.normalise.trees.example import example, show
    >>> show(negated(example("not p")), negated(example("p")))
    p
    not p
    """
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return test.operand
    return ast.copy_location(ast.UnaryOp(ast.Not(), test), test)


def guard(flag: str, block: list[ast.stmt], fallback: ast.AST) -> list[ast.stmt]:
    """Return `if not flag: block`, positioned at the block it guards; [] for an empty block.

    >>> from nbgraph.core.normalise.trees.example import example, show
    >>> show(guard("left", [example("a = 1")], example("p")))
    if not left:
        a = 1
    """
    if not block:
        return []
    at = pass_at(block[0] if hasattr(block[0], "lineno") else fallback)
    at.end_lineno, at.end_col_offset = block[-1].end_lineno, block[-1].end_col_offset
    return quote("if not flag: block", at, flag=flag, block=block)


def asking(loop: ast.While, leave: ast.stmt, test: ast.expr, body: list[ast.stmt]) -> Asking:
    """Return a loop whose test includes that of `leave`, which was at the beginning of its body."""
    asked = (*getattr(loop, "asked", ()), leave.lineno)
    fields: dict[str, Any] = {"asked": asked}
    return ast.copy_location(Asking(test, body or [pass_at(leave)], loop.orelse, **fields), loop)


def pass_at(node: ast.AST) -> ast.Pass:
    return ast.copy_location(ast.Pass(), node)
