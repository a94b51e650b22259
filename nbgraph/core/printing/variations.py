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
PEELED = "peeled"  # attribute of a loop: how many iterations stand before it


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


Axis = tuple[int, int]  # of the arguments: which of them, and which of its axes


def size_variations(
    inputs: Any, parameters: Sequence[str], grows: Callable[[Variation], bool | None]
) -> Iterator[Variation]:
    """The arguments with one more item along an axis, or along all axes that can only have the same size.

    Args:
        inputs: the arguments, and those by name.
        parameters: what the function calls the arguments.
        grows: whether numbers of the code grow for other arguments; None where it is other code.
    """
    arguments, _ = inputs
    found: dict[int, list[Axis]] = {}
    for number, (_, value) in enumerate(zip(parameters, arguments, strict=False)):
        for axis, size in enumerate(getattr(value, "shape", ())):
            found.setdefault(size, []).append((number, axis))
    for size, axes in found.items():
        if size <= 1:
            continue
        if len(axes) == 1:
            yield _variation(inputs, parameters, size, axes)
            continue
        alone = {axis: _variation(inputs, parameters, size, [axis]) for axis in axes}
        growth = {axis: grows(variation) for axis, variation in alone.items()}
        bound = [axis for axis in axes if growth[axis] is None]
        together = _variation(inputs, parameters, size, bound) if bound else None
        if together is not None and grows(together) is None:
            bound = [axis for axis in axes if not growth[axis]]
            together = _variation(inputs, parameters, size, bound)
        yield from (variation for axis, variation in alone.items() if axis not in bound)
        if together is not None:
            yield together


def _variation(inputs: Any, parameters: Sequence[str], size: int, axes: Sequence[Axis]) -> Variation:
    number, axis = axes[0]
    template = f"len({parameters[number]})" if axis == 0 else f"{parameters[number]}.shape[{axis}]"
    arguments, keywords = inputs
    larger = tuple(_larger(value, {a for n, a in axes if n == k}) for k, value in enumerate(arguments))
    return Variation(size, expression(template), (larger, keywords))


def _larger(leaf: Any, axes: set[int]) -> Any:
    if not axes or not isinstance(leaf, jax.ShapeDtypeStruct):
        return leaf
    larger = tuple(size + (axis in axes) for axis, size in enumerate(leaf.shape))
    return jax.ShapeDtypeStruct(larger, leaf.dtype, weak_type=bool(leaf.weak_type))


def least_sizes(node: ast.AST, numbers: Mapping[ast.Constant, list[tuple[int, Variation]]]) -> dict[str, int]:
    """How large sizes must be, by how these are written, for loops whose first iterations stand before them.

    Args:
        node: the function.
        numbers: its numbers that grow, by how much with each size.
    """
    found: dict[str, int] = {}
    for loop in ast.walk(node):
        if not getattr(loop, PEELED, 0) or not isinstance(loop, ast.For) or not isinstance(loop.iter, ast.Call):
            continue
        first, stop, step = _bounds(loop.iter.args)
        for growth, variation in numbers.get(stop, ()):
            spare = (_number(stop) - first) // growth if step * growth > 0 else 0
            text = ast.unparse(variation.node)
            found[text] = max(found.get(text, 0), variation.size - spare)
    return found


def _bounds(arguments: Sequence[ast.expr]) -> tuple[int, Any, int]:
    """Where a `range` starts, the node of where it ends, and its step."""
    first = _number(arguments[0]) if len(arguments) > 1 else 0
    return first, arguments[min(1, len(arguments) - 1)], _number(arguments[2]) if len(arguments) > 2 else 1


def _number(node: ast.expr) -> int:
    return int(ast.literal_eval(node)) if isinstance(node, ast.Constant | ast.UnaryOp) else 0


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
