"""Objects of a function's own as variables: `light.color` as `light_color`, its methods in place of their calls."""

from __future__ import annotations

import ast
import types
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from nbgraph.core.analysis.names import Function, names, parameters
from nbgraph.core.normalise.naming import Namer, identifiers
from nbgraph.core.normalise.rewriter import rebuild, replace
from nbgraph.core.normalise.template import quote
from nbgraph.core.specialise.remade import moved

Methods = Mapping[str, ast.FunctionDef]
_DEEPEST = 8  # methods that call one another
_SCOPES = (*Function.__args__, ast.ClassDef, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.NamedExpr)


class StaysWholeError(Exception):
    """An object cannot be taken apart."""


def with_objects_apart(main: ast.FunctionDef, classes: Mapping[str, Methods]) -> ast.FunctionDef:
    """A function whose own objects, as far as nobody else sees them, are a variable for each attribute.

    Args:
        main: the function.
        classes: the methods of classes that do nothing but have them, by name.

    >>> from nbgraph.core.normalise.example import example, show
    >>> methods = example("class C:\\n def __init__(self): self.n = 0\\n def add(self, by): self.n += by").body
    >>> code = "def f(x):\\n c = C()\\n if x > 0: c.add(x)\\n return c.n"
    >>> show(with_objects_apart(example(code), {"C": {method.name: method for method in methods}}))
    def f(x):
        c_n = 0
        if x > 0:
            c_n += x
        return c_n
    """
    for line in main.body:
        match line:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call(func=ast.Name(id=kind))) if kind in classes:
                try:
                    main = _Apart(main, name, classes[kind]).function()
                except StaysWholeError:
                    continue
    return main


@dataclass
class _Apart:
    """Takes one object apart.

    Attributes:
        main: the function that makes it.
        name: the variable that holds it.
        methods: its methods.
        attributes: the variables for its attributes, by the attribute.
        fresh: fresh names.
        copies: how often each method has been written down.
        deep: how many methods are written down inside one another.
    """

    main: ast.FunctionDef
    name: str
    methods: Methods
    attributes: dict[str, str] = field(default_factory=dict)
    copies: dict[str, int] = field(default_factory=dict)
    deep: int = 0

    def __post_init__(self) -> None:
        self.fresh = Namer(identifiers(self.main))
        self.own = frozenset(names(*self.main.body).writes) | set(parameters(self.main))

    def function(self) -> ast.FunctionDef:
        """The function without the object.

        Raises:
            StaysWholeError: it must be one.
        """
        start = self.methods.get("__init__")
        if start is None or self.own & {"len"}:
            raise StaysWholeError
        first = parameters(start)[0]
        for line in start.body:
            match line:
                case ast.Assign(targets=targets):
                    members = [part for target in targets for part in _parts(target)]
                case ast.AnnAssign(target=target, value=ast.expr()):
                    members = [target]
                case _:
                    members = []
            for member in members:
                match member:
                    case ast.Attribute(value=ast.Name(id=name), attr=attribute) if name == first:
                        self.attributes.setdefault(attribute, f"{self.name}_{attribute.strip('_')}")
        self.attributes = {key: self.fresh(wish) for key, wish in self.attributes.items()}
        return replace(self.main, body=self.block(self.main.body, self.name))

    def block(self, block: Sequence[ast.stmt], name: str) -> list[ast.stmt]:
        """Statements without the object, which they call by a name."""
        return [new for line in block for new in self.statement(line, name)]

    def statement(self, node: ast.stmt, name: str) -> list[ast.stmt]:
        """What stands for one statement.

        Raises:
            StaysWholeError: it needs the object.
        """
        match node:
            case ast.Assign(targets=[ast.Name(id=target)], value=ast.Call() as call) if target == self.name == name:
                return self.body(self.methods["__init__"], call, name)[0]
            case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=owner), attr=method)) as call) if (
                owner == name
            ):
                if method in self.methods:
                    return self.body(self.methods[method], call, name)[0]
            case ast.Assign(value=ast.Call(func=ast.Attribute(value=ast.Name(id=owner), attr=method)) as call) | (
                ast.Return(value=ast.Call(func=ast.Attribute(value=ast.Name(id=owner), attr=method)) as call)
            ) if owner == name and method in self.methods:
                lines, value = self.body(self.methods[method], call, name)
                targets = getattr(node, "targets", None)
                more = {} if targets is None else {"targets": [self.expression(each, name) for each in targets]}
                return [*lines, replace(node, value=value, **more)]
        changed: dict[str, Any] = {}
        for key, part in ast.iter_fields(node):
            if isinstance(part, list) and part and isinstance(part[0], ast.stmt):
                changed[key] = self.block(part, name)
            elif isinstance(part, list):
                changed[key] = [self.expression(each, name) if isinstance(each, ast.AST) else each for each in part]
            elif isinstance(part, ast.AST):
                changed[key] = self.expression(part, name)
        same = all(new is getattr(node, key) or new == getattr(node, key) for key, new in changed.items())
        return [node if same else replace(node, **changed)]

    def expression(self, node: ast.AST, name: str) -> Any:
        """Part of a statement without the object.

        Raises:
            StaysWholeError: it needs the object.
        """
        match node:
            case ast.Name(id=found) if found == name:
                raise StaysWholeError
            case ast.stmt() | ast.ExceptHandler() | ast.match_case():
                return rebuild(node, lambda part: self.expression(part, name))
            case ast.Attribute(value=ast.Name(id=owner), attr=attribute, ctx=context) if owner == name:
                if attribute not in self.attributes or isinstance(context, ast.Del):
                    raise StaysWholeError
                return ast.copy_location(ast.Name(self.attributes[attribute], context), node)
            case ast.Call(func=ast.Attribute(value=ast.Name(id=owner), attr=method)) if (
                owner == name and method in self.methods
            ):
                return self.value(self.methods[method], node, name)
            case ast.Call(func=ast.Name(id="len"), args=[ast.Name(id=owner)]) if owner == name:
                if "__len__" not in self.methods:
                    raise StaysWholeError
                return self.value(self.methods["__len__"], replace(node, args=[]), name)
        return rebuild(node, lambda part: self.expression(part, name))

    def value(self, method: ast.FunctionDef, call: ast.Call, name: str) -> ast.expr:
        """What a call gives where the method is one expression.

        Raises:
            StaysWholeError: it is more.
        """
        lines, value = self.body(method, call, name)
        if lines:
            raise StaysWholeError
        return value

    def body(self, method: ast.FunctionDef, call: ast.Call, name: str) -> tuple[list[ast.stmt], ast.expr]:
        """What a method does, and what it returns in the end.

        Raises:
            StaysWholeError: it cannot be written in place of its call.
        """
        first, *given = parameters(method) or ("",)
        lines: list[Any] = [line for line in method.body if not _is_docstring(line)]
        inside = [part for line in lines for part in ast.walk(line)]
        if (
            self.deep >= _DEEPEST
            or call.keywords
            or len(given) != len(call.args)
            or any(isinstance(part, ast.Starred) for part in call.args)
            or any(isinstance(part, _SCOPES) for part in inside)
            or any(isinstance(part, ast.Return) and part is not lines[-1] for part in inside)
        ):
            raise StaysWholeError
        bound = names(*lines).writes if lines else frozenset()
        if first in bound or (names(*lines).reads - bound - {first, *given}) & self.own:
            raise StaysWholeError
        before: list[ast.stmt] = []
        known: dict[str, ast.expr] = {}
        local = {each: self.fresh(each) for each in sorted(bound - set(given))}
        for parameter, argument in zip(given, call.args, strict=True):
            value: ast.expr = self.expression(argument, name)
            if isinstance(argument, ast.Name | ast.Constant) and parameter not in bound:
                known[parameter] = value
            else:
                local[parameter] = self.fresh(parameter)
                before += quote("name = value", argument, name=local[parameter], value=value)
        count = self.copies.get(method.name, 0)
        self.copies[method.name] = count + 1

        def new(part: ast.AST) -> Any:
            if isinstance(part, ast.Name) and part.id in local:
                return ast.copy_location(ast.Name(local[part.id], part.ctx), part)
            if isinstance(part, ast.Name) and part.id in known:
                return replace(known[part.id])  # each place has a node of its own
            made = rebuild(part, new)
            return moved(made, part, count)

        lines = [new(line) for line in lines]
        self.deep += 1
        value = ast.copy_location(ast.Constant(None), call)
        if lines and isinstance(lines[-1], ast.Return):
            last = lines.pop().value
            value = self.expression(last, first) if last is not None else value
        made = [*before, *self.block(lines, first)]
        self.deep -= 1
        return made, value


def _parts(target: ast.expr) -> list[ast.expr]:
    return [each for part in target.elts for each in _parts(part)] if isinstance(target, ast.Tuple) else [target]


def _is_docstring(line: ast.stmt) -> bool:
    return isinstance(line, ast.Pass) or (isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant))


def is_plain(cls: Any) -> bool:
    """Whether a class does nothing but have methods."""
    if type(cls) is not type or cls.__bases__ != (object,):
        return False
    own = {name: member for name, member in vars(cls).items() if name not in _OF_EVERY_CLASS}
    return all(isinstance(member, types.FunctionType) and name not in _ASKED for name, member in own.items())


_OF_EVERY_CLASS = (
    "__module__",
    "__dict__",
    "__weakref__",
    "__doc__",
    "__qualname__",
    "__firstlineno__",
    "__static_attributes__",
)
_ASKED = ("__getattr__", "__getattribute__", "__setattr__", "__delattr__", "__new__", "__init_subclass__", "__del__")
