"""Classes whose objects loops carry or branches choose: JAX is told what they consist of."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from nbgraph.core.normalise.rewriter import replace
from nbgraph.core.normalise.template import quote, quote_expression


def as_tree(node: ast.ClassDef, attributes: Sequence[str]) -> tuple[ast.ClassDef, list[ast.stmt]]:
    """A class registered with JAX, and the methods that this takes: none for a data class.

    Args:
        node: the class.
        attributes: what its objects consist of.
    """
    is_data = any("dataclass" in ast.unparse(each) for each in node.decorator_list)
    name = "jax.tree_util.register_dataclass" if is_data else "jax.tree_util.register_pytree_node_class"
    registered = replace(node, decorator_list=[quote_expression(name, node), *node.decorator_list])
    if is_data:
        return registered, []
    values = ", ".join(f"self.{name}" for name in attributes) + ("," if len(attributes) == 1 else "")
    targets = "".join(f"new.{name}, " for name in attributes)
    fill = f"\n    {targets.rstrip(' ' if len(attributes) == 1 else ', ')} = parts" if attributes else ""
    methods = f"""
def tree_flatten(self):
    return ({values}), None
@classmethod
def tree_unflatten(cls, _, parts):
    new = object.__new__(cls){fill}
    return new
"""
    return registered, quote(methods, node)
