"""The course's first page: lectures by part, the gallery, an index of topics, and a glossary."""

from __future__ import annotations

import html

from scripts.course.gallery import programs
from scripts.course.lecture import Lecture, lectures
from scripts.course.page import marked, page
from scripts.course.topics import GLOSSARY, PARTS, TOPICS

_PICTURES = ("explorer.png", "part-2.png", "part-3.png")
_INTRODUCTION = (
    "<h1>Graphs from plain Python</h1>\n"
    "<p>Eighteen lectures of ten to fifteen minutes, one question each, for readers who know Python and no JAX. "
    "Every explorer on these pages is alive: point at a line, and its counterparts light up; step through the run. "
    "Nothing is asked of a network. To run and change the cells, open the notebooks of the same names.</p>\n"
    '<p><a href="#gallery">Gallery</a> · <a href="#topics">Topics</a> · <a href="#glossary">Glossary</a></p>'
)


def index_page() -> str:
    """The first page."""
    sections = [*map(_part, range(3)), _gallery(), _topics(), _glossary()]
    return page("Graphs from plain Python", "\n".join([_INTRODUCTION, *sections]))


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
    return f"<tr><td>{marked(item[0])}</td><td>{_numbers(item[1])}</td></tr>"


def _glossary() -> str:
    rows = "\n".join(
        f"<tr><td><b>{term}</b></td><td>{marked(meaning)}</td><td>{_numbers(number)}</td></tr>"
        for term, (meaning, number) in GLOSSARY.items()
    )
    return f'<section>\n<h2 id="glossary">Glossary</h2>\n<table>\n{rows}\n</table>\n</section>'


def _numbers(words: str) -> str:
    """Links to the lectures of these numbers."""
    by_number = {f"{lecture.number:02}": lecture for lecture in lectures()}
    return ", ".join(
        f'<a href="{by_number[number].path.stem}.html" title="{html.escape(by_number[number].question)}">{number}</a>'
        for number in words.split()
    )
