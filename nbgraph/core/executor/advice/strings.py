"""Advise on strings and numbers in place of each other, and on format codes that do not fit a value."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from nbgraph.core.executor.advice.each_item import is_number
from nbgraph.core.executor.advice.scene import Advice, Answers, Scene
from nbgraph.core.staging.values import is_traced


def text_wanted(scene: Scene, _: object) -> Answers:
    """Advise on a number as the argument of a string method."""
    for node in scene.nodes(ast.Call):
        if isinstance(node.func, ast.Attribute) and not isinstance(node.func.value, ast.Name | ast.Call | ast.Constant):
            continue
        for part in node.args if isinstance(node.func, ast.Attribute) else ():
            if is_number(scene.value(part)):
                written = scene.source(part)
                text = f'"{written}"' if isinstance(part, ast.Constant) else f"str({written})"
                given = ", ".join(text if each is part else scene.source(each) for each in node.args)
                yield Advice(f"`{written}` is a number", f"`{scene.source(node.func)}({given})`, with a string")


def joined(scene: Scene, _: re.Match[str]) -> Answers:
    for node in scene.nodes(ast.Call):
        if isinstance(node.func, ast.Attribute) and len(node.args) == 1:
            yield Advice("", f"`{scene.source(node.func)}([str(x) for x in {scene.source(node.args[0])}])`")


def format_code(scene: Scene, found: re.Match[str]) -> Answers:
    """Advise on a format code that does not fit the value's type."""
    for node, part in run_time_formats(scene):
        detail = f"`{scene.source(part.value)}`, a part of the format, is only known at run time"
        what, code = ("precision", ".2f") if "precision" in found[0] else ("width", "6")
        yield Advice(detail, f"`{{{scene.source(node.value)}:{code}}}`, with a {what} that is a number")
    for node in scene.nodes(ast.FormattedValue):
        written, value = scene.source(node.value), scene.value(node.value)
        detail = scene.described(node.value)
        if isinstance(value, str):
            yield Advice(detail, f"`{{{written}}}`; or `{{float({written})}}` with the code")
        yield Advice(detail, f"`{{{written}}}`, which takes anything")


def run_time_formats(scene: Scene) -> Iterator[tuple[ast.FormattedValue, ast.FormattedValue]]:
    """Yield what an f-string formats by a width or a precision that is only known at run time, and this part."""
    for node in scene.nodes(ast.FormattedValue):
        for part in ast.walk(node.format_spec or ast.Pass()):
            if isinstance(part, ast.FormattedValue):
                names = (each for each in ast.walk(part.value) if isinstance(each, ast.Name))
                if any(is_traced(scene.value(each)) for each in (part.value, *names)):
                    yield node, part


def not_a_number(scene: Scene, _: re.Match[str]) -> Answers:
    for node in scene.nodes(ast.Call):
        if node.args and isinstance(scene.value(node.args[0]), str) and not isinstance(node.args[0], ast.Constant):
            name = scene.source(node.args[0])
            if _is_float(scene.value(node.args[0])):
                yield Advice(f"`{name}` is {scene.value(node.args[0])!r}", f"`float({name})`")
            yield Advice(f"`{name}` is {scene.value(node.args[0])!r}", scene.guard(f"{name}.isdigit()"))


def is_number_text(value: object) -> bool:
    return isinstance(value, str) and _is_float(value)


def _is_float(text: str) -> bool:
    try:
        return bool(float(text) or True)
    except ValueError:
        return False


def letters(scene: Scene, _: re.Match[str]) -> Answers:
    """Advise on `ord` of a string that is not one character."""
    for node in scene.nodes(ast.Call):
        if len(node.args) == 1 and isinstance(scene.value(node.args[0]), str):
            word = scene.source(node.args[0])
            yield Advice(scene.described(node.args[0]), f"`[ord(c) for c in {word}]`, for each letter")
