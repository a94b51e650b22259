"""Describe what a sweep varies: an argument's value, or the length of an argument, and its sizes."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable
from typing import Any

from nbgraph.core.records import dataclass

Size = int | float

COUNT = 10
"""Sizes in a range that gives no count of its own."""
MOST = 50
"""Sizes in a sweep at most."""

_TARGET = re.compile(r"\s*(?:len\((?P<long>\w+)\)|(?P<name>\w+)(?P<size>\.size)?)\s*=(?P<values>.+)", re.DOTALL)
_DECADES = 100  # a range whose end is this many times its start is spaced by factors, not by steps


@dataclass(frozen=True)
class Over:
    """What changes from one measurement to the next.

    >>> Over("n", (1, 10)).label, Over("x", (1, 10), length=True).label
    ('n', 'len(x)')
    """

    name: str  # the argument
    sizes: tuple[Size, ...]  # what it takes, ascending: values of the argument, or lengths of it
    # whether its length changes (of an array, that of its first axis; items are repeated) or its value
    length: bool = False
    flat: bool = False  # whether it was written as `x.size`, which is the length of an array with one axis only

    @property
    def label(self) -> str:
        return f"len({self.name})" if self.length else self.name

    @property
    def logarithmic(self) -> bool:
        """Return whether to draw the sizes on a logarithmic scale."""
        return self.sizes[0] > 0 and self.sizes[-1] / self.sizes[0] >= _DECADES


def parse_over(text: str, evaluate: Callable[[ast.expr], Any] = ast.literal_eval) -> Over:
    """`n=1:1000`, `n=1:1000:20`, `n=1,2,5`, `len(x)=10:10000` or `x.size=10:10000` as what it means.

    A range takes ten sizes, or as many as its third part says: by factors when it spans two decades or more, else in
    steps; whole numbers stay whole.

    Args:
        text: the argument, "=", and a range or a list.
        evaluate: gives the value of an expression; plain numbers only by default.

    Raises:
        ValueError: the text is no such thing.

    >>> parse_over("n=1:1000").sizes
    (1, 2, 5, 10, 22, 46, 100, 215, 464, 1000)
    >>> parse_over("len(x)=10, 1000,100")
    Over(name='x', sizes=(10, 100, 1000), length=True, flat=False)
    >>> parse_over("t=0.0:1.0:3").sizes
    (0.0, 0.5, 1.0)
    """
    found = _TARGET.fullmatch(text)
    if found is None:
        raise ValueError("a sweep needs an argument and its sizes, as in `n=1:1000` or `len(x)=10:10000`")
    try:
        node = ast.parse(f"_[{found['values'].strip()}]", mode="eval").body
    except SyntaxError as error:
        raise ValueError(f"`{found['values'].strip()}` does not parse: {error.msg}") from None
    assert isinstance(node, ast.Subscript)
    length = bool(found["long"] or found["size"])
    return Over(found["long"] or found["name"], _sizes(node.slice, evaluate), length, bool(found["size"]))


def sizes_of(values: Iterable[Any]) -> tuple[Size, ...]:
    """Return given sizes, ascending and each once.

    >>> sizes_of([100, 10, 10])
    (10, 100)
    """
    sizes = {_number(value) for value in values}
    if not 2 <= len(sizes) <= MOST:
        raise ValueError(f"a sweep takes 2 to {MOST} different sizes, not {len(sizes)}")
    return tuple(sorted(sizes))


def shown_size(size: Size) -> str:
    """Return a size as it is shown.

    >>> shown_size(100_000), shown_size(0.25), shown_size(10.0)
    ('100,000', '0.25', '10')
    """
    return f"{size:,}" if isinstance(size, int) else f"{size:g}"


def spread(first: Size, last: Size, count: int = COUNT) -> tuple[Size, ...]:
    """Sizes from `first` to `last`, both included.

    >>> spread(1, 8), spread(0.5, 2.0, 4), spread(1, 100, 3)
    ((1, 2, 3, 4, 5, 6, 7, 8), (0.5, 1.0, 1.5, 2.0), (1, 10, 100))

    Raises:
        ValueError: `last` is not above `first`, or the count is out of bounds.
    """
    if not first < last:
        raise ValueError(f"the range ends before it starts: {first} to {last}")
    if not 2 <= count <= MOST:
        raise ValueError(f"a sweep takes 2 to {MOST} sizes, not {count}")
    parts = [index / (count - 1) for index in range(count)]
    if first > 0 and last / first >= _DECADES:
        values: list[Size] = [first * (last / first) ** part for part in parts]
    else:
        values = [first + (last - first) * part for part in parts]
    values[-1] = last
    whole = isinstance(first, int) and isinstance(last, int)
    return sizes_of(round(value) if whole else float(value) for value in values)


def _sizes(node: ast.expr, evaluate: Callable[[ast.expr], Any]) -> tuple[Size, ...]:
    if isinstance(node, ast.Slice):
        if node.lower is None or node.upper is None:
            raise ValueError("a range needs both ends")
        first, last = _number(evaluate(node.lower)), _number(evaluate(node.upper))
        return spread(first, last, COUNT if node.step is None else int(_number(evaluate(node.step))))
    value = evaluate(node)
    return sizes_of(value if isinstance(value, Iterable) else [value])


def _number(value: Any) -> Size:
    number = value.item() if hasattr(value, "item") and getattr(value, "shape", None) == () else value
    if isinstance(number, bool) or not isinstance(number, int | float):
        raise ValueError(f"a size is a number, not {value!r}")
    return number
