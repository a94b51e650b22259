"""Arrays that NumPy copies where JAX, whose arrays nothing changes, hands on the one it was given."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp

from nbgraph.core import _jax
from nbgraph.core.source.support.rows import Fact
from nbgraph.core.source.support.table import is_one_that
from nbgraph.core.staging.array_aliases import VIEWS
from nbgraph.core.staging.values import is_traced


def with_own_result(function: Any, runs: Callable[..., Any]) -> Callable[..., Any]:
    """What runs in place of a function of NumPy's, with results that no other name shows changes of."""
    return functools.partial(_copying, runs) if is_one_that(function, Fact.COPIES) else runs


def _copying(runs: Callable[..., Any], *arguments: Any, **options: Any) -> Any:
    result = runs(*arguments, **options)
    if options.get("copy", True) is False:
        return result
    return jax.tree.map(functools.partial(own, given=jax.tree.leaves((arguments, options))), result)


def own(array: Any, given: Any) -> Any:
    """An array, or a copy of it where it may be one of those that were given, or a view of one."""
    if not is_traced(array) or not array.shape:
        return array
    fits = any(is_traced(each) and each.size >= array.size for each in given)
    return jnp.copy(array) if fits or _jax.made_by(array)[0] in VIEWS else array


def flattened(array: Any, *order: Any) -> Any:
    """`flatten`, which copies, where `ravel` does not."""
    return own(array.flatten(*order), [array])


def cast(array: Any, *arguments: Any, copy: bool = True, **options: Any) -> Any:
    """`astype`, which copies though the type is the same."""
    result = array.astype(*arguments, **options)
    return jnp.copy(result) if copy and result is array else result


def repeated(array: Any, *arguments: Any, **options: Any) -> Any:
    """`repeat`, which copies though it is once."""
    return own(array.repeat(*arguments, **options), [array])
