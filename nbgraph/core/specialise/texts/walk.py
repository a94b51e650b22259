"""Over the expressions of a program, to find out which are texts, and which texts."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from nbgraph.core.analysis.names import parameters
from nbgraph.core.specialise.texts.call_kinds import user_function
from nbgraph.core.specialise.texts.kinds import ITSELF, Kind, Kinds, form_of
from nbgraph.core.specialise.texts.operations import operation

if TYPE_CHECKING:
    from nbgraph.core.specialise.texts.infer import Inference

Scope = Mapping[str, Kind]
_WALKED = ("reversed", "list", "tuple")  # give the items that they are given


@dataclass(frozen=True)
class Walk:
    """One way over the statements and expressions of one function.

    Attributes:
        to: what is found out.
        scopes: the variables that are seen, innermost first.
        function: the function.
    """

    to: Inference
    scopes: Sequence[Scope]
    function: ast.FunctionDef | None

    @property
    def kinds(self) -> Kinds:
        return self.to.kinds

    def bind(self, target: ast.expr, kind: Kind) -> None:
        match target:
            case ast.Name(id=name):
                self.kinds.same(self.variable(name), kind)
                if self.kinds.mixes:
                    self.to.of[target] = self.variable(name)
            case ast.Tuple(elts=parts) | ast.List(elts=parts) if not any(isinstance(p, ast.Starred) for p in parts):
                kind = kind.found()
                if kind.shape == "list":
                    for part in parts:
                        self.bind(part, kind.parts[0])
                elif kind.shape in ("", "tuple"):
                    members = [self.to.kind(part) for part in parts]
                    self.kinds.is_(kind, "tuple", members)
                    for part, member in zip(parts, members, strict=True):
                        self.bind(part, member)
                else:
                    self.kinds.spoil(kind, "a text is taken apart")
                    for part in parts:
                        self.bind(part, self.to.outside)
            case _:
                self.stored(target)
                self.kinds.spoil(kind, "a text is stored in a container or an object")

    def stored(self, target: ast.expr) -> None:
        """An item or attribute is assigned: the index may be a chosen text where the rewriting knows what to do."""
        match target:
            case ast.Subscript(value=owner, slice=index):
                self.kinds.spoil(self.value(owner), "an item is assigned") if self.value(
                    owner
                ).found().shape != "other" else None
                self.value(index)
            case ast.Attribute(value=owner):
                self.value(owner)
            case _:
                self.opaque(target)

    def variable(self, name: str) -> Kind:
        """The kind of a variable; of one from outside another each time, which nothing is known about."""
        found = self.lookup(name)
        return self.to.outside if found is None else found

    def function_named(self, name: str) -> ast.FunctionDef | None:
        """The tree of the user's function that a name stands for; None where it is something else."""
        for scope in self.scopes:
            if name in scope:
                return self.to.local.get(scope[name])
        value = user_function(self.to.known.value(name))
        return None if value is None else self.to.of_outside(value)

    def lookup(self, name: str) -> Kind | None:
        return next((scope[name] for scope in self.scopes if name in scope), None)

    def is_builtin(self, name: str) -> bool:
        return self.lookup(name) is None and self.to.known.is_builtin(name)

    def truth(self, node: ast.expr) -> None:
        """What is only asked whether it counts as true."""
        match node:
            case ast.BoolOp(values=values):
                for value in values:
                    self.truth(value)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                self.truth(operand)
                self.kinds.is_(self.to.kind(node), "other")
            case _:
                self.value(node)

    def shown(self, node: ast.expr) -> None:
        """What is printed, or part of a message."""
        match node:
            case ast.JoinedStr(values=parts):
                for part in parts:
                    if isinstance(part, ast.FormattedValue):
                        self.shown(part.value)
            case ast.List(elts=parts) | ast.Tuple(elts=parts):
                for part in parts:
                    self.shown(part)
            case ast.Dict(keys=keys, values=parts) if all(isinstance(key, ast.Constant) for key in keys):
                for part in parts:
                    self.shown(part)
            case _:
                self.value(node)

    def items(self, node: ast.expr) -> Kind:
        """What a loop over something binds."""
        match node:
            case ast.Call(func=ast.Name(id="enumerate"), args=[inner]) if self.is_builtin("enumerate"):
                pair = self.to.kind(node)
                self.kinds.is_(pair, "tuple", pair.parts or [self.to.outside, Kind()])
                self.kinds.same(pair.found().parts[1], self.items(inner))
                return pair
            case ast.Call(func=ast.Name(id=name), args=[inner]) if name in _WALKED and self.is_builtin(name):
                return self.items(inner)
        kind = self.value(node).found()
        if kind.shape == "list":
            return kind.parts[0]
        if kind.shape == "tuple":
            for part in kind.parts[1:]:
                self.kinds.same(kind.parts[0], part)
            return kind.parts[0] if kind.parts else self.to.outside
        if kind.shape == "":
            return self.to.kind(("items of", node))
        self.kinds.spoil(kind, "a text is walked over")
        return self.to.outside

    def opaque(self, node: ast.AST) -> Kind:
        """Whatever is inside may be looked at in any way."""
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                self.kinds.spoil(self.value(child), "a text is used where it must be known")
            else:
                self.opaque(child)
        for part in ast.walk(node):
            if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
                self.kinds.spoil(self.variable(part.id), "it comes from outside")
            elif isinstance(part, ast.Name) and isinstance(node, ast.expr):
                self.kinds.spoil(self.variable(part.id), "a text is used where it must be known")
        if isinstance(node, ast.expr):
            kind = self.to.kind(node)
            self.kinds.is_(kind, "other")
            self.kinds.spoil(kind, "it comes from outside")
            return kind
        return self.to.outside

    def value(self, node: ast.expr) -> Kind:
        """The kind of an expression."""
        kind = self.to.kind(node)
        match node:
            case ast.Constant(value=str() as text):
                self.kinds.add(kind, form_of(text))
            case ast.Constant(value=None):
                self.kinds.is_(kind, "none")
            case ast.Constant():
                self.kinds.is_(kind, "other")
            case ast.Name(id=name):
                found, function = self.lookup(name), self.function_named(name)
                if function is not None:
                    self.to.spoil_function(function)
                if found is not None:
                    self.kinds.same(kind, found)
                else:
                    self.constant(node, kind)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                self.truth(test)
                for side in (body, orelse):
                    self.to.goes(side, kind, self.value(side))
            case ast.BoolOp():
                self.operands(node, kind)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                self.truth(operand)
                self.kinds.is_(kind, "other")
            case ast.Tuple(elts=parts) if not any(isinstance(part, ast.Starred) for part in parts):
                values = [self.value(part) for part in parts]
                if self.kinds.mixes:
                    members = [self.to.kind(("member", part)) for part in parts]
                    for part, member, value in zip(parts, members, values, strict=True):
                        self.to.goes(part, member, value)
                    values = members
                self.kinds.is_(kind, "tuple", values)
            case ast.List(elts=parts) if not any(isinstance(part, ast.Starred) for part in parts):
                item = self.to.of.setdefault(("items of", node), Kind())
                self.kinds.is_(kind, "list", [item])
                for part in parts:
                    self.to.goes(part, item, self.value(part))
            case ast.NamedExpr(target=target, value=value):
                self.to.goes(value, kind, self.value(value))
                self.bind(target, kind)
            case ast.ListComp() | ast.GeneratorExp():
                self.comprehension(node, kind)
            case ast.Lambda(args=ast.arguments(defaults=[], kw_defaults=[])) if self.kinds.mixes:
                inner = Walk(self.to, (self.to.scope(node), *self.scopes), self.function)
                for name in parameters(node):
                    self.kinds.is_(inner.variable(name), "other")
                self.kinds.spoil(inner.value(node.body), "whoever calls a function gets it")
                self.kinds.is_(kind, "other")
            case _:
                operation(self, node, kind)
        return kind.found()

    def operands(self, node: ast.BoolOp, kind: Kind) -> None:
        """`a or b` is `a` only where that counts as true."""
        for each in node.values[:-1]:
            found = self.value(each).found()
            if self.kinds.mixes and found.shape == "none" and isinstance(node.op, ast.Or):
                continue  # never the one that is given
            if found.shape != "text":
                self.kinds.same(kind, found)
                continue
            for form in list(found.forms):
                if form == ITSELF:
                    self.kinds.is_(kind, "other")
                elif (form in ((), None)) == isinstance(node.op, ast.And):
                    self.kinds.add(kind, form)
        self.to.goes(node.values[-1], kind, self.value(node.values[-1]))

    def constant(self, node: ast.Name, kind: Kind) -> None:
        """A name from outside: a text or a list of texts is known, all else is nobody's business."""
        value = self.to.known.value(node.id)
        if isinstance(value, str):
            self.kinds.add(kind, form_of(value))
        elif isinstance(value, list | tuple) and value and all(isinstance(item, str) for item in value):
            item = self.to.of.setdefault(("items of", node), Kind())
            self.kinds.is_(kind, "list", [item])
            for text in value:
                self.kinds.add(item, form_of(text))
        else:
            self.kinds.is_(kind, "other")

    def comprehension(self, node: ast.ListComp | ast.GeneratorExp, kind: Kind) -> None:
        inner = Walk(self.to, (self.to.scope(node), *self.scopes), self.function)
        for generator in node.generators:
            inner.bind(generator.target, inner.items(generator.iter))
            for test in generator.ifs:
                inner.truth(test)
        item = inner.value(node.elt)
        if self.kinds.mixes:
            member = self.to.kind(("items of", node))
            self.to.goes(node.elt, member, item)
            item = member
        self.kinds.is_(kind, "list", [item])
