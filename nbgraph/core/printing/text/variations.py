"""Replace numbers in printed code that come from an array's size, or from the capacity of lists.

The program is traced and printed again for larger arrays. A number that has grown with the size is written in terms of
it, `len(v) - 1`; the code must then be each of the programs. An array gets one more item, but `n + 1` more where a
function computes or tests something that one more may leave unchanged, as `len(v) // 2`.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import jax

from nbgraph.core.decisions import Decision
from nbgraph.core.printing.ir.program import NoFormError
from nbgraph.core.printing.text.code import expression, linear, text_of, words
from nbgraph.core.printing.text.values import Value
from nbgraph.core.records import dataclass
from nbgraph.core.source.syntax import replaced

CAPACITY = "capacity"
PEELED = "peeled"  # attribute of a loop: how many iterations are written before it


@dataclass(frozen=True)
class Variation:
    """The same function's program for other sizes or another capacity."""

    size: int  # the number that is larger in it
    step: int  # by how much
    node: ast.expr  # how the number is written
    inputs: tuple[tuple[Any, ...], dict[str, Any]]  # the arguments, and those by name
    rows: int | None = None  # the capacity for lists; None for the same
    tied: tuple[Variation, ...] = ()  # where several axes are larger, each of them alone


Grows = Callable[[Variation], bool | None]
Axis = tuple[int, int]  # the argument's number, and the axis of it


def may_jump(functions: Iterable[ast.AST], decisions: Iterable[Decision]) -> bool:
    """Return whether the code may change for much larger arrays, but not for those with one more item.

    >>> may_jump([ast.parse("v[len(v) // 2]")], ()), may_jump([ast.parse("v[len(v) - 1]")], ())
    (True, False)
    """
    if any(each.construct in _CHOICES and each.became == "python" for each in decisions):
        return True
    nodes = [node for function in functions for node in ast.walk(function)]
    calls = (node.func for node in nodes if isinstance(node, ast.Call))
    names = {each.id if isinstance(each, ast.Name) else getattr(each, "attr", "") for each in calls}
    return bool(names & _ROUNDS) or any(isinstance(node, ast.BinOp) and isinstance(node.op, _JUMPS) for node in nodes)


_CHOICES = ("if", "ternary", "case", "and", "or")
_JUMPS = (ast.FloorDiv, ast.Mod, ast.RShift, ast.BitAnd)
_ROUNDS = words("int round min max divmod floor ceil log2 log sqrt isqrt clip minimum maximum")


def size_variations(
    inputs: Any, leaves: Sequence[Value], grows: Grows, grows_alone: Grows, *, far: bool
) -> Iterator[Variation]:
    """Yield the arguments with a larger axis, or with several larger ones that must have the same size.

    Args:
        inputs: the arguments, and those by name.
        leaves: the arrays among them, as they are read.
        grows: whether numbers of the code grow for other arguments; None where it is other code.
        grows_alone: the same where other axes of the same size stay.
    """

    def variation(size: int, axes: Sequence[Axis], tied: Sequence[Variation] = ()) -> Variation:
        step = size + 1 if far else 1
        node, larger = _read(leaves, axes[0]), _larger(inputs, set(axes), step)
        return Variation(size, step, node, larger, tied=tuple(tied))

    found: dict[int, list[Axis]] = {}
    for number, leaf in enumerate(leaves):
        for axis, size in enumerate(leaf.shape):
            found.setdefault(size, []).append((number, axis))
    for size, axes in found.items():
        if _is_open(size) or size <= 1:
            continue
        if len(axes) == 1:
            yield variation(size, axes)
            continue
        alone = {axis: variation(size, [axis]) for axis in axes}
        growth = {axis: grows_alone(each) for axis, each in alone.items()}
        bound = [axis for axis in axes if growth[axis] is None]
        together = variation(size, bound, [alone[axis] for axis in bound]) if bound else None
        if together is not None and grows(together) is None:
            bound = [axis for axis in axes if not growth[axis]]
            together = variation(size, bound, [alone[axis] for axis in bound])
        yield from (each for axis, each in alone.items() if axis not in bound)
        if together is not None:
            yield together


def fixed_axes(leaves: Sequence[Value]) -> list[str]:
    """Return assertions for axes of size 0 and 1, which do not vary."""
    sizes = [(number, axis, size) for number, leaf in enumerate(leaves) for axis, size in enumerate(leaf.shape)]
    axes = [(number, axis) for number, axis, size in sizes if not _is_open(size) and size <= 1]
    return [f"assert {text_of(_read(leaves, each))} == {leaves[each[0]].shape[each[1]]}" for each in axes]


def _is_open(size: Any) -> bool:
    """Return whether a size is symbolic: the code is then traced for all sizes at once."""
    return not isinstance(size, int)


def _read(leaves: Sequence[Value], axis: Axis) -> ast.expr:
    number, which = axis
    node = leaves[number].node
    listed = node.args[0] if isinstance(node, ast.Call) else node  # in `jnp.asarray(xs)`
    made: ast.expr = expression(f"_0_.shape[{which}]", node) if which else expression("len(_0_)", listed)
    return made


def _larger(inputs: Any, axes: set[Axis], step: int) -> Any:
    """Return arguments in which some axes are larger."""
    leaves, structure = jax.tree_util.tree_flatten(inputs, is_leaf=lambda leaf: leaf is None)
    arrays = [k for k, leaf in enumerate(leaves) if isinstance(leaf, jax.ShapeDtypeStruct)]
    for number, k in enumerate(arrays):
        old = leaves[k]
        shape = tuple(size + step * ((number, axis) in axes) for axis, size in enumerate(old.shape))
        leaves[k] = jax.ShapeDtypeStruct(shape, old.dtype, weak_type=bool(old.weak_type))
    return jax.tree_util.tree_unflatten(structure, leaves)


def beyond(inputs: Any, grown: Iterable[Sequence[tuple[int, Variation]]]) -> Variation | None:
    """Return a variation with all sizes larger by twice their steps, if a number grows with several or by more; else
    None.

    Such a number may be a product: `a * b` grows evenly with each of its factors, and not with both.
    """
    terms = [[each for each in of if each[1].rows is None] for of in grown]
    sizes = {id(each): each for of in terms for _, each in of}
    if not sizes or all(len(of) <= 1 and all(abs(step) <= 1 for step, _ in of) for of in terms):
        return None

    def larger(old: Any, *others: Any) -> Any:
        if not isinstance(old, jax.ShapeDtypeStruct):
            return old
        shape = tuple(
            size + 2 * sum(new - size for new in more)
            for size, *more in zip(old.shape, *(other.shape for other in others), strict=True)
        )
        return jax.ShapeDtypeStruct(shape, old.dtype, weak_type=bool(old.weak_type))

    first = next(iter(sizes.values()))
    made = jax.tree_util.tree_map(larger, inputs, *(each.inputs for each in sizes.values()))
    return Variation(first.size, 1, first.node, made)


def least_sizes(node: ast.AST, numbers: Mapping[ast.Constant, list[tuple[int, Variation]]]) -> dict[str, int]:
    """Return the smallest sizes for which loops whose first iterations are peeled still work.

    Args:
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
    """Return the start of a `range`, the node of its end, and its step."""
    first = _number(arguments[0]) if len(arguments) > 1 else 0
    return first, arguments[min(1, len(arguments) - 1)], _number(arguments[2]) if len(arguments) > 2 else 1


def _number(node: ast.expr) -> int:
    return int(ast.literal_eval(node)) if isinstance(node, ast.Constant | ast.UnaryOp) else 0


def grown_by(one: Sequence[ast.AST], other: Sequence[ast.AST], variation: Variation) -> dict[ast.Constant, int] | None:
    """Return by how much each number of the code grows per added item; None where the code differs otherwise."""
    found = growth(one, other)
    if found is None or any(more % variation.step for more in found.values()):
        return None
    return {number: more // variation.step for number, more in found.items()}


def growth(one: Sequence[ast.AST], other: Sequence[ast.AST]) -> dict[ast.Constant, int] | None:
    """Return by how much each number of the code grows in the other code; None where more than numbers differ."""
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
    """Return by how much an integer grows; None for what is no integer."""
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


def written(numbers: Mapping[ast.Constant, list[tuple[int, Variation]]]) -> Callable[[ast.AST], Any]:
    """Return a function that writes numbers as sums of the sizes that they grow with."""
    nodes: dict[ast.Constant, ast.expr] = {}
    for number, grown in numbers.items():
        if not isinstance(number.value, int | float):
            raise NoFormError("a number that is none")
        start = int(number.value) - sum(step * variation.size for step, variation in grown)
        nodes[number] = linear(start, [(step, variation.node) for step, variation in grown])
    return lambda node: replaced(node, nodes.get)
