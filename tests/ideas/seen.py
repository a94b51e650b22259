"""Runs a cell of the bank by the magic, and looks for what must be visible of it."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from IPython.core.interactiveshell import InteractiveShell
from traitlets.config import Config

from nbgraph.core.report import Report
from nbgraph.widgets.payload import payload
from nbgraph.widgets.text import to_text

SETUP = "import math\nimport jax\nimport jax.numpy as jnp\nimport numpy as np\nimport nbgraph as ng"


@dataclass
class Seen:
    """What a cell shows: its explorer as data and as text, and what it prints."""

    printed: str = ""
    reports: list[Report] = field(default_factory=list)

    @property
    def report(self) -> Report:
        return self.reports[-1]

    @cached_property
    def page(self) -> dict[str, Any]:
        return payload(self.reports)

    @cached_property
    def text(self) -> str:
        return to_text(self.page, None)

    def missing(self, check: str) -> str:
        """What is wrong with the page by one check, such as `node ∂(x * x): unused`; "" for nothing."""
        what, _, wanted = check.partition(" ")
        found = list(getattr(self, f"_{what}")())
        if any(wanted in each for each in found):
            return ""
        return f"{check!r} is not among:\n" + "\n".join(found)

    def _out(self) -> Iterator[str]:
        yield self.printed

    def _text(self) -> Iterator[str]:
        yield self.text

    def _steps(self) -> Iterator[str]:
        yield str(self.report.recording)

    def _jax(self) -> Iterator[str]:
        yield self.report.pure_jax.text if self.report.pure_jax else ""

    def _code(self) -> Iterator[str]:
        yield self.report.converted_code.text if self.report.converted_code else ""

    def _forms(self) -> Iterator[str]:
        yield str(self.page["functions"][-1].get("forms"))

    def _page(self) -> Iterator[str]:
        yield str(self.page["functions"][-1])

    def _region(self) -> Iterator[str]:
        """`kind: label in label of the region around`."""
        graph = self.report.graph
        if graph is not None:
            labels = {region.id: region.label for region in graph.regions}
            for each in graph.regions:
                yield f"{each.kind}: {each.label} in {labels.get(each.parent or '', '')}, line {_line(each)}"

    def _node(self) -> Iterator[str]:
        """`label: role in label of the region`."""
        graph = self.report.graph
        if graph is not None:
            labels = {region.id: region.label for region in graph.regions}
            for each in graph.nodes:
                yield f"{each.label}: {each.role or each.kind} in {labels[each.region]}, line {_line(each)}"

    def _edge(self) -> Iterator[str]:
        """`kind name type: label → label`."""
        graph = self.report.graph
        if graph is not None:
            labels = {node.id: node.label for node in graph.nodes}
            for each in graph.edges:
                yield f"{each.kind} {each.name} {each.aval or ''}: {labels[each.source]} → {labels[each.target]}"


def _line(shown: Any) -> Any:
    return shown.span.line if shown.span else None


@contextmanager
def notebook() -> Iterator[Notebook]:
    """One for many cells; names stay from cell to cell."""
    config = Config()
    config.HistoryManager.hist_file = ":memory:"
    shell = InteractiveShell.instance(config=config)
    shell.run_line_magic("load_ext", "nbgraph")
    shell.run_cell(SETUP)
    with closing(Notebook(shell)) as found:
        yield found


class Notebook:
    """IPython with the extension; pages are kept and not drawn."""

    def __init__(self, shell: InteractiveShell) -> None:
        self._shell = shell
        self._seen = Seen()
        magic = shell.magics_manager.registry["Autograph"]
        self._backend, self._magic = magic.backend, magic
        magic.backend = replace(magic.backend, bundle=self._keep, stopped_bundle=self._keep)

    def run(self, cells: Sequence[str]) -> Seen:
        """What the last cell shows."""
        for cell in cells:
            self._seen = Seen()
            with redirect_stdout(io.StringIO()) as out, redirect_stderr(out):
                self._shell.run_cell(cell)
            self._seen.printed = out.getvalue()
        return self._seen

    def close(self) -> None:
        self._magic.backend = self._backend
        self._shell.run_line_magic("unload_ext", "nbgraph")
        self._shell._atexit_once()
        self._shell.restore_sys_module_state()
        InteractiveShell.clear_instance()

    def _keep(self, reports: Sequence[Report], view: Sequence[str]) -> dict[str, str]:
        self._seen.reports += reports
        return {"text/plain": ""}
