"""Lower `match` to an `if` for each case with possibly traced values; Python still tests the structure of a value.

A pattern tests two things. Which class a value has, how long a sequence is, which keys a mapping has: that is known
when the graph is made. Whether a value equals a number, and whether a guard holds: that may be data-dependent, and is
tested by an `if`.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence

from nbgraph.core.normalise.statements.jumps import guard
from nbgraph.core.normalise.statements.patterns import Flat, flat, is_structure, shape_of
from nbgraph.core.normalise.trees.rewriter import map_statements, replace
from nbgraph.core.normalise.trees.template import quote
from nbgraph.core.source import syntax


class Case(ast.If):
    """The `if` of a case."""

    construct = "case"


Case.__name__ = "If"  # to Python's printer, which goes by the name, a plain `if`


def lower_match(statement: ast.Match, name: Callable[[str], str]) -> list[ast.stmt]:
    """Return the statements for a `match`; the statement itself if it only tests structure.

    >>> from nbgraph.core.normalise.trees.example import example, show
    >>> from nbgraph.core.normalise.trees.naming import Namer
    >>> code = '''
    ... match x, y:
    ...     case 1 | 2, _: r = 10
    ...     case n, m if n > m: r = n
    ...     case _: r = 0
    ... '''
    >>> show(lower_match(ast.parse(code).body[0], Namer(())))
    if x == 1 or x == 2:
        r = 10
    else:
        n = x
        m = y
        if n > m:
            r = n
        else:
            r = 0

    Where the subject is not written out, Python looks into it, and the values are compared inside:

    >>> code = '''
    ... match point:
    ...     case Point(0, y): r = y
    ...     case [1, *rest]: r = 1
    ... '''
    >>> show(lower_match(ast.parse(code).body[0], Namer({'y', 'rest'})))
    matched = False
    match point:
        case Point(part, y_1):
            if part == 0:
                y = y_1
                matched = True
    if matched:
        r = y
    else:
        match point:
            case [part_1, *rest_1]:
                if part_1 == 1:
                    rest = rest_1
                    r = 1
    """
    if all(is_structure(case.pattern) and case.guard is None for case in statement.cases):
        return [statement]
    cases = _Cases(name, _bound(statement))
    subject = cases.held(statement.subject)
    return [*cases.before, *cases.statements(statement.cases, subject)]


_MATCHES = syntax.kinds(ast.Match)


def lower_matches(block: Sequence[ast.stmt], name: Callable[[str], str]) -> list[ast.stmt]:
    """Return a block in which every `match` that compares values is lowered to `if`s."""
    if not syntax.any_holds(block, _MATCHES):
        return list(block)
    return map_statements(block, lambda s: lower_match(s, name) if isinstance(s, ast.Match) else [s])


class _Cases:
    """The cases of one `match`."""

    def __init__(self, name: Callable[[str], str], bound: set[str]) -> None:
        self.name = name  # fresh names
        self.bound = bound  # names that the subject must not go by, because they change while cases are tried
        self.before: list[ast.stmt] = []  # statements that compute the subject

    def held(self, subject: ast.expr) -> ast.expr:
        """Return the subject in a form that can be read several times; a display is taken part by part."""
        if isinstance(subject, ast.Constant) or (isinstance(subject, ast.Name) and subject.id not in self.bound):
            return subject
        if isinstance(subject, ast.Tuple | ast.List) and not any(isinstance(p, ast.Starred) for p in subject.elts):
            return replace(subject, elts=[self.held(part) for part in subject.elts])
        fresh = self.name("subject")
        self.before += quote("target = value", subject, target=fresh, value=subject)
        return ast.copy_location(ast.Name(fresh, ast.Load()), subject)

    def statements(self, cases: list[ast.match_case], subject: ast.expr) -> list[ast.stmt]:
        """Return the statements for the first case, and for the others where it does not match."""
        if not cases:
            return []
        case, others = cases[0], cases[1:]
        asked = flat(case.pattern, subject)
        if asked is None:
            return self._looked_into(case, subject, others)
        if asked.never:
            return self.statements(others, subject)
        binds = _binds(asked)
        if case.guard is not None and binds and asked.test is not None:
            # The guard reads the names that the pattern binds, and the later cases must not be copied.
            return self._tried(case, subject, others, lambda then: _if(asked.test, [*binds, *then], [], case.pattern))
        rest = self.statements(others, subject)
        if case.guard is None:
            return _if(asked.test, [*binds, *case.body], rest, case.pattern)
        if not binds:
            return _if(_both(asked.test, case.guard), case.body, rest, case.pattern)
        return [*binds, *_if(case.guard, case.body, rest, case.guard)]

    def _looked_into(self, case: ast.match_case, subject: ast.expr, others: list[ast.match_case]) -> list[ast.stmt]:
        """Return the statements for a case whose pattern Python must unpack."""
        if is_structure(case.pattern):
            return self._tried(case, subject, others, lambda then: _match(subject, case.pattern, then))
        captured: dict[str, str] = {}
        inside = self._names_bound(case.pattern, captured)
        return self._tried(
            case, subject, others, lambda then: self._attempt(case.pattern, subject, [*inside, *then], captured)
        )

    def _tried(
        self,
        case: ast.match_case,
        subject: ast.expr,
        others: list[ast.match_case],
        # statements that run others where the pattern matches and its names are bound
        tried: Callable[[list[ast.stmt]], list[ast.stmt]],
    ) -> list[ast.stmt]:
        """Return statements that first test whether a case matches, then run its body or the other cases."""
        if not others:
            return tried(case.body if case.guard is None else _if(case.guard, case.body, [], case.guard))
        flag = self.name("matched")
        first = quote("flag = False", case.pattern, flag=flag)
        holds = case.guard or ast.copy_location(ast.Constant(True), case.pattern)
        hit = tried(quote("flag = holds", holds, flag=flag, holds=holds))
        test = ast.copy_location(ast.Name(flag, ast.Load()), case.pattern)
        return [*first, *hit, *_if(test, case.body, self.statements(others, subject), case.pattern)]

    def _names_bound(self, pattern: ast.pattern, captured: dict[str, str]) -> list[ast.stmt]:
        """Return statements that bind a pattern's captures to the user's names, once all of it has matched."""
        found: list[ast.stmt] = []
        for part in syntax.walk(pattern):
            own = getattr(part, "rest", None) if isinstance(part, ast.MatchMapping) else getattr(part, "name", None)
            if own and own not in captured:
                captured[own] = self.name(own)
                found += quote("target = value", part, target=own, value=captured[own])
        return found

    def _attempt(
        self, pattern: ast.pattern, subject: ast.expr, then: list[ast.stmt], captured: dict[str, str]
    ) -> list[ast.stmt]:
        """Return statements that run `then` where the pattern matches, with its captures in fresh names."""
        asked = flat(pattern, subject)
        if asked is not None:
            return [] if asked.never else _if(asked.test, [*_binds(asked, captured), *then], [], pattern)
        if isinstance(pattern, ast.MatchAs) and pattern.pattern is not None and pattern.name is not None:
            here = quote("target = subject", pattern, target=captured[pattern.name], subject=subject)
            return self._attempt(pattern.pattern, subject, [*here, *then], captured)
        if isinstance(pattern, ast.MatchOr):
            return self._either(pattern, subject, then, captured)
        shape, parts = shape_of(pattern, self.name, captured)
        for part, place in reversed(parts):
            value = ast.copy_location(ast.Name(place, ast.Load()), part)
            then = self._attempt(part, value, then, captured)
        return _match(subject, shape, then)

    def _either(
        self, pattern: ast.MatchOr, subject: ast.expr, then: list[ast.stmt], captured: dict[str, str]
    ) -> list[ast.stmt]:
        """Return statements that try one alternative after the other, followed by `then`."""
        flag = self.name("matched")
        found: list[ast.stmt] = []
        for part in reversed(pattern.patterns):
            hit = quote("flag = True", part, flag=flag)
            found = [*self._attempt(part, subject, hit, captured), *guard(flag, found, part)]
        return [
            *quote("flag = False", pattern, flag=flag),
            *found,
            *quote("if flag: then", pattern, flag=flag, then=then),
        ]


def _match(subject: ast.expr, pattern: ast.pattern, body: list[ast.stmt]) -> list[ast.stmt]:
    return [ast.copy_location(ast.Match(subject, [ast.match_case(pattern, None, body)]), pattern)]


def _binds(asked: Flat, captured: dict[str, str] | None = None) -> list[ast.stmt]:
    names = captured or {}
    return [
        new
        for target, value in asked.binds
        for new in quote("target = value", value, target=names.get(target, target), value=value)
    ]


def _both(test: ast.expr | None, condition: ast.expr) -> ast.expr:
    return condition if test is None else ast.copy_location(ast.BoolOp(ast.And(), [test, condition]), condition)


def _if(test: ast.expr | None, body: list[ast.stmt], orelse: list[ast.stmt], at: ast.AST) -> list[ast.stmt]:
    """Return `if test: body` `else: orelse`; the body alone without a test."""
    return body if test is None else [ast.copy_location(Case(test, body, orelse), at)]


def _bound(statement: ast.Match) -> set[str]:
    """Return the names that the patterns or the cases bind, which the subject must not use."""
    found = {
        part.name for part in syntax.walk(statement) if isinstance(part, ast.MatchAs | ast.MatchStar) and part.name
    }
    found |= {part.rest for part in syntax.walk(statement) if isinstance(part, ast.MatchMapping) and part.rest}
    return found | {p.id for p in syntax.walk(statement) if isinstance(p, ast.Name) and not isinstance(p.ctx, ast.Load)}
