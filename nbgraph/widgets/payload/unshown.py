"""What of a graph is not in a page: kept where the page was made, to be shown when it is asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from nbgraph.core.graph.model import Graph
from nbgraph.core.report import Report
from nbgraph.widgets.payload.graph import graph_view
from nbgraph.widgets.payload.places import Places


@dataclass(frozen=True)
class Unshown:
    """A graph of which a page holds a part."""

    graph: Graph  # all of it
    places: Places  # where its function stands

    def view(self, regions: Sequence[int]) -> dict[str, Any]:
        """The page's graph with further regions that can be opened; see `graph_view`.

        Raises:
            ValueError: the last of `regions` cannot be shown.
        """
        return graph_view(self.graph, [f"r{number}" for number in regions], self.places)


@dataclass(frozen=True)
class Answer:
    """The explorer's data, and what it leaves out."""

    data: dict[str, Any]  # what is shown
    # for each function the graph of which `data` holds a part; None where it holds all
    graphs: tuple[Unshown | None, ...] = ()


def unshown(report: Report, data: Mapping[str, Any] | None) -> Unshown | None:
    """The graph of a report, if `data`, what a page shows of it, leaves any of its regions out."""
    if report.graph is None or not data or not left_out(data):
        return None
    return Unshown(report.graph, Places.of_report(report))


def left_out(data: Mapping[str, Any]) -> list[int]:
    """The regions that hold more than one operation and cannot be opened, by number; none where there is no picture.

    >>> left_out({"nodes": [], "tiles": []})
    []
    """
    openable = {tile[0] for tile in data["tiles"]} | {number for tile in data["tiles"] for number in tile[4][::5]}
    closed = [row[10] for row in data["nodes"] if row[10] >= 0 and row[9] > 1 and row[10] not in openable]
    return closed if data["tiles"] else []
