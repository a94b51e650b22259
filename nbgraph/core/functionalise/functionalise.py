"""Turn blocks into functions of explicit values: analysis finds the names, values go in and come out."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any, TypeVar

from nbgraph.core.analysis.liveness import Effect, Facts, block_effect, deleted_in, expression_effect
from nbgraph.core.analysis.names import names
from nbgraph.core.functionalise import blocks
from nbgraph.core.functionalise.sites import TESTS, Place, Site, place_of, spoken_test
from nbgraph.core.normalise import Leaving, Namer, Turned, is_found_again, load, quote, quote_expression, replace
from nbgraph.core.records import dataclass, field
from nbgraph.core.source import syntax
from nbgraph.core.source.text import SourceText

_WHILE = syntax.kinds(ast.While)
_LOOPS = syntax.kinds(ast.For, ast.While)

Part = TypeVar("Part", ast.expr, ast.stmt)


@dataclass
class Functionalise:
    """Turns the control flow of one function body into staging calls."""

    facts: Facts  # liveness and definedness of the body
    name: Namer  # fresh names; also tells which names were made up
    globals_: frozenset[str]  # names the function declares `global`
    nonlocals: frozenset[str]  # names the function declares `nonlocal`
    # the user's construct of each staging call, filled while converting
    sites: dict[tuple[str, Place], Site] = field(default_factory=dict)
    block_names: dict[str, str] = field(default_factory=dict)  # the name given to each kind of block so far
    source: SourceText | None = None  # the user's text, to quote conditions from
    marked: set[str] = field(default_factory=set)  # names that a marker stands for before a statement converted so far

    @property
    def shared(self) -> frozenset[str]:
        """Return the names in cells or globals: blocks change them in place, and mutable state is observed."""
        return self.facts.captured | self.globals_ | self.nonlocals

    @property
    def elsewhere(self) -> frozenset[str]:
        """Return the names that other functions or modules bind, so that it is unknown whether they are bound."""
        return self.globals_ | self.nonlocals

    @cached_property
    def unsure_later(self) -> frozenset[str]:
        """Return the captured names that are bound on some paths only, at some point of the body."""
        if not self.facts.captured:
            return frozenset()
        places = self.facts.bound_before
        unsure = [places[at] - (self.facts.surely_before[at] - self.facts.loose) for at in places]
        return self.facts.captured.intersection(frozenset().union(*unsure)) - self.elsewhere - self.name.given

    def unsure_from(self, sure: frozenset[str]) -> frozenset[str]:
        """Return the same for functions defined where some names are surely bound: these stay bound."""
        return self.unsure_later - (sure - self.facts.deleted) if self.unsure_later else frozenset()

    def block(self, block: Sequence[ast.stmt]) -> list[ast.stmt]:
        return [new for statement in block for new in self.statement(statement)]

    def statement(self, statement: ast.stmt) -> list[ast.stmt]:
        """Return what replaces one statement; [] for a flag that is never read."""
        match statement:
            case ast.If():
                return self.if_(statement)
            case ast.While():
                return self.while_(statement)
            case ast.For():
                return self.for_(statement)
            case ast.With() | ast.Try() | ast.TryStar() | ast.Match():
                return [*self.undefined_before(statement), self.inside(statement)]
            case ast.Assign(targets=[ast.Name(id=target)]) if self.is_dead_flag(statement, target):
                return []
            case ast.Delete() if self.facts.deleted or self.facts.loose:
                return self.delete(statement)
            case ast.AnnAssign(target=ast.Name(id=target)) if target in self.shared:
                return self._without_annotation(statement)
            case ast.AugAssign(target=ast.Name(id=name)):
                read = self.checked(load(name, statement), statement)
                bound = [] if isinstance(read, ast.Name) else quote("name = value", statement, name=name, value=read)
                return [*bound, self.checked(statement, statement)]
        return [self.checked(statement, statement)]

    def _without_annotation(self, statement: ast.AnnAssign) -> list[ast.stmt]:
        """Replace an annotated assignment, which cannot be `nonlocal`; Python does not evaluate a local annotation."""
        if statement.value is None:
            return []
        plain = ast.Assign([statement.target], self.checked(statement.value, statement))
        return [ast.copy_location(plain, statement)]

    def delete(self, statement: ast.Delete) -> list[ast.stmt]:
        """Return a `del`; a name unbound on some paths becomes the marker of an unbound name, which blocks return."""
        gone = (self.facts.deleted | self.facts.loose) - self.shared
        surely = self.facts.surely_before[id(statement)] - self.facts.loose
        found: list[ast.stmt] = []
        for target in blocks.deleted_targets(statement.targets):
            if isinstance(target, ast.Name) and target.id in gone:
                if target.id not in surely:
                    found += [self.checked(ast.copy_location(ast.Expr(load(target.id, target)), target), statement)]
                found += quote("name = value", target, name=target.id, value=self.undefined(target.id, target))
            else:
                found += [self.checked(ast.copy_location(ast.Delete([target]), target), statement)]
        return found

    def if_(self, statement: ast.If) -> list[ast.stmt]:
        """Lower `if` to `ng.if_`: its outputs are the names that some branch binds and later code reads."""
        body, orelse = block_effect(statement.body), block_effect(statement.orelse)
        both = body.either(orelse)
        bound = self.facts.bound_before[id(statement)] | expression_effect(statement.test).may_bind
        outputs = self.ordered(statement, (both.may_bind - self.shared) & self.facts.live_after[id(statement)])
        operands = self.operands(statement, (body, orelse), frozenset(outputs), bound)
        at = blocks.header(statement, statement.test)
        functions: list[ast.stmt] = []
        branches: list[ast.expr] = []
        returned = []
        for wish, block, effect in (("if_true", statement.body, body), ("if_false", statement.orelse, orelse)):
            results = [self.result(name, name in bound or name in effect.may_bind, at) for name in outputs]
            place = at if block is statement.body else (block or [at])[0]
            function = blocks.block_function(
                self.block_name(wish), operands, self.block(block), results, self.declarations(block), place
            )
            returned.append(blocks.bound_at_return(function, outputs))
            if as_lambda := blocks.short_form(function):
                branches.append(as_lambda)
            else:
                functions.append(function)
                branches.append(load(function.name, at))
        test = self.checked(statement.test, statement)
        arguments = [test, *branches, *(load(operand, at) for operand in operands)]
        self.site("if_", statement, at, operands, outputs, statement.test, returned)
        return [*functions, blocks.call_statement("ng.if_", arguments, [], outputs, at)]

    def operands(
        self, statement: ast.If, branches: tuple[Effect, ...], outputs: frozenset[str], bound: frozenset[str]
    ) -> list[str]:
        """Return the names that a branch both reads and binds, which must be parameters."""
        wanted: frozenset[str] = frozenset()
        for effect in branches:
            wanted |= effect.may_bind & (effect.needs | (outputs - effect.must_bind))
        return self.ordered(statement, (wanted - self.shared) & bound)

    def while_(self, statement: ast.While) -> list[ast.stmt]:
        """Lower `while` to `ng.while_`: its condition and its body are functions of the state."""
        test = expression_effect(statement.test)
        state = self.state(statement, block_effect(statement.body), test.needs)
        at = blocks.header(statement, statement.test)
        body = self.loop_body(state, [], statement)
        tested = blocks.loop_test(state, self.checked_within_loop(statement.test, statement, state), statement.test)
        arguments = [tested, load(body.name, at), *self.initial(statement, state, at)]
        self.site("while_", statement, at, state, state, statement.test, [blocks.bound_at_return(body, state)])
        return [body, blocks.call_statement("ng.while_", arguments, [], state, at)]

    def for_(self, statement: ast.For) -> list[ast.stmt]:
        """Lower `for` to `ng.for_`: its body is a function of the item and the state."""
        proceed = getattr(statement, "proceed", None)
        needs: frozenset[str] = expression_effect(proceed).needs if proceed is not None else frozenset()
        target = expression_effect(statement.target)
        state = self.state(statement, target.then(block_effect(statement.body)), needs)
        at = blocks.header(statement, statement.iter)
        unpack: list[ast.stmt] = []
        if isinstance(statement.target, ast.Name) and statement.target.id not in {*state, *self.shared}:
            item = statement.target.id
        else:
            item = self.block_name("item")
            value = load(item, statement.target)
            unpack.append(ast.copy_location(ast.Assign([statement.target], value), statement.target))
        body = self.loop_body(state, [item], statement, unpack)
        iterable = self.checked(statement.iter, statement)
        arguments = [iterable, load(body.name, at), *self.initial(statement, state, at)]
        keywords = []
        if proceed is not None:
            keywords = [ast.keyword("test", blocks.loop_test(state, proceed, proceed))]
            ast.copy_location(keywords[0], proceed)
        self.site("for_", statement, at, state, state, statement.iter, [blocks.bound_at_return(body, state)])
        return [body, blocks.call_statement("ng.for_", arguments, keywords, state, at)]

    def loop_body(
        self,
        state: Sequence[str],
        items: Sequence[str],
        statement: ast.While | ast.For,
        unpack: Sequence[ast.stmt] = (),
    ) -> blocks.BlockFunction:
        """Return one iteration as a function from the item and the state to the next state."""
        results = [load(name, statement) for name in state]
        block = [*unpack, *self.block(statement.body)]
        declarations = self.declarations([*unpack, *statement.body])
        at = blocks.header(statement, statement.test if isinstance(statement, ast.While) else statement.iter)
        return blocks.block_function(self.block_name("loop_body"), [*items, *state], block, results, declarations, at)

    def state(self, statement: ast.stmt, body: Effect, needs: frozenset[str]) -> list[str]:
        """Return what a loop carries: names the body binds that the next iteration, the test or later code reads."""
        needed = self.facts.live_after[id(statement)] | needs | body.needs
        return self.ordered(statement, (body.may_bind - self.shared) & needed)

    def initial(self, statement: ast.stmt, state: Sequence[str], at: ast.AST) -> list[ast.expr]:
        """Return a loop's initial state: values, or markers of unbound names."""
        bound = self.facts.bound_before[id(statement)]
        return [self.result(name, name in bound, at) for name in state]

    def result(self, name: str, bound: bool, at: ast.AST) -> ast.expr:
        """Return a name's value, or the marker that it is unbound."""
        return load(name, at) if bound else self.undefined(name, at)

    def undefined(self, name: str, at: ast.AST) -> ast.expr:
        """Return the marker of an unbound name; it has the name if the user knows it."""
        if name in self.name.given:
            return quote_expression("ng.undefined()", at)
        return quote_expression("ng.undefined(name)", at, name=ast.copy_location(ast.Constant(name), at))

    def undefined_before(self, statement: ast.stmt) -> list[ast.stmt]:
        """Bind the marker to names that a block left in the middle may leave unbound."""
        bound = self.facts.bound_before[id(statement)] | self.shared
        wanted = self.facts.live_after[id(statement)]
        if isinstance(statement, ast.Try | ast.TryStar):  # later blocks may find the first's names unbound
            later = names(*statement.handlers, *statement.orelse, *statement.finalbody)
            wanted |= later.reads | later.writes
        loose = (names(statement).writes - bound) & wanted
        self.marked |= loose
        return [
            new
            for name in self.ordered(statement, loose)
            for new in quote("name = value", statement, name=name, value=self.undefined(name, statement))
        ]

    def inside(self, statement: ast.stmt) -> ast.stmt:
        """Convert the blocks of a statement in place."""
        fields: dict[str, list[Any]] = {}
        for field_name, old in ast.iter_fields(statement):
            if isinstance(old, list) and old and isinstance(old[0], ast.stmt):
                fields[field_name] = self.block(old) or [ast.copy_location(ast.Pass(), old[0])]
            elif isinstance(old, list) and old and isinstance(old[0], ast.ExceptHandler | ast.match_case):
                fields[field_name] = [replace(part, body=self.block(part.body)) for part in old]
        return replace(statement, **fields)

    def declarations(self, block: Iterable[ast.stmt]) -> list[ast.stmt]:
        block = list(block)
        written = names(*block).writes & self.shared
        return blocks.scope_declarations(sorted(written - self.globals_), sorted(written & self.globals_), block)

    def checked(self, node: Part, statement: ast.stmt) -> Part:
        """Check reads of names that some path has not bound."""
        bound = self.facts.bound_before[id(statement)]
        sure = self.facts.surely_before[id(statement)] - self.facts.loose
        unsure = (bound | self.marked) - sure - self.elsewhere - self.name.given
        later = self.unsure_from(sure)
        return blocks.check_reads(node, unsure, later) if unsure or later else node

    def checked_within_loop(self, test: ast.expr, statement: ast.While, state: Sequence[str]) -> ast.expr:
        """Check the same in a loop's condition, which reads its parameters and what was bound before the loop."""
        head = self.facts.surely_before[id(statement)] - deleted_in(statement.body)
        sure = head - self.facts.loose
        unsure = (self.facts.bound_before[id(statement)] - self.elsewhere | frozenset(state)) - sure - self.name.given
        later = self.unsure_from(sure)
        return blocks.check_reads(test, unsure, later) if unsure or later else test

    def block_name(self, wish: str) -> str:
        """Return the one name for all blocks of a kind: each is called right after its definition."""
        if wish not in self.block_names:
            self.block_names[wish] = self.name(wish)
        return self.block_names[wish]

    def is_dead_flag(self, statement: ast.Assign, target: str) -> bool:
        """Return whether an assignment sets a made-up name, or reloads a name's value, that is never read."""
        made_up = target in self.name.given or is_found_again(statement.value)
        return made_up and target not in self.facts.live_after[id(statement)] | self.shared

    def ordered(self, statement: ast.stmt, wanted: frozenset[str]) -> list[str]:
        """Return names in the order in which the statement first mentions them."""
        if len(wanted) < 2:
            return list(wanted)
        seen: dict[str, None] = {}
        for node in _in_source_order(statement):
            if isinstance(node, ast.Name) and node.id in wanted:
                seen.setdefault(node.id)
        return [*seen, *sorted(wanted - seen.keys())]

    def site(
        self,
        operator: str,
        statement: ast.stmt,
        at: ast.AST,
        operands: Sequence[str],
        outputs: Sequence[str],
        test: ast.expr,
        returned: Sequence[tuple[tuple[str, int], ...]],
    ) -> None:
        """Note what the staging call at `at` stands for."""
        while (operator, place_of(at)) in self.sites:
            at.end_col_offset += 1  # type: ignore[attr-defined]  # a guard may cover exactly the statement it guards
        construct = getattr(statement, "construct", "") or type(statement).__name__.lower().removeprefix("guarded")
        spoken, made_up = spoken_test(test, self.name.given, self.source), self.name.given & {*operands, *outputs}
        target = place_of(statement.target) if isinstance(statement, ast.For) else None
        names = tuple(operands), tuple(outputs)
        self.sites[operator, place_of(at)] = Site(
            construct,
            *names,
            spoken,
            frozenset(made_up),
            target,
            turned=isinstance(statement, Turned),
            leaves=isinstance(statement, Leaving),
            flags=_only_sets(statement, self.name.given) and len(outputs) == 1,
            asked=getattr(statement, "asked", ()),
            returned=tuple(returned),
            tests=_tests_in(statement) if isinstance(statement, ast.For) else (),
            nests=any(syntax.holds(each, _LOOPS) for each in getattr(statement, "body", ())),
            appends=_only_appends(statement) if isinstance(statement, ast.For) else False,
            rebound=_rebound(statement) if isinstance(statement, ast.For | ast.While) else frozenset(),
        )


def _only_sets(statement: ast.stmt, made_up: Collection[str]) -> bool:
    """Whether a statement is `if test: flag = True` for a name that nbgraph made up."""
    match statement:
        case ast.If(body=[ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=True))], orelse=[]):
            return name in made_up
    return False


def _rebound(loop: ast.For | ast.While) -> frozenset[str]:
    assigned = (each.targets[0] for each in loop.body if isinstance(each, ast.Assign))
    return frozenset(target.id for target in assigned if isinstance(target, ast.Name))


def _tests_in(loop: ast.For) -> tuple[int, ...]:
    """Return for each test in a loop how many loops are around it; () if it has no `if` and no `while`."""
    return tuple(_loops_around_tests(loop)) if syntax.holds(loop, TESTS) else ()


def _loops_around_tests(node: ast.AST, around: int = 0) -> Iterator[int]:
    """Yield for each test in a tree, an `and` and `or` too, how many loops are around it; a `while` is around its own.

    >>> list(_loops_around_tests(ast.parse("for i in a:\\n  if ng.and_(i, lambda: j):\\n    while k: pass")))
    [1, 1, 2]
    """
    around += isinstance(node, ast.For | ast.While)
    if isinstance(node, ast.If | ast.IfExp | ast.While) or getattr(node, "attr", "") in ("and_", "or_"):
        yield around
    for child in syntax.children(node):
        yield from _loops_around_tests(child, around)


def _only_appends(node: ast.AST) -> bool:
    """Return whether a tree has an `append` and no `while`, in which the list would be in a buffer."""
    appends = any(isinstance(each, ast.Attribute) and each.attr == "append" for each in syntax.walk(node))
    return appends and not syntax.holds(node, _WHILE)


def _in_source_order(node: ast.AST) -> Iterator[ast.AST]:
    yield node
    for child in syntax.children(node):
        yield from _in_source_order(child)
