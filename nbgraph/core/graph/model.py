"""The graph: the one model between the traced program and every picture of it.

Everything here is frozen and free of JAX. Renderers live in `core.drawing` and import this module; the `to_*`
methods reach them when called, never at import, so that the import arrow stays drawing → graph.

How control flow reads in this model:

- A value that crosses a region's boundary is a plain edge from the node that makes it to the node that uses it.
- A loop has one *variable* node (`Node.role == "variable"`) per carried value, in the loop's region: it takes the
  first value from outside, feeds test and body, receives the next value over a `feedback` edge, and passes the last
  value on.
- A conditional has one *merge* node per result, in the `cond` region: one edge from each branch.
- Effects have numbers in their labels, and `order` edges lead from each to the next (`core.graph.order`).
- A test steers by `control` edges, which end at the boundary of a region (`Edge.into`), named "True"/"False".
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from nbgraph.core.records import dataclass
from nbgraph.core.spans import Span

if TYPE_CHECKING:
    from graphviz import Source

    from nbgraph.core.drawing.layout import Picture

Key = TypeVar("Key")
Value = TypeVar("Value")
NodeKind = Literal["input", "constant", "operation", "output"]
NodeRole = Literal[
    "", "variable", "merge", "element", "stack", "pass", "folded", "checks", "port", "leaf", "unused", "leaves",
    "stretches", "collective",
]  # fmt: skip
PLAIN_ROLES = ("", "unused", "leaves", "stretches", "collective")
"""Those of an operation that stands where the program has it."""
EdgeKind = Literal["data", "feedback", "control", "order"]
RegionKind = Literal[
    "function", "cond", "branch", "while", "test", "body", "scan", "library", "scope", "call",
    "forward", "backward", "rule", "vmap", "checks",
    "unrolled", "iteration", "repeats", "items",
]  # fmt: skip

HEADER = 28  # characters of a region's header that a picture has room for
BUDGET = 60
CAP = 1000

_FAMILIES = (("bfloat", "bf"), ("float", "f"), ("uint", "u"), ("int", "i"), ("complex", "c"))


@dataclass(frozen=True, slots=True)
class Aval:
    """Shape and element type of a value.

    >>> str(Aval((3, 4), "float32")), str(Aval((), "int32")), str(Aval((2,), "bool"))
    ('f32[3,4]', 'i32[]', 'bool[2]')
    """

    shape: tuple[int | str, ...]  # a symbolic size is its name
    dtype: str
    divided: str = ""  # its text where it is divided among devices: "f32[16] → 4 × f32[4]"

    def __str__(self) -> str:
        return self.divided or f"{short_dtype(self.dtype)}[{','.join(map(str, self.shape))}]"


def short_dtype(name: str) -> str:
    """Return the short form of an element type's name, as JAX prints it.

    >>> short_dtype("float32"), short_dtype("bfloat16"), short_dtype("bool"), short_dtype("key<fry>")
    ('f32', 'bf16', 'bool', 'key<fry>')
    """
    for family, letter in _FAMILIES:
        if name.startswith(family):
            return letter + name[len(family) :]
    return name


@dataclass(frozen=True, slots=True)
class Cost:
    """An estimate of the work of one execution, from shapes alone."""

    flops: int  # arithmetic operations
    bytes: int  # bytes read and written when nothing is fused

    def __add__(self, other: Cost) -> Cost:
        return Cost(self.flops + other.flops, self.bytes + other.bytes)


@dataclass(frozen=True, slots=True)
class Node:
    """One box of the picture."""

    id: str  # "n0", "n1", ... in program order; a view keeps the ids of the graph it shows
    kind: NodeKind  # what the box is at the outermost level
    operation: str  # the primitive's name ("add", "cond", "while"), or a region's kind for a folded region
    label: str  # what a reader sees: the user's own expression if it is short, else a sign or a name
    span: Span | None = None  # its position in the user's source; None for none
    # the positions that led to `span`, innermost first: the user's calls, the headers of the blocks around it
    callers: tuple[Span, ...] = ()
    avals: tuple[Aval, ...] = ()  # shape and type of each result
    names: tuple[str, ...] = ()  # the user's variable each result is bound to, "" where there is none
    region: str = "r0"  # id of the region the node lies in
    cost: Cost | None = None  # an estimate of the work, or None
    # what an operation does at a region's boundary: "variable" (a loop's carried value), "merge" (a conditional's
    # result), "element" (this step's slice of a scanned array), "stack" (a scan's collected results), "pass" (a
    # branch's value passed on unchanged), "folded" (a region shown as one box), "checks" (a folded box of run-time
    # checks, whose edges are not shown), "port" (where a value crosses the boundary of a region that is
    # drawn by itself), "leaf" (a value again, at one of its many users), "unused" (an operation that neither a result
    # nor an effect has any use of),
    # "leaves" (it calls Python), "stretches" (its result has the shape of no operand), "collective" (its result needs
    # what other devices have)
    role: NodeRole = ""
    folded: int = 0  # how many operations a folded node replaces; 0 for an ordinary node
    # id of the region that a folded node replaces, to expand it by; None for an ordinary node
    folds: str | None = None


@dataclass(frozen=True, slots=True)
class Edge:
    """A value's edge from the node that makes it to a node that uses it."""

    id: str  # "e0", "e1", ...
    source: str  # id of the producing node
    target: str  # id of the using node
    name: str = ""  # the user's variable, "" where the value has none; "True"/"False" on a control edge
    aval: Aval | None = None  # shape and type of the value; None on a control or order edge
    # "data"; "feedback" from a loop's body to its variable; "control" from a test to what it steers; "order" from an
    # effect to one that comes after it, which takes no value along
    kind: EdgeKind = "data"
    into: str | None = None  # for a control edge, the id of the region at whose boundary it ends


@dataclass(frozen=True, slots=True)
class Region:
    """A part of the program with a boundary: a branch, a loop, a called function."""

    id: str  # "r0" for the whole function, then "r1", ... in program order
    kind: RegionKind
    # what a reader sees on its boundary, or in its box if folded: "True", "test", `while a != 1`, `a // 2` for
    # a library helper, a function's name
    label: str
    parent: str | None = None  # id of the region around it; None for the whole function
    span: Span | None = None  # where in the user's source
    operation: str = ""  # its name in the program: "while", "floor_divide"
    callers: tuple[Span, ...] = ()  # the positions that led to `span`, as for nodes


def grouped(pairs: Iterable[tuple[Key, Value]]) -> dict[Key, list[Value]]:
    """Group values by key, in order; a missing key has [].

    >>> found = grouped([("a", 1), ("b", 2), ("a", 3)])
    >>> found["a"], found["c"]
    ([1, 3], [])
    """
    found: dict[Key, list[Value]] = defaultdict(list)
    for key, value in pairs:
        found[key].append(value)
    return found


def around(region: str | None, parents: Mapping[str, str | None]) -> Iterator[str]:
    """Yield a region and those around it, innermost first."""
    while region is not None:
        yield region
        region = parents.get(region)


def first_nodes(nodes: Iterable[Node], regions: Iterable[Region]) -> dict[str, str]:
    """Map each region to its first node, which may be in an inner region."""
    parents = {region.id: region.parent for region in regions}
    firsts: dict[str, str] = {}
    for node in nodes:
        for region in takewhile(lambda each: each not in firsts, around(node.region, parents)):
            firsts[region] = node.id
    return firsts


@dataclass(frozen=True, slots=True)
class Graph:
    """A traced program, complete, or a folded view of one (`core.graph.simplify.view`).

    Each form but `to_json` first folds the graph to at most `budget` nodes, the last third of them for loops.
    """

    name: str
    nodes: tuple[Node, ...] = ()
    edges: tuple[Edge, ...] = ()
    regions: tuple[Region, ...] = ()

    def view(self, *, budget: int = BUDGET) -> Graph:
        """Return this graph folded to at most `budget` nodes, each with the ids it has in the pictures."""
        from nbgraph.core.drawing import files

        return files.folded(self, budget)

    def to_dot(self, *, budget: int = BUDGET) -> str:
        """Return the picture as source of Graphviz's language."""
        from nbgraph.core.drawing import files

        return files.dot(self, budget)

    def to_picture(self, *, budget: int = BUDGET) -> Picture | None:
        """Return the laid-out picture with the view it shows; None when there is no layout engine."""
        from nbgraph.core.drawing import files

        return files.picture(self, budget)

    def to_graphviz(self, *, budget: int = BUDGET) -> Source:
        """Return the picture for the package `graphviz`: notebooks show it, and `.render(...)` writes it with `dot`."""
        from nbgraph.core.drawing import files

        return files.source(self, budget)

    def to_svg(self, *, budget: int = BUDGET) -> str:
        """Return the picture as a self-contained SVG.

        Raises:
            RuntimeError: no layout engine is installed, or none came to an end; `to_text` always works.
        """
        from nbgraph.core.drawing import files

        return files.svg(self, budget)

    def to_text(self, *, budget: int = BUDGET) -> str:
        """Return the graph as an indented tree, one line per node."""
        from nbgraph.core.drawing import files

        return files.text(self, budget)

    def to_json(self) -> dict[str, Any]:
        """Return this graph, unfolded, as plain data for `json.dumps`."""
        from nbgraph.core.drawing import files

        return files.data(self)

    def save(self, path: str | Path, *, budget: int = BUDGET) -> Path:
        """Write the graph to a file: .svg, .png, .dot, .json or .txt, by the end of its name.

        Raises:
            ValueError: there is no such form.
            RuntimeError: what draws it is not installed.
            OSError: the file cannot be written; one that was there is as it was.
        """
        from nbgraph.core.drawing import files

        return files.save_as(path, files.graph_forms(self, budget))

    def __str__(self) -> str:
        return self.to_text()
