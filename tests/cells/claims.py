"""Every claim of a page, held against plain Python: one function a claim, which gives what is false."""

from __future__ import annotations

import math
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from tests.cells.notebook import FACTOR, Seen, close
from tests.cells.page import Data, Shown
from tests.cells.steps import begins, differences, pythons, shown_calls

Claim = Callable[[Seen], Iterator[str]]

_NUMBER = re.compile(r"(?<![\w.])[-+]?(?:nan|inf|\d+\.?\d*(?:e[-+]?\d+)?|\.\d+(?:e[-+]?\d+)?)j?(?!\w)")
_MOST_STEPS = 2_000
_MOST_OPEN = 12  # calls within one another
_LARGEST = 500_000  # characters of an output
_RAISES = re.compile(r"plain Python raises (.*?); the graph", re.DOTALL)
_TIMES = re.compile(r"(graph|plain Python) is ([\d.,]+)x faster")
_ARRAY = re.compile(r"Array\((.*?), dtype=[^)]*\)")
_CHANGES = re.compile(r"This call changes (.*?)\. The change ends with the call", re.DOTALL)
_NAMES = re.compile(r"`([^`]*)`")
_SAID_EQUAL = re.compile(r"Same result as plain Python(?:: (.*))?\.$", re.DOTALL)


def status(seen: Seen) -> Iterator[str]:
    """The cell fails where plain Python raises, with the same exception, and where the page shows an error."""
    wanted = _raised(seen)
    said = [error for shown in seen.shown for error in shown.errors]
    if wanted is None and not said and seen.run.status != "ok":
        yield f"the cell fails with {seen.run.reply['ename']}: {seen.run.reply['evalue'][:200]}; Python runs it"
    if wanted is not None and seen.run.status == "ok":
        yield f"the cell is ok; Python raises {wanted[0][0]}: {wanted[1]}"
    if wanted is not None and seen.run.status != "ok" and not said and not _tells(seen, wanted):
        yield f"the cell fails with {seen.run.reply['ename']}; Python raises {wanted[0][0]}: {wanted[1]}"


def _tells(seen: Seen, wanted: Any) -> bool:
    """Whether a cell fails with an exception; what fails in the magic's own line is told as an error in that."""
    begun = any(call.get("functions") for call in seen.plain["calls"])
    return seen.run.reply["ename"] == (wanted[0][0] if begun or _raised_in_body(seen) else "CallError")


def calls(seen: Seen) -> Iterator[str]:
    """Each call has its part of the page, in order."""
    is_call_wrong = seen.run.reply.get("ename") == "CallError" and not seen.shown
    if _raised_in_body(seen) is None and not is_call_wrong and "-q" not in seen.cell.options:
        titles = [shown.title for shown in seen.shown]
        if seen.cell.calls and titles != list(seen.cell.calls):
            yield f"the page shows {titles}, the cell calls {list(seen.cell.calls)}"
        if seen.cell.is_magic and not titles:
            yield "nothing is shown"


def python_value(seen: Seen) -> Iterator[str]:
    """What the page gives as plain Python's value is that."""
    for shown, call in _pairs(seen):
        outcome = call["outcome"]
        if outcome["error"] is None and not outcome["is_none"] and not _same(shown.python_value, outcome["value"]):
            yield f"{shown.title}: Python's value is {shown.python_value}, in truth {outcome['value']}"
        if outcome["error"] is not None and shown.python_value is not None:
            yield f"{shown.title}: Python's value is {shown.python_value}, in truth it raises {_told(outcome)}"


def same(seen: Seen) -> Iterator[str]:
    """What is called the same is the same, what is not is not, and nobody raises who does not."""
    for shown, call in _pairs(seen):
        outcome, verdict = call["outcome"], shown.verdict
        is_close = outcome["error"] is None and _close(shown.value, outcome)
        if verdict.get("reference", "python") != "python":
            if outcome["error"] is None:
                yield f"{shown.title}: {shown.message!r} is not about plain Python, which gives {outcome['value']}"
            if "plain Python" in shown.message and outcome["error"] is not None:
                yield f"{shown.title}: {shown.message!r}, but plain Python raises {_told(outcome)}"
            yield from _same_on_copies(shown, call["copies"])
        elif verdict.get("equal") and "raise" in shown.message:
            if outcome["error"] is None or _told(outcome) not in shown.message:
                yield f"{shown.title}: {shown.message!r}, but Python: {_told(outcome)}"
        elif verdict.get("equal") and not is_close:
            yield f"{shown.title}: {shown.message!r}, the graph gives {shown.value}, Python {_told(outcome)}"
        elif "both are near zero" in shown.message:
            if not _without_a_digit(shown.value or "", outcome["repr"]):
                yield f"{shown.title}: {shown.message!r}, the graph gives {shown.value}, Python {_told(outcome)}"
        elif verdict.get("equal") is False and "raises" not in shown.message and is_close:
            yield f"{shown.title}: {shown.message!r}, but both are {outcome['value']}"
        elif verdict.get("equal") is None and not shown.errors:
            yield f"{shown.title}: no verdict: {shown.message!r}"


def _same_on_copies(shown: Shown, copies: Data | None) -> Iterator[str]:
    """What is called the same as Python on NumPy copies is what Python gives on them."""
    is_named = "Python on NumPy copies" in shown.message
    if is_named != (shown.verdict["reference"] == "copies") or (is_named and copies is None):
        yield f"{shown.title}: {shown.message!r} of {shown.verdict['reference']}, on NumPy copies {copies}"
    elif is_named and copies is not None and shown.verdict["equal"] is not _close(shown.value, copies):
        yield f"{shown.title}: {shown.message!r}, the graph gives {shown.value}, NumPy copies {_told(copies)}"


def who_raises(seen: Seen) -> Iterator[str]:
    """Plain Python raises what the page says, and nothing else."""
    for shown, call in _pairs(seen):
        outcome, said = call["outcome"], _RAISES.search(shown.message)
        row = shown.python.get("error")
        for text in filter(None, (said and said[1], row)):
            if outcome["error"] is None or not _is_told(text, outcome):
                yield f"{shown.title}: plain Python raises {text}, in truth: {_told(outcome)}"
        if "plain Python gives a result" in shown.message and outcome["error"] is not None:
            yield f"{shown.title}: {shown.message!r}, but Python raises {_told(outcome)}"
        ours = [error for error in shown.errors if error["id"] != "python-failed"]
        if "the graph gives a result" in shown.message and (ours or shown.value is None):
            yield f"{shown.title}: {shown.message!r}, but there is no result of a graph"


def state(seen: Seen) -> Iterator[str]:
    """Where a call would give something else after the cell's earlier calls, the page says that it starts without."""
    for shown, call in _pairs(seen):
        outcome, later = call["outcome"], call["later"]
        is_other = (outcome["value"], outcome["error"]) != (later["value"], later["error"])
        if is_other and not any("This call starts from the state of the notebook" in each for each in shown.sentences):
            yield f"{shown.title}: not a word of the earlier calls, after which Python gives {_told(later)}"


def changes(seen: Seen) -> Iterator[str]:
    """What a call is said to change it changes, and what it changes of the notebook is said."""
    for shown, call in _pairs(seen):
        lists = " ".join(found[1] for each in shown.sentences if (found := _CHANGES.match(each)))
        names = {name.partition(".")[0] for name in _NAMES.findall(lists)} & {*call["names"]} - {*_parameters(call)}
        changed = set(call["changed"])
        if not changed - set(re.findall(r"\w+", shown.title)) <= names <= changed:  # arguments are copies
            yield f"{shown.title}: is said to change {sorted(names)}, changes {sorted(changed)}"


def _parameters(call: Data) -> set[str]:
    """The names of the parameters of functions that a call reaches."""
    return {name for each in call["functions"] for name in re.findall(r"\w+", each["text"].partition("(")[2])}


def sentence(seen: Seen) -> Iterator[str]:
    """A value in the sentence about equality is Python's."""
    for shown, call in _pairs(seen):
        said = _SAID_EQUAL.search(shown.message)
        if said and said[1] and not _close(said[1], call["outcome"]):
            yield f"{shown.title}: {shown.message!r}, but Python: {_told(call['outcome'])}"


def headline(seen: Seen) -> Iterator[str]:
    """The text form names each call with its value."""
    text = "\n".join(seen.texts)
    for shown, call in _pairs(seen):
        if call["outcome"]["error"] is None and not call["outcome"]["is_none"]:
            if (
                head := next((line for line in text.splitlines() if line.startswith(f"{shown.title} = ")), None)
            ) is None:
                yield f"{shown.title}: the text has no line with its value, {call['outcome']['value']}"
            elif shown.verdict.get("equal") and not _close(head[len(shown.title) + 3 :], call["outcome"]):
                yield f"{head!r}, but Python: {call['outcome']['value']}"


def clock(seen: Seen) -> Iterator[str]:
    """The time of plain Python is what another process measures, within a factor of three."""
    for number, pairs in seen.clocks.items():
        if not any(close(*pair) for pair in [*pairs, _quickest(pairs)]):
            told = ", ".join(f"{page['median']:.3g} s against {_seconds(real)}" for page, real in pairs)
            yield f"{seen.cell.calls[number]}: plain Python takes {told}"


def _quickest(pairs: Sequence[tuple[Data, Data]]) -> tuple[Data, Data]:
    """The least that each of the two has measured: a busy machine only adds."""
    real = [each["median"] for _, each in pairs if each["median"] is not None]
    return {"median": min(page["median"] for page, _ in pairs)}, {"median": min(real, default=None)}


def winner(seen: Seen) -> Iterator[str]:
    """Who is called faster is so, by the factor given, with the time that another process takes for plain Python."""
    for number, pairs in seen.clocks.items():
        shown = seen.shown[number]
        said = _TIMES.search(" ".join(shown.timing["sentences"]))
        if said is None or (shown.graph.get("sample") is None):
            continue
        times = float(said[2].replace(",", ""))
        page, real = pairs[-1]
        if page is pairs[0][0] and real["median"] is not None:
            graph = shown.graph["sample"]["median"]
            factor = real["median"] / graph if said[1] == "graph" else graph / real["median"]
            if not times / FACTOR <= factor <= times * FACTOR:
                yield f"{shown.title}: {said[0]!r}, measured: {factor:.3g}x"


def source(seen: Seen) -> Iterator[str]:
    """Every function of the cells that the call reaches is shown."""
    for shown, call in _pairs(seen):
        for function in call["functions"]:
            if _flat(function["text"]) not in _flat(shown.source):
                yield f"{shown.title}: {function['name']} of cell {function['cell']} is not in Source"


def steps(seen: Seen) -> Iterator[str]:
    """The stepper goes through each line that Python executes; where it leaves lines out, it says so."""
    for shown, call in _pairs(seen):
        if call["outcome"]["error"] is not None or not shown.verdict.get("equal"):
            continue
        notes = " ".join(shown.recording.get("notes", ()))
        if call["steps"] > _MOST_STEPS:
            if not notes:
                yield f"{shown.title}: {len(shown.lines)} steps and no note, Python executes {call['steps']} lines"
            continue
        aside = {line for _, line in call["aside"]}
        is_one = len({cell for cell, *_ in call["lines"]}) == 1  # else the page numbers their lines anew
        ours = Counter(line if is_one else 0 for line in shown.lines)
        theirs = [(line if is_one else 0, depth) for _, line, depth in call["lines"]]
        wanted = _begin(theirs, ours) if "The record ends early" in notes else _counts(theirs)
        other = {line: (ours[line], wanted[line]) for line in ours | wanted if ours[line] != wanted[line]}
        if other.keys() - aside:
            told = ", ".join(f"line {line}: {one} for {two}" for line, (one, two) in sorted(other.items()))
            yield f"{shown.title}: {len(shown.lines)} steps, Python executes {call['steps']} lines ({told})"


def _begin(theirs: list[tuple[int, int]], ours: Counter[int]) -> Counter[int]:
    """How often each line is in the begin of a run that as many steps make; at least the first has to be there.

    A line has its step where the calls that it makes are over: those that go on where a record ends may be missing.
    """
    size = max(1, ours.total())
    for end in range(size, size + _MOST_OPEN):
        counts = _counts(theirs[:end])
        if ours <= counts and counts - ours <= _counts(_open(theirs[:end])) and ours:
            return ours
    return _counts(theirs[:size])


def _open(lines: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The lines that wait for a call at the end of some, with how many calls they are within."""
    within = lines[-1][1]
    for line, depth in reversed(lines):
        if depth < within:
            within = depth
            yield line, depth


def _counts(lines: Iterable[tuple[int, int]]) -> Counter[int]:
    return Counter(line for line, _ in lines)


def values(seen: Seen) -> Iterator[str]:
    """In each step the lines come in Python's order, and the variables are Python's, call by call."""
    for shown, call in _pairs(seen):
        record, notes = shown.recording, " ".join(shown.recording.get("notes", ()))
        first = next(iter(call.get("lines", ())), None)
        if not shown.verdict.get("equal") or not record.get("steps") or first is None or first[:2] in call["aside"]:
            continue
        if record.get("onCopies") or re.search(" are kept: | is left out", notes) or call["steps"] > _MOST_STEPS:
            continue
        theirs = pythons(call["frames"])
        told = {each.name for each in theirs}  # what a library calls is put aside
        ours = [each for each in shown_calls(record, theirs[0].name) if each.name in told]
        if call["outcome"]["error"] is not None or "The record ends early" in notes:
            ours, theirs = begins(ours, theirs)
        by_line = len({cell for cell, *_ in call["lines"]}) == 1
        for fault in differences(ours, theirs, with_python=record["python"] is not None, by_line=by_line):
            yield f"{shown.title}: {fault}"


def printed(seen: Seen) -> Iterator[str]:
    """What is printed stands on the screen, once."""
    wanted = seen.plain["body"]["printed"] + "".join(
        call["outcome"]["printed"] for call in seen.plain["calls"] if call["outcome"]
    )
    if seen.printed != wanted:
        yield f"printed {seen.printed!r}, Python prints {wanted!r}"
    if seen.complained:
        yield f"on stderr: {seen.complained[:400]!r}"


def displayed(seen: Seen) -> Iterator[str]:
    """The value of a cell's last line is a plain cell's; a number that a graph returns is an array."""
    body = seen.plain["body"]
    wanted = [] if body["is_none"] or body["error"] else [body["repr"]]
    found = [_ARRAY.sub(r"\1", text) for text in seen.run.texts("execute_result")]
    if len(found) != len(wanted) or not all(map(_close_texts, found, wanted)):
        yield f"shows {found}, Python {wanted}"


def as_typed(seen: Seen) -> Iterator[str]:
    """`f.python_function` is the function that was typed."""
    for number, run in seen.typed.items():
        outcome, call = seen.plain["calls"][number]["by_hand"], seen.cell.calls[number]
        found = [_bare(text) for text in run.texts("execute_result")]
        if outcome["error"] is not None:
            if run.status == "ok" or run.reply["ename"] != outcome["error"][0][0]:
                yield f"{call}: python_function gives {found or run.reply['ename']}, Python: {_told(outcome)}"
        elif run.status != "ok":
            yield f"{call}: python_function raises {run.reply['ename']}: {run.reply['evalue'][:200]}"
        elif found != ([] if outcome["is_none"] else [_bare(outcome["repr"])]):
            yield f"{call}: python_function gives {found}, Python {outcome['repr']}"
        elif (screen := "".join(run.texts("stream"))) != outcome["printed"]:
            yield f"{call}: python_function prints {screen!r}, Python {outcome['printed']!r}"


def traceback(seen: Seen) -> Iterator[str]:
    """No traceback shows our frames, or JAX's, and no part of a page is missing by a fault of ours."""
    for shown in seen.shown:
        yield from (each for each in shown.sentences if "fault of nbgraph" in each)
    for text in seen.run.texts("error"):
        for line in text.splitlines():
            if re.search(r"nbgraph/|site-packages/jax|run_cell_magic", line):
                yield f"a traceback with {line.strip()!r}"
                break
    if len(seen.run.texts("error")) > 1:
        yield f"{len(seen.run.texts('error'))} tracebacks"


def private(seen: Seen) -> Iterator[str]:
    """No path of the machine is in a page, and no page is large."""
    for output in seen.run.outputs:
        for mime, text in output["content"].get("data", {}).items():
            if len(str(text)) > _LARGEST:
                yield f"{mime} of {len(text):,} characters"
    for text in (*map(str, seen.payloads), *seen.texts):
        for place in (str(Path.cwd()), sys.prefix, str(Path.home()) + "/"):
            if place in text:
                yield f"the page contains {place}"


CLAIMS: dict[str, Claim] = {
    each.__name__: each
    for each in (
        status,
        calls,
        python_value,
        same,
        who_raises,
        state,
        changes,
        sentence,
        headline,
        clock,
        winner,
        source,
        steps,
        values,
        printed,
        displayed,
        as_typed,
        traceback,
        private,
    )
}


def _seconds(measured: Data) -> str:
    return "an error" if measured["median"] is None else f"{measured['median']:.3g} s"


def _pairs(seen: Seen) -> Iterator[tuple[Shown, Data]]:
    """The calls, as the page shows them and as Python runs them."""
    for shown, call in zip(seen.shown, seen.plain["calls"], strict=False):
        if call["outcome"] is not None:
            yield shown, call


def _raised_in_body(seen: Seen) -> Any:
    return seen.plain["body"]["error"]


def _raised(seen: Seen) -> Any:
    """What Python raises first, in the cell or in a call that the page does not run in another way."""
    if (error := _raised_in_body(seen)) is not None:
        return error
    others = {number for number, shown in enumerate(seen.shown) if shown.verdict.get("reference", "python") != "python"}
    outcomes = [call["outcome"] for number, call in enumerate(seen.plain["calls"]) if number not in others]
    return next((outcome["error"] for outcome in outcomes if outcome and outcome["error"]), None)


def _told(outcome: Data) -> str:
    """An outcome in words, as a page has them."""
    if outcome["error"] is None:
        return str(outcome["value"])
    names, message = outcome["error"]
    first = next(iter(message.splitlines()), "")
    return f"{names[0]}: {first}" if first else names[0]


def _is_told(text: str, outcome: Data) -> bool:
    return text.strip() == _told(outcome)


def _flat(text: str) -> str:
    return " ".join(text.split())


def _same(found: str | None, wanted: str) -> bool:
    """Two texts of the same value; addresses and the spaces that align columns do not count."""
    return found is not None and _bare(found) == _bare(wanted)


def _bare(text: str) -> str:
    return re.sub(r"0x[0-9a-f]+", "0x", re.sub(r"\s+", "", text))


def _close(found: str | None, outcome: Data) -> bool:
    if found is None:
        return bool(outcome["error"] is None and outcome["is_none"])
    return outcome["error"] is None and any(_close_texts(found, outcome[form]) for form in ("value", "repr"))


def _close_texts(found: str, wanted: str) -> bool:
    """Two texts of values: words alike, whole numbers alike, others as near as 32 bits are."""
    if _bare(found) == _bare(wanted):
        return True
    if "…" in found or "..." in found:  # cut at its end
        cut = re.split(r"…|\.\.\.", found)[0]
        return _close_texts(cut, wanted[: len(cut)]) or _near(cut, wanted)
    return _near(found, wanted)


def _near(found: str, wanted: str) -> bool:
    ours, theirs = _NUMBER.findall(found), _NUMBER.findall(wanted)
    words = (_bare(_NUMBER.sub("#", text)) for text in (found, wanted))
    return len(ours) == len(theirs) and len(set(words)) == 1 and all(map(_numbers_near, ours, theirs))


def _without_a_digit(found: str, wanted: str) -> bool:
    """Whether some number differs by half of itself or more."""
    pairs = zip(*(map(complex, _NUMBER.findall(text)) for text in (found, wanted)), strict=True)
    return any(abs(one - two) >= 0.5 * abs(two) > 0 for one, two in pairs)


def _numbers_near(found: str, wanted: str) -> bool:
    whole = [re.fullmatch(r"[-+]?\d+", text) is not None for text in (found, wanted)]
    if whole[0] != whole[1]:
        return False
    if whole[0]:
        return int(found) == int(wanted)
    one, two = complex(found), complex(wanted)
    parts = ((one.real, two.real), (one.imag, two.imag))
    return all((a == b) or (math.isnan(a) and math.isnan(b)) or abs(a - b) <= 1e-6 + 1e-5 * abs(b) for a, b in parts)
