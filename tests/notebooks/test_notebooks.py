"""Every notebook runs from top to bottom, and is stored with what its cells show (`scripts/run_notebooks.py`)."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from nbformat import NotebookNode

FOLDER = Path(__file__).parents[2] / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
# A measured line: a time with its unit, the head of the table of times, the sentence on who is faster.
MEASURED = re.compile(r"\d (ns|us|ms|s)\b|median +IQR|faster\b|about equal")


def complaints(notebook: NotebookNode) -> list[str]:
    """Errors and everything on stderr, where IPython puts its usage errors; cells tagged `raises-exception` may err."""
    found = []
    for index, cell in enumerate(notebook.cells):
        allowed = "raises-exception" in cell.metadata.get("tags", [])
        for output in cell.get("outputs", []):
            if output.output_type == "error" and not allowed:
                found.append(f"cell {index}: {output.ename}: {output.evalue}")
            elif output.output_type == "stream" and output.name == "stderr":
                found.append(f"cell {index}: {output.text}")
    return found


def texts(notebook: NotebookNode) -> list[list[str]]:
    """What each code cell shows as text, line by line, without what a clock measured."""
    shown = [
        "".join(output.get("text", "") or output.get("data", {}).get("text/plain", "") for output in cell.outputs)
        for cell in notebook.cells
        if cell.cell_type == "code"
    ]
    return [[line for line in text.splitlines() if not MEASURED.search(line)] for text in shown]


def test_there_are_notebooks() -> None:
    assert [path.name for path in NOTEBOOKS][:1] == ["01_first_graph.ipynb"]


def test_the_readme_lists_them() -> None:
    readme = (FOLDER.parent / "README.md").read_text(encoding="utf-8")
    assert re.findall(r"^- \[.*?\]\(notebooks/(.*?)\)", readme, re.MULTILINE) == [path.name for path in NOTEBOOKS]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_runs_without_errors(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import nbformat  # late: it takes a second, in every process that collects tests
    from nbclient import NotebookClient

    # No kernel of the user's own: `python3` is then the interpreter that runs the tests.
    for variable in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR"):
        monkeypatch.setenv(variable, str(tmp_path / variable.lower()))
    notebook = nbformat.read(path, as_version=4)
    stored = texts(notebook)
    client = NotebookClient(
        notebook,
        timeout=120,
        allow_errors=True,
        resources={"metadata": {"path": str(tmp_path)}},
    )
    client.execute()
    assert complaints(notebook) == []
    assert texts(notebook) == stored
    for cell in notebook.cells:
        if cell.source.startswith("%%autograph"):
            assert [output.output_type for output in cell.outputs if "text/html" in output.get("data", {})] != []


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_is_stored_with_outputs(path: Path) -> None:
    """A reader without a kernel sees every explorer; nobody sees a folder of the machine that ran it."""
    import nbformat

    cells = [cell for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in cells] == list(range(1, len(cells) + 1))
    assert cells[0].source == "%load_ext nbgraph"
    for cell in cells:
        if cell.source.startswith("%%autograph"):
            assert any({"text/html", "text/plain"} <= output.get("data", {}).keys() for output in cell.outputs)
        if "print(error)" in cell.source:  # what must fail did
            assert any(output.get("text") for output in cell.outputs), cell.source
    assert not re.search(r"/(home|root|tmp|Users|work)/", path.read_text(encoding="utf-8"))
