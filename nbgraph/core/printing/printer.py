"""Print the pure JAX code of a traced program, trace it again, and return it only if it is the same program."""

from __future__ import annotations

import ast
import contextlib
import copy
import inspect
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

import jax

from nbgraph.core.codegen.source_map import PURE_JAX, GeneratedCode
from nbgraph.core.depth import deep
from nbgraph.core.executor.convert import conversion
from nbgraph.core.executor.function import GraphFunction
from nbgraph.core.executor.known_parts import with_arrays
from nbgraph.core.executor.object_results import ArgumentObject
from nbgraph.core.executor.results import Packed
from nbgraph.core.executor.traces import Trace
from nbgraph.core.graph.locations import Places
from nbgraph.core.pipeline import Converted
from nbgraph.core.printing.equations.checks import raise_statement
from nbgraph.core.printing.equations.context import Body, Context, locate
from nbgraph.core.printing.equations.results import Results, opened
from nbgraph.core.printing.equations.user_calls import has_helpers
from nbgraph.core.printing.equations.walk import print_block
from nbgraph.core.printing.equivalence.proof import fault_of, refuses, simplest
from nbgraph.core.printing.ir.carries import in_order
from nbgraph.core.printing.ir.labels import FAILED, label, label_failed
from nbgraph.core.printing.ir.program import Block, NoFormError, Variable, read_program
from nbgraph.core.printing.ir.pruning import pruned
from nbgraph.core.printing.ir.reroll import rerolled
from nbgraph.core.printing.source.call_sites import with_whole_calls
from nbgraph.core.printing.text.code import assign, call, expression, function_of, literal, names_in, text_of
from nbgraph.core.printing.text.divisions import called_deferred, with_deferred_divisions
from nbgraph.core.printing.text.module import module_of
from nbgraph.core.printing.text.names import names_for, put_names
from nbgraph.core.printing.text.parameters import (
    arrays_of_lists,
    checks_of_sizes,
    checks_of_values,
    needs_array,
    numpy_names,
    own_parameters,
    parameter_values,
)
from nbgraph.core.printing.text.tidy import tidied, with_whole_lists
from nbgraph.core.printing.text.values import Value, variable
from nbgraph.core.printing.text.variations import (
    CAPACITY,
    Variation,
    beyond,
    fixed_axes,
    grown_by,
    least_sizes,
    may_jump,
    size_variations,
    written,
)
from nbgraph.core.source.environment import Environment
from nbgraph.core.staging.effects import GROWS

_LARGE = 2000  # equations of a program that is not traced again
_RESERVED = ("jax", "jnp", "lax", "raise_failed", "raise_unless", "with_attributes", "object_of", "caused_by", CAPACITY)


Again = Callable[[Variation], tuple[Trace, Any]]  # traces a function once more, for other arguments


def printed_program(function: GraphFunction, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> GeneratedCode:
    """Return the code of a function for some arguments, or a comment that says why there is none."""
    return print_traced(function, function.trace(*arguments, **keywords), (arguments, keywords))


@deep
def print_traced(function: GraphFunction, traced: Any, given: tuple[Sequence[Any], Mapping[str, Any]]) -> GeneratedCode:
    """Return the code of the program that a function was last traced to; see `printed_program`."""
    converted = conversion(function.python_function)  # again: a trace may find out more
    others: list[GraphFunction] = []  # keeps alive what is known about their results

    def again(variation: Variation) -> tuple[Trace, Any]:
        other = function.with_capacity(variation.rows)
        others.append(other)
        given, named = variation.inputs
        program = other.trace(*given, **named)
        return other.traces[-1], program

    arguments = own_parameters(converted.parsed.node.args, converted.original, function.python_function)
    return print_program(converted, arguments, function.traces[-1], traced, again, numpy_names(arguments, *given))


def print_program(
    converted: Converted,
    arguments: ast.arguments,
    trace: Trace,
    traced: Any,
    again: Again | None = None,
    numpys: Sequence[str] = (),
) -> GeneratedCode:
    """Return the code of one trace of a function, or a comment that says why there is none.

    Args:
        again: traces the function for other arguments.
        numpys: the parameters that are NumPy arrays, which have no `.at`, and which no traced loop counter can index.
    """
    why, kept, has_calls = "", None, False
    for is_literal, opens in ((False, False), (False, True), (True, True)):
        if opens and not is_literal and not has_calls:
            continue
        first = _Printing(converted, arguments, trace, traced, literal=is_literal, opens=opens)
        first.numpys = numpys
        try:
            first.write()
            code = _code(first, again)
        except NoFormError as error:
            why = why or str(error)
            has_calls = first.has_calls
            continue
        has_calls = first.has_calls
        if opens or not has_calls or ".shape == " not in code.text:
            return code if kept is None or ".shape == " not in code.text else kept
        kept = code  # valid for these sizes alone: its helpers contain sizes as numbers
    return kept or GeneratedCode(PURE_JAX, f"# No pure JAX code: {why}.\n", ())


def _code(first: _Printing, again: Again | None) -> GeneratedCode:
    """Return the code of a program, for arrays of any size where possible."""
    if again is not None and _size(first.block) <= _LARGE and not first.calls_itself:
        known = _Others(first, again)
        for variations in _attempts(first, known):
            with contextlib.suppress(NoFormError):
                return _general(first.copied(), variations, known)
    first.without_growth()
    first.for_these_sizes()
    return first.code(())


def _size(block: Block) -> int:
    return sum(1 + sum(map(_size, equation.blocks)) for equation in block.equations)


class _Others:
    """The programs for other arguments, each printed once."""

    def __init__(self, first: _Printing, again: Again) -> None:
        self.first, self.again = first, again
        self.found: dict[int, tuple[Variation, _Printing | None]] = {}
        self.refused: dict[tuple[str, int], tuple[Variation, bool]] = {}  # by the text, and the id of the variation

    @cached_property
    def plain(self) -> _Printing:
        made = self.first.copied()
        made.without_growth()
        return made

    @cached_property
    def code(self) -> GeneratedCode:
        return self.plain.module()

    def grows_alone(self, variation: Variation) -> bool | None:
        """Return the same as `grows` for one of several axes of a size; None if the code refuses other sizes."""
        return None if self.refuses(self.code, variation) else self.grows(variation)

    def refuses(self, code: GeneratedCode, variation: Variation) -> bool:
        key = code.text, id(variation)
        if key not in self.refused:
            plain = self.plain
            named = plain.function.name, plain.length, plain.results
            self.refused[key] = variation, refuses(code.text, *named, variation.inputs)
        return self.refused[key][1]

    def grows(self, variation: Variation) -> bool | None:
        """Return whether numbers of the code grow; None where the code differs otherwise."""
        if id(variation) not in self.found:
            self.found[id(variation)] = (variation, self._printed(variation))
        other = self.found[id(variation)][1]
        return None if other is None else bool(grown_by(self.first.parts, other.parts, variation))

    def of(self, variation: Variation) -> _Printing:
        self.grows(variation)
        other = self.found[id(variation)][1]
        if other is None:
            raise NoFormError("code that is another one for another size")
        return other

    def _printed(self, variation: Variation) -> _Printing | None:
        made = None
        with contextlib.suppress(Exception):  # the user's function may raise anything
            made = self.again(variation)
        if made is None:
            return None
        first = self.first
        other = _Printing(
            first.converted, first.arguments, *made, literal=first.context.literal, opens=first.context.opens
        )
        other.numpys = first.numpys
        if other.is_written_as(self.plain, self.code, variation):
            return other
        try:
            other.write()
        except NoFormError:
            return None
        return None if grown_by(self.first.parts, other.parts, variation) is None else other


def _attempts(first: _Printing, known: _Others) -> Iterator[list[Variation]]:
    """Yield the variations to try together: all, then the capacity alone, then the sizes alone."""
    sizes, capacity = first.variations(known)
    if sizes and capacity:
        yield [*sizes, *capacity]
    if capacity:
        yield capacity
    if sizes:
        yield sizes


def _general(first: _Printing, variations: list[Variation], known: _Others) -> GeneratedCode:
    """Return the code of a program in terms of what varies, proved for each variation."""
    numbers: dict[ast.Constant, list[tuple[int, Variation]]] = {}
    others = []
    for variation in variations:
        other = known.of(variation)
        for number, step in (grown_by(first.parts, other.parts, variation) or {}).items():
            numbers.setdefault(number, []).append((step, variation))
        others.append((variation, other))
    if (far := beyond(first.trace.inputs, numbers.values())) is not None:
        others.append((far, known.of(far)))
    least = least_sizes(first.function, numbers)
    first.rewrite(written(numbers), capacity=any(variation.rows is not None for variation in variations))
    first.check_first([f"assert {size} >= {number}" for size, number in least.items() if number > 0])
    first.check_first(fixed_axes(first.leaves))
    if all(variation.rows is not None for variation in variations):
        first.for_these_sizes()
    code = first.code(others)
    equal = [each for each in variations if not all(known.refuses(code, tied) for tied in each.tied)]
    if equal:
        first.check_first([f"assert {' == '.join(text_of(tied.node) for tied in each.tied)}" for each in equal])
        code = first.code(others)
    return code


class _Printing:
    function: ast.FunctionDef
    results: ast.expr  # the arrays that the program returns
    length: int  # how many statements put together what the function returns
    arrays = 0  # how many statements at its beginning make arrays of lists
    numpys: Sequence[str] = ()  # the parameters that are arrays of NumPy's

    def __init__(
        self, converted: Converted, arguments: ast.arguments, trace: Trace, traced: Any, *, literal: bool, opens: bool
    ) -> None:
        self.converted, self.arguments, self.traced = converted, arguments, traced
        self.trace = replace(trace, inputs=with_arrays(trace.inputs))
        self.places = Places(trace.decisions)
        block = read_program(traced.jaxpr.jaxpr, traced.jaxpr.consts, self.places)
        label(block, self.places)
        self.packed = jax.tree_util.tree_unflatten(traced.out_tree, list(range(traced.out_tree.num_leaves)))
        if isinstance(self.packed, Packed) and len(self.packed.fixed.effects.checks) > 1:
            failed = block.results[self.packed.failed]
            if isinstance(failed, Variable):
                failed.name = failed.name or FAILED
            label_failed(block)
        self.used = used_results(self.packed, len(block.results))
        self.block = in_order(simplest(pruned(block, self.used)), self.places)
        self.literal, self.opens = literal, opens
        self.has_helpers = has_helpers(self.block)
        self.begin()
        self.growth: ast.If | None = None
        self.proved = ""  # the code that is known to be the program
        self.raises_growth: ast.stmt | None = None  # set if all errors are about a list's capacity

    def begin(self) -> None:
        parsed, namespace = self.converted.parsed, Environment.of(self.converted.original).outer
        opens = {"literal": self.literal, "opens": self.opens}
        taken = frozenset(each.arg for each in ast.walk(parsed.node.args) if isinstance(each, ast.arg))
        self.context = Context(self.places, parsed.source.file, namespace, main=parsed.name, taken=taken, **opens)
        self.context.traced[parsed.name] = self.block
        self.body = Body()

    def write_block(self) -> list[Value]:
        """Write the statements, with the loops that Python ran; return the values of the results."""
        if self.literal:
            return print_block(self.context, self.block, self.leaves, self.body)
        loops = frozenset(d.span for d in self.trace.decisions if d.construct in ("for", "while"))
        while True:
            block, whole = with_whole_calls(self.context, self.converted.parsed.span, self.block)
            values = print_block(self.context, rerolled(block, loops), self.leaves, self.body)
            if not (lost := self.context.lost & whole):
                return values
            self.begin()
            self.context.lost = lost | (self.context.lost - whole)

    def is_written_as(self, plain: _Printing, code: GeneratedCode, variation: Variation) -> bool:
        """Take a smaller program's code if it is this program too; return whether it is."""
        if len(self.block.results) != len(plain.block.results) or _mentions(plain.function, variation.size):
            return False
        if fault_of(code.text, plain.function.name, plain.length, plain.results, self.block, self.trace.inputs, {}):
            return False
        self.function, self.context, self.results = plain.function, plain.context, plain.results
        self.proved = code.text
        return True

    @property
    def has_calls(self) -> bool:
        """Return whether the code calls the user's functions."""
        return self.has_helpers or bool(self.context.typed.called)

    @property
    def positional(self) -> list[str]:
        return [each.arg for each in (*self.arguments.posonlyargs, *self.arguments.args)]

    @property
    def starred(self) -> list[str]:
        """The parameters as they are written, `x`, `*rest`, `**named`."""
        given = self.arguments
        by_stars = ("*", [given.vararg]), ("", given.kwonlyargs), ("**", [given.kwarg])
        return [*self.positional, *(stars + each.arg for stars, some in by_stars for each in some if each)]

    def write(self) -> None:
        changed = self.packed.fixed.changed if isinstance(self.packed, Packed) else None
        lists = () if changed is None else tuple(changed.names(self.starred))
        self.leaves = parameter_values(self.trace.inputs, self.starred, self.block, lists)
        values = self.write_block()
        fresh = iter(values)
        tail = self.tail([next(fresh) if used else None for used in self.used])
        results = ast.Expr(ast.Tuple([value.array() for value in values], ast.Load()))
        self.function = self.main([*self.body.statements, results, *tail])
        self.function = with_whole_lists(self.function, self.context.lists)
        functions = [*self.context.helpers.values(), self.function]
        reserved = [*_RESERVED, *self.context.prelude, *self.context.modules, *self.context.typed.called]
        names = names_for(functions, reserved)
        while sum(tidied(function, names) for function in functions):
            names = names_for(functions, reserved)
        put_names(functions, names)
        numbers = {name for value in self.leaves if not value.shape for name in names_in(value.node)}
        with_deferred_divisions(self.function, numbers)
        others = [*(each.node for each in self.context.typed.called.values()), *self.context.helpers.values()]
        deferred = called_deferred([*others, self.function])
        for function in others:
            parameters = [each.arg for each in function.args.args]
            with_deferred_divisions(function, parameters, is_deferred=function.name in deferred)
        self.function.body.remove(results)
        self.results = results.value
        self.length = len(tail)
        self.for_these_values()

    @property
    def parts(self) -> list[ast.AST]:
        """Return all code but what is only there for the capacity of lists."""
        return [*self.context.prelude.values(), *self.context.helpers.values(), self.function]

    def copied(self) -> _Printing:
        """Return a copy that may be changed."""
        made = copy.copy(self)
        made.function, made.results = copy.deepcopy((self.function, self.results))  # together: they share nodes
        if self.growth is not None:
            at = self.function.body.index(self.growth)
            made.growth = made.function.body[at]  # type: ignore[assignment]
            if self.raises_growth is not None:
                made.raises_growth = made.function.body[at + 1]
        return made

    @property
    def calls_itself(self) -> bool:
        """Return whether a function calls itself: one more item may multiply its calls."""
        functions = [owner.parsed for owner in self.trace.record.owners.values()]
        named = ((each.name, node) for each in functions for node in ast.walk(each.node))
        return any(isinstance(node, ast.Name) and node.id == name for name, node in named)

    def variations(self, known: _Others) -> tuple[list[Variation], list[Variation]]:
        """Return the programs that differ in the size of an array, and in the capacity of lists."""
        far = may_jump([owner.parsed.node for owner in self.trace.record.owners.values()], self.trace.decisions)
        sizes = list(size_variations(self.trace.inputs, self.leaves, known.grows, known.grows_alone, far=far))
        rows = self.packed.fixed.effects.rows if isinstance(self.packed, Packed) else None
        acts = any(equation.acts for equation in self.block.equations)
        if self.growth is None or rows is None or acts or len(self.positional) < len(self.function.args.args):
            return sizes, []
        return sizes, [Variation(rows, 1, ast.Name(CAPACITY, ast.Load()), self.trace.inputs, rows + 1)]

    def rewrite(self, change: Callable[[ast.AST], Any], *, capacity: bool) -> None:
        """Replace numbers of the code by terms of what varies."""
        self.function, self.results = change(self.function), change(self.results)
        if capacity:
            self.function.args.args.append(ast.arg(CAPACITY))
            self.function.args.defaults.append(ast.Constant(self.packed.fixed.effects.rows))
            self.without_raise()
        else:
            self.without_growth()

    def for_these_sizes(self) -> None:
        """Make the function refuse arrays of other sizes."""
        self.check_first(checks_of_sizes({text_of(leaf.node): tuple(leaf.shape) for leaf in self.leaves}))

    def check_first(self, lines: Sequence[str]) -> None:
        checks = [ast.parse(line).body[0] for line in lines]
        for check in checks:
            locate(check, (self.converted.parsed.head,))
        self.function.body[self.arrays : self.arrays] = checks

    def for_these_values(self) -> None:
        """Make the function refuse other values of arguments that were known at trace time."""
        defaults = _defaults(self.converted.original)
        arrays = arrays_of_lists(self.trace.inputs, self.leaves)
        arrays += [f"{name} = jnp.asarray({name})" for name in self.numpys if needs_array(self.function, name)]
        self.check_first(arrays)
        self.arrays = len(arrays)
        self.check_first(checks_of_values(self.arguments, self.trace.inputs, defaults))

    def without_raise(self) -> None:
        """Drop the error for lists without capacity: the function is called again with more."""
        if self.raises_growth is not None:
            self.function.body.remove(self.raises_growth)
            self.length -= 1

    def without_growth(self) -> None:
        if self.growth is not None and self.growth in self.function.body:
            self.function.body.remove(self.growth)
            self.length -= 1

    def module(self) -> GeneratedCode:
        typed = self.context.typed.called.values()
        functions = [*(each.node for each in typed), *self.context.helpers.values(), self.function]
        prelude = dict(self.context.prelude)
        if self.raises_growth is not None and self.raises_growth not in self.function.body:
            prelude.pop("raise_failed")
        return module_of(self.converted, functions, prelude, self.context.modules)

    def code(self, others: Sequence[tuple[Variation, _Printing]]) -> GeneratedCode:
        """Return the code; raise `NoFormError` unless it is the program and each of the others."""
        code = self.module()
        for variation, other in [(None, self), *others]:
            fixed = {} if variation is None or variation.rows is None else {CAPACITY: variation.rows}
            inputs = other.trace.inputs
            same = len(getattr(self.results, "elts", ())) == len(getattr(other.results, "elts", ()))
            results = self.results if same else other.results  # the other's, if its list has more items
            if code.text == other.proved:
                continue
            fault = fault_of(code.text, self.function.name, self.length, results, other.block, inputs, fixed)
            if fault:
                raise NoFormError(f"the code would be another program ({fault})")
        return code

    def main(self, statements: list[ast.stmt]) -> ast.FunctionDef:
        parsed = self.converted.parsed
        bound = re.match(r"\s*(\w+) = lambda\b", parsed.source.lines[parsed.head.line - 1])
        name = parsed.name if parsed.name.isidentifier() else bound[1] if bound else "function"
        node = function_of(name, (), statements)
        node.args = copy.deepcopy(self.arguments)
        for part in ast.walk(node.args):
            if hasattr(part, "lineno"):
                vars(part)["spans"] = (parsed.source.node_span(part),)
        locate(node, (parsed.head,))
        return node

    def tail(self, leaves: list[Any]) -> list[ast.stmt]:
        """Return the statements that put together the result."""
        packed, results = self.packed, Results(self.starred)
        statements: list[ast.stmt] = []
        if not isinstance(packed, Packed):
            node = results.node(jax.tree_util.tree_map(lambda k: leaves[k], packed))
        else:
            statements += self.checked(packed, leaves, results)
            value = opened(packed, [leaves[k] for k in packed.arrays])
            if packed.fixed.changed is None:
                node = results.node(value)
            else:
                result, contents = value
                stores, node = self.changed(packed, result, contents, results)
                statements += stores
        self.context.prelude.update(results.classes.found)
        return [*statements, self.returning(node)]

    def returning(self, node: ast.expr) -> ast.Return:
        """Return the last statement, located at the user's `return` if there is only one."""
        parsed = self.converted.parsed
        statement = ast.Return(node)
        own = self.places.function(parsed.name, [parsed.head])
        if own is not None and len(own.returns) == 1:
            locate(statement, own.returns)
        return statement

    def checked(self, packed: Packed, leaves: list[Any], results: Results) -> list[ast.stmt]:
        """Return the statements that raise the error of a failed check."""
        effects = packed.fixed.effects
        if effects.reports:
            raise NoFormError("checks inside of a library's own traces")
        if packed.failed is None:
            return []
        if any(check.counts for check in effects.checks):
            raise NoFormError("a limit on the iterations of a loop")
        details = packed.details
        given = [
            [] if check.grows else [leaves[k] for k in jax.tree_util.tree_leaves(details.get(code, []))]
            for code, check in enumerate(effects.checks, 1)
        ]
        failed = leaves[packed.failed]
        codes = [code for code, check in enumerate(effects.checks, 1) if check.grows]
        statements: list[ast.stmt] = []
        if codes and failed.known is None:
            failed = self.named_failure(failed)
            self.growth = _call_with_more_capacity(self.converted.parsed.name, self.positional, failed.node, codes)
            statements.append(self.growth)
        definitions, statement = raise_statement(failed, effects.checks, given, results.classes)
        self.context.prelude.update(definitions)
        if self.growth is not None and len(codes) == len(effects.checks):
            self.raises_growth = statement
        return [*statements, statement]

    def named_failure(self, failed: Value) -> Value:
        if failed.is_name:
            return failed
        symbol = self.context.symbols.new("failed")
        self.body.put(assign([symbol], failed.typed()))
        return variable(symbol, failed.aval)

    def changed(self, packed: Packed, result: Any, contents: Any, results: Results) -> tuple[list[ast.stmt], ast.expr]:
        """Return the code that changes the caller's lists, dicts and objects, and the result.

        All values are read before the first change.
        """
        changed, targets, values = packed.fixed.changed, list[ast.expr](), list[ast.expr]()
        assert changed is not None
        for names, content in zip(changed.names(self.starred), contents, strict=True):
            is_list = isinstance(names, str)
            targets += map(expression, [f"{names}[:]"] if is_list else names)
            values += map(results.node, [content] if is_list else content)
        if changed.returned is not None:
            result = ArgumentObject((changed.paths[changed.returned],))
        node = results.node(result)
        read = values if isinstance(result, ArgumentObject) and result.number is None else [*values, node]
        if all(names_in(each).isdisjoint(names_in(*targets[:at])) for at, each in enumerate(read)):
            return [ast.Assign([target], value) for target, value in zip(targets, values, strict=True)], node
        if read is not values:
            node = ast.Name(self.context.symbols.new("result"), ast.Load())
            targets.append(node)
        return [ast.Assign([ast.Tuple(targets, ast.Store())], ast.Tuple(read, ast.Load()))], node


def _mentions(function: ast.FunctionDef, size: int) -> bool:
    """Return whether a number of the code may come from a size, and so grow with it."""
    values = [each.value for each in ast.walk(function) if isinstance(each, ast.Constant)]
    numbers = [int(value) for value in values if type(value) in (int, float) and float(value).is_integer()]  # type: ignore[arg-type]
    return any(number > 1 and min(abs(number - size), number % size) <= 2 for number in numbers)


def _defaults(function: Callable[..., Any]) -> dict[str, Any]:
    parameters = inspect.signature(function).parameters.values()
    return {each.name: each.default for each in parameters if each.default is not each.empty}


def used_results(packed: Any, count: int) -> list[bool]:
    """Return for each array of a program whether its function uses it: all but those of lacking capacity."""
    if not isinstance(packed, Packed):
        return [True] * count
    without = set(jax.tree_util.tree_leaves(packed.details.get(GROWS, ())))
    return [k not in without for k in range(count)]


def _call_with_more_capacity(name: str, parameters: Sequence[str], failed: ast.expr, codes: Sequence[int]) -> ast.If:
    """Return the statement that calls a function again with twice the capacity, if a list lacked some."""
    is_one = ast.Compare(failed, [ast.Eq()], [literal(codes[0])])
    is_any = ast.Compare(call("int", [failed]), [ast.In()], [literal(tuple(codes))])
    again = call(name, [ast.Name(each, ast.Load()) for each in parameters], capacity=expression("2 * capacity"))
    return ast.If(is_one if len(codes) == 1 else is_any, [ast.Return(again)], [])
