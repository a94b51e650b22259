"""`match` whose patterns only compare and bind: an `if` for each case, so that the subject may be traced.

Patterns that look at classes, mappings or sequences of unknown length stay Python's: they ask what a value is, which
is known when the graph is made.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence

from nbgraph.core.normalise.jumps import guard
from nbgraph.core.normalise.rewriter import map_statements
from nbgraph.core.normalise.template import quote, quote_expression


def lower_match(statement: ast.Match, name: Callable[[str], str]) -> list[ast.stmt]:
    """The statements that stand for a `match`; the statement itself if a pattern needs Python.

    >>> from nbgraph.core.normalise.example import example, show
    >>> from nbgraph.core.normalise.naming import Namer
    >>> code = '''
    ... match x:
    ...     case 1 | 2: r = 10
    ...     case n if n > 5: r = n
    ...     case _: r = 0
    ... '''
    >>> show(lower_match(ast.parse(code).body[0], Namer(())))
    if x == 1 or x == 2:
        r = 10
    else:
        n = x
        if n > 5:
            r = n
        else:
            r = 0
    """
    if not all(_only_compares(case.pattern) for case in statement.cases):
        return [statement]
    subject = statement.subject
    before: list[ast.stmt] = []
    if not isinstance(subject, ast.Name) or subject.id in _bound(statement):
        fresh = name("subject")
        before = quote("target = value", subject, target=fresh, value=subject)
        subject = ast.copy_location(ast.Name(fresh, ast.Load()), subject)
    return [*before, *_cases(statement.cases, subject, name)]


def lower_matches(block: Sequence[ast.stmt], name: Callable[[str], str]) -> list[ast.stmt]:
    """A block in which every `match` that only compares is an `if`."""
    return map_statements(block, lambda s: lower_match(s, name) if isinstance(s, ast.Match) else [s])


def _cases(cases: list[ast.match_case], subject: ast.expr, name: Callable[[str], str]) -> list[ast.stmt]:
    if not cases:
        return []
    case, rest = cases[0], _cases(cases[1:], subject, name)
    test, binds = _pattern(case.pattern, subject)
    if case.guard is None:
        return _if(test, [*binds, *case.body], rest, case.pattern)
    if not binds:
        both = case.guard if test is None else ast.copy_location(ast.BoolOp(ast.And(), [test, case.guard]), case.guard)
        return _if(both, case.body, rest, case.pattern)
    if test is None:
        return [*binds, *_if(case.guard, case.body, rest, case.guard)]
    flag = name("matched")  # the guard reads what the pattern binds, and the cases after it must stand here only once
    body = [*quote("flag = True", case.guard, flag=flag), *case.body]
    tried = _if(test, [*binds, *_if(case.guard, body, [], case.guard)], [], case.pattern)
    return [*quote("flag = False", case.pattern, flag=flag), *tried, *guard(flag, rest, case.pattern)]


def _if(test: ast.expr | None, body: list[ast.stmt], orelse: list[ast.stmt], at: ast.AST) -> list[ast.stmt]:
    """`if test: body` `else: orelse`; the body alone where nothing is to be tested."""
    if test is None:
        return body
    chosen = quote("if test: body", at, test=test, body=body)
    assert isinstance(chosen[0], ast.If)
    chosen[0].orelse = orelse
    return chosen


def _pattern(pattern: ast.pattern, subject: ast.expr) -> tuple[ast.expr | None, list[ast.stmt]]:
    """The test of a pattern, None if it always matches, and the names it binds."""
    match pattern:
        case ast.MatchValue(value=value):
            return quote_expression("subject == value", pattern, subject=subject, value=value), []
        case ast.MatchSingleton(value=value):
            constant = ast.copy_location(ast.Constant(value), pattern)
            return quote_expression("subject is constant", pattern, subject=subject, constant=constant), []
        case ast.MatchOr(patterns=patterns):
            tests = [_pattern(part, subject)[0] for part in patterns]
            if any(test is None for test in tests):
                return None, []
            return ast.copy_location(ast.BoolOp(ast.Or(), [t for t in tests if t is not None]), pattern), []
        case ast.MatchAs(pattern=inner, name=bound):
            test, binds = (None, []) if inner is None else _pattern(inner, subject)
            here = [] if bound is None else quote("target = subject", pattern, target=bound, subject=subject)
            return test, [*binds, *here]
    raise AssertionError(f"a pattern that does not only compare: {ast.dump(pattern)}")


def _only_compares(pattern: ast.pattern) -> bool:
    match pattern:
        case ast.MatchValue() | ast.MatchSingleton():
            return True
        case ast.MatchOr(patterns=patterns):
            return all(_only_compares(part) and not _names(part) for part in patterns)
        case ast.MatchAs(pattern=inner):
            return inner is None or _only_compares(inner)
    return False


def _names(pattern: ast.pattern) -> bool:
    return any(isinstance(part, ast.MatchAs) and part.name for part in ast.walk(pattern))


def _bound(statement: ast.Match) -> set[str]:
    """Names that the patterns or the cases bind: the subject must not change under their tests."""
    named = {part.name for part in ast.walk(statement) if isinstance(part, ast.MatchAs) and part.name}
    stored = {p.id for p in ast.walk(statement) if isinstance(p, ast.Name) and not isinstance(p.ctx, ast.Load)}
    return named | stored
