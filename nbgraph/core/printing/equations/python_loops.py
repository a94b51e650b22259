"""Print loops that Python runs, over a range or over the rows of an array; their iterations were traced one by one."""

from __future__ import annotations

import ast
from collections import Counter
from typing import TYPE_CHECKING

from nbgraph.core.printing.equations.context import Body
from nbgraph.core.printing.ir.program import Atom, Block, Counted, Equation, Variable, counted, operands_of
from nbgraph.core.printing.text.code import assign, expression, linear, literal, names_in
from nbgraph.core.printing.text.values import Value, variable
from nbgraph.core.printing.text.variations import PEELED

if TYPE_CHECKING:
    from nbgraph.core.printing.equations.walk import Writer


def print_python_loop(writer: Writer, equation: Equation) -> None:
    """Write a Python `for` loop."""
    count, *given = [writer.read(atom) for atom in equation.operands]
    block, index = equation.blocks[0], equation.params["index"]
    for atom in dict.fromkeys(operands_of(equation)):
        if isinstance(atom, Variable) and atom in writer.known:
            writer.known[atom] = writer.named(writer.known[atom])
    symbols = []
    for parameter, value in zip(block.parameters, given, strict=True):
        name = parameter.name or next(iter(sorted(value.names)), "")
        symbols.append(writer.context.symbols.new(name or "value"))
        writer.body.put(assign([symbols[-1]], value.typed()), equation.spans)
    carried = {
        parameter: variable(symbol, parameter.aval, parameter.name, *value.names)
        for parameter, symbol, value in zip(block.parameters, symbols, given, strict=True)
    }
    target, over = _header(writer, equation, block, index, count)
    body = Body()
    values = writer.beside(block, carried, body)
    rows = _appended(writer, equation, body, values)
    values = values[: len(values) - len(rows)]
    finals = [*_assigned(body, symbols, values[: len(symbols)]), *_extra(writer, body, values[len(symbols) :])]
    loop = ast.For(ast.Name(target, ast.Store()), over, body.statements or [ast.Pass()], [])
    setattr(loop, PEELED, equation.params["peeled"])
    writer.body.put(loop, equation.spans)
    for name, made in rows:
        _enter_items(writer, name, made)
    for result, symbol in zip(equation.results, finals, strict=False):
        writer.known[result] = variable(symbol, result.aval, result.name, spans=equation.spans)
    for name, made in rows:
        writer.context.lists[name] = [ast.unparse(writer.known[item].node) for item in made]


def _appended(writer: Writer, equation: Equation, body: Body, values: list[Value]) -> list[tuple[str, list[Variable]]]:
    """Append values of all iterations to lists; return each list's name with the variables of its items."""
    lists = equation.params["lists"]
    wanted = _list_names(writer, equation)
    names = wanted if len(wanted) == len(lists) else ["values"] * len(lists)
    found = []
    for name, made, value in zip(names, lists, values[len(values) - len(lists) :], strict=True):
        symbol = writer.context.symbols.new(name)
        writer.body.put(assign([symbol], ast.List([], ast.Load())), equation.spans)
        if not isinstance(value.node, ast.Name):
            item = writer.context.symbols.new(next(iter(sorted(value.names)), "item"))
            body.put(assign([item], value.node), value.spans)
            value = value.also(node=ast.Name(item, ast.Load()))
        node = ast.Name(value.node.id, ast.Load())  # type: ignore[attr-defined]
        body.put(ast.Expr(expression("_0_.append(_1_)", ast.Name(symbol, ast.Load()), node)), value.spans)
        found.append((symbol, made))
    return found


def _enter_items(writer: Writer, name: str, made: list[Variable]) -> None:
    for k, variable_ in enumerate(made):
        node = ast.Subscript(ast.Name(name, ast.Load()), ast.Constant(k), ast.Load())
        writer.known[variable_] = Value(node, variable_.aval, None, names=frozenset((variable_.name,)) - {""})


def _list_names(writer: Writer, equation: Equation) -> list[str]:
    """Return the names of the lists that the user's loop appends to, in order."""
    header = equation.params["header"]
    text = None if header is None else writer.context.places.text(header.file)
    if text is None:
        return []
    loops = (node for node in ast.walk(text.tree) if isinstance(node, ast.For) and node.lineno == header.line)
    calls = [node for loop in loops for node in ast.walk(loop) if isinstance(node, ast.Call)]
    found = []
    for each in calls:
        match each.func:
            case ast.Attribute(value=ast.Name(id=name), attr="append"):
                found.append(name)
            case _:
                pass
    return found


def _header(writer: Writer, equation: Equation, block: Block, index: Variable, count: Value) -> tuple[str, ast.expr]:
    """Return the target of a loop, and what it iterates over."""
    wanted = _target(writer, equation)
    over = _rows(writer, equation, block, index, count)
    if over is not None:
        symbol = writer.context.symbols.new(wanted or "item")
        writer.context.counts[index] = (symbol, None)
        return symbol, over
    forms = Counter(
        (atom.start, step) for atom in counted(block) for other, step in atom.steps.items() if other is index
    )
    header = equation.params["header"]
    counts = header is not None and writer.context.places.counter((header,))
    start, step = (
        (equation.params["number"], 1)
        if counts
        else max(forms, key=lambda form: (forms[form], -abs(form[0])))
        if forms
        else (0, 1)
    )
    symbol = writer.context.symbols.new(wanted or ("i" if forms else "_"))
    writer.context.counts[index] = (symbol, (start, step))
    return symbol, _range(start, step, count)


def _range(start: int, step: int, count: Value) -> ast.expr:
    if (start, step) == (0, 1):
        return expression("range(_0_)", count.node)  # type: ignore[no-any-return]
    known = count.known
    if known is not None and int(known) == 2 and step != 1:  # `(10, 20)` and no `range(10, 30, 10)`
        return ast.Tuple([literal(start), literal(start + step)], ast.Load())
    stop = linear(start, [(step, count.node)]) if known is None else literal(start + step * int(known))
    more = [] if step == 1 else [literal(step)]
    return ast.Call(ast.Name("range", ast.Load()), [literal(start), stop, *more], [])


def _target(writer: Writer, equation: Equation) -> str:
    header = equation.params["header"]
    names = () if header is None else writer.context.places.names(header.file).elements.get(header, ())
    return names[0] if len(names) == 1 else ""


def _rows(writer: Writer, equation: Equation, block: Block, index: Variable, count: Value) -> ast.expr | None:
    """Return the array whose rows a loop takes, one whole row per iteration; None where the counter has other uses."""
    slices = [e for e in block.equations if e.operation == "python_slice"]
    taken = [e for e in slices if any(isinstance(atom, Counted) and index in atom.steps for atom in e.operands)]
    asked = [atom for atom in counted(block) if index in atom.steps]
    arrays = {e.operands[0] for e in taken}
    if not taken or len(asked) != len(taken) or len(arrays) != 1 or count.known is None:
        return None
    array: Atom = arrays.pop()
    is_outside = isinstance(array, Variable) and array in writer.known and array not in block.parameters
    if not is_outside or array.aval.shape[0] != int(count.known) or not all(map(_is_row, taken)):
        return None
    users = [e for e in block.equations if any(e.operands[:1] == each.results for each in taken)]
    if not all(
        e.operation in ("squeeze", "reshape") and e.results[0].aval.shape == array.aval.shape[1:] for e in users
    ):
        return None
    return writer.read(array).node


def _is_row(equation: Equation) -> bool:
    array, first, *others = equation.operands
    at_count = isinstance(first, Counted) and first.start == 0 and list(first.steps.values()) == [1]
    whole = (1, *array.aval.shape[1:])
    return at_count and not any(isinstance(each, Counted) for each in others) and equation.params["sizes"] == whole


def _assigned(body: Body, symbols: list[str], values: list[Value]) -> list[str]:
    """Bind the carried variables to their next values, at the end of the body; return their names."""
    left = []
    for k, (symbol, value) in enumerate(zip(symbols, values, strict=True)):
        others = [other.node for j, other in enumerate(values) if j != k]
        if not _renamed(body.statements, value.node, symbol, others):
            left.append((symbol, value.typed()))
    left = [(symbol, node) for symbol, node in left if not (isinstance(node, ast.Name) and node.id == symbol)]
    needed = [names_in(node) for _, node in left]
    if all(symbol not in set().union(*needed[k + 1 :]) for k, (symbol, _) in enumerate(left)):
        body.statements += [assign([symbol], node) for symbol, node in left]
    elif left:
        together = ast.Tuple([node for _, node in left], ast.Load())
        body.statements.append(assign([symbol for symbol, _ in left], together))
    return symbols


def _renamed(statements: list[ast.stmt], node: ast.expr, symbol: str, others: list[ast.expr]) -> bool:
    """Rename a next value to the carried variable where it is made, if the old value is not used afterwards."""
    if not isinstance(node, ast.Name) or "%" not in node.id or any(symbol in names_in(other) for other in others):
        return False
    made = node.id
    where = [k for k, each in enumerate(statements) if isinstance(each, ast.Assign) and made in names_in(*each.targets)]
    if len(where) != 1 or symbol in names_in(*statements[where[0] + 1 :], *statements[where[0]].targets):  # type: ignore[attr-defined]
        return False
    for each in (*statements[where[0] :], *others):
        for name in ast.walk(each):
            if isinstance(name, ast.Name) and name.id == made:
                name.id = symbol
    return True


def _extra(writer: Writer, body: Body, values: list[Value]) -> list[str]:
    """Bind values that are used after the loop; return their names."""
    symbols = []
    for value in values:
        if not isinstance(value.node, ast.Name):
            name = next(iter(sorted(value.names)), "value")
            symbols.append(writer.context.symbols.new(name))
            body.put(assign([symbols[-1]], value.typed()), value.spans)
        else:
            symbols.append(value.node.id)
    return symbols
