"""What a traced integer is made of: another one and a number."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import jax.numpy as jnp
import numpy as np

from nbgraph.core import _jax
from nbgraph.core.records import dataclass
from nbgraph.core.staging.values.values import is_traced, type_of

WIDE = (jnp.int32, jnp.int64)  # in which no sum of few numbers and a position goes beyond the largest
_MOST_STEPS = 8  # operations between a position and the number of an iteration


@dataclass(frozen=True)
class Counted:
    """What is known of a traced integer: `low <= value < high + more`."""

    value: Any
    low: int
    high: Any  # a traced integer, or an int; None where nobody knows
    more: int = 0


def steps(value: Any, *, exact: bool = False) -> Iterator[tuple[Any, int]]:
    """A traced integer as one before it, to which a number is added; each as in the trace that made it.

    Args:
        exact: whether `max(n, 0)` is no `n`, as it is of a length.
    """
    more = 0
    for _ in range(_MOST_STEPS):
        value = _jax.at_home(value)
        yield value, more
        if not is_traced(value) or value.dtype not in WIDE:
            return
        name, operands = _jax.made_by(value)
        match name, [number_of(operand) for operand in operands]:
            case "add", [None, int() as number]:
                value, more = operands[0], more + number
            case "add", [int() as number, None]:
                value, more = operands[1], more + number
            case "sub", [None, int() as number]:
                value, more = operands[0], more - number
            case (("max" | "maximum"), [None, 0]) if more == 0 and not exact:
                value = operands[0]
            case (("max" | "maximum"), [0, None]) if more == 0 and not exact:
                value = operands[1]
            case "convert_element_type", [None] if operands[0].dtype == jnp.int32:
                value = operands[0]
            case _:
                return


def number_of(operand: Any) -> int | None:
    known = _jax.known_number(operand)
    return int(known) if known is not None and type_of(known).dtype_kind == "i" and not np.ndim(known) else None
