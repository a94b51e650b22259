"""A record as text: a table of its steps, one for each position."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nbgraph.core.recording.model import Recording, Step

_MOST_ROWS = 40
_WIDE = 44


def text(recording: Recording) -> str:
    """The steps as a table: number, round, line, what the graph's variables became, what Python has otherwise."""
    rows = [("step", "iteration", "line", "", "values")]
    shown, left = _shown(len(recording.steps))
    for index in shown:
        if index is None:
            rows.append(("…", "", "", f"{left:,} more steps", ""))
            continue
        step = recording.steps[index]
        called = recording.functions[recording.ways[step.way].function] if step.way else None
        source = recording.lines if called is None else called.lines
        first = recording.first if called is None else called.first
        code = source[step.line - first].strip() if source else ""
        code = code if len(code) <= _WIDE else code[: _WIDE - 1] + "…"
        place = str(step.line) if called is None else f"{called.name}:{step.line}"
        rows.append((str(index), _round(recording, step), place, code, _values(step)))
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    lines = [
        "  ".join((*(cell.ljust(width) for cell, width in zip(row, widths, strict=False)), row[4])).rstrip()
        for row in rows
    ]
    head = f"{recording.title}{f' = {recording.result}' if recording.result else ''}: {len(recording.steps):,} steps"
    return "\n".join((head, *lines, *_ends(recording)))


def _shown(count: int) -> tuple[list[int | None], int]:
    if count <= _MOST_ROWS:
        return list(range(count)), 0
    half = _MOST_ROWS // 2
    return [*range(half), None, *range(count - half, count)], count - 2 * half


def _round(recording: Recording, step: Step) -> str:
    if step.loop < 0:
        return ""
    total = recording.loops[step.loop].total
    return f"{step.round} of {total}" if step.round <= total else "end"


def _values(step: Step) -> str:
    python = dict(step.python)
    parts = [
        f"{name} = {'(no operation)' if value is None else value}"
        for name, value in step.values
        if value is not None or name not in python
    ]
    if step.test is not None:
        parts.insert(0, str(step.test))
    parts += [f"prints {printed!r}" for printed in step.printed]
    graph = dict(step.values)
    parts += [
        f"Python: {name} = {value}"
        for name, value in step.python
        if graph.get(name) != value and (name in step.differ or (name in graph and graph[name] is None))
    ]
    if step.is_traced:
        parts.append("Python alone")
    return ", ".join(parts)


def _ends(recording: Recording) -> list[str]:
    first = recording.difference
    found = list(recording.notes)
    if first is not None:
        step = recording.steps[first.step]
        found.append(
            f"First apart at step {first.step}, line {step.line}: {first.name} is {first.graph} in the graph,"
            f" {first.python} in Python."
        )
    return found
