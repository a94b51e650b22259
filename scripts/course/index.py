"""The course's first page: lectures by part, the gallery, and an index of topics."""

from __future__ import annotations

import html

from scripts.course.gallery import programs
from scripts.course.lecture import Lecture, lectures
from scripts.course.page import marked, page
from scripts.course.topics import PARTS, TOPICS

_PICTURES = ("explorer.png", "part-2.png", "part-3.png")
_INTRODUCTION = (
    "<h1>Graphs from plain Python</h1>\n"
    "<p>Eighteen lectures of ten to fifteen minutes, one question each, for readers who know Python and no JAX. "
    "Every explorer on these pages is alive: point at a line, and its counterparts light up; step through the run. "
    "Nothing is asked of a network. To run and change the cells, open the notebooks of the same names.</p>"
)


def index_page() -> str:
    """The first page."""
    return page("Graphs from plain Python", "\n".join([_INTRODUCTION, *map(_part, range(3)), _gallery(), _topics()]))


def _part(at: int) -> str:
    title, numbers = list(PARTS.items())[at]
    items = "\n".join(_item(lecture) for lecture in lectures() if lecture.number in numbers)
    return (
        f"<section>\n<h2>Part {'I' * (at + 1)}: {title[0].lower()}{title[1:]}</h2>\n"
        f'<img src="../{_PICTURES[at]}" alt="An explorer of this part">\n'
        f'<ol start="{numbers.start}">\n{items}\n</ol>\n</section>'
    )


def _item(lecture: Lecture) -> str:
    question = marked(lecture.question)
    return f'<li><a href="{lecture.path.stem}.html">{question}</a><br>{marked(lecture.line)}</li>'


def _gallery() -> str:
    items = "\n".join(
        f'<li><a href="gallery/{each.name}.html">{marked(each.title)}</a><br>{marked(each.question)}</li>'
        for each in programs()
    )
    return f'<section>\n<h2 id="gallery">Gallery</h2>\n<ul class="course-grid">\n{items}\n</ul>\n</section>'


def _topics() -> str:
    groups = "\n".join(
        f'<tr><th colspan="2">{marked(text)}</th></tr>\n' + "\n".join(map(_topic, topics.items()))
        for text, topics in TOPICS.items()
    )
    said = "The lectures follow four older texts on TensorFlow. Where each of their topics is taught here:"
    return f'<section>\n<h2 id="topics">Topics</h2>\n<p>{said}</p>\n<table>\n{groups}\n</table>\n</section>'


def _topic(item: tuple[str, str]) -> str:
    by_number = {f"{lecture.number:02}": lecture for lecture in lectures()}
    links = ", ".join(
        f'<a href="{by_number[number].path.stem}.html" title="{html.escape(by_number[number].question)}">{number}</a>'
        for number in item[1].split()
    )
    return f"<tr><td>{marked(item[0])}</td><td>{links}</td></tr>"
