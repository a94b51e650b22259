"""A list as one array, `stack`, also where only the run knows how long it is."""

from __future__ import annotations

from typing import Any, NoReturn

import jax
import jax.numpy as jnp

from nbgraph.core.staging.growing import Growing
from nbgraph.core.staging.list_contents import UnknownLengthError, growing_of


def stack(items: Any, axis: int = 0) -> Any:
    """The items of a list as one array, `jnp.stack`; of run-time length for a list of run-time length.

    Args:
        items: a list or tuple of numbers or arrays of one shape.
        axis: where the new axis goes.
    """
    growing = growing_of(items)
    if growing is None:
        return jnp.stack([jnp.asarray(item) for item in items], axis)
    if growing.room.length is not None:
        return jnp.moveaxis(growing.sized(growing.room.length).buffers, 0, axis)
    return StackedArray(growing, axis)


@jax.tree_util.register_pytree_node_class
class StackedArray:
    """An array whose length is only known at run time: what `stack` makes of such a list. It can only be returned."""

    def __init__(self, growing: Growing, axis: int) -> None:
        self.growing = growing
        self.axis = axis

    def tree_flatten(self) -> tuple[tuple[Growing], int]:
        """What JAX sees of it."""
        return (self.growing,), self.axis

    @classmethod
    def tree_unflatten(cls, axis: int, children: tuple[Growing]) -> StackedArray:
        """The array that `tree_flatten` took apart."""
        return cls(children[0], axis)

    def __jax_array__(self) -> NoReturn:
        raise UnknownLengthError(
            "the length of this array is only known at run time, and an array in a graph has a fixed shape",
            remedy="return it as it is; or compute with the list: `sum`, `max`, `for`",
        )

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        self.__jax_array__()


def set_element_type(items: Any, dtype: Any = None, shape: Any = None) -> None:
    """Accepted for the sake of AutoGraph's users; the items themselves say what they are, so nothing is needed."""
