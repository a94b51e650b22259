"""Copy the user's functions as typed, where printed code can have them."""

from __future__ import annotations

import ast
import builtins
import contextlib
import copy
import types
from collections.abc import Mapping
from typing import Any

from nbgraph.core.errors import SourceError
from nbgraph.core.printing.source.source_expressions import METHODS, NotWordsError, module_word
from nbgraph.core.records import dataclass, field
from nbgraph.core.source.environment import Environment
from nbgraph.core.source.function import parse_function
from nbgraph.core.source.ownership import is_user_function, plain_function
from nbgraph.core.source.support.rows import Fact
from nbgraph.core.source.support.table import builtins_that, methods_that

_ALLOWED = (
    *(ast.arguments, ast.arg, ast.Return, ast.Assign, ast.AugAssign, ast.If, ast.For, ast.expr_context, ast.Constant),
    *(ast.BinOp, ast.UnaryOp, ast.BoolOp, ast.Compare, ast.IfExp, ast.Call, ast.keyword, ast.Subscript, ast.Slice),
    *(ast.Tuple, ast.List, ast.Dict, ast.ListComp, ast.DictComp, ast.comprehension, ast.Starred, ast.Lambda),
    *(ast.operator, ast.unaryop, ast.boolop, ast.cmpop),
)
_METHODS = METHODS | methods_that(Fact.LAZY)
_NAMES = frozenset(("jax", "jnp", "lax"))
_PURE = {name: getattr(builtins, name) for name in builtins_that(Fact.PURE)}


@dataclass(frozen=True)
class UserFunction:
    """A function of the user's as printed code has it."""

    node: ast.FunctionDef  # its definition
    numbers: dict[str, Any] = field(default_factory=dict)  # the constants that it mentions, by name
    modules: dict[str, str] = field(default_factory=dict)  # the modules of JAX's that it mentions, by name
    calls: list[str] = field(default_factory=list)  # the names of the user's functions that it mentions


class UserFunctions:
    """The user's functions that the printing of one function has met."""

    def __init__(self, main: str) -> None:
        # each by its name; None for one that printed code cannot have
        self.known: dict[str, UserFunction | None] = {main: None}
        self.meanings: dict[str, Any] = {}
        self.called: dict[str, UserFunction] = {}  # those that it calls

    def find(self, value: Any) -> str | None:
        """Return the name of a user's function that printed code can have as typed; None for any other value.

        It must be without effects, since the proof runs it again: it changes nothing but its own variables.
        """
        function = plain_function(value)
        if not isinstance(function, types.FunctionType) or not is_user_function(function) or function.__closure__:
            return None
        name = function.__name__
        if name not in self.known:
            self.known[name] = None  # until it is known: a function that calls itself is none
            self.meanings[name] = function
            with contextlib.suppress(NotWordsError, SourceError):
                self.known[name] = self.copied(function)
        return name if self.known[name] is not None and self.meanings.get(name) is function else None

    def with_called(self, name: str) -> dict[str, UserFunction]:
        """A function and those that it calls, at any depth, each before its callers."""
        found, function = dict[str, UserFunction](), self.known[name]
        assert function is not None
        for each in function.calls:
            found |= self.with_called(each)
        return found | {name: function}

    def copied(self, function: types.FunctionType) -> UserFunction:
        """Return the function as typed, with its modules under the names in printed code.

        Raises:
            NotWordsError: something in it may have an effect, or has no name in printed code.
            SourceError: there is no source.
        """
        parsed = parse_function(function)
        if not isinstance(parsed.node, ast.FunctionDef) or parsed.node.decorator_list or parsed.class_name:
            raise NotWordsError
        node = copy.deepcopy(parsed.node)
        node.returns = None
        if len(node.body) > 1 and ast.get_docstring(node) is not None:
            del node.body[0]
        made = UserFunction(node)
        copier = _Copier(self, made, Environment.of(function).outer, _bound(node), _lists(node))
        node.args = copier.visit(node.args)
        node.body = [copier.visit(statement) for statement in node.body]
        for part in ast.walk(node):
            if hasattr(part, "lineno"):
                vars(part)["spans"] = (parsed.source.node_span(part),)
        return made


def _bound(node: ast.AST) -> frozenset[str]:
    """Return the names that a function binds, its lambdas included."""
    stored = {each.id for each in ast.walk(node) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}
    return frozenset(stored | {each.arg for each in ast.walk(node) if isinstance(each, ast.arg)})


def _lists(node: ast.AST) -> frozenset[str]:
    """Return the names bound only to lists that the function has made."""
    found: dict[str, bool] = {}
    for each in ast.walk(node):
        if isinstance(each, ast.Assign) and len(each.targets) == 1 and isinstance(each.targets[0], ast.Name):
            name = each.targets[0].id
            found[name] = found.get(name, True) and isinstance(each.value, ast.List | ast.ListComp)
    stored = [each.id for each in ast.walk(node) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)]
    stored += [each.arg for each in ast.walk(node) if isinstance(each, ast.arg)]
    return frozenset(name for name, is_list in found.items() if is_list and stored.count(name) == 1)


class _Copier(ast.NodeTransformer):
    """Names the modules of a copy as printed code imports them, and refuses possible effects."""

    def __init__(
        self,
        functions: UserFunctions,
        made: UserFunction,
        outer: Mapping[str, Any],
        local: frozenset[str],
        lists: frozenset[str],
    ) -> None:
        if local & _NAMES:
            raise NotWordsError
        self.functions, self.made, self.outer, self.local, self.lists = functions, made, outer, local, lists

    def generic_visit(self, node: ast.AST) -> ast.AST:
        if not isinstance(node, _ALLOWED):
            raise NotWordsError
        return super().generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> ast.Expr:
        """Allow `append` to a list that the function has made; refuse any other expression statement."""
        match node.value:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="append"), args=[item], keywords=[]):
                if name in self.lists:
                    node.value.args = [self.visit(item)]
                    return node
        raise NotWordsError

    def visit_arg(self, node: ast.arg) -> ast.arg:
        node.annotation = None
        return node

    def visit_Name(self, node: ast.Name) -> ast.Name:
        value = self.outer.get(node.id)
        if node.id in self.local or (node.id in _PURE and _PURE[node.id] is value):
            return node
        if type(value) in (int, float, bool):
            self.made.numbers[node.id] = value
        elif self.functions.find(value) == node.id:
            self.made.calls.append(node.id)
        else:
            raise NotWordsError
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        found = module_word(node, self.outer)
        if found is not None:
            path, word, module = found
            if word in self.local or not f"{module.__name__}.".startswith("jax."):
                raise NotWordsError
            self.made.modules[word] = module.__name__
            return path
        if node.attr not in _METHODS or not isinstance(node.ctx, ast.Load):
            raise NotWordsError
        node.value = self.visit(node.value)
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        if not isinstance(node.ctx, ast.Load):
            raise NotWordsError
        return self.generic_visit(node)
