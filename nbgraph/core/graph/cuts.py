"""Operations that let no gradient pass: their derivative is zero everywhere, or JAX takes it to be."""

from __future__ import annotations

from typing import Any

import jax

from nbgraph.core import _jax

_STEPS = (jax.lax.round_p, jax.lax.floor_p, jax.lax.ceil_p, jax.lax.sign_p)
_QUESTIONS = frozenset(("eq", "ne", "lt", "le", "gt", "ge", "is_finite"))
CUT = "no gradient passes"
"""What the graph of a derivative says of them."""


def cuts(equation: Any) -> bool:
    """Whether an equation takes floats, and lets no gradient pass to them."""
    if _jax.bodies(equation) or not any(map(takes_floats, equation.invars)):
        return False
    is_step = equation.primitive in _STEPS or equation.primitive.name == "stop_gradient"
    return is_step or not any(map(takes_floats, equation.outvars))


def cut_words(label: str, equation: Any) -> str:
    """The label of an equation in a differentiated function; of a helper's that is one operation, too.

    A comparison is no news: nobody expects a gradient of it.
    """
    bodies = _jax.bodies(equation)
    one = bodies[0][0].eqns if len(bodies) == 1 else (equation,)
    is_cut = len(one) == 1 and cuts(one[0]) and one[0].primitive.name not in _QUESTIONS
    return f"{label}: {CUT}" if is_cut else label


def takes_floats(atom: Any) -> bool:
    """Whether a value of an equation is made of floats."""
    dtype = getattr(atom.aval, "dtype", None)
    return dtype is not None and bool(jax.numpy.issubdtype(dtype, jax.numpy.inexact))
