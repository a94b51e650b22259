"""The course's pages are those of the stored notebooks, need no network, and each program of the gallery is Python's."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import jax
import numpy as np
import pytest

import nbgraph as ng
from scripts.course.gallery import FOLDER, Program, called, programs
from scripts.course.index import index_page
from scripts.course.lecture import Lecture, lecture_page, lectures
from scripts.course.topics import GLOSSARY, PARTS, TOPICS

COURSE = FOLDER.parent / "course"
PAGES = sorted(COURSE.rglob("*.html"))
_EXPLORER = re.compile(r'<div class="nbg-output".*?</div>\n', re.DOTALL)  # what is alive; it holds what a link may not


def test_the_first_page_is_as_it_is_built() -> None:
    """If not: `python -m scripts.course`."""
    assert (COURSE / "index.html").read_text("utf-8") == index_page()


@pytest.mark.parametrize("lecture", lectures(), ids=lambda lecture: lecture.path.stem)
def test_a_lecture_is_as_its_notebook(lecture: Lecture) -> None:
    """If not: `python -m scripts.course`."""
    assert (COURSE / f"{lecture.path.stem}.html").read_text("utf-8") == lecture_page(lecture)


def test_every_lecture_is_in_a_part_and_in_the_index_of_topics() -> None:
    numbers = [lecture.number for lecture in lectures()]
    assert [number for part in PARTS.values() for number in part] == numbers
    assert {int(word) for topics in TOPICS.values() for words in topics.values() for word in words.split()} == {
        *numbers
    }


def test_each_term_of_the_glossary_is_in_its_lecture() -> None:
    texts = {f"{lecture.number:02}": lecture.path.read_text("utf-8").lower() for lecture in lectures()}
    for term, (_, number) in GLOSSARY.items():
        for word in re.findall(r"\w+", term.lower()):
            assert word[:4] in texts[number], (term, number)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_links_lead_to_files_beside_the_page(page: Path) -> None:
    text = _EXPLORER.sub("", page.read_text("utf-8"))
    for link in re.findall(r'(?:href|src)="([^"#]+)', text):
        assert (page.parent / link).exists(), link


def test_the_gallery_does_in_python_what_it_says() -> None:
    files = [str(program.path) for program in programs()]
    assert len(files) == 20
    done = subprocess.run([sys.executable, "-m", "doctest", *files], capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stdout) == (0, "")


@pytest.mark.parametrize("program", programs(), ids=lambda program: program.name)
def test_a_program_of_the_gallery_is_the_same_as_a_graph(program: Program) -> None:
    assert (COURSE / "gallery" / f"{program.name}.html").exists()
    function, args, keywords = called(program)
    wanted, found = function(*args, **keywords), ng.function(function)(*args, **keywords)
    assert jax.tree.structure(found) == jax.tree.structure(wanted)
    for one, other in zip(jax.tree.leaves(found), jax.tree.leaves(wanted), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-5)
