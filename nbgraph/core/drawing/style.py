"""How boxes, borders and lines look. Shape tells kinds apart; colour only repeats it.

Colours are written as plain SVG attributes for a light page; every element also has a class (`node operation
variable`, `edge feedback`, `cluster while`), so that a style sheet, which always wins over attributes, can recolour
the picture for a dark theme.
"""

from __future__ import annotations

from collections.abc import Mapping

from nbgraph.core.graph.model import Edge, Node, Region

Attributes = Mapping[str, str]

GRAPH: Attributes = {
    "rankdir": "TB",
    "compound": "true",
    "nodesep": "0.22",
    "ranksep": "0.28",
    "pad": "0.08",
    "bgcolor": "transparent",
    "fontname": "Helvetica,Arial,sans-serif",
    "fontsize": "13",
    "fontcolor": "#4b5563",
    "labeljust": "l",
}
NODE: Attributes = {
    "shape": "box",
    "style": "filled,rounded",
    "fillcolor": "#ffffff",
    "color": "#6b7280",
    "fontname": "Helvetica,Arial,sans-serif",
    "fontsize": "14",
    "fontcolor": "#111827",
    "margin": "0.11,0.05",
    "height": "0.36",
    "width": "0.4",
}
EDGE: Attributes = {
    "color": "#6b7280",
    "fontname": "Helvetica,Arial,sans-serif",
    "fontsize": "13",
    "fontcolor": "#1d4ed8",
    "arrowsize": "0.7",
}

_KINDS: Mapping[str, Attributes] = {
    "input": {"shape": "ellipse", "style": "filled", "fillcolor": "#dbeafe", "color": "#1d4ed8"},
    "constant": {"shape": "ellipse", "style": "filled,dashed", "fillcolor": "#f9fafb"},
    "output": {"shape": "ellipse", "style": "filled", "fillcolor": "#dbeafe", "color": "#1d4ed8", "peripheries": "2"},
}
_ROLES: Mapping[str, Attributes] = {
    "variable": {"shape": "house", "style": "filled", "fillcolor": "#fef3c7", "color": "#b45309"},
    "element": {"shape": "house", "style": "filled", "fillcolor": "#ffffff", "color": "#b45309"},
    "stack": {"shape": "invhouse", "style": "filled", "fillcolor": "#ffffff", "color": "#b45309"},
    "merge": {"shape": "invtrapezium", "style": "filled", "fillcolor": "#ede9fe", "color": "#6d28d9"},
    "pass": {"shape": "plain", "style": ""},
    "folded": {"shape": "box3d", "style": "filled", "fillcolor": "#f3f4f6"},
    "port": {"shape": "point", "style": "invis", "width": "0.01", "height": "0.01"},
}
# `ordering` keeps True to the left of False; the weight of control edges puts both branches at one height.
_TEST: Attributes = {
    "ordering": "out",
    "shape": "hexagon",
    "style": "filled",
    "fillcolor": "#ede9fe",
    "color": "#6d28d9",
}
_EDGES: Mapping[str, Attributes] = {
    "data": {},
    "feedback": {"style": "dashed", "color": "#b45309", "dir": "back"},
    "control": {"style": "dotted", "color": "#6d28d9", "arrowhead": "empty", "penwidth": "1.4", "weight": "4"},
}
_REGIONS: Mapping[str, Attributes] = {
    "while": {"style": "rounded,bold", "color": "#b45309"},
    "scan": {"style": "rounded,bold", "color": "#b45309"},
    "cond": {"style": "dashed", "color": "#6d28d9"},
    "branch": {"style": "rounded", "color": "#a78bfa"},
    "test": {"style": "dotted", "color": "#9ca3af"},
    "body": {"style": "dotted", "color": "#9ca3af"},
    "library": {"style": "solid", "color": "#9ca3af"},
    "scope": {"style": "solid", "color": "#d1d5db"},
    "call": {"style": "solid", "color": "#047857"},
}


def node_style(node: Node, *, test: bool) -> dict[str, str]:
    """The attributes of a node's box; `test` is whether a decision hangs on it."""
    role = "" if node.role == "folded" and not is_fold(node) else node.role
    found = _TEST if test and node.kind == "operation" else {**_KINDS.get(node.kind, {}), **_ROLES.get(role, {})}
    classes = ["node", node.kind, *([role] if role else []), *(["test"] if test else [])]
    return {**found, "class": " ".join(classes[1:])}


def is_fold(node: Node) -> bool:
    """Whether a node is drawn as a folded region: a library helper is not, to the reader it is one operation.

    >>> is_fold(Node("n0", "operation", "while", "while n < 5", role="folded", folded=3))
    True
    """
    return node.role == "folded" and node.operation in _REGIONS.keys() | {"block", "scope"}


def edge_style(edge: Edge) -> dict[str, str]:
    return {**_EDGES[edge.kind], "class": edge.kind}


def region_style(region: Region) -> dict[str, str]:
    return {**_REGIONS.get(region.kind, {}), "class": region.kind}
