"""Build the course: `python -m scripts.course [FOLDER]` writes `docs/course/index.html` and the pages that it links."""

from __future__ import annotations

import sys
from pathlib import Path

from scripts.course.gallery import program_page, programs
from scripts.course.index import index_page
from scripts.course.lecture import lecture_page, lectures
from scripts.course.page import write_shared

COURSE = Path(__file__).parents[2] / "docs" / "course"


def build(folder: Path) -> None:
    """Write every page of the course, from the notebooks as they are stored."""
    pages = {"index.html": index_page()}
    pages |= {f"{lecture.path.stem}.html": lecture_page(lecture) for lecture in lectures()}
    pages |= {f"gallery/{program.name}.html": program_page(program) for program in programs()}
    (folder / "gallery").mkdir(parents=True, exist_ok=True)
    write_shared(folder)
    for name, text in pages.items():
        (folder / name).write_text(text, encoding="utf-8")
    print(f"{folder / 'index.html'} and {len(pages) - 1} pages beside it written")


if __name__ == "__main__":
    build(Path(sys.argv[1]) if sys.argv[1:] else COURSE)
