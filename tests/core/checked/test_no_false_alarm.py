"""Ordinary programs, whose values are finite all the way and whose indices are in range, give no finding."""

from __future__ import annotations

from itertools import islice

import jax
import pytest

import nbgraph as ng
from nbgraph.core.checked.call import program_of
from nbgraph.core.checked.explain import explain
from nbgraph.core.checked.origins import may_go_wrong
from nbgraph.core.timing.leaves import number_kind
from tests.programs.pool import RIGHT, Program, load_all

EVERY = 2
"""Of the programs with floats that are right, each so-manieth is run."""


def has_float(program: Program) -> bool:
    """Whether a float stands in its text or among its arguments."""
    leaves = (*program.function.__code__.co_consts, *jax.tree_util.tree_leaves(program.arguments))
    return any(number_kind(leaf) == "float" for leaf in leaves)


SAMPLE = [each for each in load_all().values() if each.expect == RIGHT and has_float(each)][::EVERY]


def said(program: Program, arguments: tuple[object, ...]) -> str | None:
    """What a checked run says of a call; None where there is no float and no index in it."""
    if program.reset is not None:
        program.reset()
    traced = program_of(ng.function(program.function), arguments, {})
    if traced is None or not may_go_wrong(traced.closed.jaxpr):
        return None
    made = explain(traced, differ=False, seconds=0.5)
    stories = [story.sentence for story in (made.lost, made.passing, made.missed) if story is not None]
    return " ".join(stories)


@pytest.mark.parametrize("part", range(4))
def test_ordinary_programs_give_no_finding(part: int) -> None:
    calls = [(program, arguments) for program in SAMPLE[part::4] for arguments in islice(program.arguments, 1)]
    found = {program.name: said(program, arguments) for program, arguments in calls}
    assert {name: text for name, text in found.items() if text} == {}
    assert sum(text == "" for text in found.values()) >= 12  # those with floats
