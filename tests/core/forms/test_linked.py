"""Links between a function's lines and what they became: none is missing, and none is wrong.

Each program of the pool is looked at once for each signature that its arguments have.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import accumulate
from typing import Any

import jax

from nbgraph.core import _jax
from nbgraph.core.codegen.source_map import GeneratedCode
from nbgraph.core.examine.parts import graph_of
from nbgraph.core.forms.gather import forms
from nbgraph.core.graph import locations as graph_places
from nbgraph.core.graph.source_names import source_names
from nbgraph.core.report import Report
from nbgraph.core.spans import Span
from nbgraph.widgets.payload.code import code_data
from nbgraph.widgets.payload.spans import Places
from tests.core.forms.provenance import Lines, equations, operations_of
from tests.pool.subject import Subject, Traced
from tests.programs.pool import Program

# All programs of the pool in which a line owns equations, and no line of StableHLO: JAX leaves out what nobody needs,
# and a copy of a value is that value. With each line, what would stand there.
NOT_IN_STABLEHLO = {
    "array_aliases.buffer_of_a_loop": {"now = v.copy()": "copy", "new = now.copy()": "copy"},
    "arrays.copy_first": {"w = v.copy()": "copy"},
    "blocks.try_return_finally_modify": {"x = x * 2": "multiply"},
    "ordinary.floyd": {"d = g.copy()": "copy"},
    "ordinary.life": {"new = grid.copy()": "copy"},
}
# All in which a line owns equations, and nothing in the printed code: it leaves out what nobody needs, too, and what
# changes nothing; `fori_loop` counts by itself, and a chain of `cond`s has no `break`.
NOT_PRINTED = {
    **{name: set(lines) for name, lines in NOT_IN_STABLEHLO.items()},
    "conformance.user_error_in_while": {"s += undefined_nm; x -= 1"},
    "definitions.nonlocal_in_loop": {"k += 1"},
    "identities.keys_sorted_before": {"i += 1"},
    "ordinary.bubble": {"break"},
    "ordinary.prefix_sums": {"p.append(p[-1] + x)"},
    "traps.nonlocal_helper": {"s = s + x"},
    "tries.argument_is_evaluated": {"log[0] += v"},
    "tries.known_condition": {"y += x"},
    "while_loops.nested": {"i += 1"},
    "while_loops.promotions_on_every_level": {"k += 1"},
    "while_loops.three_levels": {"i += 1", "j += 1"},
}
BACKWARD = ("classes.own_gradient", "definitions.custom_vjp_inner")  # in which a rule for gradients is traced, too
IN_GRAPH = {
    "cond": {"cond"},
    "select": {"select_n", "jit"},
    "while": {"while"},
    "scan": {"scan"},
    "fori": {"while", "scan"},
    "logical": {"and", "or", "not"},
}
LOWERED = 6
"""Of one program in so many: to read the module once more takes as long as all the rest."""


def signatures(program: Program) -> Iterator[tuple[Any, ...]]:
    """Sets of arguments, one for each signature: what decides what becomes of a line."""
    seen = set()
    for arguments in program.arguments:
        leaves, tree = jax.tree_util.tree_flatten(arguments)
        kinds = [(type(leaf), getattr(leaf, "shape", None), str(getattr(leaf, "dtype", ""))) for leaf in leaves]
        texts = [leaf for leaf in leaves if isinstance(leaf, str)]
        if (key := str((tree, kinds, texts))) not in seen:
            seen.add(key)
            yield arguments


def report_of(subject: Subject, found: Traced) -> Report:
    """The codes and the graph of a call; nothing is run, measured or drawn."""
    call, trace, parsed = found.call, found.trace, subject.converted.parsed
    made = forms(
        found.traced,
        source=parsed.source,
        function=parsed.span,
        argument_names=call.argument_names,
        decisions=trace.decisions,
    )
    codes = subject.converted_code, found.printed
    return Report(call.title, parsed.source, parsed.span, *codes, made, trace.decisions, graph_of(found.traced, call))


def places_in(report: Report) -> Places:
    return Places.of_report(report)


def linked_lines(report: Report) -> Iterator[tuple[str, set[int]]]:
    """For each pane of the code, and for the graph, the source lines that something in it is linked to."""
    places = places_in(report)
    assert report.forms is not None and report.graph is not None
    for code in filter(None, (report.converted_code, report.pure_jax, *report.forms.codes)):
        data = code_data(code, places)
        if data["links"] or not data["lines"][0].startswith("#"):  # else it is the reason why there is none
            starts = accumulate(link[4] for link in data["links"])
            rows = zip(starts, data["links"], strict=True)
            yield code.form, {line for start, link in rows for line in range(start, start + link[6] + 1)}
    found = (places.of(part.span, *part.callers) for part in (*report.graph.nodes, *report.graph.regions))
    yield "graph", {line for place in found if place for line in range(place[0], place[2] + 1)}


def returned(report: Report) -> int | None:
    """The line of the function's `return`, if it has one."""
    inside = [found for found in source_names(report.source).functions if report.span.contains(found.span)]
    places = inside[0].returns if inside else ()
    return places[0].line if len(places) == 1 else None


def is_linked_line_by_line_in_all_panes(subject: Subject) -> None:
    """Each line that owns an equation is linked in all panes, for each signature."""
    name = subject.program.name
    for number, arguments in enumerate(signatures(subject.program)):
        found = subject.trace(arguments) if number else subject.first
        report, traced = report_of(subject, found), found.traced
        assert report.forms is not None
        owners = {line for (_, line), _ in report.forms.operations}
        missing = {pane: owners - lines for pane, lines in linked_lines(report)}
        gone, unprinted = (
            {report.source.lines[line - 1].strip() for line in missing.pop(pane, ())}
            for pane in ("StableHLO", "pure JAX")
        )
        assert gone == set(NOT_IN_STABLEHLO.get(name, {}))
        assert unprinted <= NOT_PRINTED.get(name, set())
        assert not any(missing.values()), missing
        _, stablehlo, *_ = report.forms.codes
        assert not [word for word in NOT_IN_STABLEHLO.get(name, {}).values() if f"stablehlo.{word} " in stablehlo.text]
        check_jaxpr(report, traced)
        check_graph(report, traced)
        if name not in BACKWARD:
            check_decisions(report, traced)


def check_decisions(report: Report, traced: Any) -> None:
    """What is said of a construct is in the graph: an equation of that kind, which stands where the construct does."""
    found: dict[Span, set[str]] = {}
    places = graph_places.Places(())
    pending = [traced.jaxpr.jaxpr]
    while pending:
        for equation in pending.pop().eqns:
            spans = places.spans(equation)
            if spans:
                found.setdefault(spans[0], set()).add(equation.primitive.name)
            pending += [body for body, _ in _jax.bodies(equation)]
    for decision in report.decisions:
        if report.span.contains(decision.span):
            here, wanted = found.get(decision.span, set()), IN_GRAPH.get(decision.shown, set())
            assert not wanted or here & wanted, decision


def check_jaxpr(report: Report, traced: Any) -> None:
    """Each equation is linked to the line that JAX has noted for it, and to no other."""
    jaxpr = traced.jaxpr.jaxpr
    expected = list(equations(jaxpr, Lines.of(report), returned(report), {id(jaxpr)}))
    assert report.forms is not None
    shown = list(rows_of(report.forms.codes[0], re.compile(r"\s*(?:[^={]*? = )?([a-z_][\w-]*)(?=\[| |$)")))
    assert [name for name, _ in shown] == [name for name, _ in expected[: len(shown)]]
    assert shown == [(name, {line}) for name, line in expected[: len(shown)]]


def rows_of(code: GeneratedCode, operation: re.Pattern[str]) -> Iterator[tuple[str, set[int]]]:
    """The operation of each row that has one, with the lines that the row is linked to."""
    links: dict[int, set[int]] = {}
    for link in code.mappings:
        links.setdefault(link.generated.line, set()).add(link.source.line)
    for number, text in enumerate(code.text.splitlines(), 1):
        border = re.match(r"\s*(?:[\w ]*=?\{ lambda|in \(|\]|# …)", text)
        if border is None and (found := operation.match(text)) is not None:
            yield found[1], links.get(number, set())


def check_graph(report: Report, traced: Any) -> None:
    """Each operation's box is linked to the line that JAX has noted for it."""
    places = places_in(report)
    assert report.graph is not None
    boxes = [node for node in report.graph.nodes if node.kind == "operation" and not node.role]
    shown = Counter((node.operation, (places.of(node.span, *node.callers) or [None])[0]) for node in boxes)
    expected = Counter(equations(traced.jaxpr.jaxpr, Lines.of(report), returned(report)))
    assert not shown - expected


def has_stablehlo_linked_as_mlir_says(subject: Subject) -> None:
    """Each line of StableHLO is linked to the line that MLIR says."""
    report, traced = report_of(subject, subject.first), subject.first.traced
    assert report.forms is not None
    code = report.forms.codes[1]
    helper = {"func.func", "func.return", "builtin.module", "stablehlo.return", "stablehlo.constant"}
    said = operations_of(traced.lower().compiler_ir(), report.source, Lines.of(report))
    expected = (row for row in said if row[0] not in helper)
    word = re.compile(r'.*?(?:^|[\s"])((?:stablehlo|func|chlo|sdy)\.\w+|(?<== )call(?= @))')
    for operation, lines in rows_of(code, word):
        operation = "func.call" if operation == "call" else operation
        if operation in helper:
            continue
        # A reduction's own operation is not printed.
        line = next(line for name, line in expected if name == operation)
        if line is not None:
            assert lines == {line}
