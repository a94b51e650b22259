"""Numbers in printed code that come from the size of an array, or from the room of lists, and not from the user.

The program is traced again for arrays of one more item, and printed again. A number that has grown with the size is
written as what it is made of, `len(v) - 1`; the code must then be each of the programs.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import jax

from nbgraph.core.printing.code import expression, linear
from nbgraph.core.printing.program import NoFormError

ROOM = "room"


@dataclass(frozen=True)
class Variation:
    """Another program of the same function.

    Attributes:
        size: the number that is one more in it.
        node: how the number is written.
        inputs: the arguments, and those by name.
        rows: the room for lists; None for the same.
    """

    size: int
    node: ast.expr
    inputs: tuple[tuple[Any, ...], dict[str, Any]]
    rows: int | None = None


def size_variations(inputs: Any, parameters: Sequence[str]) -> Iterator[Variation]:
    """For each size of an axis of the arguments, the arguments with axes of one more."""
    arguments, _ = inputs
    found: dict[int, ast.expr] = {}
    for name, value in zip(parameters, arguments, strict=False):
        for axis, size in enumerate(getattr(value, "shape", ())):
            template = f"len({name})" if axis == 0 else f"{name}.shape[{axis}]"
            found.setdefault(size, expression(template))
    for size, node in found.items():
        if size > 1:
            yield Variation(size, node, jax.tree_util.tree_map(lambda leaf, size=size: _larger(leaf, size), inputs))


def _larger(leaf: Any, size: int) -> Any:
    shape = getattr(leaf, "shape", ())
    if size not in shape or not isinstance(leaf, jax.ShapeDtypeStruct):
        return leaf
    larger = tuple(n + (n == size) for n in shape)
    return jax.ShapeDtypeStruct(larger, leaf.dtype, weak_type=bool(leaf.weak_type))


def growth(one: Sequence[ast.AST], other: Sequence[ast.AST]) -> dict[ast.Constant, int] | None:
    """By how much each number of some code grows in other code; None where more than numbers differ."""
    found: dict[ast.Constant, int] = {}
    pairs = list(zip(one, other, strict=True)) if len(one) == len(other) else [(ast.Pass(), ast.Break())]
    while pairs:
        a, b = pairs.pop()
        if type(a) is not type(b):
            return None
        if (
            isinstance(a, ast.Constant)
            and isinstance(b, ast.Constant)
            and (step := _step(a.value, b.value)) is not None
        ):
            if step:
                found[a] = step
            continue
        for (_, x), (_, y) in zip(ast.iter_fields(a), ast.iter_fields(b), strict=True):
            more = _parts(x, y)
            if more is None:
                return None
            pairs += more
    return found


def _step(one: Any, other: Any) -> int | None:
    """By how much a whole number grows; None for what is no whole number."""
    if type(one) is not type(other) or type(one) not in (int, float) or one != one or other != other:
        return None
    step = other - one
    return int(step) if float(one).is_integer() and float(step).is_integer() else None


def _parts(x: Any, y: Any) -> list[tuple[ast.AST, ast.AST]] | None:
    if isinstance(x, ast.AST) and isinstance(y, ast.AST):
        return [(x, y)]
    if isinstance(x, list) and isinstance(y, list):
        if len(x) != len(y):
            return None
        if all(isinstance(each, ast.AST) for each in (*x, *y)):
            return list(zip(x, y, strict=True))
    return [] if x == y else None


class _Written(ast.NodeTransformer):
    def __init__(self, numbers: Mapping[ast.Constant, ast.expr]) -> None:
        self.numbers = numbers

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        return self.numbers.get(node, node)


def written(numbers: Mapping[ast.Constant, list[tuple[int, Variation]]]) -> Callable[[ast.AST], Any]:
    """What writes numbers as sums of the sizes that they grow with."""
    nodes: dict[ast.Constant, ast.expr] = {}
    for number, grown in numbers.items():
        if not isinstance(number.value, int | float):
            raise NoFormError("a number that is none")
        start = int(number.value) - sum(step * variation.size for step, variation in grown)
        nodes[number] = linear(start, [(step, variation.node) for step, variation in grown])
    return _Written(nodes).visit
