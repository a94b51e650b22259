"""Operations on texts as operations on their numbers: comparisons, and arrays of what Python answers for each text."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from nbgraph.core.normalise.rewriter import rebuild, replace
from nbgraph.core.normalise.template import quote, quote_expression
from nbgraph.core.specialise.texts.answers import NoNumbersError, apart
from nbgraph.core.specialise.texts.either import computed
from nbgraph.core.specialise.texts.kinds import Form, Kind, Shown, form_of, is_known
from nbgraph.core.specialise.texts.known import with_texts
from nbgraph.core.specialise.texts.tables import Table
from nbgraph.core.specialise.texts.with_values import formatted, with_values

if TYPE_CHECKING:
    from nbgraph.core.specialise.texts.values import Values


def operation_code(to: Values, node: ast.expr, kind: Kind) -> ast.expr:
    """An operation with numbers in the place of texts.

    Raises:
        NoNumbersError: it cannot be written so.
    """
    leaves = to.leaves(node)
    kinds = [to.kind(leaf) for leaf in leaves]
    is_whole = any(leaf is node for leaf in leaves)
    if (
        not is_whole
        and all(each.shape == "text" for each in kinds)
        and all(is_known(f) for k in kinds for f in k.forms)
    ):
        if any(each.is_chosen for each in kinds):
            return _looked_up(to, node, kind, leaves)
        if kind.is_chosen:
            ((_, answer),) = to.found.known.answers(node, leaves, [list(each.forms) for each in kinds])
            return to.constant(form_of(answer), kind, node)
        return node
    found = computed(to, node)
    if found is not None:
        return found
    match node:
        case ast.Compare(left=left, ops=[operator], comparators=[right]) if to.is_chosen(left) or to.is_chosen(right):
            if isinstance(operator, ast.In | ast.NotIn):
                return to.children(node)  # type: ignore[no-any-return]
            text, other = (left, right) if to.is_chosen(left) else (right, left)
            return _compared(to, node, operator, text, _single(to, other))
        case ast.Subscript() if (index := _chosen_index(to, node)) is not None:
            return _distributed(to, node, index)
        case ast.Subscript(value=ast.Constant(value=str() as letters), slice=index) if kind.is_chosen:
            items = [to.constant(form_of(letter), kind, node) for letter in letters]
            return replace(node, value=ast.copy_location(ast.Tuple(items, ast.Load()), node), slice=to.value(index))
        case ast.Call(func=ast.Attribute(attr="get"), args=[key, *_]) if to.is_chosen(key):
            return _distributed(to, node, key)
        case ast.Call(func=ast.Name(id="str"), args=[value]) if kind.is_chosen:
            return with_values(to, node, kind, [(Shown(value),)], [])
        case ast.BinOp(left=left, op=ast.Add(), right=right) if kind.is_chosen:
            return with_values(to, node, kind, [left, right], [left, right])
        case ast.JoinedStr(values=parts) if kind.is_chosen:
            return formatted(to, node, kind, parts)
        case ast.Call(func=ast.Name(id="print"), args=args):
            return replace(node, args=[to.shown(argument) for argument in args])
        case ast.Call(func=ast.Name(), args=args, keywords=keywords):
            named = [ast.copy_location(ast.keyword(k.arg, to.value(k.value)), k) for k in keywords]
            return replace(node, args=[to.value(argument) for argument in args], keywords=named)
    return to.children(node)  # type: ignore[no-any-return]


def _compared(to: Values, node: ast.expr, operator: ast.cmpop, text: ast.expr, others: Sequence[Form]) -> ast.expr:
    """`text == "a"` as a comparison of numbers."""
    negative = isinstance(operator, ast.NotEq | ast.IsNot)
    if len(others) != 1 or not isinstance(operator, ast.Eq | ast.NotEq | ast.Is | ast.IsNot):
        raise NoNumbersError
    table = to.table(text)
    if others[0] not in table.forms:
        return ast.copy_location(ast.Constant(negative), node)
    made = to.is_form(to.value(text), table, others[0], node)
    return to.opposite(made) if negative else made


def _looked_up(to: Values, node: ast.expr, kind: Kind, leaves: Sequence[ast.expr]) -> ast.expr:
    """What Python answers for each of the texts, looked up by their numbers."""
    chosen = [leaf for leaf in leaves if to.is_chosen(leaf)]
    match node:
        case ast.Compare(
            left=left, ops=[ast.Eq() | ast.NotEq() | ast.Is() | ast.IsNot() as operator], comparators=[right]
        ):
            for text, other in ((left, right), (right, left)):
                if len(chosen) == 1 and text is chosen[0] and (alone := _single(to, other)):
                    return _compared(to, node, operator, text, alone)
            if len(chosen) == 2 and to.table(left) is to.table(right) and not to.table(left).sites:
                return replace(node, left=to.value(left), comparators=[to.value(right)])
    answers = to.found.known.answers(node, leaves, [to.forms(leaf) for leaf in leaves])
    numbers = [to.value(leaf) for leaf in chosen]
    by_chosen = _kept(to, node, leaves, chosen, answers, numbers)
    tables = [to.table(leaf) for leaf in chosen]
    given = [by_chosen[row] for row in itertools.product(*(table.forms for table in tables))]
    own = to.tables.of(kind) if kind.is_chosen else None
    values, holes = _values(given, own)
    if all(type(value) is type(values[0]) and value == values[0] for value in values) and not holes:
        code: ast.expr = ast.copy_location(ast.Constant(values[0]), node)
        return code if own is None else to.beside(code, own, node)
    plain = [quote_expression("n[0]", node, n=n) if t.sites else n for n, t in zip(numbers, tables, strict=True)]
    if own is not None and len(plain) == 1 and not holes and values == list(range(len(values))):
        return to.beside(plain[0], own, node)
    clean = not holes and not any(isinstance(answer, Exception) for answer in given)
    spelled = _comprehension(to, node, chosen, tables, own) if clean else None
    code = to.answers(values, [len(t.forms) for t in tables], plain, node, code=spelled, holes=holes)
    return code if own is None else to.beside(code, own, node)


def _values(given: Sequence[Any], own: Table | None) -> tuple[list[Any], frozenset[int]]:
    """The answers as numbers, something in the place of those that are none, and where these are."""
    values = [
        None if isinstance(answer, Exception) else answer if own is None else _number(own, form_of(answer))
        for answer in given
    ]
    filler = next((value for value in values if value is not None), None)
    if filler is None:
        raise NoNumbersError
    holes = [
        i
        for i, (v, answer) in enumerate(zip(values, given, strict=True))
        if v is None and not isinstance(answer, Exception)
    ]
    return [filler if value is None else value for value in values], frozenset(holes)


def _number(table: Table, form: Form) -> int | None:
    return table.forms.index(form) if form in table.forms else None


def _single(to: Values, node: ast.expr) -> list[Form]:
    """The one known text that an expression is; none where it is anything else."""
    if isinstance(node, ast.Constant):
        return [form_of(node.value)] if isinstance(node.value, str | None) else []
    forms = to.forms(node)
    return forms if len(forms) == 1 and not to.is_chosen(node) else []


def _kept(
    to: Values,
    node: ast.expr,
    leaves: Sequence[ast.expr],
    chosen: Sequence[ast.expr],
    answers: Sequence[tuple[tuple[Form, ...], Any]],
    numbers: Sequence[ast.expr],
) -> dict[tuple[Form, ...], Any]:
    """The answers by the chosen texts only; the lines that raise what is raised for some of them go before.

    Raises:
        NoNumbersError: no line can stand there.
    """
    places = [list(leaves).index(leaf) for leaf in chosen]
    found = {tuple(row[place] for place in places): answer for row, answer in answers}
    for row, answer in found.items():
        if not isinstance(answer, Exception):
            continue
        never = any(
            isinstance(leaf, ast.Name) and (leaf.id, form) in to.never for leaf, form in zip(chosen, row, strict=True)
        )
        if never:
            continue
        simple = all(isinstance(argument, str | int | None) for argument in answer.args)
        if to.lazy or not simple or not all(isinstance(number, ast.Name) for number in numbers):
            numbers = _hoisted(to, chosen, numbers)
        if not simple:
            raise NoNumbersError
        tests = [to.is_form(n, to.table(leaf), form, leaf) for n, leaf, form in zip(numbers, chosen, row, strict=True)]
        test = tests[0] if len(tests) == 1 else ast.copy_location(ast.BoolOp(ast.And(), tests), node)
        given = [ast.copy_location(ast.Constant(argument), node) for argument in answer.args]
        error = quote_expression("kind()", node, kind=type(answer).__name__)
        assert isinstance(error, ast.Call)
        to.before += quote("if test: raise error", node, test=test, error=replace(error, args=given))
    return found


def _hoisted(to: Values, chosen: Sequence[ast.expr], numbers: Sequence[ast.expr]) -> list[ast.expr]:
    if to.lazy or len(chosen) != 1:
        raise NoNumbersError
    name = to.tables.name("text")
    to.before += quote("name = value", chosen[0], name=name, value=numbers[0])
    made: Any = numbers
    made[0] = ast.copy_location(ast.Name(name, ast.Load()), chosen[0])
    return list(made)


def _comprehension(
    to: Values, node: ast.expr, chosen: Sequence[ast.expr], tables: Sequence[Table], own: Table | None
) -> ast.expr | None:
    """`jnp.array([len(kind) for kind in KINDS])`; None where that needs more than the texts."""
    names = [leaf.id if isinstance(leaf, ast.Name) else "text" for leaf in chosen]
    if len(set(names)) < len(names) or any(table.sites for table in (*tables, *([own] if own else []))):
        return None
    single = [leaf for leaf in to.leaves(node) if not to.is_chosen(leaf)]
    fixed = with_texts(node, single, [to.forms(leaf)[0] for leaf in single])
    named = {id(leaf): name for leaf, name in zip(chosen, names, strict=True)}

    def new(part: ast.AST) -> ast.AST:
        name = named.get(id(part))
        return rebuild(part, new) if name is None else ast.copy_location(ast.Name(name, ast.Load()), part)

    code = new(fixed)
    assert isinstance(code, ast.expr)
    builtin = to.found.known.is_builtin
    free = {part.id for part in ast.walk(code) if isinstance(part, ast.Name)} - set(names)
    if not all(builtin(name) for name in free):
        return None
    if own is not None:
        code = quote_expression("table.index(each)", node, table=own.name, each=code)
    for name, table in reversed(list(zip(names, tables, strict=True))):
        code = quote_expression("[each for name in table]", node, each=code, name=name, table=table.name)
    return quote_expression("jnp.array(each)", node, each=code)


def _chosen_index(to: Values, node: ast.expr) -> ast.expr | None:
    """The chosen text by which a dict, or one inside another, is asked."""
    while isinstance(node, ast.Subscript):
        if to.is_chosen(node.slice) and to.kind(node.value).shape == "other":
            return node.slice
        node = node.value
    return None


def _distributed(to: Values, node: ast.expr, key: ast.expr) -> ast.expr:
    """What is found under each of the keys that a chosen text may be, and a choice between that."""
    number, table = to.named(key), to.table(key)

    def under(form: Form) -> ast.expr:
        text = form_code(form, key)

        def new(part: ast.AST) -> ast.AST:
            if part is key:
                return text
            return rebuild(part, new) if part in spine else to.value(part) if isinstance(part, ast.expr) else part

        made = new(node)
        assert isinstance(made, ast.expr)
        return made

    spine = _way(node, key)
    with to.lazily("an item of a dict"):
        forms = to.forms(key)
        code = under(forms[-1])
        for count, form in enumerate(reversed(forms[:-1])):
            test = to.is_form(number, table, form, key)
            code = apart(ast.copy_location(ast.IfExp(test, under(form), code), node), count)
    return code


def _way(node: ast.AST, key: ast.AST) -> set[ast.AST]:
    """The nodes from one down to another."""
    if node is key:
        return {node}
    for child in ast.iter_child_nodes(node):
        found = _way(child, key)
        if found:
            return {node, *found}
    return set()


def form_code(form: Form, at: ast.AST) -> ast.expr:
    """A known text as code."""
    return ast.copy_location(ast.Constant(None if form is None else "".join(map(str, form))), at)
