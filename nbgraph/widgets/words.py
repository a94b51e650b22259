"""Translate the page's phrases where no script runs, and find those that a page needs, in the tables of `static`."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from nbgraph.core.codegen.source_map import CONVERTED, OPTIMISED_HLO, PURE_JAX

_ROW = re.compile(
    r"""^ +("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\w+):\s+("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'),$""", re.MULTILINE
)
_PART = re.compile(r"\{(\d)\}")
_BETWEEN = re.compile(r"([\u4e00-\u9fff]?)\{(\d)\}(?=([\u4e00-\u9fff]?))")
_FEW, _BRIEF = 12, 30
"""Letters of a form that hardly says anything, as `{0} and {1}`, and as many characters as a part of it may have."""


def say(text: str, language: str = "") -> str:
    """Return an English phrase of nbgraph's in a language; text outside its table, as a user's name, is unchanged.

    >>> say("Same result as plain Python: 111.", "de"), say("Same result as plain Python: 111.")
    ('Gleiches Ergebnis wie reines Python: 111.', 'Same result as plain Python: 111.')
    """
    if text in _table(language):
        return _table(language)[text]
    for form, shape in _shapes(language):
        if found := shape.fullmatch(text):
            return _filled(_table(language)[form], [say(part, language) for part in found.groups()])
    return text


def tell(language: str, form: str, *parts: object) -> str:
    """Return a sentence of the table with its parts filled in.

    >>> tell("", "cause: {0}", "overflow"), tell("de", "cause: {0}", "overflow")
    ('cause: overflow', 'Ursache: overflow')
    """
    return _filled(_table(language).get(form, form), parts)


def in_language(script: str, language: str) -> str:
    """Return a page's script with its phrases in a language, but single words and forms of code, which it asks for."""
    for form, words in _table(language).items():
        if " " in form and form not in (CONVERTED, PURE_JAX, OPTIMISED_HLO):
            script = script.replace(json.dumps(form, ensure_ascii=False), json.dumps(words, ensure_ascii=False))
    return script


def needed(language: str, script: str, data: object) -> dict[str, str]:
    """Return what a page with this script and these data may say: it has all words of the English form.

    >>> needed("de", "loop", ["line 3"])
    {'loop': 'Schleife', 'line {0}': 'Zeile {0}', 'in {0}': 'in {0}'}
    """
    text = script + json.dumps(data, ensure_ascii=False).replace('\\"', '"')
    parts = ((form, re.split(r"\{\d\}", form.removesuffix(" (part)"))) for form in _table(language))
    return {form: _table(language)[form] for form, words in parts if all(part.strip() in text for part in words)}


def _filled(form: str, parts: Sequence[object]) -> str:
    """Return a form with its parts: between a Chinese character and a Latin letter or a digit is a space.

    >>> _filled("与{0}结果相同：{1}。", ["纯 Python", 111]), _filled("与{0}结果相同。", ["转换后的代码"])
    ('与纯 Python 结果相同：111。', '与转换后的代码结果相同。')
    """

    def part(match: re.Match[str]) -> str:
        before, text, after = match[1], str(parts[int(match[2])]), match[3]
        left = before and re.match(r"\w", text, re.ASCII)
        right = after and re.search(r"\w$", text, re.ASCII)
        return before + " " * bool(left) + text + " " * bool(right)

    return _BETWEEN.sub(part, form)


@cache
def _table(language: str) -> dict[str, str]:
    """Return the table of a language by the English phrase; {} for English."""
    folder, parts = files("nbgraph.widgets") / "static", ("labels", "sentences", "meanings", "findings", "still")
    sheets = [folder / f"{part}-{language}.js" for part in parts] if language else []
    text = "\n".join(sheet.read_text("utf-8") for sheet in sheets if sheet.is_file())
    return {_read(english): _read(words) for english, words in _ROW.findall(text)}


def _read(literal: str) -> str:
    return str(ast.literal_eval(literal)) if literal[0] in "\"'" else literal


@cache
def _shapes(language: str) -> list[tuple[str, re.Pattern[str]]]:
    """Return the forms with parts, sentences before phrases and longer before shorter ones."""
    found = (form for form in _table(language) if "{0}" in form)
    forms = sorted(found, key=lambda form: (form.endswith("."), len(form)), reverse=True)
    return [(form, _shape(form)) for form in forms]


def _shape(form: str) -> re.Pattern[str]:
    brief = form.startswith("{0}") and len(re.sub(r"\W", "", _PART.sub("", form))) < _FEW
    part = f"(.{{1,{_BRIEF}}}?)" if brief else "(.+?)"
    plain = re.escape(form).replace(r"\{", "{").replace(r"\}", "}")
    quoted = re.sub(r"`\{\d\}`", "`([^`]+)`", plain)  # only the code in backticks, no words around it
    return re.compile(_PART.sub(part, quoted), re.DOTALL)
