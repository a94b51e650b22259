"""Every notebook runs from top to bottom, and is stored clean."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from nbformat import NotebookNode

FOLDER = Path(__file__).parents[2] / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


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


def test_there_are_notebooks() -> None:
    assert [path.name for path in NOTEBOOKS][:1] == ["01_first_graph.ipynb"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_runs_without_errors(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import nbformat  # late: it takes a second, in every process that collects tests
    from nbclient import NotebookClient

    # No kernel of the user's own: `python3` is then the interpreter that runs the tests.
    for variable in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR"):
        monkeypatch.setenv(variable, str(tmp_path / variable.lower()))
    notebook = nbformat.read(path, as_version=4)
    client = NotebookClient(
        notebook,
        timeout=120,
        allow_errors=True,
        resources={"metadata": {"path": str(tmp_path)}},
    )
    client.execute()
    assert complaints(notebook) == []
    for cell in notebook.cells:
        if cell.source.startswith("%%autograph"):
            assert [output.output_type for output in cell.outputs if "text/html" in output.get("data", {})] != []


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_is_stored_without_outputs(path: Path) -> None:
    import nbformat

    cells = [cell for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]
    assert all(cell.outputs == [] and cell.execution_count is None for cell in cells)
    assert cells[0].source == "%load_ext nbgraph"
