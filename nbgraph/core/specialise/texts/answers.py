"""What is looked up by the numbers of texts, as the trace does it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import jax.numpy as jnp
import numpy as np

from nbgraph.core.staging.values import is_traced


class NoNumbersError(Exception):
    """Numbers cannot take the place of the texts in a program."""


@dataclass(frozen=True)
class Answers:
    """An array of answers, called with numbers.

    Attributes:
        values: the answers, row by row.
        shape: how many texts there are for each number.
        holes: the answers that are none: no run looks there.
        told: whether that is known of the numbers that only the run knows.
    """

    values: tuple[Any, ...]
    shape: tuple[int, ...]
    holes: frozenset[int]
    told: bool

    def __call__(self, *numbers: Any) -> Any:
        """The answer for some texts.

        Raises:
            NoNumbersError: there is none.
        """
        if any(map(is_traced, numbers)):
            if self.holes and not self.told:
                raise NoNumbersError
            return jnp.asarray(np.array(self.values).reshape(self.shape))[numbers]
        place = int(np.ravel_multi_index(tuple(map(int, numbers)), self.shape))
        if place in self.holes:
            raise NoNumbersError
        return self.values[place]


def apart(node: Any, count: int) -> Any:
    """A node at a position of its own, among several that stand for one of the user's.

    Raises:
        NoNumbersError: there is no room for so many.
    """
    if not count:
        return node
    node.end_col_offset -= count
    if (node.end_lineno, node.end_col_offset) <= (node.lineno, node.col_offset) or node.end_col_offset < 0:
        raise NoNumbersError
    return node
