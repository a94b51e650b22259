"""Facts on small functions, statement by statement, and that their cost grows with the code and no faster."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from nbgraph.core.analysis import liveness
from nbgraph.core.analysis.liveness import Facts, analyse, block_effect


def facts_of(code: str, parameters: str = "") -> tuple[Facts, dict[str, ast.stmt]]:
    """The facts of a body, and its statements by their first line."""
    body = ast.parse(code).body
    return analyse(body, list(parameters)), {ast.unparse(s).splitlines()[0]: s for s in statements(body)}


def statements(block: list[ast.stmt]) -> Iterator[ast.stmt]:
    for statement in block:
        yield from (node for node in ast.walk(statement) if isinstance(node, ast.stmt))


LIVE = [
    ("a = 1\nb = a\nreturn b", "a = 1", "a"),
    ("a = 1\na = 2\nreturn a", "a = 1", ""),
    ("a = 1\nif p:\n    a = 2\nreturn a", "a = 1", "ap"),
    ("a = 1\nif p:\n    a = 2\nelse:\n    a = 3\nreturn a", "a = 1", "p"),
    ("if p:\n    a = 2\n    b = 3\nreturn a", "b = 3", "a"),
    ("while p:\n    a = b\n    b = 1\nreturn 0", "b = 1", "pb"),
    ("while p:\n    a = 1\n    c = a\nreturn 0", "c = a", "p"),
    ("for i in v:\n    s = s + i\nreturn s", "s = s + i", "s"),
    ("for i in v:\n    s = i\nreturn 0", "s = i", ""),
    ("for i in v:\n    s = i\nreturn i", "for i in v:", "i"),
    ("with c as d:\n    a = 1\nreturn d", "a = 1", "d"),
    ("try:\n    a = 1\nexcept E:\n    a = b\nreturn a", "a = 1", "aEb"),
    ("a = 1\nf = lambda: a\nreturn f", "return f", "a"),
]


@pytest.mark.parametrize(("code", "statement", "live"), LIVE)
def test_live_after(code: str, statement: str, live: str) -> None:
    facts, found = facts_of(code, "pv")
    assert facts.live_after[id(found[statement])] == frozenset(live)


BOUND = [
    ("if p:\n    a = 1\nb = a", "b = a", "pva", "pv"),
    ("if p:\n    a = 1\nelse:\n    a = 2\nb = a", "b = a", "pva", "pva"),
    ("while p:\n    a = 1\nb = a", "b = a", "pva", "pv"),
    ("while p:\n    b = 1\n    a = 1", "b = 1", "pvab", "pv"),
    ("while (a := p):\n    b = 1", "b = 1", "pvab", "pva"),
    ("for i in v:\n    a = i\nb = 1", "a = i", "pvia", "pvi"),
    ("for i in v:\n    a = i\nb = 1", "b = 1", "pvia", "pv"),
    ("with p as a:\n    b = 1\nc = 1", "c = 1", "pvab", "pvab"),
    ("try:\n    a = 1\nexcept E:\n    b = 1\nc = 1", "b = 1", "pvab", "pv"),
    ("try:\n    a = 1\nfinally:\n    b = 1\nc = 1", "c = 1", "pvab", "pv"),
    ("match p:\n    case [a]:\n        b = 1", "b = 1", "pva", "pva"),
    ("p and (a := 1)\nb = 1", "b = 1", "pva", "pv"),
]


@pytest.mark.parametrize(("code", "statement", "perhaps", "surely"), BOUND)
def test_bound_before(code: str, statement: str, perhaps: str, surely: str) -> None:
    facts, found = facts_of(code, "pv")
    assert facts.bound_before[id(found[statement])] == frozenset(perhaps)
    assert facts.surely_before[id(found[statement])] == frozenset(surely)


def test_captured_names_are_live_at_the_end() -> None:
    facts, found = facts_of("def f():\n    return a\na = 1\nb = 2", "")
    assert facts.captured == frozenset("a")
    assert facts.live_after[id(found["b = 2"])] == frozenset("a")


def test_effect_of_a_sequence() -> None:
    effect = block_effect(ast.parse("a = b\nif p:\n    c = a\nd = c").body)
    assert effect.needs == frozenset("bpc")
    assert effect.may_bind == frozenset("acd")
    assert effect.must_bind == frozenset("ad")


def visited(code: str, monkeypatch: pytest.MonkeyPatch) -> int:
    """How many statements the analysis asks for the effect of."""
    asked = 0
    plain = liveness.statement_effect

    def counted(statement: ast.stmt) -> liveness.Effect:
        nonlocal asked
        asked += 1
        return plain(statement)

    with monkeypatch.context() as patched:
        patched.setattr(liveness, "statement_effect", counted)
        analyse(ast.parse(code).body, ["p", "s"])
    return asked


def test_work_grows_with_sequential_code_linearly(monkeypatch: pytest.MonkeyPatch) -> None:
    one = "if p:\n    s = s + 1\nelse:\n    s = 2\n"
    few, many = (visited(one * count, monkeypatch) for count in (64, 128))
    assert few == 64 * 5  # each `if` once; each branch once from above and once on its own
    assert many == 2 * few
