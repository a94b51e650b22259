"""Write the explorer's content as plain text, for a terminal, and for a page whose scripts were removed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice, pairwise
from typing import Any

from nbgraph.core.codegen.source_map import CONVERTED
from nbgraph.widgets.line_names import line_name
from nbgraph.widgets.words import say, tell

Data = dict[str, Any]

LONGEST = 400
"""Lines of a function's source that are shown: the explorer shows all of them, in a tenth of the space."""

_INVISIBLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]"
)


def to_text(payload: Data, longest: int | None = LONGEST, *, pictured: bool = False) -> str:
    """Return the content as text: calls, results, comparisons, decisions by line, the graph as a tree.

    Durations are left out, so that the same call gives the same text.

    Args:
        longest: lines of each function's source, and of what changed in it, at most; None for all.
        pictured: whether a picture of the graph stands beside it; then the tree is left out.

    >>> print(to_text({"version": 1, "functions": [{"title": "f(1)", "value": "2", "pythonValue": "2",
    ...     "source": {"first": 1, "lines": ["def f(x):", "    return x + 1"], "tokens": []}, "codes": [],
    ...     "graph": {"text": "f\\n  add"}, "verdict": None, "cause": None, "findings": [], "decisions": [],
    ...     "errors": []}]}))
    f(1) = 2
    <BLANKLINE>
      1  def f(x):
      2      return x + 1
    <BLANKLINE>
    f
      add
    """
    parts = ["\n".join(_function_text(function, longest, pictured)) for function in payload["functions"]]
    return visible("\n\n".join([*_live_text(payload.get("live", {}), language(payload)), *parts]))


def language(payload: Data) -> str:
    """Return the language that a page is requested in; "" for English."""
    return next((str(function["lang"]) for function in payload["functions"] if function.get("lang")), "")


def _live_text(live: Data, lang: str) -> Iterator[str]:
    if live.get("controls"):
        shown = (f"{control['name']} = {live['values'].get(control['name'])}" for control in live["controls"])
        yield tell(lang, "Controls (kernel needed): {0}", ", ".join(shown))


def _function_text(function: Data, longest: int | None, pictured: bool) -> Iterator[str]:
    lang = function.get("lang", "")
    if function.get("predict"):
        yield tell(
            lang,
            "{0} = ? (a guess comes first: the page shows the rest, and `%autograph --reveal GUESS`)",
            function["title"],
        )
        yield ""
        yield from cut(_source_text({**function, "decisions": []}), longest, lang)
        return
    value = function["value"] if function["value"] is not None else function["pythonValue"]
    yield function["title"] if value is None else f"{function['title']} = {value}"
    if function["verdict"] is not None:
        yield from _verdict_text(function["verdict"], lang)
    if function.get("anomaly"):
        yield say(function["anomaly"]["message"], lang)
    if function["cause"] is not None:
        yield from _cause_text(function["cause"], lang)
    for error in function["errors"]:
        yield from _error_text(error, lang)
    refused = [error["message"] for error in function["errors"]]
    for finding in function["findings"]:
        if finding["message"] not in refused:
            yield from _finding_text(finding, lang)
    yield from (say(note, lang) for note in function.get("notes", ()))
    yield from _traces_text(function.get("traces"))
    yield ""
    yield from cut(_source_text(function), longest, lang)
    if function.get("diff"):
        yield ""
        yield from cut(_diff_text(function["diff"], lang), longest, lang)
    if (graph := function["graph"]) is not None:
        if not (pictured and graph["tiles"]):
            yield ""
            yield graph["text"].rstrip("\n")
    elif value is None and function["verdict"] is None and not function["errors"]:  # it was not called
        yield from cut(_code_text(function, lang), longest, lang)
    if function.get("history"):
        yield ""
        yield from function["history"]["text"].split("\n")[1:]


def _code_text(function: Data, lang: str) -> Iterator[str]:
    for code in function["codes"]:
        if code["form"] == CONVERTED:
            yield ""
            yield say("generated code", lang)
            yield from (f"  {line}".rstrip() for line in code["lines"])


def cut(lines: Iterator[str], longest: int | None, lang: str = "") -> Iterator[str]:
    """
    >>> list(cut(iter("abcd"), 2)), list(cut(iter("ab"), 2))
    (['a', 'b', '  … 2 more lines'], ['a', 'b'])
    """
    yield from islice(lines, longest)
    if left := sum(1 for _ in lines):
        yield tell(lang, "  … {0} more lines" if left > 1 else "  … {0} more line", left)


def _diff_text(diff: Data, lang: str) -> Iterator[str]:
    yield tell(lang, "changed since {0}", say("the version before", lang) if diff["at"] is None else diff["title"])
    for sign, old, new, text, _ in diff["codes"][0]["rows"]:
        yield f"  {new or old or '':>4} {sign} {text}".rstrip()
    for sign, _, _, text, _ in diff["nodes"]:
        yield f"  graph {sign} {text}"


def _verdict_text(verdict: Data, lang: str) -> Iterator[str]:
    yield say(verdict["message"], lang)
    for found in verdict["differences"]:
        parts = (found["path"], found["expected"], found["actual"])
        yield "  " + tell(lang, "{0}: expected {1}, graph gave {2}", *parts)


def _cause_text(cause: Data, lang: str) -> Iterator[str]:
    named = tell(lang, "cause: {0}", cause["id"])
    head = say("besides the result: an effect", lang) if cause["id"] == "effect" else named
    yield head + (f", {say(cause['where'], lang)}" if cause["where"] else "")
    if cause["code"]:
        yield f"    {cause['code']}"
    yield f"  {say(cause['message'], lang)} {say(cause['reason'], lang)}".rstrip()
    yield _remedy(cause["remedy"], lang)


def _remedy(remedy: str, lang: str) -> str:
    return "  " + tell(lang, "Write instead: {0}", say(remedy, lang))


def _traces_text(traces: Data | None) -> Iterator[str]:
    """Yield which trace the call uses, and the rows where there are several, without times."""
    if traces is None:
        return
    yield traces["said"]
    for number, (arguments, _, _, calls, reason) in enumerate(traces["rows"], 1):
        yield f"  trace {number} ({arguments}): {calls}" + (f"; because {reason}" if reason else "")
    if traces["ran"]:
        yield f"  {traces['ran']}"


def _finding_text(finding: Data, lang: str) -> Iterator[str]:
    yield f"{tell(lang, 'note [{0}]', finding['rule'])}: {_line(finding, lang)}{say(finding['message'], lang)}"
    yield _remedy(finding["remedy"], lang)


def _error_text(error: Data, lang: str) -> Iterator[str]:
    yield f"{tell(lang, 'error [{0}]', error['id'])}: {_line(error, lang)}{say(error['message'], lang)}"
    if error["remedy"]:
        yield _remedy(error["remedy"], lang)


def _line(found: Data, lang: str) -> str:
    return "" if found["span"] is None else tell(lang, "line {0}", line_name(found["span"][0])) + ": "


def _source_text(function: Data) -> Iterator[str]:
    became: dict[int, dict[str, None]] = {}
    for decision in function["decisions"]:
        became.setdefault(decision["span"][0], {})[decision["became"]] = None
    source = function["source"]
    lines, starts = source["lines"], [(0, source["first"], "", ""), *source.get("helpers", ())]
    width = max(len(str(line_name(line + len(lines)))) for _, line, *_ in starts)
    column = max((len(line) for line in lines), default=0)
    for (at, first, name, file), (end, *_) in pairwise([*starts, (len(lines),)]):
        if name:
            yield ""
            yield f"  {name}, in {file}:" if file else f"  {name}:"
        for number, line in enumerate(lines[at:end], first):
            note = ", ".join(became.get(number, ()))
            comment = f"  # {note}" if note else ""
            yield f"  {line_name(number):>{width}}  {line.ljust(column) if note else line}{comment}"


def visible(text: str) -> str:
    r"""Return the text with characters that draw nothing or turn the reading order written as `\uXXXX`.

    >>> visible("a\u202eb")
    'a\\u202eb'
    """
    return _INVISIBLE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)
