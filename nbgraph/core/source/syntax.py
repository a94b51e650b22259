"""Walking over syntax trees: what `ast.walk` and `ast.iter_child_nodes` do, three times as fast.

Conversion looks at every node several times, so these two are what it costs. They know for each class of node which
of its fields can hold nodes, and leave out the context (`Load`, `Store`, `Del`), which a field says, too.
"""

from __future__ import annotations

import ast

_NO_NODES = frozenset(
    ("ctx", "id", "attr", "kind", "type_comment", "level", "module", "asname", "conversion", "simple", "is_async")
)
_NOT_ONLY_NODES = frozenset(("names", "keys", "kw_defaults", "kwd_attrs"))  # lists of texts, or with a None in them


class _Fields(dict[type[ast.AST], tuple[str, ...]]):
    """The fields of each class of node that can hold nodes, without the context; found out when first asked for."""

    def __missing__(self, kind: type[ast.AST]) -> tuple[str, ...]:
        self[kind] = fields = tuple(field for field in kind._fields if field not in _NO_NODES)
        return fields


FIELDS = _Fields({ast.Name: (), ast.Constant: ()})


def children(node: ast.AST) -> list[ast.AST]:
    """The nodes directly below one, in source order.

    >>> [type(child).__name__ for child in children(ast.parse("a.b + 1", mode="eval").body)]
    ['Attribute', 'Add', 'Constant']
    """
    found: list[ast.AST] = []
    for field in FIELDS[type(node)]:
        value = getattr(node, field, None)
        if type(value) is list:
            if field in _NOT_ONLY_NODES:
                value = [each for each in value if isinstance(each, ast.AST)]
            found += value
        elif isinstance(value, ast.AST):
            found.append(value)
    return found


def walk(node: ast.AST) -> list[ast.AST]:
    """A node and all nodes below it, outer ones first.

    >>> [type(each).__name__ for each in walk(ast.parse("a.b + 1", mode="eval").body)]
    ['BinOp', 'Attribute', 'Add', 'Constant', 'Name']
    """
    found = [node]
    for each in found:
        found += children(each)
    return found
