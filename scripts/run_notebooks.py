"""Run the lectures in kernels of their own, store what cells show, and make the course: `run_notebooks.py [names]`."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

import nbformat
from nbclient import NotebookClient

FOLDER = Path(__file__).parents[1] / "notebooks"


def stored(path: Path) -> None:
    """Execute the notebook at `path` from top to bottom, in an empty folder, and write it back with its outputs."""
    notebook = nbformat.read(path, as_version=4)
    with tempfile.TemporaryDirectory() as folder:
        client = NotebookClient(
            notebook,
            timeout=120,
            store_widget_state=False,  # megabytes, and of use only to a page with a kernel
            record_timing=False,
            resources={"metadata": {"path": folder}},
        )
        client.execute()
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
        if "outputs" in cell:  # a line of progress that has gone shows nothing
            cell.outputs = [each for each in cell.outputs if each.get("data") != {"text/plain": ""}]
    notebook.metadata.pop("language_info", None)  # names the version of Python that ran
    nbformat.write(notebook, path)


if __name__ == "__main__":
    names = sys.argv[1:] or [path.stem for path in sorted(FOLDER.glob("*.ipynb"))]
    for name in names:
        stored(FOLDER / f"{name}.ipynb")
    subprocess.run([sys.executable, "-m", "scripts.course"], check=True, cwd=FOLDER.parent)
