"""Translate the page's phrases where no script runs, with the tables of `static` that `static/words.js` reads."""

from __future__ import annotations

import ast
import re
from functools import cache
from importlib.resources import files

_ROW = re.compile(
    r"""^ +("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\w+):\s+("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'),$""", re.MULTILINE
)
_PART = re.compile(r"\{(\d)\}")
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


def _filled(form: str, parts: object) -> str:
    assert isinstance(parts, list | tuple)
    return _PART.sub(lambda match: str(parts[int(match[1])]), form)


@cache
def _table(language: str) -> dict[str, str]:
    """Return the table of a language by the English phrase; {} for English."""
    folder, parts = files("nbgraph.widgets") / "static", ("words", "sentences", "findings", "still")
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
