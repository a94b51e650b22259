"""Choose the reference for a call that Python itself cannot run.

Inside `jax.vmap`, `jax.grad`, `jax.lax.scan` and the like Python gets tracers, and cannot branch on them; and it cannot
assign to items of JAX arrays. This module tells these errors from the user's own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from operator import itemgetter
from typing import Any

import jax
import numpy as np

from nbgraph.core._jax import is_batch_of_examples
from nbgraph.core.messages import Message, matches
from nbgraph.core.staging.impure import AskedOnceError
from nbgraph.core.timing.cap import TimeLimitError
from nbgraph.core.timing.parts import LABELS, BaselineName
from nbgraph.core.timing.shown import raised


def cannot_run(error: BaseException | None) -> bool:
    """Return whether an error says that Python had to branch on a value that JAX only traces.

    >>> cannot_run(None), cannot_run(TypeError("no"))
    (False, False)
    """
    from jax.errors import ConcretizationTypeError, JAXTypeError, TracerArrayConversionError

    # The errors for an integer, a truth value and a mask are subclasses of these.
    return isinstance(error, ConcretizationTypeError | TracerArrayConversionError | JAXTypeError)


def assigns_in_place(error: BaseException | None) -> bool:
    """Return whether an error says that a JAX array was to be changed in place.

    >>> assigns_in_place(TypeError("JAX arrays are immutable. Instead of x[i] = y ...")), assigns_in_place(None)
    (True, False)
    """
    return isinstance(error, TypeError) and matches(error, Message.IMMUTABLE) is not None


def needs_reference(python: BaseException | None) -> bool:
    return cannot_run(python) or assigns_in_place(python)


def stands_for_python(name: BaselineName, error: BaseException | None) -> bool:
    """Return whether a substitute's outcome counts as Python's: a result, or an example's own error."""
    is_own = name == "examples" and not (needs_reference(error) or isinstance(error, TimeLimitError))
    return error is None or is_own


ASKS = "No verdict: plain Python asks, and nobody can answer here, so nothing else was run."
_FULL = "No verdict: memory ended when plain Python ran, so nothing else was run."


def why_alone(python: BaseException | None) -> str:
    """Return the message where Python's error would only repeat in any other run; "" for other errors.

    >>> why_alone(MemoryError())
    'No verdict: memory ended when plain Python ran, so nothing else was run.'
    """
    if isinstance(python, AskedOnceError) and python.variable == "input":
        return ASKS
    return _FULL if isinstance(python, MemoryError) else ""


def on_copies(message: str, names: list[str]) -> str:
    """Return the sentence for a run on NumPy copies, with the arguments that were copied.

    >>> on_copies("Same result as Python on NumPy copies: array([1, 2]).", ["x", "y"])
    'Same result as Python on NumPy copies of `x` and `y`: array([1, 2]). JAX arrays cannot be assigned to in Python.'
    """
    listed = " and ".join(filter(None, (", ".join(f"`{name}`" for name in names[:-1]), f"`{names[-1]}`")))
    sentence = message.replace(LABELS["copies"], f"{LABELS['copies']} of {listed}", 1)
    return f"{sentence} JAX arrays cannot be assigned to in Python."


def in_place_of_python(error: Exception, reference: BaselineName) -> str:
    """Return the sentence for a run of a substitute for Python.

    >>> in_place_of_python(TypeError("JAX arrays are immutable. Instead ..."), "converted")
    'Python cannot run this call (it assigns to items of a JAX array): the reference is the converted code, op by op.'
    """
    why = "it assigns to items of a JAX array" if assigns_in_place(error) else raised(error).partition(": ")[0]
    return f"Python cannot run this call ({why}): the reference is {_IN_PLACE[reference]}."


_IN_PLACE: dict[BaselineName, str] = {
    "examples": "Python on each example",
    "converted": "the converted code, op by op",
}


def by_example(batched: Any, leaves: Sequence[Any]) -> Callable[..., Any] | None:
    """Return a function that runs a `jax.vmap` of a Python function row by row in plain Python.

    Returns:
        A function of the same arguments, with the results of the examples stacked; None where the function is no
        `jax.vmap`, or there are many examples.
    """
    if not is_batch_of_examples(batched) or any(np.ndim(leaf) == 0 for leaf in leaves):
        return None
    counts = {len(leaf) for leaf in leaves}
    count = counts.pop() if len(counts) == 1 else 0
    return partial(_by_row, batched.__wrapped__, count) if 0 < count <= _MOST_EXAMPLES else None


def _by_row(function: Any, count: int, /, *arguments: Any, **keywords: Any) -> Any:
    rows = [jax.tree_util.tree_map(itemgetter(k), (arguments, keywords)) for k in range(count)]
    results = [function(*positional, **named) for positional, named in rows]
    return jax.tree_util.tree_map(lambda *each: np.stack(each), *results)


_MOST_EXAMPLES = 64
"""Plain Python runs on so many examples in a time that a reader waits."""
