"""Advise on operands whose types do not fit together, or not the operation."""

from __future__ import annotations

import ast
import builtins
import re
from typing import Any

import numpy as np

from nbgraph.core.executor.advice.each_item import is_number, of_each_item
from nbgraph.core.executor.advice.items import listed
from nbgraph.core.executor.advice.nothing import none
from nbgraph.core.executor.advice.scene import UNKNOWN, Advice, Answers, Scene
from nbgraph.core.executor.advice.strings import is_number_text
from nbgraph.core.staging.enumerated import holds_placeholder
from nbgraph.core.staging.state import describe


def _operands(scene: Scene) -> tuple[ast.expr, ast.expr] | None:
    match scene.tree:
        case ast.BinOp(left=left, right=right) | ast.AugAssign(target=left, value=right):
            return left, right
        case ast.Compare(left=left, comparators=[right]):
            return left, right
    return None


def mixed(scene: Scene, found: re.Match[str]) -> Answers:
    """Advise on operands of two types that no operator joins."""
    if "NoneType" in found.string:
        yield from none(scene, found)
    operands = _operands(scene)
    match scene.tree:
        case ast.Call(func=ast.Name(id="sum"), args=[items]) if "'str'" in found.string:
            yield Advice("`sum` begins with 0", f'`"".join({scene.source(items)})`, for strings')
    if operands is None:
        return
    yield from of_each_item(scene)
    left, right = operands
    values = [scene.value(left), scene.value(right)]
    for node, value, other in ((left, values[0], values[1]), (right, values[1], values[0])):
        if _is_text_of_run(value) and other is not UNKNOWN and not isinstance(other, str | list | tuple):
            detail = f"`{scene.source(node)}` is a string, and `{scene.source(right if node is left else left)}` none"
            text = f"`str({scene.source(right)})`, for a longer text"
            yield Advice(detail, text if node is left else f"`int({scene.source(node)})`, the number it stands for")
    detail = " and ".join(filter(None, map(scene.described, operands)))
    for node, value, other in ((left, values[0], right), (right, values[1], left)):
        if isinstance(value, str | list | tuple) and ast.unparse(other).startswith("len("):
            yield Advice(detail, f"`len({scene.source(node)})`, a number as the other one")
    for node, value in zip(operands, values, strict=True):
        if isinstance(value, str) and value.strip().lstrip("-").isdigit() and isinstance(node, ast.Name):
            yield Advice(detail, f"`int({node.id})`, the number that the text stands for; or `str(...)` of the other")
    for node, value, other in ((left, values[0], values[1]), (right, values[1], values[0])):
        if (
            isinstance(other, str)
            and is_number_text(other)
            and scene.source(right if node is left else left)[0] in "'\""
        ):
            yield Advice(detail, f"`{other}`, the number, without quotes; or `str({scene.source(node)})`, for a string")
        if isinstance(other, str) and not isinstance(value, str):
            written = scene.source(node)
            yield Advice(detail, f'`str({written})`, or an f-string, as `f"... {{{written}}}"`')
        if isinstance(scene.tree, ast.Compare) and isinstance(value, list | tuple) and value and is_number(other):
            first = scene.source(node.elts[0]) if isinstance(node, ast.Tuple) else f"{scene.source(node)}[0]"
            yield Advice(detail, f"`{first}`, the first item, in place of `{scene.source(node)}`")
        if isinstance(other, list) and isinstance(value, tuple | set):
            yield Advice(detail, f"`list({scene.source(node)})`")
        if isinstance(other, list) and is_number(value) and isinstance(getattr(scene.tree, "op", None), ast.Add):
            yield Advice(detail, f"`[{scene.source(node)}]`, a list of one item")
    if re.search(r'can only concatenate str \(not "(int|float)"\)', found.string):
        yield Advice(detail, f"`str({scene.source(right)})`, for a longer text; or `int({scene.source(left)})`")
    if "'tuple'" in found.string and isinstance(scene.tree, ast.expr | ast.AugAssign):
        yield Advice(detail, _pair_of(scene, scene.tree))
    yield Advice(detail)


def _pair_of(scene: Scene, node: ast.expr | ast.AugAssign) -> str:
    """Return the header of a loop over `enumerate` or `items` with two names for its one; "" if there is none."""
    used = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
    for loop in scene.everywhere():
        match loop:
            case ast.For(target=ast.Name(id=name), iter=ast.Call(func=called) as items) if name in used:
                if getattr(called, "attr", getattr(called, "id", "")) in ("enumerate", "items"):
                    first = "key" if isinstance(called, ast.Attribute) else "i" if name != "i" else "k"
                    return f"`for {first}, {name} in {scene.source(items)}:`"
    return ""


def _is_text_of_run(value: Any) -> bool:
    return holds_placeholder(value) or (not isinstance(value, str) and describe(value).startswith("a string"))


def whole_number(scene: Scene, node: ast.expr) -> str:
    match node:
        case ast.BinOp(left=left, op=ast.Div(), right=right):
            return f"`{scene.source(left)} // {scene.source(right)}`"
    return f"`int({scene.source(node)})`"


def float_index(scene: Scene, _: re.Match[str]) -> Answers:
    for node in scene.nodes(ast.Subscript):
        written = scene.source(node.slice)
        value = scene.value(node.slice)
        detail = f"the index `{written}` is {describe(value)}" if value is not UNKNOWN else f"the index is `{written}`"
        yield Advice(detail, f"{whole_number(scene, node.slice)}, a whole number")


def several_indices(scene: Scene, _: re.Match[str]) -> Answers:
    for node in scene.nodes(ast.Subscript):
        if isinstance(node.slice, ast.Tuple):
            name, parts = scene.source(node.value), [scene.source(part) for part in node.slice.elts]
            yield Advice(
                f"`{name}` is {describe(scene.value(node.value))}, which takes one index",
                f"`{name}{''.join(f'[{part}]' for part in parts)}`",
            )
        for loop in scene.everywhere():
            match loop, node.slice:
                case ast.For(iter=ast.Call(func=ast.Name(id="enumerate")) as items), ast.Name(id=used) if (
                    ast.unparse(loop.target) == used
                ):
                    item = "item" if used != "item" else "each"
                    yield Advice(f"`{used}` is a pair", f"`for {used}, {item} in {ast.unparse(items)}:`")


def no_items(scene: Scene, found: re.Match[str]) -> Answers:
    """Advise on a generator, a set or a number in square brackets."""
    for node in scene.nodes(ast.Subscript):
        name, index, value = scene.source(node.value), scene.source(node.slice), scene.value(node.value)
        if "generator" in found[0]:
            yield Advice("", f"`list({name})[{index}]`, of its items in a list")
        if "set" in found[0]:
            yield Advice(f"`{name}` is a set, which has no order", f"`sorted({name})[{index}]`, of its items in order")
        if is_number(value):
            yield Advice(f"`{name}` is {value!r}, a number", f"`{name}`, without `[{index}]`")


def float_count(scene: Scene, _: re.Match[str]) -> Answers:
    """Advise on a float where an integer is needed: `range(n / 2)`, `[0] * x`."""
    yield from of_each_item(scene)
    for node in scene.nodes(ast.Call, ast.BinOp):
        for name in (each for each in scene.nodes(ast.Name) if is_number_text(scene.value(each))):
            yield Advice(scene.described(name), f"`float({name.id})`, the number that the string stands for")
        for part in node.args if isinstance(node, ast.Call) else (node.left, node.right):
            if isinstance(part, ast.Attribute) and part.attr == "shape":
                yield Advice("", f"`{scene.source(part)}[0]`, the number of rows")
            if isinstance(scene.value(part), float | np.floating):
                detail = scene.described(part)
                yield Advice(detail, f"{whole_number(scene, part)}, a whole number")


def not_iterable(scene: Scene, found: re.Match[str]) -> Answers:
    for node in (scene.tree, *scene.nodes(ast.Name)):
        value = scene.value(node)
        if isinstance(node, ast.expr) and isinstance(value, int | np.integer) and not isinstance(value, bool):
            if _takes_digits(scene, scene.source(node)):
                yield Advice(scene.described(node), f"`str({scene.source(node)})` for its digits")
            yield Advice(scene.described(node), f"`range({scene.source(node)})` for the numbers below it")


def _takes_digits(scene: Scene, name: str) -> bool:
    """Whether a loop over a number converts each item to a number, as for digits."""
    for node in scene.everywhere():
        match node:
            case ast.For(target=ast.Name(id=item), iter=ast.Name(id=walked)) if walked == name:
                return f"int({item})" in ast.unparse(node)
            case ast.ListComp(generators=[each]) | ast.GeneratorExp(generators=[each]):
                if ast.unparse(each.iter) == name and f"int({ast.unparse(each.target)})" in ast.unparse(node):
                    return True
    return False


def called(scene: Scene, _: re.Match[str]) -> Answers:
    for node in scene.nodes(ast.Call):
        if isinstance(node.func, ast.Name) and node.func.id in vars(builtins) and _is_hidden(scene, node.func.id):
            yield Advice(scene.described(node.func), _another_name(scene, node.func.id))
        name = scene.source(node.func)
        if isinstance(scene.value(node.func), list | tuple | dict | np.ndarray) and len(node.args) == 1:
            yield Advice(scene.described(node.func), f"`{name}[{scene.source(node.args[0])}]`, with square brackets")
        if is_number(scene.value(node.func)) and len(node.args) == 1:
            product = f"`{name} * ({scene.source(node.args[0])})`, with `*` for a product"
            yield Advice(scene.described(node.func), product)
        if isinstance(node.func, ast.Attribute) and not node.args and not node.keywords:
            yield Advice("", f"`{name}`, without parentheses")


def _is_hidden(scene: Scene, name: str) -> bool:
    """Whether the name of a builtin is bound to something that cannot be called."""
    return scene.assigns(name) or not callable(scene.names.get(name, print))


def _another_name(scene: Scene, name: str) -> str:
    if scene.assigns(name):
        return f"another name than `{name}` for what the function assigns: `{name}` is Python's own function"
    return f"`del {name}`, and another name for it: `{name}` is Python's own function"


def no_length(scene: Scene, found: re.Match[str]) -> Answers:
    for node in scene.nodes(ast.Call):
        if len(node.args) == 1 and "generator" in found.string:
            name = scene.source(node.args[0])
            yield Advice("", listed(scene, name) or f"`len(list({name}))`, which makes the items first")
        if len(node.args) == 1 and is_number(scene.value(node.args[0])):
            written = scene.source(node.args[0])
            yield Advice(scene.described(node.args[0]), f"`{written}`, which is a number already")


def one_number(scene: Scene, _: object) -> Answers:
    """Advise on an array of several items where one number is needed: `math.sqrt(v)`, `int(v)`."""
    for node in scene.nodes(ast.Call):
        if len(node.args) != 1 or np.shape(scene.value(node.args[0])) == ():
            continue
        written, detail = scene.source(node.args[0]), scene.described(node.args[0])
        match node.func:
            case ast.Attribute(value=ast.Name(id="math"), attr=name) if hasattr(np, name):
                yield Advice(detail, f"`np.{name}({written})`, for each item")
            case ast.Name(id="int" | "float" as kind):
                yield Advice(detail, f"`{written}.astype({kind})`, for each item; or `{kind}({written}[0])`, of one")


def unhashable(scene: Scene, _: re.Match[str]) -> Answers:
    for node in scene.nodes(ast.Name, ast.List):
        if isinstance(scene.value(node), list):
            written = scene.source(node)
            yield Advice(f"`{written}` is a list, which may change", f"`tuple({written})`")


def key_of_jax(scene: Scene, _: re.Match[str]) -> Answers:
    """Advise on a JAX array as the key of a dict or item of a set."""
    for node in scene.nodes(ast.Subscript, ast.Call):
        key = node.slice if isinstance(node, ast.Subscript) else node.args[0] if len(node.args) == 1 else None
        if key is not None and not isinstance(key, ast.Constant):
            owner, written = node.value if isinstance(node, ast.Subscript) else node.func, scene.source(key)
            ends = "[]" if isinstance(node, ast.Subscript) else "()"
            remedy = f"`{scene.source(owner)}{ends[0]}int({written}){ends[1]}`, with a number of Python's"
            yield Advice(f"`{written}` is an array of JAX's, which may be no key", remedy)


def unchangeable(scene: Scene, _: re.Match[str]) -> Answers:
    for node in scene.nodes(ast.Subscript):
        name, value = scene.source(node.value), scene.value(node.value)
        here = [part for part in scene.everywhere(ast.Assign) if part.lineno == scene.span.line]
        if isinstance(node.value, ast.Attribute) and node.value.attr == "at":
            new = "".join(scene.source(part.value) for part in here) or "..."
            yield Advice("", f"`{scene.source(node.value.value)} = {scene.source(node)}.set({new})`")
        detail = f"`{name}` is {describe(value)}, which never changes"
        twice = next((part for part in here if len(part.targets) > 1), None)
        if twice is not None and is_number(value):
            alone = f"`{scene.source(node)} = {scene.source(twice.value)}` alone, without `{name} =`"
            yield Advice(f"`{name}` is {describe(value)} by the first `=`", alone)
        yield Advice(detail, f"`{name} = list({name})` before this line")


def several_truths(scene: Scene, _: re.Match[str]) -> Answers:
    if not isinstance(scene.tree, ast.expr):
        return
    match scene.tree:
        case ast.Call(func=ast.Name(id="max" | "min" as name), args=[left, right]):
            yield Advice("", f"`np.{name}imum({scene.source(left)}, {scene.source(right)})`, item by item")
        case ast.Call():
            return
    test = scene.source(scene.tree)
    yield Advice("", f"`np.all({test})` or `np.any({test})`; or `np.where` to choose item by item")


def domain(scene: Scene, _: re.Match[str]) -> Answers:
    for node in scene.nodes(ast.Call):
        phrases = [phrase for part in node.args if (phrase := scene.described(part))]
        sign = {"sqrt": ">=", "log": ">"}.get(getattr(node.func, "attr", getattr(node.func, "id", "")))
        asked = f"`if {scene.source(node.args[0])} {sign} 0:` before this line" if sign and node.args else ""
        if phrases or asked:
            yield Advice(", ".join(phrases), asked)
        return
