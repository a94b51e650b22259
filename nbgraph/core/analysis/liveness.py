"""Find which local names are needed after each statement, and which are bound before it.

The walk follows the tree, not a flow graph: after normalisation a block is left only at its end, so one pass up
(what a block needs and binds) and one pass down (what is live after it) suffice, in linear time. A classic
iterative dataflow analysis over a flow graph needs a fixpoint here; see Aho, Lam, Sethi, Ullman, "Compilers", 9.2.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from nbgraph.core.analysis.names import NONE, Names, names
from nbgraph.core.records import dataclass
from nbgraph.core.source import syntax


class Effect(NamedTuple):
    """The effect of running a block on names."""

    needs: frozenset[str]  # names that may be read before the block binds them
    may_bind: frozenset[str]  # names that some path through the block binds
    must_bind: frozenset[str]  # names that every path through the block binds

    def then(self, later: Effect) -> Effect:
        """Return the effect of this block, followed by `later`."""
        return Effect(
            self.needs | (later.needs - self.must_bind),
            self.may_bind | later.may_bind,
            self.must_bind | later.must_bind,
        )

    def either(self, other: Effect) -> Effect:
        """Return the effect of this block or the other, as for two branches of one `if`."""
        return Effect(self.needs | other.needs, self.may_bind | other.may_bind, self.must_bind & other.must_bind)

    def perhaps(self) -> Effect:
        """Return the effect of running the block any number of times, or not at all."""
        return Effect(self.needs, self.may_bind, NONE)


NOTHING = Effect(NONE, NONE, NONE)


@dataclass(frozen=True, slots=True)
class Facts:
    """The result of the analysis, by statement identity (`id`)."""

    live_after: Mapping[int, frozenset[str]]  # names that may be read after the statement, before they are bound again
    bound_before: Mapping[int, frozenset[str]]  # names that some path to the statement has bound
    surely_before: Mapping[int, frozenset[str]]  # names that every path to the statement has bound
    captured: frozenset[str]  # names of this scope that inner functions hold on to; always live
    deleted: frozenset[str]  # names that a `del` in a branch or a loop takes away
    loose: frozenset[str]  # names that may have no value wherever they are read


def block_effect(block: Sequence[ast.stmt]) -> Effect:
    """Return what a block needs and binds.

    >>> effect = block_effect(ast.parse("if p: a = b\\nc = a").body)
    >>> sorted(effect.needs), sorted(effect.may_bind), sorted(effect.must_bind)
    (['a', 'b', 'p'], ['a', 'c'], ['c'])
    """
    total = NOTHING
    for statement in block:
        total = total.then(statement_effect(statement))
    return total


def statement_effect(statement: ast.stmt) -> Effect:
    """Return what one statement needs and binds; a compound statement by its blocks."""
    match statement:
        case ast.If():
            branches = block_effect(statement.body).either(block_effect(statement.orelse))
            return expression_effect(statement.test).then(branches)
        case ast.While():
            test = expression_effect(statement.test)
            return test.then(block_effect(statement.body).then(test).perhaps())
        case ast.For() | ast.AsyncFor():
            return expression_effect(statement.iter).then(_iteration(statement).perhaps())
        case ast.With() | ast.AsyncWith():
            items = expression_effect(*statement.items)
            return items.then(block_effect(statement.body))
        case ast.Match():
            chosen = NOTHING
            for case in statement.cases:
                guard = NOTHING if case.guard is None else expression_effect(case.guard)
                chosen = chosen.either(expression_effect(case.pattern).then(guard).then(block_effect(case.body)))
            return expression_effect(statement.subject).then(chosen)
        case ast.Try() | ast.TryStar():
            return _loosely(statement)
        case _:
            return expression_effect(statement)


def expression_effect(*nodes: ast.AST) -> Effect:
    """Return what expressions need and bind: `:=` binds, and so does an assignment's target.

    >>> effect = expression_effect(ast.parse("(a := b) + c", mode="eval").body)
    >>> sorted(effect.needs), sorted(effect.must_bind)
    (['b', 'c'], ['a'])
    """
    found = names(*nodes)
    return Effect(found.reads, found.writes, found.writes - found.unsure)


def _iteration(loop: ast.For | ast.AsyncFor) -> Effect:
    """Return the effect of one `for` iteration: bind the target, run the body, test whether to continue."""
    proceed = getattr(loop, "proceed", None)
    asked = expression_effect(proceed) if proceed is not None else NOTHING
    return asked.then(expression_effect(loop.target)).then(block_effect(loop.body)).then(asked)


def _loosely(statement: ast.Try | ast.TryStar) -> Effect:
    """Return the effect of a `try`: a block may follow a part of another one, so nothing is surely bound."""
    blocks = (statement.body, statement.orelse, statement.finalbody)
    needs = names(*statement.handlers).reads  # all names, since a handler may read a name's earlier value
    return Effect(needs.union(*(block_effect(block).needs for block in blocks)), names(statement).writes, NONE)


def analyse(body: Sequence[ast.stmt], parameters: Sequence[str], loose: frozenset[str] = NONE) -> Facts:
    """Return liveness and definedness for one function body.

    >>> body = ast.parse("if p: a = 1\\nb = 2\\nreturn a").body
    >>> facts = analyse(body, ["p"])
    >>> sorted(facts.live_after[id(body[0])]), sorted(facts.bound_before[id(body[2])])
    (['a'], ['a', 'b', 'p'])
    >>> sorted(facts.surely_before[id(body[2])])
    ['b', 'p']

    Args:
        parameters: the function's parameters, which are bound from the start.
        loose: names that may have no value wherever they are read.
    """
    whole: Names = names(*body)
    walk = _Walk({}, {}, {}, whole.captured, bool(deleted_in(body)))
    walk.block(body, frozenset(parameters), frozenset(parameters) - loose, whole.captured)
    return Facts(
        MappingProxyType(walk.live_after),
        MappingProxyType(walk.bound_before),
        MappingProxyType(walk.surely_before),
        whole.captured,
        deleted_in(body, blocks_only=True),
        loose,
    )


def deleted_in(body: Sequence[ast.stmt], *, blocks_only: bool = False) -> frozenset[str]:
    """Return the names that a `del` unbinds, anywhere or only in a branch or a loop.

    >>> body = ast.parse("del a\\nif p:\\n    del b, (c, d[0])").body
    >>> sorted(deleted_in(body)), sorted(deleted_in(body, blocks_only=True))
    (['a', 'b', 'c'], ['b', 'c'])
    """
    found: set[str] = set()
    deleting = [statement for statement in body if syntax.holds(statement, _DELETES)]
    pending: list[tuple[ast.AST, bool]] = [(statement, not blocks_only) for statement in deleting]
    while pending:
        node, inside = pending.pop()
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Del) and inside:
            found.add(node.id)
        if not isinstance(node, _SCOPES):
            inside = inside or isinstance(node, ast.If | ast.While | ast.For)
            wanted = ast.stmt | ast.excepthandler | ast.match_case
            if isinstance(node, ast.Delete | ast.Tuple | ast.List):
                wanted |= ast.expr
            pending.extend((child, inside) for child in syntax.children(node) if isinstance(child, wanted))
    return frozenset(found)


_DELETES = syntax.kinds(ast.Delete)
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


@dataclass
class _Walk:
    live_after: dict[int, frozenset[str]]
    bound_before: dict[int, frozenset[str]]
    surely_before: dict[int, frozenset[str]]
    captured: frozenset[str]
    deletes: bool

    def block(
        self, block: Sequence[ast.stmt], bound: frozenset[str], surely: frozenset[str], live: frozenset[str]
    ) -> None:
        """Visit a block that starts with `bound` names and ends where `live` names are needed."""
        effects = [statement_effect(statement) for statement in block]
        after = [live]
        for effect in reversed(effects[1:]):
            after.append(effect.needs | (after[-1] - effect.must_bind))
        after.reverse()
        for statement, effect, live_after in zip(block, effects, after, strict=False):
            self.live_after[id(statement)] = live_after
            self.bound_before[id(statement)] = bound
            self.surely_before[id(statement)] = surely
            self.inside(statement, bound, surely, live_after)
            bound |= effect.may_bind
            surely = (surely | effect.must_bind) - self.deleted([statement])

    def deleted(self, block: Sequence[ast.stmt]) -> frozenset[str]:
        return deleted_in(block) if self.deletes else NONE

    def inside(self, statement: ast.stmt, bound: frozenset[str], surely: frozenset[str], live: frozenset[str]) -> None:
        """Visit the blocks inside a statement, after which `live` names are needed."""
        match statement:
            case ast.If():
                test = expression_effect(statement.test)
                for branch in (statement.body, statement.orelse):
                    self.block(branch, bound | test.may_bind, surely | test.must_bind, live)
            case ast.While():
                test = expression_effect(statement.test)
                body = block_effect(statement.body)
                head = live | test.needs | body.needs
                sure = (surely - self.deleted(statement.body)) | test.must_bind
                self.block(statement.body, bound | test.may_bind | body.may_bind, sure, head)
            case ast.For() | ast.AsyncFor():
                target = expression_effect(statement.target)
                body = _iteration(statement)
                sure = (surely - self.deleted(statement.body)) | target.must_bind
                self.block(statement.body, bound | body.may_bind, sure, live | body.needs)
            case ast.With() | ast.AsyncWith():
                items = expression_effect(*statement.items)
                self.block(statement.body, bound | items.may_bind, surely | items.must_bind, live)
            case ast.Try() | ast.TryStar():
                self.loose(statement, bound, surely, live)
            case ast.Match():
                bound |= expression_effect(statement.subject).may_bind
                for case in statement.cases:
                    pattern = expression_effect(case.pattern, *([case.guard] if case.guard else []))
                    bound |= pattern.may_bind
                    self.block(case.body, bound, surely | pattern.must_bind, live)

    def loose(
        self, statement: ast.Try | ast.TryStar, bound: frozenset[str], surely: frozenset[str], live: frozenset[str]
    ) -> None:
        """Visit blocks that may be left in the middle: what one of them needs is live in all."""
        found = _loosely(statement)
        live |= found.needs
        self.block(statement.body, bound, surely, live)
        later = [statement.orelse, statement.finalbody, *(handler.body for handler in statement.handlers)]
        for block in later:
            self.block(block, bound | found.may_bind, surely, live)
