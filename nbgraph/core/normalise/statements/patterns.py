"""Turn a pattern into tests and bindings where its subject's parts are known, else into a shape for Python to match."""

from __future__ import annotations

import ast
from collections.abc import Callable

from nbgraph.core.normalise.trees.rewriter import replace
from nbgraph.core.normalise.trees.template import quote_expression
from nbgraph.core.records import dataclass, field
from nbgraph.core.source import syntax

_NUMBERS = frozenset(("bool", "int", "float", "complex", "str"))  # classes whose patterns hand on the value itself


@dataclass(frozen=True)
class Flat:
    """A pattern as one test."""

    test: ast.expr | None = None  # the condition; None if the pattern always matches
    binds: list[tuple[str, ast.expr]] = field(default_factory=list)  # names and what they are bound to, where it does
    never: bool = False  # whether it never matches


def flat(pattern: ast.pattern, subject: ast.expr) -> Flat | None:
    """Return a pattern as a test of a subject, which may be a display; None for one that Python must unpack.

    >>> from nbgraph.core.normalise.trees.example import example, show
    >>> def pattern(code):
    ...     return ast.parse(f"match x:\\n case {code}: pass").body[0].cases[0].pattern
    >>> asked = flat(pattern("(0 | 1, int(n), *rest)"), example("[a, b, c]"))
    >>> show(asked.test, *(value for name, value in asked.binds))
    (a == 0 or a == 1) and isinstance(b, int)
    b
    [c]
    >>> flat(pattern("(0, n)"), example("a"))
    """
    match pattern:
        case ast.MatchValue(value=ast.Constant(value=value)) if isinstance(subject, ast.Constant):
            return Flat(never=subject.value != value)
        case ast.MatchValue(value=ast.Constant()) if isinstance(subject, ast.Tuple | ast.List):
            return Flat(never=True)
        case ast.MatchValue(value=value):
            return Flat(quote_expression("subject == value", pattern, subject=subject, value=value))
        case ast.MatchSingleton(value=value):
            constant = ast.copy_location(ast.Constant(value), pattern)
            return Flat(quote_expression("subject is constant", pattern, subject=subject, constant=constant))
        case ast.MatchAs(pattern=inner, name=bound):
            asked = Flat() if inner is None else flat(inner, subject)
            if asked is None or bound is None:
                return asked
            return Flat(asked.test, [*asked.binds, (bound, subject)], asked.never)
        case ast.MatchOr(patterns=patterns):
            return _or(pattern, [flat(part, subject) for part in patterns])
        case ast.MatchSequence(patterns=patterns) if isinstance(subject, ast.Tuple | ast.List):
            return _sequence(pattern, patterns, subject)
        case ast.MatchClass(cls=ast.Name(id=kind), patterns=[*inner], kwd_patterns=[]) if kind in _NUMBERS:
            if isinstance(subject, ast.Tuple | ast.List) or len(inner) > 1:
                return None
            own = quote_expression("isinstance(subject, kind)", pattern, subject=subject, kind=pattern.cls)
            return _all(pattern, [Flat(own), *(flat(part, subject) for part in inner)])
    return None


def _or(pattern: ast.pattern, parts: list[Flat | None]) -> Flat | None:
    known = [part for part in parts if part is not None and not part.never]
    if len(known) < len(parts) - sum(part is not None and part.never for part in parts):
        return None
    if any(part.binds for part in known):
        return known[0] if len(known) == 1 else None
    tests = [part.test for part in known if part.test is not None]
    if len(tests) < len(known):
        return Flat()
    if not tests:
        return Flat(never=True)
    return Flat(tests[0] if len(tests) == 1 else ast.copy_location(ast.BoolOp(ast.Or(), tests), pattern))


def _sequence(pattern: ast.pattern, patterns: list[ast.pattern], subject: ast.Tuple | ast.List) -> Flat | None:
    """Return a sequence pattern on a display, item by item."""
    items = subject.elts
    star = next((k for k, part in enumerate(patterns) if isinstance(part, ast.MatchStar)), None)
    if star is None:
        if len(items) != len(patterns):
            return Flat(never=True)
        return _all(pattern, [flat(part, item) for part, item in zip(patterns, items, strict=True)])
    behind = len(patterns) - star - 1
    if len(items) < star + behind:
        return Flat(never=True)
    end = len(items) - behind
    first = [flat(part, item) for part, item in zip(patterns[:star], items[:star], strict=True)]
    last = [flat(part, item) for part, item in zip(patterns[star + 1 :], items[end:], strict=True)]
    starred = patterns[star]
    assert isinstance(starred, ast.MatchStar)
    middle = ast.copy_location(ast.List(items[star:end], ast.Load()), starred)
    return _all(pattern, [*first, Flat(None, [(starred.name, middle)] if starred.name else []), *last])


def _all(pattern: ast.pattern, parts: list[Flat | None]) -> Flat | None:
    known = [part for part in parts if part is not None]
    if any(part.never for part in known):
        return Flat(never=True)
    if len(known) < len(parts):
        return None
    tests = [part.test for part in known if part.test is not None]
    binds = [bind for part in known for bind in part.binds]
    if not tests:
        return Flat(None, binds)
    return Flat(tests[0] if len(tests) == 1 else ast.copy_location(ast.BoolOp(ast.And(), tests), pattern), binds)


def is_structure(pattern: ast.pattern) -> bool:
    """Return whether a pattern only tests structure, and no number."""
    return not any(
        isinstance(part, ast.MatchValue | ast.MatchSingleton)
        or (isinstance(part, ast.MatchClass) and isinstance(part.cls, ast.Name) and part.cls.id in _NUMBERS)
        for part in syntax.walk(pattern)
    )


def shape_of(
    pattern: ast.pattern, name: Callable[[str], str], captured: dict[str, str]
) -> tuple[ast.pattern, list[tuple[ast.pattern, str]]]:
    """Return a pattern with its parts captured, and for each part that compares values the name of its capture.

    Args:
        captured: the fresh names for what the user's pattern captures.
    """
    parts: list[tuple[ast.pattern, str]] = []

    def hold(part: ast.pattern) -> ast.pattern:
        if is_structure(part):
            return _renamed(part, captured)
        place = name("part")
        parts.append((part, place))
        return ast.copy_location(ast.MatchAs(None, place), part)

    shape: ast.pattern
    match pattern:
        case ast.MatchClass():
            patterns, keywords = [hold(p) for p in pattern.patterns], [hold(p) for p in pattern.kwd_patterns]
            shape = replace(pattern, patterns=patterns, kwd_patterns=keywords)
        case ast.MatchMapping(rest=rest):
            patterns = [hold(part) for part in pattern.patterns]
            shape = replace(pattern, patterns=patterns, rest=captured[rest] if rest else None)
        case ast.MatchSequence():
            shape = replace(pattern, patterns=[hold(part) for part in pattern.patterns])
        case _:
            raise AssertionError(f"a pattern without parts: {ast.dump(pattern)}")
    return shape, parts


def _renamed(pattern: ast.pattern, captured: dict[str, str]) -> ast.pattern:
    match pattern:
        case ast.MatchAs(pattern=inner, name=own):
            new = None if inner is None else _renamed(inner, captured)
            return replace(pattern, pattern=new, name=captured[own] if own else None)
        case ast.MatchStar(name=own):
            return replace(pattern, name=captured[own] if own else None)
        case ast.MatchOr() | ast.MatchSequence():
            return replace(pattern, patterns=[_renamed(part, captured) for part in pattern.patterns])
        case ast.MatchMapping(rest=rest):
            patterns = [_renamed(part, captured) for part in pattern.patterns]
            return replace(pattern, patterns=patterns, rest=captured[rest] if rest else None)
        case ast.MatchClass():
            patterns = [_renamed(part, captured) for part in pattern.patterns]
            keywords = [_renamed(part, captured) for part in pattern.kwd_patterns]
            return replace(pattern, patterns=patterns, kwd_patterns=keywords)
    return pattern
