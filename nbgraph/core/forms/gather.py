"""Make all forms of one call's program from its trace, XLA's with the source span of each line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from nbgraph.core.codegen.source_map import OPTIMISED_HLO, GeneratedCode
from nbgraph.core.decisions import Decision
from nbgraph.core.depth import deep
from nbgraph.core.forms.lines import LONGEST, Forms, Lines
from nbgraph.core.forms.program import program_text
from nbgraph.core.forms.stablehlo import stablehlo_code
from nbgraph.core.source.text import Definition, SourceText
from nbgraph.core.spans import Span


@deep
def forms(
    traced: Any,  # what `jax.jit(f).trace(...)` returns
    *,
    source: SourceText,  # the file of the user's function
    function: Span,
    helpers: Sequence[Definition] = (),  # other definitions that lines may be linked to
    argument_names: Sequence[str] = (),  # the user's names of the flattened arguments
    decisions: Sequence[Decision] = (),
    reached: Iterable[tuple[str, int]] = (),  # the lines that Python came to while it traced
    optimised: bool = False,  # whether to compile it too, for the program that XLA makes
) -> Forms:
    program = program_text(
        traced.jaxpr,
        source=source,
        function=function,
        helpers=helpers,
        argument_names=argument_names,
        decisions=decisions,
    )
    codes = [program.code]
    try:
        lowered = traced.lower()
        codes.append(stablehlo_code(lowered.as_text(debug_info=True), source, function, program.returned, helpers))
        if optimised:
            text = lowered.compile().as_text()
            codes.append(optimised_code(text, source, function, helpers, program.code))
    except Exception as error:  # JAX or the device refused the program: show the other forms
        form = ("StableHLO", OPTIMISED_HLO)[len(codes) - 1]
        reason = (str(error).splitlines() or [""])[0]
        codes.append(GeneratedCode(form, f"# There is no {form}: {type(error).__name__}: {reason}\n", ()))
    return Forms(tuple(codes), program.owners, frozenset(reached))


_METADATA = re.compile(r',? ?metadata=\{((?:[^"{}]|"(?:[^"\\]|\\.)*")*)\}')
_PAIR = re.compile(r'(\w+)=(?:"((?:[^"\\]|\\.)*)"|(\w+))')
_NUMBERED = re.compile(r'^(\d+) (?:"((?:[^"\\]|\\.)*)"|\{(.*)\})$')
_COMPUTATION = re.compile(r"^(?:ENTRY )?%?([\w.-]+) \(.*\{$")
_EQUATION = re.compile(r"\s*(\w+):\S+ = (.+)")
_CHANGING = re.compile(r"get|swap|addupdate|random_")
_WORD = re.compile(r"\b[a-zA-Z_]\w*\b")
_TABLES = ("FileNames", "FunctionNames", "FileLocations", "StackFrames")


def optimised_code(
    text: str,  # what `compiled.as_text()` returns
    source: SourceText,  # the file of the user's function
    function: Span,
    helpers: Sequence[Definition] = (),  # other definitions that lines may be linked to
    before: GeneratedCode | None = None,  # the jaxpr, all of whose operations XLA was given
) -> GeneratedCode:
    """Return the compiled program, followed by what XLA removed and what it fused."""
    shown, frames = _read(text.splitlines(), (source, *(helper.source for helper in helpers)))
    lines = Lines(OPTIMISED_HLO, function, *(helper.span for helper in helpers))
    for line in shown[:LONGEST]:
        about = _METADATA.search(line)
        lines.add(_METADATA.sub("", line), () if about is None else frames.of(_fields(about[1])))
    for line in shown[LONGEST:]:
        lines.add(line)
    if len(shown) <= LONGEST and before is not None:
        _remark(lines, before)
    return lines.code("fn.lower(…).compile().as_text()")


def _remark(lines: Lines, before: GeneratedCode) -> None:
    """Add remarks on the source's lines: those that one kernel computes together, and those that left nothing."""
    kernels: dict[str, dict[Span, None]] = {}
    at, place = "", {link.generated.line: _header(link.source) for link in lines.links}
    for number, text in enumerate(lines.texts, 1):
        opening = _COMPUTATION.match(text)
        at = opening[1] if opening else at
        if number in place and "fused" in at:
            kernels.setdefault(at, {})[place[number]] = None
    for name, parts in kernels.items():
        ordered = sorted(parts)
        if len(ordered) > 1:
            lines.add(f"// XLA computes lines {_listed(ordered)} together, in `{name}`", ordered)
    heads = {(function.file, function.line) for function in lines.functions}
    repeats, left = _repeats(before), set(place.values())
    for gone in sorted({_header(link.source) for link in before.mappings} - left):
        if (gone.file, gone.line) not in heads:
            same = repeats.get(gone)
            why = f"its value is that of line {same.line}" if same in left and same else "nothing of it is left"
            lines.add(f"// XLA removed line {gone.line}: {why}", [gone])


def _repeats(jaxpr: GeneratedCode) -> dict[Span, Span]:
    """Map each source line whose equations repeat earlier ones to the line with the last of those."""
    place = {link.generated.line: _header(link.source) for link in jaxpr.mappings}
    known: dict[str, int] = {}  # what is computed, by the line that does it first
    names: dict[str, str] = {}  # variables, by the number of that line
    found: dict[Span, Span | None] = {}
    for number, text in enumerate(jaxpr.text.splitlines(), 1):
        equation = _EQUATION.fullmatch(text)
        if equation is None or "lambda" in text or _CHANGING.match(equation[2]):
            known.clear()
            names.clear()
        elif number in place:
            first = known.setdefault(_WORD.sub(lambda word: names.get(word[0], word[0]), equation[2]), number)
            names[equation[1]] = f"#{first}"
            is_new = first == number or found.get(place[number], place[number]) is None
            found[place[number]] = None if is_new else place.get(first)
    return {line: other for line, other in found.items() if other is not None and other != line}


def _header(span: Span) -> Span:
    """Return the beginning of the line that a span begins in, the same for all spans of the line."""
    return Span(span.file, span.line, 0, span.line, 0)


def _listed(spans: Sequence[Span]) -> str:
    """
    >>> _listed([Span("f", line, 0, line, 0) for line in (3, 5, 8)])
    '3, 5 and 8'
    """
    numbers = [str(span.line) for span in spans]
    return f"{', '.join(numbers[:-1])} and {numbers[-1]}"


class _Frames:
    """The stack frame tables of a module's metadata."""

    def __init__(self, tables: dict[str, dict[str, dict[str, str]]], sources: Sequence[SourceText]) -> None:
        self._tables = tables
        self._sources = {source.file: source for source in sources}
        # Some versions of XLA write a caller's number one too high: there the first frame is its own caller.
        first = tables["StackFrames"].get("1", {})
        self._too_high = int(first.get("parent_frame_id") == "1")

    def of(self, about: dict[str, str]) -> tuple[Span, ...]:
        """Return the spans in the user's files, innermost call first."""
        if "source_file" in about:
            return self._place(about["source_file"], {k.removeprefix("source_"): v for k, v in about.items()})
        found: list[Span] = []
        seen: set[str] = set()
        frame = about.get("stack_frame_id", "")
        while frame in self._tables["StackFrames"] and frame not in seen:
            seen.add(frame)
            row = self._tables["StackFrames"][frame]
            where = self._tables["FileLocations"].get(row.get("file_location_id", ""), {})
            file = self._tables["FileNames"].get(where.get("file_name_id", ""), {}).get("", "")
            found += self._place(file, where)
            frame = str(int(row.get("parent_frame_id", 0)) - self._too_high)
        return tuple(found)

    def _place(self, file: str, where: dict[str, str]) -> tuple[Span, ...]:
        source = self._sources.get(file)
        if source is None or "line" not in where:
            return ()
        line, column = int(where["line"]), int(where.get("column", 0))
        end_line, end_column = int(where.get("end_line", line)), int(where.get("end_column", 0))
        if not end_column:
            column, end_column = 0, len(source.lines[line - 1].encode()) if line <= len(source.lines) else 0
        return (source.span(line, column, end_line, end_column),)


def _read(lines: Sequence[str], sources: Sequence[SourceText]) -> tuple[list[str], _Frames]:
    """Return the program's own lines, and the tables before them."""
    tables: dict[str, dict[str, dict[str, str]]] = {name: {} for name in _TABLES}
    table: dict[str, dict[str, str]] | None = None
    shown: list[str] = []
    for line in lines:
        if line in tables:
            table = tables[line]
        elif table is not None and (match := _NUMBERED.match(line)) is not None:
            table[match[1]] = _fields(match[3]) if match[3] is not None else {"": _plain(match[2])}
        elif line.strip():
            table = None
            shown.append(line)
    return shown, _Frames(tables, sources)


def _fields(text: str) -> dict[str, str]:
    """
    >>> _fields('op_name="jit(f)/add" stack_frame_id=5')
    {'op_name': 'jit(f)/add', 'stack_frame_id': '5'}
    """
    return {match[1]: match[3] if match[2] is None else _plain(match[2]) for match in _PAIR.finditer(text)}


def _plain(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text)
