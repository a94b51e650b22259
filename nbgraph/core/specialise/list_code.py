"""What is done to a list inside a staged block, as code for the array and the length that stand for it there."""

from __future__ import annotations

import ast
from typing import Any

from nbgraph.core.functionalise.blocks import load
from nbgraph.core.functionalise.sites import place_of
from nbgraph.core.normalise.template import Hole, quote, quote_expression
from nbgraph.core.specialise.buffers import Buffered
from nbgraph.core.specialise.converting import Converting
from nbgraph.core.specialise.grids import grid_item, grid_of, grid_statement
from nbgraph.core.specialise.held_lists import require_block
from nbgraph.core.specialise.item_checks import is_number, require, require_that
from nbgraph.core.specialise.known_lists import known_list_expression, known_list_statement, list_length
from nbgraph.core.specialise.list_slices import reversed_rows, spliced
from nbgraph.core.specialise.named_lists import display, held_list, rebound
from nbgraph.core.specialise.plan import Plan
from nbgraph.core.specialise.verbs import verb_of
from nbgraph.core.staging.list_notes import BUFFERS, INDEX, TIMES

_SHORT = 20  # characters of an item that leave the line readable
_OF_ITEMS = {
    "sum": "jnp.sum(items, where=jnp.arange(size) < length)",
    "any": "jnp.any(items, where=jnp.arange(size) < length)",
    "all": "jnp.all(items, where=jnp.arange(size) < length)",
}


def list_expression(expressions: Converting, node: ast.AST) -> ast.expr | None:
    """An expression that reads a list in an array; None for any other.

    Raises:
        NoSpecialFormError: it has no counterpart for arrays.
    """
    found = known_list_expression(expressions, node)
    if found is not None:
        return found
    match node:
        case ast.Subscript(value=ast.Subscript(value=ast.Name(id=name), slice=index), slice=inner, ctx=ast.Load()) if (
            grid := grid_of(expressions, name)
        ) is not None:
            return grid_item(expressions, grid, index, inner, node)
        case ast.Subscript(value=ast.Name(id=name), slice=index, ctx=ast.Load()) if (
            name in expressions.plan.lists.active
        ):
            return _item(expressions, expressions.plan.lists.active[name], index, node)
        case ast.Subscript(value=items, slice=index, ctx=ast.Load()) if _is_chosen(expressions, node, items, index):
            return _chosen(expressions, items, index, node)
        case ast.Call(args=[items, index]) if verb_of(node) == "item" and _is_chosen(expressions, node, items, index):
            return _chosen(expressions, items, index, node)
        case ast.Name(id=name, ctx=ast.Load()) if name in expressions.plan.lists.active:
            raise expressions.plan.refuse(node, f"the list `{name}` is used as a whole inside a loop or a branch")
        case ast.BinOp(left=items, op=ast.Mult(), right=times) if _asks(expressions, node, TIMES):
            holes = {"items": expressions.convert(items), "times": expressions.convert(times)}
            return quote_expression("items * int(times)", node, **holes)
        case ast.Call() if verb_of(node) == "call":
            return _call(expressions, node)
        case ast.Call() if verb_of(node) == "in_":
            item, items = node.args
            held = _held(expressions, items)
            if held is not None and (held.is_grid or held.lengths):
                raise expressions.plan.refuse(node, f"a row is looked for in `{held.name}` inside a loop or a branch")
            if held is not None:
                form = (
                    "jnp.any((items == item) & (jnp.arange(size) < length))"
                    if held.length
                    else "jnp.any(items == item)"
                )
                return quote_expression(form, node, item=expressions.convert(item), **_holes(held, node))
    return None


def _chosen(expressions: Converting, items: ast.expr, index: ast.expr, at: ast.AST) -> ast.expr:
    """An item of Python's list at an index that only the run knows."""
    items, index = expressions.convert(items), expressions.convert(index)
    length = quote_expression("len(items)", at, items=items)
    if isinstance(items, ast.List):
        length = ast.copy_location(ast.Constant(len(items.elts)), at)
    require(expressions, index, length, "list index out of range", at)
    return quote_expression("jnp.array(items)[index]", at, items=items, index=index)


def list_truth(expressions: Converting, node: ast.expr) -> ast.expr | None:
    """Whether a list in an array has items; None for anything else."""
    held = _held(expressions, node)
    length = list_length(expressions, node) if held is None else None
    if length is not None:
        return quote_expression("length > 0", node, length=length)
    return None if held is None else quote_expression("length > 0", node, length=held.count(node))


def list_statement(expressions: Converting, node: ast.stmt) -> list[ast.stmt] | None:
    """A statement that changes a list in an array; None for any other.

    Raises:
        NoSpecialFormError: it has no counterpart for arrays.
    """
    methods = expressions.plan.lists.methods
    found = known_list_statement(expressions, node)
    if found is not None:
        return found
    match node:
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Name(id=old)) if old in expressions.plan.lists.cut:
            expressions.plan.lists.cut.append(name)
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Attribute(value=receiver) as method) if (
            _held(expressions, receiver) is not None
        ):
            methods[name] = method
            return []
        case ast.Expr(value=ast.Call() as call) if verb_of(call) == "call":
            return _method(expressions, call, None)
        case ast.Assign(targets=[target], value=ast.Call() as call) if verb_of(call) == "call":
            return _method(expressions, call, target)
        case ast.Assign(
            targets=[ast.Name(id=name)],
            value=ast.Call(args=[ast.Name(), ast.Call(func=ast.Name(id="slice"), args=[start, stop]), items]) as call,
        ) if verb_of(call) == "set_item" and (held := held_list(expressions, name)) is not None:
            new = display(expressions, items)
            if new is not None:
                require_block(expressions.plan, held, node)
                return spliced(
                    expressions.plan, held, _bound_code(expressions, start), _bound_code(expressions, stop), new, call
                )
        case ast.Delete(
            targets=[ast.Subscript(value=ast.Name(id=name), slice=ast.Slice(lower=lower, upper=upper, step=None))]
        ) if (held := held_list(expressions, name)) is not None:
            return spliced(
                expressions.plan, held, _bound_code(expressions, lower), _bound_code(expressions, upper), [], node
            )
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call() as call) if (
            verb_of(call) in ("set_item", "update_item") and (grid := grid_of(expressions, name)) is not None
        ):
            return grid_statement(expressions, grid, call)
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call() as call) if (
            verb_of(call) in ("set_item", "update_item") and _held(expressions, call.args[0]) is not None
        ):
            held = expressions.plan.lists.active[name]
            index, *operator, value = (expressions.convert(argument) for argument in call.args[1:])
            words = "list index out of range" if operator else "list assignment index out of range"  # read first
            require(expressions, index, held.count(call), words, call)
            index = _from_start(held, index)
            holes = {"index": index, "value": value, **_holes(held, call)}
            if not operator:
                return quote("items = items.at[index].set(value)", call, **holes)
            (symbol,) = operator
            assert isinstance(symbol, ast.Constant)
            return quote(f"items = items.at[index].set(items[index] {str(symbol.value)[:-1]} value)", call, **holes)
        case ast.Assign(targets=[ast.Name(id=name)]) if (
            verb_of(node.value) not in ("if_", "while_", "for_")
            and (held := _held(expressions, load(name, node)))
            and (lines := rebound(expressions, node, held)) is not None
        ):
            return lines
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AugAssign(target=ast.Name(id=name)) if (
            name in expressions.plan.lists.active and verb_of(node.value) not in ("if_", "while_", "for_")
        ):
            raise expressions.plan.refuse(node, f"the list `{name}` is made anew inside a loop or a branch")
    return None


def _bound_code(expressions: Converting, bound: ast.expr | None) -> ast.expr | None:
    """A bound of a slice as code; None for an end of the list."""
    return None if bound is None or ast.unparse(bound) == "None" else expressions.convert(bound)


def _held(expressions: Converting, node: ast.expr) -> Buffered | None:
    found: Any = expressions.plan.lists.active.get(node.id) if isinstance(node, ast.Name) else None
    return found if isinstance(found, Buffered) else None


def _holes(held: Buffered, at: ast.AST) -> dict[str, Hole]:
    return {"items": held.name, "length": held.count(at), "size": held.size(at)}


def _is_chosen(expressions: Converting, node: ast.AST, items: ast.expr, index: ast.expr) -> bool:
    """Whether an item of Python's list is read at an index that only the run knows."""
    is_cut = isinstance(items, ast.Name) and items.id in expressions.plan.lists.cut  # by the run: so all is known
    return _asks(expressions, node, INDEX) and not (is_cut or _is_slice(index) or is_number(index))


def asks_python(plan: Plan, node: ast.AST) -> bool:
    """Whether an expression reads an item of a list that the code has as Python's, of a length only the run knows.

    Then Python says whether there is such an item, and must not be asked where the user's `and` does not.
    """
    return any(
        isinstance(part, ast.Subscript)
        and isinstance(part.value, ast.Name)
        and part.value.id not in plan.lists.active
        and is_number(part.slice)
        and _is_asked(plan, part, INDEX)
        for part in ast.walk(node)
    )


def _is_slice(index: ast.expr) -> bool:
    return isinstance(index, ast.Slice) or (isinstance(index, ast.Call) and ast.unparse(index.func) == "slice")


def _asks(expressions: Converting, node: ast.AST, what: str) -> bool:
    return _is_asked(expressions.plan, node, what)


def _is_asked(plan: Plan, node: ast.AST, what: str) -> bool:
    outcomes = plan.instance.outcomes.get((BUFFERS, place_of(node)), [])
    return any(outcome.detail == what for outcome in outcomes)


def _item(expressions: Converting, held: Buffered, index: ast.expr, node: ast.expr) -> ast.expr:
    if held.is_grid or held.lengths:
        raise expressions.plan.refuse(
            node, f"a row of the list `{held.name}` is used as a whole inside a loop or a branch"
        )
    if _is_slice(index):
        raise expressions.plan.refuse(node, f"a part of the list `{held.name}` is taken inside a loop or a branch")
    position = expressions.convert(index)
    if held.pack:
        require(expressions, position, held.count(node), "list index out of range", node)
        rows = expressions.plan.fresh("rows", node)
        form = f"{rows}[index] for {rows} in items"
        form = f"tuple({form})" if held.pack == "tuple" else f"[{form}]"
        return quote_expression(form, node, index=_from_start(held, position), **_holes(held, node))
    require(expressions, position, held.count(node), "list index out of range", node)
    return quote_expression("items[index]", node, index=_from_start(held, position), **_holes(held, node))


def _from_start(held: Buffered, index: ast.expr) -> ast.expr:
    """A position, also for an index that counts from the end: JAX would count from the end of the array."""
    if not held.length or _is_from_start(index):
        return index
    if isinstance(index, ast.UnaryOp) and isinstance(index.op, ast.USub) and isinstance(index.operand, ast.Constant):
        return quote_expression("length - index", index, length=held.count(index), index=index.operand)
    return quote_expression("index % length", index, length=held.count(index), index=index)


def _is_from_start(index: ast.expr) -> bool:
    return isinstance(index, ast.Constant) and isinstance(index.value, int) and index.value >= 0


def _call(expressions: Converting, call: ast.Call) -> ast.expr | None:
    match call.args:
        case [ast.Name(id=function), items] if not call.keywords:
            held = _held(expressions, items)
            if held is None:
                return None
            if function == "len":
                return held.count(call)
            if function in _OF_ITEMS:
                form = _OF_ITEMS[function] if held.length else f"jnp.{function}(items)"
                return quote_expression(form, call, **_holes(held, call))
    return None


def _method(expressions: Converting, call: ast.Call, target: ast.expr | None) -> list[ast.stmt] | None:
    function, *rest = call.args
    if isinstance(function, ast.Name) and function.id in expressions.plan.lists.methods:
        function = expressions.plan.lists.methods[function.id]
    match [function, *rest]:
        case [ast.Attribute(value=receiver, attr=method), *arguments]:
            held = _held(expressions, receiver)
            if held is None:
                return None
        case _:
            return None
    if method in ("append", "extend", "insert"):
        require_block(expressions.plan, held, call)
    holes = {**_holes(held, call)}
    if held.pack and method != "append":
        raise expressions.plan.refuse(call, f"`{held.name}.{method}` concerns a list that is held in several arrays")
    if held.lengths:
        return _row_appended(expressions, held, method, arguments, call)
    match method, arguments:
        case "append", [item] if held.length and target is None:
            return _appended(held, expressions.convert(item), call)
        case "extend", [ast.List(elts=items) | ast.Tuple(elts=items)] if held.length and target is None:
            return [line for item in items for line in _appended(held, expressions.convert(item), call)]
        case "pop", ([] | [ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=1))]) if held.length:
            empty = quote_expression("length == 0", call, **holes)
            require_that(expressions, empty, "pop from empty list", call)
            return [*_shorter(held, call), *_bound(target, "items[length]", holes, call)]
        case "pop", [ast.Constant(value=0)] if held.length:
            empty = quote_expression("length == 0", call, **holes)
            require_that(expressions, empty, "pop from empty list", call)
            rolled = quote("items = jnp.roll(items, -1)", call, **holes)
            return [*_bound(target, "items[0]", holes, call), *rolled, *_shorter(held, call)]
        case "insert", [ast.Constant(value=0), item] if held.length and target is None:
            code = "items = jnp.roll(items, 1).at[0].set(item)\nlength = length + 1"
            return quote(code, call, item=expressions.convert(item), **holes)
        case "reverse", [] if target is None and not held.is_grid:
            return quote("items = backwards", call, backwards=reversed_rows(held, call), **holes)
    raise expressions.plan.refuse(call, f"`{held.name}.{method}` has no counterpart for an array inside a loop")


def _appended(held: Buffered, item: ast.expr, at: ast.AST) -> list[ast.stmt]:
    if held.pack:
        return _appended_parts(held, item, at)
    code = "items, length = items.at[length].set(item), length + 1"
    if len(ast.unparse(item)) > _SHORT:
        code = "items = items.at[length].set(item)\nlength = length + 1"
    return quote(code, at, items=held.name, length=held.length, item=item)


def _row_appended(
    expressions: Converting, held: Buffered, method: str, arguments: list[ast.expr], call: ast.Call
) -> list[ast.stmt]:
    """One more row: its items, and how many there are."""
    row = _held(expressions, arguments[0]) if method == "append" and arguments else None
    if row is None or row.pack or row.lengths or row.is_grid or not (row.checked and row.length):
        raise expressions.plan.refuse(call, f"`{held.name}.{method}` of such a row has no counterpart for arrays")
    expressions.plan.lists.guessed.discard(row.list_name)
    holes: dict[str, Hole] = {"rows": held.name, "lengths": held.lengths, "length": held.length}
    code = """rows = rows.at[length].set(row)
lengths = lengths.at[length].set(size)
length = length + 1"""
    return quote(code, call, row=load(row.name, call), size=row.count(call), **holes)


def _appended_parts(held: Buffered, item: ast.expr, at: ast.AST) -> list[ast.stmt]:
    """One more item in several arrays, one for each of its parts."""
    holes: dict[str, Hole] = {"items": held.name, "length": held.length, "item": item}
    parts = "tuple(rows.at[length].set(part) for rows, part in zip(items, item))"
    if isinstance(item, ast.Tuple | ast.List) and not any(isinstance(part, ast.Starred) for part in item.elts):
        parts = "(" + "".join(f"items[{k}].at[length].set(part_{k}), " for k in range(len(item.elts))) + ")"
        holes |= {f"part_{k}": part for k, part in enumerate(item.elts)}
    return quote(f"items = {parts}\nlength = length + 1", at, **holes)


def _shorter(held: Buffered, at: ast.AST) -> list[ast.stmt]:
    """A list that was too long for its room stays so: the items that had none are lost."""
    form = "jnp.where(length > size, length, length - 1)" if held.checked else "length - 1"
    return quote(f"length = {form}", at, length=held.length, size=held.size(at))


def _bound(target: ast.expr | None, form: str, holes: dict[str, Hole], at: ast.AST) -> list[ast.stmt]:
    if target is None:
        return []
    return [ast.copy_location(ast.Assign([target], quote_expression(form, at, **holes)), at)]
