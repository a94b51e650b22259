"""The texts among the results of a function: Python's own, behind what JAX computes."""

from __future__ import annotations

import ast

from nbgraph.core.functionalise.blocks import load
from nbgraph.core.normalise.rewriter import replace
from nbgraph.core.normalise.template import quote, quote_expression
from nbgraph.core.specialise.standing import ROOM
from nbgraph.core.specialise.texts.kinds import Kind
from nbgraph.core.specialise.texts.tables import Tables, part_of, without_numbers


def with_texts_returned(function: ast.FunctionDef, result: Kind, tables: Tables) -> ast.FunctionDef:
    """A function that returns texts where it returned their numbers."""
    if not _holds(result):
        return function
    return replace(function, body=_block(function.body, result, tables, function.name))


def _holds(kind: Kind) -> bool:
    kind = kind.found()
    return kind.is_chosen or any(map(_holds, kind.parts))


def _block(block: list[ast.stmt], result: Kind, tables: Tables, name: str) -> list[ast.stmt]:
    made: list[ast.stmt] = []
    for line in block:
        match line:
            case ast.Return(value=ast.Call(func=ast.Name(id=called), keywords=keywords)) if called == name and any(
                keyword.arg == ROOM for keyword in keywords
            ):
                made.append(line)
            case ast.Return(value=ast.expr() as value):
                before, code = _text(value, result, tables)
                made += [*before, replace(line, value=code)]
            case ast.FunctionDef() | ast.ClassDef():
                made.append(line)
            case _:
                blocks = {
                    field: _block(part, result, tables, name)
                    for field, part in ast.iter_fields(line)
                    if isinstance(part, list) and part and isinstance(part[0], ast.stmt)
                }
                made.append(replace(line, **blocks) if blocks else line)
    return made


def _text(value: ast.expr, kind: Kind, tables: Tables) -> tuple[list[ast.stmt], ast.expr]:
    """The lines before, and a value with texts in the place of their numbers."""
    kind = kind.found()
    if not _holds(kind):
        return [], value
    if kind.is_chosen:
        table = tables.of(kind)
        if table.is_split:
            before, value = ([], value) if isinstance(value, ast.Tuple) else _named(value, tables, "result")
            text = quote_expression("table[int(kind)]", value, table=table.name, kind=part_of(value, 0, value))
            return before, without_numbers(value, table, value, text)
        if not table.sites:
            return [], quote_expression("table[int(number)]", value, table=table.name, number=value)
        before, value = _named(value, tables, "text")
        form = "table[int(text[0])].format(*map(plain, text))"
        if None in table.forms:
            form = f"table[int(text[0])] and {form}"
        return before, quote_expression(form, value, table=table.name, text=value)
    if kind.shape == "list":
        inside = kind.parts[0].found()
        each: ast.expr = load("text", value)
        if inside.may_be_itself and tables.of(inside).is_split:
            name = next(iter(inside.names), "value")
            names = tables.variables(name, tables.of(inside))
            each = ast.copy_location(ast.Tuple([load(name, value) for name in names], ast.Load()), value)
        before, item = _text(each, inside, tables)
        return before, quote_expression("[item for each in items]", value, item=item, items=value, each=each)
    if not isinstance(value, ast.Tuple):
        before, value = _named(value, tables, "result")
        parts = [quote_expression(f"items[{i}]", value, items=value) for i in range(len(kind.parts))]
    else:
        before, parts = [], value.elts
    made = [_text(part, each, tables) for part, each in zip(parts, kind.parts, strict=True)]
    before = [*before, *(line for lines, _ in made for line in lines)]
    return before, ast.copy_location(ast.Tuple([code for _, code in made], ast.Load()), value)


def _named(value: ast.expr, tables: Tables, wish: str) -> tuple[list[ast.stmt], ast.expr]:
    if isinstance(value, ast.Name):
        return [], value
    name = tables.name(wish)
    return quote("name = value", value, name=name, value=value), load(name, value)
