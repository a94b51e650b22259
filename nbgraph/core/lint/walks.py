"""Rule "refused", of walks: one that a run-time value may end, where Python does something for each item it takes."""

from __future__ import annotations

import ast
import types
from collections.abc import Iterator

from nbgraph.core.lint.effects import root
from nbgraph.core.lint.finding import Finding
from nbgraph.core.lint.walk import Place, Source
from nbgraph.core.source.function import parse_function
from nbgraph.core.source.ownership import is_user_function
from nbgraph.core.source.support.table import CHANGING


def walks(source: Source, place: Place) -> Iterator[Finding]:
    """Walks over what acts for each item, and over what only a run-time value ends."""
    node = place.node
    if remedy := _until(source, place, node):
        message = f"`{ast.unparse(node)}` may end by a run-time value, and Python itself takes its items"
        yield Finding("refused", source.span(node), message, remedy)
    elif (items := _may_end(place, node)) is not None:
        for made in _made_by(source, place, items):
            if changed := _changed(made):
                message = f"a run-time value may end this walk, and taking the next item changes {changed}"
                remedy = "do it in the body of the loop; or collect the items in a list before, `list(...)`"
                yield Finding("refused", source.span(items), message, remedy, changed.strip("`"))
                return


def _may_end(place: Place, node: ast.AST) -> ast.expr | None:
    """What a node walks over until a run-time value, as the text has it, ends the walk; None for anything else."""
    match node:
        case ast.For(target=target, iter=items, body=body):
            inside = [part for statement in body for part in ast.walk(statement)]
            tests = [part.test for part in inside if isinstance(part, ast.If)]
            ends = any(isinstance(part, ast.Break | ast.Return) for part in inside)
            known = place.given | (_names(target) if _names(items) & place.given else set())
            return items if ends and any(_names(test) & known for test in tests) else None
        case ast.Call(func=ast.Name(id="any" | "all"), args=[ast.GeneratorExp(generators=[walk], elt=test)]):
            known = place.given | (_names(walk.target) if _names(walk.iter) & place.given else set())
            is_plain = isinstance(walk.iter, ast.Name) and walk.iter.id in place.given
            return walk.iter if _names(test) & known and not is_plain else None
    return None


def _names(node: ast.AST) -> set[str]:
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}


def _until(source: Source, place: Place, node: ast.AST) -> str:
    """What to write in place of what Python itself ends by an argument of the graph's: `iter(f, end)`, `v in (...)`."""
    match node:
        case ast.Call(func=ast.Name(id="iter"), args=[ast.Name(id=name), end]):
            function = _inner(source).get(name)
            if (_names(end) | (set() if function is None else _names(function))) & place.given:
                return f"`while True:` with `v = {name}()` and `if v == {ast.unparse(end)}: break`"
        case ast.Compare(left=left, ops=[ast.In() | ast.NotIn() as asks], comparators=[ast.GeneratorExp() as items]):
            if (_names(left) | _names(items)) & place.given:
                test = ast.Compare(items.elt, [ast.Eq()], [left])
                found = ast.unparse(ast.GeneratorExp(test, items.generators))
                return f"`any{found}`" if isinstance(asks, ast.In) else f"`not any{found}`"
    return ""


def _inner(source: Source) -> dict[str, ast.FunctionDef]:
    return {node.name: node for node in ast.walk(source.parsed.node) if isinstance(node, ast.FunctionDef)}


def _made_by(source: Source, place: Place, items: ast.expr) -> Iterator[ast.AST]:
    """The code that runs for each item of a walk: of a generator, or of the function of `iter(f, end)`."""
    inner = _inner(source)
    given = [node for node in ast.walk(source.parsed.node) if isinstance(node, ast.Assign)]
    bound = {target.id: node.value for node in given for target in node.targets if isinstance(target, ast.Name)}
    match items:
        case ast.Name(id=name) if isinstance(bound.get(name), ast.GeneratorExp):
            yield from _with_calls(place, bound[name], inner, [])
        case ast.GeneratorExp():
            yield from _with_calls(place, items, inner, [])
        case ast.Call(func=ast.Name(id="iter"), args=[ast.Name(id=name), _]) if name in inner:
            yield from _with_calls(place, inner[name], inner, [])
        case ast.Call(func=ast.Name(id="enumerate" | "zip" | "iter"), args=parts):
            for part in parts:
                yield from _made_by(source, place, part)
        case ast.Call(func=ast.Name(id=name)) if name in inner:
            yield from _with_calls(place, inner[name], inner, [])
        case ast.Call(func=function):
            called = place.called(function)
            if isinstance(called, types.FunctionType) and is_user_function(called):
                yield from _with_calls(place, parse_function(called).node, inner, [])


def _with_calls(
    place: Place, made: ast.AST, inner: dict[str, ast.FunctionDef], seen: list[ast.AST]
) -> Iterator[ast.AST]:
    """Code with that of the user's functions that it calls by name."""
    seen.append(made)
    yield made
    for call in (node for node in ast.walk(made) if isinstance(node, ast.Call)):
        name = call.func.id if isinstance(call.func, ast.Name) else ""
        called = place.called(call.func)
        if isinstance(called, types.FunctionType) and is_user_function(called):
            called = parse_function(called).node
        found = inner.get(name, called)
        if isinstance(found, ast.AST) and found not in seen:
            yield from _with_calls(place, found, inner, seen)


def _changed(made: ast.AST) -> str:
    """What code changes that it has not made itself, in words; "" for nothing."""
    own = {node.id for node in ast.walk(made) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    own -= {name for node in ast.walk(made) if isinstance(node, ast.Nonlocal | ast.Global) for name in node.names}
    for node in ast.walk(made):
        match node:
            case ast.Nonlocal(names=[name, *_]) | ast.Global(names=[name, *_]):
                return f"`{name}`"
            case ast.Call(func=ast.Name(id="print")):
                return "what is printed"
            case ast.Call(func=ast.Attribute(value=owner, attr=method)) if method in CHANGING:
                name = root(owner)
            case ast.Subscript(ctx=ast.Store()) | ast.Attribute(ctx=ast.Store()):
                name = root(node)
            case _:
                continue
        if name and name not in own:
            return f"`{name}`"
    return ""
