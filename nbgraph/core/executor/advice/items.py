"""Advise on missing items: an index, a key, a divisor of zero, an empty list."""

from __future__ import annotations

import ast
import re

import numpy as np

from nbgraph.core.executor.advice.scene import UNKNOWN, Advice, Answers, Scene


def _items(count: int) -> str:
    return f"{count} item{'s' if count != 1 else ''}"


def index(scene: Scene, found: re.Match[str]) -> Answers:
    """Advise on an index out of range: name the list, its length and the index."""
    for node in scene.nodes(ast.Subscript):
        owner, key = scene.value(node.value), scene.value(node.slice)
        count = len(owner) if hasattr(owner, "__len__") and getattr(owner, "shape", (0,)) != () else None
        if count is None or not isinstance(key, int | np.integer) or -count <= key < count:
            continue
        name, written = scene.source(node.value), scene.source(node.slice)
        index = f"the index `{written}` is {key}" if written != str(key) else f"the index is {key}"
        detail = f"`{name}` has {_items(count)}, and {index}"
        if isinstance(owner, list) and "assignment" in found.string and key == count:
            yield Advice(detail, f"`{name}.append(...)`, which adds an item")
        if _walks_over(scene, node):
            yield Advice(detail, f"`{written}` in place of `{name}[{written}]`: the loop gives the items themselves")
        if (line := _backwards(scene, node.slice)) is not None:
            yield Advice(detail, f"`range(len({name}) - 1, -1, -1)` for `{written}` in line {line}")
        if (loop := _range_over(scene, node.slice)) is not None:
            variable, line, behind = loop
            end = f"len({name}) - {behind}" if behind > 0 else f"len({name})"
            yield Advice(detail, f"`range({end})` for `{variable}` in line {line}")
        if not count:
            yield Advice(detail, scene.guard(f"len({name}) > 0"))
        if isinstance(node.slice, ast.Constant):
            yield Advice(detail, f"`{name}[{count - 1}]` for the last item; or `{name}[-1]`")
        least = f"-len({name}) <= " if key < 0 else ""
        yield Advice(detail, scene.guard(f"{least}{written} < len({name})"))


def _backwards(scene: Scene, key: ast.expr) -> int | None:
    """Return the line of a `for` over a range that counts a length down, but not to 0, and gives the index."""
    for node in scene.everywhere():
        match node:
            case ast.For(target=ast.Name(id=name), iter=ast.Call(func=ast.Name(id="range"), args=[start, stop, step])):
                parts = [ast.unparse(stop), ast.unparse(step)]
                if isinstance(key, ast.Name) and key.id == name and parts == ["0", "-1"]:
                    return node.lineno if ast.unparse(start).startswith("len(") else None
    return None


def _walks_over(scene: Scene, node: ast.Subscript) -> bool:
    """Whether the index is an item of the same list, as in `for i in xs: xs[i]`."""
    parts = ast.dump(node.value), ast.dump(node.slice)
    loops = ((ast.dump(each.iter), ast.dump(each.target)) for each in scene.everywhere(ast.For))
    return any((items, target.replace("Store", "Load")) == parts for items, target in loops)


def no_file(scene: Scene, _: re.Match[str]) -> Answers:
    """Advise on a file that does not exist."""
    yield Advice("", "the name of a file that is there, read before the call; and what it holds as an argument")


def changed_meanwhile(scene: Scene, _: re.Match[str]) -> Answers:
    """Advise on a dict or set that changes while a loop iterates over it."""
    if isinstance(scene.tree, ast.For):
        items, target = scene.source(scene.tree.iter), scene.source(scene.tree.target)
        yield Advice("", f"`for {target} in list({items}):`, which walks over a copy")


def unpacked(scene: Scene, found: re.Match[str]) -> Answers:
    """Advise on an assignment with more items than names, or fewer."""
    value = scene.unpacked()
    if value is None and scene.walked() is not None:
        yield from pairs(scene, found)
    items = scene.value(value)
    if value is None or not isinstance(scene.tree, ast.Tuple):
        return
    names, name = ", ".join(map(scene.source, scene.tree.elts)), scene.source(value)
    is_known = isinstance(items, list | tuple | str | np.ndarray)
    detail = f"`{name}` has {_items(len(items))}, for {len(scene.tree.elts)} names" if is_known else ""
    many = f"`{names}, *rest = {name}`, where `rest` gets the others"
    if (counts := re.search(r"expected (\d+), got (\d+)", found.string)) and not is_known:
        kept = ", ".join(map(scene.source, scene.tree.elts[: int(counts[2])]))
        yield Advice(f"`{name}` gives {_items(int(counts[2]))}", f"`{kept} = {name}`, a name for each")
    if "too many" in found.string or not is_known:
        yield Advice(detail, many if "too many" in found.string else "")
    fewer = ", ".join(map(scene.source, scene.tree.elts[: len(items)]))
    count = len(scene.tree.elts)
    yield Advice(detail, f"{count} items in `{name}`" + (f"; or `{fewer} = {name}`, a name for each" if items else ""))


def pairs(scene: Scene, found: object) -> Answers:
    """Advise on a loop with two names for each item; in JAX's message the items are numbers."""
    walked = scene.walked()
    items, name = scene.value(walked), scene.source(walked or ast.Pass())
    if walked is None or not isinstance(scene.tree, ast.Tuple) or len(scene.tree.elts) != 2:
        return
    if not isinstance(items, dict | list) and not isinstance(found, str):
        return
    names = ", ".join(map(scene.source, scene.tree.elts))
    header = f"for {names} in"
    rows = items if isinstance(items, list | tuple) else ()
    count = next((len(each) for each in rows if isinstance(each, list | tuple) and len(each) != 2), 2)
    if count != 2:
        more = f"`for {names}, *rest in {name}:`, where `rest` gets the others" if count > 2 else ""
        yield Advice(f"an item of `{name}` has {_items(count)}, for 2 names", more)
    if isinstance(items, dict):
        yield Advice(f"a loop over `{name}` gives its keys", f"`{header} {name}.items():`")
    yield Advice(f"a loop over `{name}` gives its items", f"`{header} enumerate({name}):`")


def _range_over(scene: Scene, key: ast.expr) -> tuple[str, int, int] | None:
    """Return the `for` over a range that gives an index: its variable, line, and the constant added; else None."""
    match key:
        case ast.Name(id=name):
            behind = 0
        case ast.BinOp(left=ast.Name(id=name), op=ast.Add(), right=ast.Constant(value=int() as behind)):
            pass
        case _:
            return None
    for node in scene.everywhere():
        match node:
            case ast.For(target=ast.Name(id=target), iter=ast.Call(func=ast.Name(id="range"), args=[_])):
                if target == name:
                    return name, node.lineno, behind
            case ast.comprehension(target=ast.Name(id=target), iter=ast.Call(func=ast.Name(id="range"), args=[_])):
                if target == name:
                    return name, node.iter.lineno, behind
    return None


def empty_pop(scene: Scene, _: re.Match[str]) -> Answers:
    for node in scene.nodes(ast.Call):
        if isinstance(node.func, ast.Attribute):
            name = scene.source(node.func.value)
            endless = [each.lineno for each in scene.everywhere(ast.While) if ast.unparse(each.test) == "True"]
            if endless:
                yield Advice(f"`{name}` has no items", f"`while {name}:` for `while True:` in line {endless[-1]}")
            yield Advice(f"`{name}` has no items", scene.guard(name))


def divisor(scene: Scene, _: re.Match[str]) -> Answers:
    """Advise on a division by zero: name the divisor."""
    for node in scene.nodes(ast.BinOp, ast.AugAssign):
        divisor = node.right if isinstance(node, ast.BinOp) else node.value
        if not isinstance(node.op, ast.Div | ast.FloorDiv | ast.Mod) or isinstance(divisor, ast.Constant):
            continue
        value = scene.value(divisor)
        if value is UNKNOWN or value != 0:
            continue
        name = scene.source(divisor)
        loop = _range_over(scene, divisor)
        if loop is not None and loop[2] == 0:
            yield Advice(f"`{name}` is 0 first", f"`range(1, ...)` for `{name}` in line {loop[1]}")
        tested = name if isinstance(divisor, ast.Name | ast.Attribute | ast.Subscript | ast.Call) else f"({name})"
        yield Advice(f"`{name}` is {value!r}", scene.guard(f"{tested} != 0"))


def key(scene: Scene, _: re.Match[str]) -> Answers:
    """Advise on a key that a dict does not have."""
    for node in scene.nodes(ast.Subscript):
        owner, key = scene.value(node.value), scene.value(node.slice)
        if not isinstance(owner, dict) or key in owner:
            continue
        name, written = scene.source(node.value), scene.source(node.slice)
        written = f"({written})" if isinstance(node.slice, ast.Tuple) else written
        keys = ", ".join(map(repr, list(owner)[:6])) + (", ..." if len(owner) > 6 else "")
        detail = f"`{name}` has the keys {keys}" if owner else f"`{name}` has no keys"
        for kind in (str, int):
            if isinstance(key, int if kind is str else str) and str(key) in map(str, owner):
                yield Advice(detail, f"`{name}[{kind.__name__}({written})]`, a key of the same type")
        if counted := _counted(scene, node):
            yield Advice(detail, f"`{counted}`, with 0 for a missing key")
        yield Advice(detail, f"`{name}.get({written}, ...)` with what a missing key stands for")


def _counted(scene: Scene, item: ast.Subscript) -> str:
    """Return the statement that adds to an item which may be missing, for one that adds to it; else ""."""
    for node in scene.everywhere():
        match node:
            case ast.AugAssign(target=ast.Subscript(value=owner, slice=key) as target, op=ast.Add(), value=value):
                if node.lineno == scene.span.line and ast.unparse(target) == ast.unparse(item):
                    found = f"{ast.unparse(owner)}.get({ast.unparse(key)}, 0)"
                    return f"{ast.unparse(target)} = {found} + {ast.unparse(value)}"
    return ""


def not_in_list(scene: Scene, _: re.Match[str]) -> Answers:
    for node in scene.nodes(ast.Call):
        if isinstance(node.func, ast.Attribute) and node.args:
            item, owner = scene.source(node.args[0]), scene.source(node.func.value)
            value = scene.value(node.args[0])
            detail = f"`{item}` is {value!r}" if value is not UNKNOWN and item != repr(value) else ""
            yield Advice(detail, scene.guard(f"{item} in {owner}"))


def empty_choice(scene: Scene, found: re.Match[str]) -> Answers:
    for node in scene.nodes(ast.Call):
        if isinstance(node.func, ast.Name) and len(node.args) == 1:
            items = scene.source(node.args[0])
            if as_list := listed(scene, items):
                yield Advice(f"`{items}` is a generator, and its items are taken by now", as_list)
            yield Advice(f"`{items}` has no items", f"`{node.func.id}({items}, default=...)`")


def longer_slice(scene: Scene, found: re.Match[str]) -> Answers:
    """Advise on an assignment to a slice of an array with another number of items."""
    match scene.tree:
        case ast.Assign(targets=[ast.Subscript(value=array, slice=ast.Slice(lower=start))]):
            name, first = scene.source(array), scene.source(start) if start is not None else "0"
            last = str(int(first) + int(found[1])) if first.isdigit() else f"{first} + {found[1]}"
            yield Advice(
                f"{_items(int(found[1]))} for another number of places", f"`{name}[{first}:{last}]`, as many places"
            )


def other_slice(scene: Scene, text: str) -> Answers:
    """Advise as `longer_slice`, for JAX's message."""
    if found := re.search(r"input type=\w+\[(\d+)\]", text):
        yield from longer_slice(scene, found)


def listed(scene: Scene, name: str) -> str:
    """Return the assignment of a list for a name bound to a generator; "" for any other name."""
    for node in scene.everywhere():
        match node:
            case ast.Assign(targets=[ast.Name(id=target)], value=ast.GeneratorExp() as made) if target == name:
                return f"`{name} = [{ast.unparse(made)[1:-1]}]`, a list, with square brackets"
    return ""
