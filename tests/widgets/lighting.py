"""What lights on the page is what the data say: each line that owns something lights it in every pane, folded or not.

A sample of the corpus: what each line owns by the report, to be compared with what it lights.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import nbgraph as ng
from nbgraph.core.graph.tiles import tiles
from nbgraph.widgets.payload import payload
from nbgraph.widgets.payload.spans import Places
from tests.programs.pool import RIGHT, load_all

if TYPE_CHECKING:
    from nbgraph.core.report import Report

    Owned = dict[str, list[list[int]]]

SAMPLE = [name for name, program in load_all().items() if program.expect == RIGHT][::24]
IN_BROWSER = SAMPLE[::5]
IN_NODE = [name for name in SAMPLE if name not in IN_BROWSER]


def payload_of(name: str) -> tuple[dict[str, Any], Owned]:
    """A program's data, and what of the source each part of its page stands for."""
    program = load_all()[name]
    if program.reset:
        program.reset()
    report = ng.show(program.function, *program.arguments[0], timing=False).report
    data = payload([report])
    return data, with_calls(stretches(report), data["functions"][0].get("calls", ()))


def misled(part: str, spans: list[list[int]], lit: Sequence[int]) -> list[str]:
    """What is wrong with the lines that light something in a part of the page."""
    begins, lies = covered(spans)
    dark, bright = begins - set(lit), set(lit) - lies
    return [f"{part}: {word} {sorted(lines)}" for word, lines in (("dark", dark), ("lit", bright)) if lines]


def form_of(owned: Owned, name: str) -> list[list[int]] | None:
    """What the form with this name, in whatever case, stands for."""
    return next((spans for form, spans in owned.items() if form.lower() == name.lower()), None)


def covered(spans: list[list[int]]) -> tuple[set[int], set[int]]:
    """The lines that a stretch begins in, and all that one lies on."""
    return {span[0] for span in spans}, {line for span in spans for line in range(span[0], span[2] + 1)}


def stretches(report: Report) -> Owned:
    """What of the source something in the graph, and in each form of the code, stands for."""
    places = Places.of_report(report)
    assert report.graph is not None
    graph = tiles(report.graph).complete  # what pictures leave out for good, as the output of a check, lights nowhere
    owners: list[Any] = [*graph.nodes, *graph.regions[1:]]
    found = {"graph": [at for each in owners if (at := places.of(each.span, *each.callers)) is not None]}
    codes = (report.converted_code, report.pure_jax, *(report.forms.codes if report.forms else ()))
    for code in (each for each in codes if each is not None):
        found[code.form] = [at for link in code.mappings if (at := places.of(link.source)) is not None]
    return found


def with_calls(owned: Owned, calls: Sequence[tuple[list[int], list[list[int]]]]) -> Owned:
    """The same, and each place that calls a helper which owns something: it lights what the call made."""
    sites = {
        form: [site for site, inside in calls if any(each in spans for each in inside)] for form, spans in owned.items()
    }
    return {form: spans + sites[form] for form, spans in owned.items()}
