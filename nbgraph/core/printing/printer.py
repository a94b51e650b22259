"""Pure JAX code of a traced program: printed, traced again, and given only where it is the program."""

from __future__ import annotations

import ast
import copy
from collections.abc import Mapping
from typing import Any

import jax

from nbgraph.core.codegen.source_map import GeneratedCode
from nbgraph.core.executor.results import Packed
from nbgraph.core.executor.traces import Trace
from nbgraph.core.graph.places import Places
from nbgraph.core.pipeline import Converted
from nbgraph.core.printing.checks import raise_statement
from nbgraph.core.printing.code import expression, function_of
from nbgraph.core.printing.context import Body, Context, locate
from nbgraph.core.printing.labels import label
from nbgraph.core.printing.module import module_of
from nbgraph.core.printing.names import names_for, put_names
from nbgraph.core.printing.parameters import parameter_values
from nbgraph.core.printing.program import NoFormError, read_program
from nbgraph.core.printing.proof import fault_of, simplest
from nbgraph.core.printing.reroll import rerolled
from nbgraph.core.printing.results import Results, opened
from nbgraph.core.printing.tidy import tidied
from nbgraph.core.printing.values import Value
from nbgraph.core.printing.walk import print_block
from nbgraph.core.source.environment import Environment
from nbgraph.core.staging.effects import COUNTS

_RESERVED = ("jax", "jnp", "lax", "raise_failed", "raise_unless")


def print_program(converted: Converted, trace: Trace, traced: Any) -> GeneratedCode:
    """The code of one trace of a function; a comment that says what it cannot say, where there is none.

    Args:
        converted: the function.
        trace: the record of the trace.
        traced: the program as JAX traced it.
    """
    why = ""
    for literal in (False, True):
        try:
            return _Printing(converted, trace, traced, literal=literal).code()
        except NoFormError as error:
            why = why or str(error)
    return GeneratedCode("specialised", f"# No specialised form: {why}.\n", ())


class _Printing:
    """One attempt at the code of one trace."""

    def __init__(self, converted: Converted, trace: Trace, traced: Any, *, literal: bool) -> None:
        self.converted, self.trace, self.traced = converted, trace, traced
        self.places = Places(trace.decisions)
        block = read_program(traced.jaxpr.jaxpr, traced.jaxpr.consts, self.spans)
        label(block, self.places)
        self.block = simplest(block)
        namespace: Mapping[str, Any] = Environment.of(converted.original).outer
        self.context = Context(self.places, converted.parsed.source.file, namespace, literal=literal)
        self.body = Body()

    def spans(self, equation: Any) -> Any:
        return self.places.spans(equation) if equation.source_info is not None else ()

    def code(self) -> GeneratedCode:
        """The code, if it is the program.

        Raises:
            NoFormError: something cannot be said, or what was said is another program.
        """
        arguments = self.converted.parsed.node.args
        given = parameter_values(self.traced, arguments, self.block)
        loops = frozenset(d.span for d in self.trace.decisions if d.construct in ("for", "while"))
        block = self.block if self.context.literal else rerolled(self.block, loops)
        values = print_block(self.context, block, given, self.body)
        leaves = [self.settled(value) for value in values]
        tail = self.tail(leaves)
        everything = ast.Tuple([leaf.array() for leaf in leaves], ast.Load())
        main = self.main([*self.body.statements, ast.Expr(everything), *tail])
        functions = [*self.context.helpers.values(), main]
        reserved = [*_RESERVED, *self.context.prelude, *self.context.modules]
        names = names_for(functions, reserved)
        while sum(tidied(function, names) for function in functions):
            names = names_for(functions, reserved)
        put_names(functions, names)
        main.body = [node for node in main.body if not (isinstance(node, ast.Expr) and node.value is everything)]
        definitions = self.context.prelude
        code = module_of(self.converted, functions, definitions, self.context.modules)
        self.last = code.text
        fault = fault_of(code.text, main.name, len(tail), everything, self.block, self.trace.inputs)
        if fault:
            raise NoFormError(f"the code would be another program ({fault})")
        return code

    def settled(self, value: Value) -> Value:
        """A result that may stand in the `return` and before it."""
        return value

    def main(self, statements: list[ast.stmt]) -> ast.FunctionDef:
        parsed = self.converted.parsed
        name = parsed.name if parsed.name.isidentifier() else "function"
        node = function_of(name, (), statements)
        node.args = _without_annotations(parsed.node.args)
        locate(node, parsed.head)
        return node

    def tail(self, leaves: list[Value]) -> list[ast.stmt]:
        """The statements that put together what the function returns."""
        numbers = list(range(self.traced.out_tree.num_leaves))
        packed = jax.tree_util.tree_unflatten(self.traced.out_tree, numbers)
        results = Results()
        statements: list[ast.stmt] = []
        if not isinstance(packed, Packed):
            value = jax.tree_util.tree_map(lambda k: leaves[k], packed)
            node = results.node(value)
        else:
            statements += self.checked(packed, leaves, results)
            value = opened(packed, [leaves[k] for k in packed.arrays])
            if packed.fixed.changed is not None:
                value, contents = value
                statements += self.changed(packed, contents, results)
            node = results.node(value)
        self.context.prelude.update(results.classes.found)
        return [*statements, ast.Return(node)]

    def checked(self, packed: Packed, leaves: list[Value], results: Results) -> list[ast.stmt]:
        """What raises the error of a check that failed."""
        effects = packed.fixed.effects
        if effects.reports:
            raise NoFormError("checks inside of a library's own traces")
        if packed.failed is None:
            return []
        details = {code: [leaves[k] for k in values if k is not None] for code, values in packed.details.items()}
        if COUNTS in details:
            raise NoFormError("a limit on the iterations of a loop")
        given = [[] if check.grows else details.get(code, []) for code, check in enumerate(effects.checks, 1)]
        definition, statement = raise_statement(leaves[packed.failed], effects.checks, given, results.classes)
        self.context.prelude[getattr(definition, "name", "raise_failed")] = definition
        return [statement]

    def changed(self, packed: Packed, contents: Any, results: Results) -> list[ast.stmt]:
        """What changes the caller's lists and dicts."""
        changed = packed.fixed.changed
        assert changed is not None
        if changed.returned is not None:
            raise NoFormError("a list of the caller's that changes and is returned")
        statements: list[ast.stmt] = []
        names = [a.arg for a in (*self.converted.parsed.node.args.posonlyargs, *self.converted.parsed.node.args.args)]
        for path, keys, content in zip(changed.paths, changed.keys, contents, strict=True):
            if len(path) != 2 or path[0] != 0 or keys is not None:
                raise NoFormError("a part of an argument that changes")
            target = expression("_0_[:]", ast.Name(names[path[1]], ast.Load()))
            statements.append(ast.Assign([target], results.node(content)))
        return statements


def _without_annotations(arguments: ast.arguments) -> ast.arguments:
    made = copy.deepcopy(arguments)
    for node in ast.walk(made):
        if isinstance(node, ast.arg):
            node.annotation = None
    return made
