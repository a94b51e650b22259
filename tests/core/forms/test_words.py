"""Every word of generated code that a reader may ask about has its sentence."""

from __future__ import annotations

import re

import nbgraph as ng
from nbgraph.core import _jax
from nbgraph.core.forms.explanations import PRIMITIVES, STABLEHLO, VOCABULARY
from nbgraph.core.staging import vocabulary
from tests.programs.pool import RIGHT, load_all

SAMPLE = [program for program in load_all().values() if program.expect == RIGHT][::40]


def test_all_of_the_vocabulary_is_explained() -> None:
    assert set(VOCABULARY) == set(vocabulary.__all__)


def test_all_operations_that_programs_of_the_pool_become_are_explained() -> None:
    primitives: set[str] = set()
    operations: set[str] = set()

    def walk(jaxpr: object) -> None:
        for equation in jaxpr.eqns:  # type: ignore[attr-defined]
            primitives.add(equation.primitive.name)
            for inner, _ in _jax.bodies(equation):
                walk(inner)

    for program in SAMPLE:
        traced = ng.function(program.function).trace(*program.arguments[0])
        walk(traced.jaxpr.jaxpr)
        operations.update(re.findall(r"\bstablehlo\.\w+", traced.lower().as_text()))
    assert len(primitives) > 20
    assert primitives - PRIMITIVES.keys() == set()
    assert operations - STABLEHLO.keys() == set()
