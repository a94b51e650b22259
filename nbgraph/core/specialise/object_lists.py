"""Lists in attributes of objects: in a staged block, what stands there appends to an array."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from nbgraph.core.analysis.names import Function, parameters
from nbgraph.core.functionalise.blocks import load
from nbgraph.core.normalise.template import quote, quote_expression
from nbgraph.core.specialise.buffers import Buffered
from nbgraph.core.specialise.plan import Plan
from nbgraph.core.staging.growing import Growing
from nbgraph.core.staging.recorder import Instance
from nbgraph.core.staging.values import LeafType, type_of


def object_list(plan: Plan, path: ast.Attribute, growing: Growing, at: ast.AST, known: int | None) -> Buffered:
    """How special code holds a list in an attribute.

    Raises:
        NoSpecialFormError: its items are no numbers, or something else may know the list.
    """
    text = ast.unparse(path)
    if not hasattr(growing.buffers, "dtype"):
        raise plan.refuse(at, f"the items of the list `{text}` are lists or tuples")
    if not (isinstance(path.value, ast.Name) and _is_made_here(plan, path.value.id)):
        raise plan.refuse(at, f"`{text}`, a list of run-time length, is in an object that others may know")
    trees = [plan.converted.parsed.node, *_called_in(plan.origin)]
    if not all(_is_known_to_nobody(tree, path.attr, in_main=tree is trees[0]) for tree in trees):
        raise plan.refuse(at, f"`{text}`, a list of run-time length, is in an object, and may have another name")
    if not growing.room.checked:  # then `jax.jit` takes the function, and would not take a list cut to its length
        raise plan.refuse(
            at, f"`{text}`, a list in an object, may have an item more behind this, and Python counts them"
        )
    kind = type_of(growing.buffers)
    item, room = LeafType(kind.shape[1:], kind.dtype, kind.weak), growing.room
    name, length = plan.variable_for(text), plan.variable_for(f"{text}_length")
    return Buffered(name, length, room.size, (item,), "", False, room.checked, known, text, owner=path)


def put_in(held: Buffered, at: ast.AST) -> list[ast.stmt]:
    """The line at the start of a block that puts the array in the list's place."""
    assert isinstance(held.owner, ast.Attribute)
    holes = {"rows": load(held.name, at), "length": load(held.length, at)}
    made = quote_expression("ListInArray(rows, length)", at, **holes)
    (line,) = quote("target = made", at, made=made)
    assert isinstance(line, ast.Assign)
    line.targets = [ast.copy_location(ast.Attribute(held.owner.value, held.owner.attr, ast.Store()), at)]
    return [line]


def _is_made_here(plan: Plan, name: str) -> bool:
    """Whether a name stands for an object that the function makes, and that no other name leads to."""
    return plan.is_own(name) and plan.is_private(name) and name not in parameters(plan.converted.parsed.node)


def _called_in(instance: Instance) -> Iterator[Function]:
    for called in instance.calls.values():
        for each in called:
            yield each.owner.parsed.node
            yield from _called_in(each)


def _is_known_to_nobody(tree: Function, attribute: str, *, in_main: bool) -> bool:
    """Whether the list in an attribute gets no other name.

    >>> code = "def put(self, x): self.items.append(x)"
    >>> _is_known_to_nobody(ast.parse(code).body[0], "items", in_main=False)
    True
    >>> _is_known_to_nobody(ast.parse("def f(self): return self.items").body[0], "items", in_main=False)
    False
    """
    fine: set[int] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Attribute(attr=name) as owner) if name == attribute:
                fine.add(id(owner))
            case ast.Subscript(value=ast.Attribute() as owner) | ast.For(iter=ast.Attribute() as owner):
                fine.add(id(owner))
            case ast.Call(func=ast.Name(id="len" | "sum" | "max" | "min"), args=[ast.Attribute() as owner]):
                fine.add(id(owner))
            case ast.Assign(targets=[ast.Attribute() as owner], value=ast.List(elts=[])):
                fine.add(id(owner))
            case ast.AnnAssign(target=ast.Attribute() as owner, value=ast.List(elts=[])):
                fine.add(id(owner))
            case ast.Return(value=ast.Attribute() as owner) if in_main:
                fine.add(id(owner))
            case ast.Return(value=ast.Tuple(elts=parts)) if in_main:
                fine |= {id(part) for part in parts}
    return all(
        id(node) in fine for node in ast.walk(tree) if isinstance(node, ast.Attribute) and node.attr == attribute
    )
