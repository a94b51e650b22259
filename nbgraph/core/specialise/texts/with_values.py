"""Texts with run-time values in them, which travel beside the number of the text."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from nbgraph.core.normalise.template import quote_expression
from nbgraph.core.specialise.texts.answers import NoNumbersError
from nbgraph.core.specialise.texts.kinds import Kind, Shown, form_of, joined

if TYPE_CHECKING:
    from nbgraph.core.specialise.texts.values import Values


def formatted(to: Values, node: ast.expr, kind: Kind, parts: Sequence[ast.expr]) -> ast.expr:
    """An f-string with run-time values, which travel beside its number."""
    pieces: list[Any] = []
    texts: list[ast.expr] = []
    for part in parts:
        if isinstance(part, ast.Constant):
            pieces.append(form_of(str(part.value)))
            continue
        assert isinstance(part, ast.FormattedValue)
        if to.kind(part.value).shape == "text":
            pieces.append(part.value)
            texts.append(part.value)
        else:
            sites = [p for form in kind.forms for p in form or () if isinstance(p, Shown) and p.site is part.value]
            pieces.append((sites[0],))
    return with_values(to, node, kind, pieces, texts)


def with_values(to: Values, node: ast.expr, kind: Kind, parts: Sequence[Any], texts: Sequence[ast.expr]) -> ast.expr:
    """Texts with run-time values, one after the other: the number of the whole, and the values of all."""
    own = to.tables.of(kind)
    chosen = [text for text in texts if to.is_chosen(text)]
    numbers = [to.named(text) for text in chosen]
    tables = [to.table(text) for text in chosen]
    values: list[tuple[ast.expr, ast.expr]] = []
    for part in parts:
        if isinstance(part, tuple):
            values += [(p.site, _checked(to.value(p.site))) for p in part if isinstance(p, Shown)]
    for number, table in zip(numbers, tables, strict=True):
        for index, site in enumerate(table.sites):
            values.append((site, quote_expression(f"number[{index + 1}]", node, number=number)))
    if len({id(site) for site, _ in values}) < len(values):
        raise NoNumbersError  # the same value of two times
    found = []
    for row in itertools.product(*(table.forms for table in tables)):
        known = dict(zip(map(id, chosen), row, strict=True))
        whole = [p if isinstance(p, tuple) else known[id(p)] if id(p) in known else to.forms(p)[0] for p in parts]
        found.append(own.index(joined(*whole)))
    if not tables:
        return to.beside(own.number(own.forms[found[0]], node), own, node, values)
    plain = [quote_expression("n[0]", node, n=n) if t.sites else n for n, t in zip(numbers, tables, strict=True)]
    code = to.answers(found, [len(table.forms) for table in tables], plain, node)
    return to.beside(code, own, node, values)


def _checked(value: ast.expr) -> ast.expr:
    """A value inside a text, marked for the trace to see what it is."""
    return quote_expression("value_in_a_text(value)", value, value=value)
