"""Find what the loops bind that a program has from the user's own `jax.lax.fori_loop`, `while_loop` or `scan`."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from nbgraph.core import _jax
from nbgraph.core.executor.located import code_at
from nbgraph.core.graph.locations import Places
from nbgraph.core.history.watched import Name, Watched
from nbgraph.core.keys import is_key_type


def own_loops(program: Any, known: Collection[int]) -> Iterator[Watched]:
    """Yield the loops of a program whose body is a function of the user's, outer before inner.

    A name has the value that it has in an iteration: a parameter that of its begin, unless the body binds it, too.

    Args:
        known: the ids of the equations of the other loops.
    """
    places = Places(())
    for equation in _jax.every_equation(program.eqns):
        if equation.primitive.name in ("while", "scan") and id(equation) not in known:
            names = tuple(_names(equation, places))
            if names and (spans := places.spans(equation)):
                yield Watched(equation, spans[0], code_at(spans[0]).split("\n")[0], names)


def _names(equation: Any, places: Places) -> Iterator[Name]:
    """Yield the parameters of the body, as an iteration gets them, and what the body binds."""
    parameters = [name for names in places.parameters(equation) for name in names]
    if not any(parameters):
        return
    body, _, same = _jax.body_of(equation)
    found = dict(zip(parameters, body.invars[same:], strict=True))
    for each in body.eqns:
        bound = places.bound(places.spans(each), len(each.outvars), each)
        found.update(zip(bound, each.outvars, strict=True))
    yield from (
        Name(label, variable) for label, variable in found.items() if label and not is_key_type(variable.aval.dtype)
    )
