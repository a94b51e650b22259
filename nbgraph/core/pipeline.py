"""Run stages 1 to 6: source, tree, facts, normal form, functions of values, running code."""

from __future__ import annotations

import ast
import types
from collections.abc import Iterable
from functools import cached_property
from typing import Any

from nbgraph.core.codegen.emit import emit
from nbgraph.core.codegen.load import load
from nbgraph.core.codegen.source_map import CONVERTED, GeneratedCode
from nbgraph.core.depth import deep
from nbgraph.core.functionalise.blocks import BlockFunction
from nbgraph.core.functionalise.scope import Scope, ScopeConverter
from nbgraph.core.functionalise.sites import Place, Site, ternaries
from nbgraph.core.normalise import KEYED, TAIL, Namer, convert_keyed_displays, identifiers, loop_tail_calls
from nbgraph.core.records import dataclass
from nbgraph.core.source import syntax
from nbgraph.core.source.environment import Environment
from nbgraph.core.source.function import ParsedFunction, parse_function
from nbgraph.core.source.ownership import plain_function


@dataclass(frozen=True)
class Converted:
    """A converted function with all that later stages need of it."""

    function: types.FunctionType  # runs the converted code; positions are the user's
    original: types.FunctionType  # the user's function
    parsed: ParsedFunction  # its source
    node: Scope  # the converted tree
    alias: str  # the name under which generated code knows nbgraph
    sites: dict[tuple[str, Place], Site]  # the user's construct of each staging call, by operator and position
    tries: frozenset[Place] = frozenset()  # positions of `try` statements that catch run-time exceptions

    @cached_property
    def code(self) -> GeneratedCode:
        """Return the code that runs, as text."""
        node: Any = self.node
        if isinstance(node, ast.Lambda):
            node = ast.copy_location(ast.Expr(node), node)
        else:
            fields = {name: value for name, value in ast.iter_fields(node) if name != "decorator_list"}
            node = ast.copy_location(ast.FunctionDef(**fields, decorator_list=[]), node)
        return emit(CONVERTED, [node], self.parsed.source, self.parsed.span, self.parsed.node)

    @cached_property
    def block_functions(self) -> tuple[BlockFunction, ...]:
        """Return the functions that stand for blocks of statements."""
        return tuple(node for node in ast.walk(self.node) if isinstance(node, BlockFunction))

    @cached_property
    def blocks(self) -> frozenset[str]:
        return frozenset(node.name for node in self.block_functions)

    @cached_property
    def guards(self) -> tuple[ast.Try | ast.TryStar | ast.With, ...]:
        """Return the user's statements that may catch an exception, from the outside in."""
        return tuple(node for node in ast.walk(self.parsed.node) if isinstance(node, ast.Try | ast.TryStar | ast.With))


@deep
def convert_function(
    function: types.FunctionType, vocabulary: Any, items: Iterable[Place] = (), tries: Iterable[Place] = ()
) -> Converted:
    """Convert the control flow of one Python function.

    Args:
        vocabulary: the namespace that generated code calls into as `ng`.
        items: positions of subscripts that take an item of a list or tuple at run time.
        tries: positions of `try` statements that catch run-time exceptions.

    Raises:
        SourceError: the function's source is not available, or is not the running code.
    """
    parsed = parse_function(function)
    environment = Environment.of(function, items, tries)
    name = Namer(identifiers(parsed.node) | set(function.__code__.co_freevars))
    converter = ScopeConverter(environment, name, source=parsed.source)
    node = convert_keyed_displays(parsed.node) if KEYED in environment.items else parsed.node
    if TAIL in environment.items and _is_itself(function, environment):
        node = loop_tail_calls(node)
    node = converter.convert(node)
    converter.sites.update(ternaries(node, converter.sites, name.given, parsed.source))
    alias, node = _alias(parsed.node, node, environment, name)
    bound = {} if _is_nbgraph(environment.resolve(ast.Name(alias))) else {alias: vocabulary}
    loaded = load(node, function, parsed.flags, bound, parsed.class_name)
    return Converted(loaded, function, parsed, node, alias, converter.sites, environment.tries)


def _is_itself(function: types.FunctionType, environment: Environment) -> bool:
    """Return whether a function's name means the function itself, as typed or converted."""
    return plain_function(environment.resolve(ast.Name(function.__name__))) is function


def _alias(before: ast.AST, node: Scope, environment: Environment, name: Namer) -> tuple[str, Scope]:
    """Return the name for nbgraph in generated code: `ng`, unless the user's code has this name."""
    if "ng" not in name.taken:
        return "ng", node
    used = any(
        isinstance(child, ast.Name | ast.arg) and "ng" in (getattr(child, "id", ""), getattr(child, "arg", ""))
        for child in syntax.walk(before)
    )
    if not used:
        return "ng", node
    if _is_nbgraph(environment.resolve(ast.Name("ng"))):
        return "ng", node
    alias = name("ng")
    own = {id(child) for child in syntax.walk(before)}
    for child in syntax.walk(node):
        if isinstance(child, ast.Name) and child.id == "ng" and id(child) not in own:
            child.id = alias
    return alias, node


def _is_nbgraph(value: Any) -> bool:
    return isinstance(value, types.ModuleType) and value.__name__ == "nbgraph"
