"""A function that chooses texts at run time, as one that chooses numbers, and what turns the numbers into texts."""

from __future__ import annotations

import ast
import builtins
import itertools
import types
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from nbgraph.core.executor.convert import conversion
from nbgraph.core.executor.traces import Trace
from nbgraph.core.normalise.naming import Namer, identifiers
from nbgraph.core.normalise.rewriter import rebuild, replace
from nbgraph.core.normalise.template import quote, quote_expression
from nbgraph.core.pipeline import Converted
from nbgraph.core.source.environment import Environment
from nbgraph.core.source.function import parse_function
from nbgraph.core.specialise.remade import remade, traced_alike
from nbgraph.core.specialise.texts.answers import NoNumbersError
from nbgraph.core.specialise.texts.either import SameType
from nbgraph.core.specialise.texts.infer import Inference
from nbgraph.core.specialise.texts.kinds import Kind, Kinds, TooManyError
from nbgraph.core.specialise.texts.known import Known
from nbgraph.core.specialise.texts.results import with_texts_returned
from nbgraph.core.specialise.texts.rewrite import Rewriter
from nbgraph.core.specialise.texts.stable import stays_as_it_is
from nbgraph.core.specialise.texts.tables import Table, Tables, part_of, without_numbers
from nbgraph.core.staging.chosen_kinds import ITSELF, Whole, is_member
from nbgraph.core.staging.values import is_traced, type_of


@dataclass(frozen=True)
class Numbered:
    """A program with numbers in the place of texts.

    Attributes:
        original: the function, converted as the user wrote it.
        converted: the function with numbers in the place of texts, converted.
        trace: the trace of it.
        first: the trace of the function as the user wrote it.
        tables: the texts.
        arrays: what stands for each array of answers, by its name.
        result: what the function gives.
        made: makes tables.
    """

    original: Converted
    converted: Converted
    trace: Trace
    first: Trace
    tables: list[Table]
    arrays: Mapping[str, ast.expr]
    result: Kind
    made: Tables

    @property
    def shown(self) -> frozenset[str]:
        """The functions that stand for texts to be shown."""
        return frozenset(table.shows for table in self.tables)

    def filled(self, node: Any) -> Any:
        """A definition with the tables in the place of what stood for them."""
        by_name = {table.shows: table for table in self.tables}
        marks = {table.mark for table in self.tables}

        def new(part: ast.AST) -> ast.AST:
            match part:
                case ast.Call(func=ast.Name(id=name), args=numbers) if name in self.arrays:
                    if isinstance(self.arrays[name], ast.Constant) or not numbers:
                        return self.arrays[name]
                    found = [code for number in numbers if isinstance(code := new(number), ast.expr)]
                    index = found[0] if len(found) == 1 else ast.copy_location(ast.Tuple(found, ast.Load()), part)
                    return quote_expression("array[index]", part, array=self.arrays[name], index=index)
                case ast.Call(func=ast.Name(id=name), args=[value]) if name in {"value_in_a_text", *marks}:
                    return new(value)
                case ast.Expr(value=ast.Call(func=ast.Name(id=name), args=[ast.Call(args=[number])])) if _is_error(
                    name
                ):
                    return rebuild(part, lambda call: replace(call, args=[number]))  # nobody sees it
                case ast.Call(func=ast.Name(id=name), args=[number]) if name in by_name:
                    return _text_code(by_name[name], number, part)
            return rebuild(part, new)

        return new(node)

    def returning(self, node: ast.FunctionDef | ast.Assign) -> ast.FunctionDef | ast.Assign:
        """The function with the texts themselves as its results."""
        return with_texts_returned(node, self.result, self.made) if isinstance(node, ast.FunctionDef) else node

    def lines(self, used: set[str]) -> list[str]:
        """The lines that define the tables which code uses."""
        lines = []
        for table in self.tables:
            text, *numbers = table.lines()
            if used & set(table.numbers):
                lines += [text, *numbers]
            elif table.name in used:
                lines.append(text)
        return lines

    @property
    def names(self) -> set[str]:
        """The names that the lines define."""
        return {name for table in self.tables for name in (table.name, *table.numbers)}


def _is_error(name: str) -> bool:
    kind = getattr(builtins, name, None)
    return isinstance(kind, type) and issubclass(kind, Exception)


def _text_code(table: Table, number: ast.expr, at: ast.AST) -> ast.expr:
    if table.is_split:
        text = quote_expression("table[kind]", at, table=table.name, kind=part_of(number, 0, at))
        return without_numbers(number, table, at, text)
    if not table.sites:
        return quote_expression("table[number]", at, table=table.name, number=number)
    form = "table[number[0]].format(*number)"
    form = f"table[number[0]] and {form}" if None in table.forms else form
    return quote_expression(form, at, table=table.name, number=number)


def numbered(converted: Converted, trace: Trace) -> Numbered | None:
    """A function with numbers in the place of the texts that it chooses, traced; None where that cannot be said.

    Args:
        converted: the function.
        trace: the trace of it.
    """
    original = converted.original
    main = converted.parsed.node
    if not isinstance(main, ast.FunctionDef):
        return None
    environment = Environment.of(original)
    helpers: dict[types.FunctionType, Any] = {}
    if any(isinstance(text, Whole) or is_member(text) for text, _ in trace.record.text_numbers):
        return None
    mixes = any(text == ITSELF for text, _ in trace.record.text_numbers)

    def load_tree(function: types.FunctionType) -> ast.FunctionDef | None:
        if function is original or function.__globals__ is not original.__globals__ or function.__closure__:
            return None
        parsed = parse_function(function)
        helpers[function] = parsed
        if not isinstance(parsed.node, ast.FunctionDef):
            return None
        return with_end(parsed.node) if mixes else parsed.node

    record = trace.record
    numbers = [SameType(*kinds[0]) for text, kinds in record.text_numbers if text == ITSELF]
    known = frozenset(text for text, kinds in record.text_numbers if not kinds)
    file = converted.parsed.source.file
    places = frozenset(place for other, place in record.text_places if other == file)
    asked = {place: found for (other, place), found in record.kinds_asked.items() if other == file}
    inference = Inference(Known(environment.outer, known, places, asked), load_tree, Kinds(mixes=mixes))
    main = with_end(main) if mixes else main
    try:
        inference.run(main)
    except (TooManyError, NoNumbersError):
        return None
    if _is_spoiled(inference) or not stays_as_it_is([main, *inference.functions.values()], inference.known):
        return None
    either = [kind for kind in _all(inference) if kind.may_be_itself]
    for chosen in itertools.islice(itertools.product(numbers, repeat=len(either)), _MOST_WAYS):
        found = _with_types(converted, trace, inference, main, helpers, dict(zip(either, chosen, strict=True)))
        if found is not None:
            return found
    return None


_MOST_WAYS = 16  # to say of which type the numbers are that may be None at other times


def _with_types(
    converted: Converted,
    trace: Trace,
    inference: Inference,
    main: ast.FunctionDef,
    helpers: Mapping[types.FunctionType, Any],
    chosen: Mapping[Kind, SameType],
) -> Numbered | None:
    """The program where the numbers that may be None or texts at other times are of some types."""
    original = converted.original
    environment = inference.known.outer
    nodes = [main, *inference.functions.values()]
    taken = set().union(*(identifiers(node) for node in nodes)) | set(environment.keys())
    blanks = {f"blank_{index}": each for index, each in enumerate(dict.fromkeys(chosen.values()))}
    names = {each: name for name, each in blanks.items()}
    zeros = {kind: quote_expression(f"{names[each]}()", main) for kind, each in chosen.items()}
    tables = Tables(Namer(taken), zeros=zeros)
    nonlocals = [part for node in nodes for part in ast.walk(node) if isinstance(part, ast.Nonlocal)]
    rewriter = Rewriter(inference, tables, shared=frozenset(name for each in nonlocals for name in each.names))
    try:
        made = {function: rewriter.function(node) for function, node in inference.functions.items()}
        new = rewriter.function(main)
    except (TooManyError, NoNumbersError):
        return None
    if not tables.made:
        return None
    around = dict(original.__globals__)
    around |= {name: index for table in tables.made.values() for index, name in enumerate(table.numbers)}
    around |= {name: answers for name, (_, answers) in rewriter.arrays.items()}
    around |= {table.shows: shown for table in tables.made.values()}
    around |= {table.mark: chosen[kind] for kind, table in tables.made.items() if table.mark}
    around |= {name: each.blank for name, each in blanks.items()}
    around["value_in_a_text"] = value_in_a_text
    for function, node in made.items():
        around[function.__name__] = remade(function, node, helpers[function], around)
    function = remade(original, new, converted.parsed, around)
    traced = traced_alike(function, trace)
    if traced is None:
        return None
    arrays = {name: code for name, (code, _) in rewriter.arrays.items()}
    arrays |= {name: quote_expression(each.zero, main) for name, each in blanks.items()}
    return Numbered(
        converted, conversion(function), traced, trace, list(tables.made.values()), arrays, inference.kind(main), tables
    )


def with_end(main: ast.FunctionDef) -> ast.FunctionDef:
    """A function that says `return None` where it would fall off its end and give that."""
    gives = any(isinstance(part, ast.Return) and part.value is not None for part in ast.walk(main))
    if not gives or isinstance(main.body[-1], ast.Return | ast.Raise):
        return main
    return replace(main, body=[*main.body, *quote("return None", main.body[-1])])


def _all(inference: Inference) -> list[Kind]:
    """The kinds of a program, each once."""
    found = [*inference.of.values(), *(kind for scope in inference.scopes.values() for kind in scope.values())]
    return list({id(kind.found()): kind.found() for kind in found}.values())


def _is_spoiled(inference: Inference) -> bool:
    return any(kind.is_chosen and kind.opaque for kind in _all(inference))


class NoNumberError(Exception):
    """A value in a text is no number."""


def value_in_a_text(value: Any) -> Any:
    """A value that is shown in a text: it must be a number, which looks the same wherever it is shown.

    Raises:
        NoNumberError: it is none.
    """
    kind = type_of(value) if is_traced(value) or isinstance(value, int | float) else None
    if kind is None or kind.shape or kind.dtype_kind not in "iuf":
        raise NoNumberError
    return value


def shown(number: Any) -> Any:
    """Stands for the text of a number until code is made."""
    return number
