"""Keep values while a run continues: small ones unchanged, of large ones what is shown. An enumerated string is a
number
in the graph, and is replaced by the string.
"""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Mapping
from typing import Any

import numpy as np

from nbgraph.core._jax import Reference, value_behind
from nbgraph.core.checked.values import Cell, narrow_of
from nbgraph.core.keys import is_key, key_text
from nbgraph.core.one_line import without_addresses
from nbgraph.core.records import dataclass, field, replace
from nbgraph.core.staging.values import as_records, is_record_like, is_silent
from nbgraph.core.timing.shown import Verbatim, shown
from nbgraph.core.value_text import shortest

ITEMS = 8
"""As many items of an array or a list are kept and shown."""
FEW = 4
"""As many items of an array are shown in a container; of one with more, one less."""
_CLOSE = 1e-4  # relative; rounding adds up over the iterations of a loop
_LIMIT = 60
_SHORT = 10**_LIMIT // 100  # an integer below it is written in full
STRINGS = 20
"""As many strings of a list are kept: in quotes they fill a line."""


@dataclass(frozen=True, slots=True)
class Summary:
    """What is kept of a large array, or of a list."""

    shape: tuple[int, ...]  # its shape
    dtype: str  # its element type's name; "" for a list
    first: tuple[Any, ...]  # its first items
    odd: str = ""  # "nan", "inf" or both where there are any
    kept: Any = field(default=None, compare=False, repr=False)  # the first items of an array, to compute with

    def __str__(self) -> str:
        items = ", ".join(map(text_of, self.first))
        rest = ", …" if math.prod(self.shape) > len(self.first) else ""
        about = f" {self.dtype}[{','.join(map(str, self.shape))}]" if self.dtype else ""
        count = f" ({self.shape[0]} items)" if rest and not self.dtype else ""
        return f"[{items}{rest}]{about}{count}{f' with {self.odd}' if self.odd else ''}"


@dataclass(frozen=True, slots=True)
class Text:
    """A value of which only its text is kept."""

    text: str


def summary(value: Any) -> Any:
    """Return a value as it is now, small and immutable: a number, a `Summary` or a `Text`.

    >>> summary(3), str(summary([1, 2.5])), str(summary(np.arange(20))), summary("a")
    (3, '[1, 2.5]', '[0, 1, 2, 3, 4, 5, 6, 7, …] int64[20]', Text(text="'a'"))
    >>> summary(summary.__code__).text.startswith("<code object summary, file")  # no address: another one in each run
    True
    """
    if isinstance(value, bool | int | float | complex | np.generic | Summary):
        return value
    if isinstance(value, Cell):
        return summary(narrow_of(value.content))
    if isinstance(value, Reference):
        return summary(np.asarray(value[...]))
    if isinstance(value, np.ndarray) and value.dtype.kind in "biufc":
        return value[()] if value.ndim == 0 else _array(value)
    if isinstance(value, list) and all(isinstance(item, bool | int | float | np.generic) for item in value[:ITEMS]):
        return Summary((len(value),), "", tuple(value[:ITEMS]))
    if is_key(value):
        return Text(key_text(value))
    if isinstance(getattr(type(value), "shape", None) and value.shape, tuple) and hasattr(value, "dtype"):
        try:
            return summary(np.asarray(value)) if np.dtype(value.dtype).kind in "biufc" else _named(value)
        except TypeError:
            known = value_behind(value)
            return _named(value) if known is None else summary(np.asarray(known))
    opened = as_records(value, lambda part: is_silent(type(part)) and is_record_like(part))
    return Text(without_addresses(shown(opened, _LIMIT, array=_as_text)))


def _as_text(array: Any) -> Any:
    """Return an array in a container so that it prints like one that stands alone; other values unchanged."""
    kept = summary(array)
    if not isinstance(kept, Summary):
        return array
    return Verbatim(kept if len(kept.first) <= FEW else replace(kept, first=kept.first[: FEW - 1]))


def _array(value: np.ndarray[Any, Any]) -> Summary:
    first = tuple(value.reshape(-1)[:ITEMS].tolist() if value.dtype.kind in "biu" else value.reshape(-1)[:ITEMS])
    odd = ""
    if value.dtype.kind in "fc" and not np.isfinite(value).all():
        odd = " and ".join(name for name, test in (("nan", np.isnan), ("inf", np.isinf)) if test(value).any())
    return Summary(value.shape, value.dtype.name, first, odd, _kept(value))


def _kept(value: np.ndarray[Any, Any]) -> Any:
    """Return the beginning of a list's array, as far as a line shows it; None for other types or shapes."""
    if value.ndim == 0 or value.dtype.kind not in "biuf" or math.prod(value.shape[2:]) > STRINGS:
        return None
    characters = _LIMIT if value.dtype.kind in "iu" else STRINGS
    return (value[: 2 * characters] if value.ndim == 1 else value[:STRINGS, :characters]).copy()


def _named(value: Any) -> Text:
    return Text(f"{value.dtype}[{','.join(map(str, value.shape))}]")


def shortened(buffer: Any, *lengths: Any) -> Any:
    """Return the list in a buffer, cut to its length; for a list of lists the inner lengths come first.

    >>> str(shortened(summary(np.arange(1024)), 2)), str(shortened(summary(np.zeros((64, 2), int)), 1))
    ('[0, 1]', '[0, 0] int64[1,2]')
    >>> shortened(summary(np.zeros((64, 64), int)), summary(np.array([0, 2, 0])), 2).text
    '[[], [0, 0]]'
    """
    if not isinstance(buffer, Summary) or not lengths or any(each is None for each in lengths):
        return buffer
    *inner, length = lengths
    if isinstance(length, Summary):  # of a batch
        return buffer
    if inner and buffer.kept is not None and isinstance(inner[-1], Summary):
        rows = zip(buffer.kept[:length], inner[-1].kept, strict=False)
        return summary([row[:count].tolist() for row, count in rows])
    shape = (int(length), *buffer.shape[1:])
    return Summary(shape, "" if len(shape) == 1 else buffer.dtype, buffer.first[: math.prod(shape)])


def chosen(values: Any, mask: Any) -> Any:
    """Return the items of an array that a mask selects; None where not all items are kept.

    >>> str(chosen(summary(np.arange(3)), summary(np.array([True, False, True]))))
    '[0, 2] int64[2]'
    """
    if not all(isinstance(each, Summary) and math.prod(each.shape) == len(each.first) for each in (values, mask)):
        return None
    array, places = (np.array(each.first, each.dtype).reshape(each.shape) for each in (values, mask))
    return summary(array[places])


def whole(value: Any) -> Any:
    """Return a kept number, or an array that is kept completely; None for anything else.

    >>> whole(summary(np.arange(3))), whole(summary(np.arange(99)))
    (array([0, 1, 2]), None)
    """
    if isinstance(value, Summary) and value.dtype and math.prod(value.shape) == len(value.first):
        return np.array(value.first, value.dtype).reshape(value.shape)
    return value if isinstance(value, bool | int | float | complex | np.generic) else None


def text_of(value: Any) -> str:
    """Return a kept value as a string.

    >>> text_of(np.float32(0.1)), text_of(True), text_of(2**40), text_of(float("nan"))
    ('0.1', 'True', '1099511627776', 'nan')
    """
    if type(value) in (int, bool) and abs(value) < _SHORT:  # the most frequent case
        return repr(value)
    if isinstance(value, Text):
        return value.text
    if isinstance(value, np.generic):
        return shortest(value)
    if isinstance(value, Summary):
        return str(value)
    try:
        return shown(value, _LIMIT) if isinstance(value, int) else repr(+value if isinstance(value, float) else value)
    except ValueError:  # Python prints no integers of more than some thousand digits
        return f"an int of {value.bit_length():,} bits"


def _read_differently(graph: Text, python: Text) -> bool | None:
    """Return whether two texts show different values; None if that is not known, since a dict or a set is cut.

    `(1.0, 2)` is `(1, 2)` in float32, and the order in which a dict or a set is written is no part of its value.

    >>> _read_differently(Text("{'b': 1, 'a': 2.0}"), Text("{'a': 2, 'b': 1}"))
    False
    >>> _read_differently(Text("'1.0'"), Text("'1'")), _read_differently(Text("{1, 2, 3..."), Text("{'a': 2..."))
    (True, None)
    """
    ours, theirs = (_QUOTED.split(_in_order(_TYPE.sub("", each.text))) for each in (graph, python))
    if ours[1::2] == theirs[1::2] and len(ours) == len(theirs):
        found = any(are_other_numbers(one, other) for one, other in zip(ours[::2], theirs[::2], strict=True))
        if not found:
            return False
    if not any(each.text.endswith("...") for each in (graph, python)):
        return True
    if _begin_alike(graph.text, python.text):
        return False
    return None if "{" in graph.text + python.text else True


def _begin_alike(graph: str, python: str) -> bool:
    """Return whether two cut texts show the same values as far as they go.

    >>> _begin_alike("[(0, 0.6666667), (1, 1.33...", "[(0, 0.6666666666666666), (1...")
    True
    >>> _begin_alike("[1, 2...", "[3, 2...")
    False
    """
    ours, theirs = (_NUMBER.split(text)[: -2 if text.endswith("...") else None] for text in (graph, python))
    common = min(len(ours), len(theirs))
    return common > 1 and not are_other_numbers("".join(ours[:common]), "".join(theirs[:common]))


def _in_order(text: str) -> str:
    """Return a value's text with the items of its dicts and sets sorted; unchanged where it does not parse.

    >>> _in_order("[{3, 1}, {'b': array([1., 2.]), 'a': Point(x=1)}]")
    "[{1, 3}, {'a': Point(x=1), 'b': array([1.0, 2.0])}]"
    """
    if "{" not in text:
        return text
    try:
        return ast.unparse(_Sorted().visit(ast.parse(text, mode="eval")))
    except (SyntaxError, ValueError, RecursionError):
        return text


class _Sorted(ast.NodeTransformer):
    def visit_Dict(self, node: ast.Dict) -> ast.AST:
        self.generic_visit(node)
        items = sorted(zip(node.keys, node.values, strict=True), key=lambda item: ast.unparse(item[0] or item[1]))
        return ast.Dict([key for key, _ in items], [value for _, value in items])

    def visit_Set(self, node: ast.Set) -> ast.AST:
        self.generic_visit(node)
        return ast.Set(sorted(node.elts, key=ast.unparse))

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """Leave an `OrderedDict` alone: the order is part of its value."""
        return node if ast.unparse(node.func) == "OrderedDict" else self.generic_visit(node)


def are_other_numbers(graph: str, python: str) -> bool:
    """Return whether two texts differ in more than how they write the same numbers, in strings too.

    >>> are_other_numbers("x is 0.3", "x is 0.30000000000000004"), are_other_numbers("x is 0.3", "x is 0.4")
    (False, True)
    """
    ours, theirs = _NUMBER.split(graph), _NUMBER.split(python)
    if ours[::2] != theirs[::2]:
        return True
    return any(differ(float(one), float(other)) for one, other in zip(ours[1::2], theirs[1::2], strict=True))


_QUOTED = re.compile(r"""('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")""")
_TYPE = re.compile(r"(?<=\]) [a-z]+\d*(?=\[)|…(?=\])")
"""How an array's element type is written, which may be narrower in the graph, and what is left out of it."""
_NUMBER = re.compile(r"((?<![\w.])-?\d+(?:\.\d*)?(?:e[-+]?\d+)?)")


def differ(graph: Any, python: Any) -> bool | None:
    """Return whether two kept values are different numbers or texts; None where they cannot be compared.

    >>> differ(np.float32(0.1), 0.1), differ(-2147483648, 2147483648), differ(1, Text("'a'"))
    (False, True, None)
    """
    if isinstance(graph, Summary) and isinstance(python, Summary):
        if graph.shape != python.shape:
            return True if not graph.dtype and not python.dtype else None
        return any(differ(one, other) for one, other in zip(graph.first, python.first, strict=True))
    if isinstance(graph, Text):
        return None if isinstance(python, Summary) else not isinstance(python, Text) or _read_differently(graph, python)
    if isinstance(graph, Summary) or isinstance(python, Summary | Text):
        return None
    if isinstance(graph, int | np.integer) and isinstance(python, int | np.integer):
        return int(graph) != int(python)
    try:
        one, other = complex(graph), complex(python)
    except (OverflowError, TypeError, ValueError):
        return None
    if one == other or (one != one and other != other):
        return False
    return not abs(one - other) <= _CLOSE * max(abs(other), _CLOSE)


Texts = Mapping[int, Any]
"""The text, None or member of an enumeration that each number of a trace stands for; see `enumerated.values`."""


def texts_of(numbers: Mapping[tuple[Any, Any], int]) -> Texts:
    """Return the strings of a trace by their numbers.

    Args:
        numbers: the number of each string, with the types of the values in it.
    """
    return {number: text for (text, _), number in numbers.items()}


def known_text(texts: Texts, value: Any, python: Any) -> Any:
    """Return Python's string where the graph has its number; None for the number of another string; else the value."""
    if not isinstance(python, Text) or isinstance(value, Text):
        return value
    found = texts.get(int(value)) if isinstance(value, int | np.integer) else None
    return python if found is not None and summary(found) == python else None
