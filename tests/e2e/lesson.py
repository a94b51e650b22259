"""The first notebook, or some of its cells, as a file for a server."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

FIRST_NOTEBOOK = Path(__file__).parents[2] / "notebooks" / "01_first_graph.ipynb"
PREPARATION = ("%load_ext nbgraph", "import nbgraph as ng")


def lesson(path: Path, *wanted: str) -> Path:
    """Write the code cells that hold one of the texts in `wanted`, after those that every cell needs.

    Without `wanted`: the whole notebook as it is.
    """
    import nbformat  # late: it takes a second, in every process that collects tests

    notebook = nbformat.read(FIRST_NOTEBOOK, as_version=4)
    if wanted:
        needed = (*PREPARATION, *wanted)
        code = [cell for cell in notebook.cells if cell.cell_type == "code"]
        notebook.cells = [cell for cell in code if any(text in cell.source for text in needed)]
        assert len(notebook.cells) == len(needed), "a cell of the lesson has been renamed"
    nbformat.write(notebook, path)
    return path


def write_notebook(path: Path, sources: Sequence[str]) -> Path:
    """Write a notebook of these code cells, with the first notebook's kernel."""
    import nbformat

    cells = [nbformat.v4.new_code_cell(source) for source in sources]
    metadata = nbformat.read(FIRST_NOTEBOOK, as_version=4).metadata
    nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata=metadata), path)
    return path
