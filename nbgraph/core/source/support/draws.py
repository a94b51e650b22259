"""What of JAX's draws in place of the functions of Python's and NumPy's that draw random numbers."""

from __future__ import annotations

from typing import Any

_CALLS = {
    "random": "uniform(part)",
    "gauss normalvariate normal randn standard_normal": "normal(part)",
    "uniform": "uniform(part, (), float, {low}, {high})",
    "randrange integers randint": "randint(part, (), {low}, {high})",
    "choice": "choice(part, jnp.array(v))",
    "sample": "choice(part, jnp.array(v), (k,), replace=False)",
    "choices": "choice(part, jnp.array(v), (k,))",
    "shuffle permutation": "permutation(part, jnp.array(v))",
}
_BY_NAME = {name: call for names, call in _CALLS.items() for name in names.split()}


def draw_of_jax(name: str, arguments: tuple[Any, ...], *, is_pythons: bool) -> str:
    """The call of JAX's with the part `part` of a key.

    Args:
        name: the function's name.
        arguments: what it is called with, or anything in their place.
        is_pythons: whether it is one of `random`, where `randint` draws the last number, too.

    >>> draw_of_jax("randint", (1, 6), is_pythons=True), draw_of_jax("gauss", (), is_pythons=True)
    ('jax.random.randint(part, (), 1, 7)', 'jax.random.normal(part)')
    """
    known = len(arguments) == 2 and all(type(each) in (int, float) for each in arguments)
    low, high = arguments if known else ("a", "b")
    if name == "randint" and is_pythons:
        high = high + 1 if known else "b + 1"
    return "jax.random." + _BY_NAME.get(name, "uniform(part)").format(low=low, high=high)
