"""How boxes, borders and lines look: as in the explorer on a light page. Colour only repeats what shape says.

Colours are written as plain attributes; in an SVG every element also has a class (`node operation variable`,
`edge feedback`, `cluster while`), so that a style sheet, which always wins over attributes, can recolour the picture.
"""

from __future__ import annotations

from collections.abc import Mapping

from nbgraph.core.drawing.palette import laid_over, light
from nbgraph.core.graph.model import Edge, Node, Region

Attributes = Mapping[str, str]

PAPER = light("paper")
_FONT = "Helvetica,Arial,sans-serif"
GRAPH: Attributes = {
    "rankdir": "TB",
    "compound": "true",
    "outputorder": "edgesfirst",
    "nodesep": "0.22",
    "ranksep": "0.28",
    "pad": "0.08",
    "bgcolor": PAPER,
    "fontname": _FONT,
    "fontsize": "13",
    "fontcolor": light("muted"),
    "labeljust": "l",
}
NODE: Attributes = {
    "shape": "box",
    "style": "filled,rounded",
    "fillcolor": PAPER,
    "color": light("muted"),
    "fontname": _FONT,
    "fontsize": "14",
    "fontcolor": light("ink"),
    "margin": "0.11,0.05",
    "height": "0.36",
    "width": "0.4",
}
EDGE: Attributes = {
    "color": light("muted"),
    "fontname": _FONT,
    "fontsize": "13",
    "fontcolor": light("name"),
    "arrowsize": "0.7",
}
# Labels on edges are drawn on a plate of the background's colour, above the edges.
HELD_OPEN: Attributes = {"label": "", "shape": "point", "style": "invis"}  # keeps the box of an empty branch open
PLATE: Attributes = {"shape": "plain", "style": "filled", "fontsize": "13"}

_END: Attributes = {"shape": "ellipse", "style": "filled", "fillcolor": light("input"), "color": light("good")}
_LOOP: Attributes = {"style": "filled", "color": light("loop"), "penwidth": "1.6"}
_CHOICE: Attributes = {"style": "filled", "color": light("choice"), "penwidth": "1.6"}
_KINDS: Mapping[str, Attributes] = {
    "input": _END,
    "constant": {"shape": "ellipse", "style": "filled,dashed", "fillcolor": light("raised")},
    "output": {**_END, "peripheries": "2"},
}
_ROLES: Mapping[str, Attributes] = {
    "variable": {"shape": "house", **_LOOP},
    "element": {"shape": "house", **_LOOP},
    "stack": {"shape": "invhouse", **_LOOP},
    "merge": {"shape": "invtrapezium", **_CHOICE},
    "pass": {"shape": "plain", "style": ""},
    "folded": {"shape": "box3d", "style": "filled", "fillcolor": light("raised")},
    "checks": {
        "style": "dotted,rounded",
        "fontcolor": light("muted"),
        "fontsize": "13",
        "margin": "0.15,0.03",
        "height": "0.2",
    },
    "unused": {"style": "dashed,rounded", "fontcolor": light("muted"), "color": light("border")},
    "leaves": {"shape": "cds", "style": "filled", "color": light("warn"), "penwidth": "1.6", "margin": "0.2,0.07"},
    "collective": {
        "shape": "octagon",
        "style": "filled",
        "color": light("loop"),
        "penwidth": "1.6",
        "margin": "0.1,0.03",
    },
    "stretches": {"color": light("warn"), "penwidth": "2"},
    "leaf": {"fontsize": "13", "margin": "0.06,0.01", "height": "0.25", "width": "0.25"},
    "port": {"shape": "point", "style": "invis", "width": "0.01", "height": "0.01"},
}
# `ordering` keeps True to the left of False; the weight of control edges puts both branches at one height.
_TEST: Attributes = {"ordering": "out", "shape": "hexagon", **_CHOICE}
# A browser draws these shapes into boxes around their words, which Graphviz makes much wider.
_BOXED = {"house": "0.14,0.11", "invhouse": "0.14,0.11", "invtrapezium": "0.22,0.05", "hexagon": "0.18,0.05"}
TIGHT: Attributes = {"nodesep": "0.16", "ranksep": "0.18", "margin": "5"}
_EDGES: Mapping[str, Attributes] = {
    "data": {},
    "feedback": {"style": "dashed", "color": light("loop"), "dir": "back"},
    "control": {
        "style": "dotted",
        "color": light("choice"),
        "arrowhead": "empty",
        "penwidth": "1.6",
        "weight": "4",
    },
    "order": {"style": "dashed", "color": light("name"), "arrowhead": "vee", "weight": "4"},
}
# A cluster inherits the attributes of the cluster around it that it does not set itself.
_REGION: Attributes = {"penwidth": "1", "peripheries": "1"}
_REGIONS: Mapping[str, Attributes] = {
    "while": {"style": "filled,rounded", "color": light("loop"), "penwidth": "2.2"},
    "scan": {"style": "filled,rounded", "color": light("loop"), "penwidth": "2.2"},
    "cond": {"style": "filled,dashed", "color": light("choice"), "penwidth": "1.4"},
    "branch": {"style": "filled,rounded", "color": light("choice")},
    "test": {"style": "filled,rounded,dotted", "color": light("muted")},
    "body": {"style": "filled,rounded,dotted", "color": light("muted")},
    "library": {"style": "filled", "color": light("muted"), "peripheries": "2"},
    "scope": {"style": "filled", "color": light("border")},
    "rule": {"style": "filled", "color": light("border")},
    "checks": {"style": "filled,rounded,dotted", "color": light("muted")},
    "items": {"style": "filled,rounded,dotted", "color": light("border")},
    "unrolled": {"style": "filled,rounded", "color": light("loop")},
    "iteration": {"style": "filled,rounded,dotted", "color": light("muted")},
    "repeats": {"style": "filled,rounded,dashed", "color": light("loop")},
    "forward": {"style": "filled,rounded", "color": light("warn")},
    "backward": {"style": "filled,rounded,dashed", "color": light("warn"), "penwidth": "1.8"},
    "vmap": {"style": "filled", "color": light("good"), "peripheries": "2"},
    "call": {"style": "filled", "color": light("muted"), "peripheries": "2"},
}
_TINTS: Mapping[str, str] = {"while": "loop", "scan": "loop", "cond": "choice", "backward": "back"}


def node_style(node: Node, *, test: bool, tight: bool = False) -> dict[str, str]:
    """Return the attributes of a node's box; `test` is whether a branch or loop depends on it."""
    role = "" if node.role == "folded" and not is_fold(node) else node.role
    found = _TEST if test and node.kind == "operation" else {**_KINDS.get(node.kind, {}), **_ROLES.get(role, {})}
    classes = ["node", node.kind, *([role] if role else []), *(["test"] if test else [])]
    box = {"shape": "box", "margin": _BOXED[found["shape"]]} if tight and found.get("shape") in _BOXED else {}
    return {**found, **box, "class": " ".join(classes[1:])}


def is_fold(node: Node) -> bool:
    """Return whether a node is drawn as a folded region; a library helper is not, it is one operation to the reader.

    >>> is_fold(Node("n0", "operation", "while", "while n < 5", role="folded", folded=3))
    True
    """
    return node.role == "folded" and node.operation in _REGIONS.keys() | {"block", "scope"}


def edge_style(edge: Edge) -> dict[str, str]:
    return {**_EDGES[edge.kind], "class": edge.kind}


def region_style(region: Region, ground: str) -> dict[str, str]:
    """Return the attributes of a boundary; `ground` is the colour inside."""
    return {**_REGION, **_REGIONS.get(region.kind, {}), "fillcolor": ground, "class": region.kind}


def ground_in(region: Region, around: str) -> str:
    """Return the opaque colour inside a region, as if its tint were laid over the colour around it."""
    return laid_over(_TINTS.get(region.kind, ""), around)
