"""A lecture's page: its notebook as it was run."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import nbformat
from nbconvert import HTMLExporter

from scripts.course.page import page, thin

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Lecture:
    """A lecture.

    Attributes:
        path: its notebook.
        line: what it tells, in a few words.
    """

    path: Path
    line: str

    @property
    def number(self) -> int:
        """Its place in the course."""
        return int(self.path.stem[:2])

    @property
    def question(self) -> str:
        """Its title."""
        first = nbformat.read(self.path, as_version=4).cells[0].source
        return str(first).partition("\n")[0].removeprefix("# ")


@cache
def lectures() -> tuple[Lecture, ...]:
    """The lectures as the README lists them."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    found = re.findall(r"^- \[.*?\]\((notebooks/\d\d_\w+\.ipynb)\): (.*)$", readme, re.MULTILINE)
    return tuple(Lecture(ROOT / path, line) for path, line in found)


def lecture_page(lecture: Lecture) -> str:
    """The notebook as a page of the course, with its explorers alive."""
    notebook = nbformat.read(lecture.path, as_version=4)
    body, _ = HTMLExporter(template_name="basic").from_notebook_node(notebook)
    up = '<nav><a href="index.html">The course</a></nav>\n'
    return page(lecture.question, up + thin(_links(body)))


def _links(body: str) -> str:
    lectures_of_the_course = re.sub(r'href="(\d\d_\w+)\.ipynb', r'href="\1.html', body)
    return lectures_of_the_course.replace('href="../docs/', 'href="../')
