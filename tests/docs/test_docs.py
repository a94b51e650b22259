"""Every program in the documentation does what the page says."""

from __future__ import annotations

import ast
import inspect
import io
import re
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

import nbgraph
from nbgraph.core.staging import vocabulary
from tests.docs.pages import DOCS, anchor, blocks, links

PAGES = [*sorted(DOCS.glob("*.md")), *sorted(DOCS.parent.glob("*.md"))]
GLOSSARY = (DOCS.parent / "CONTRIBUTING.md").read_text().partition("## Glossary\n")[2]


@pytest.fixture(autouse=True)
def _same_recursion_limit() -> Iterator[None]:
    limit = sys.getrecursionlimit()
    yield
    sys.setrecursionlimit(limit)


@pytest.mark.parametrize("page", ["explorer.md", "how-it-works.md", "semantics.md"])
def test_a_page_runs_from_top_to_bottom(page: str) -> None:
    namespace = {"__name__": "documentation"}
    for block in blocks((DOCS / page).read_text(), page):
        assert block.print(namespace) == block.output, block.name


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_somewhere(page: Path) -> None:
    for file, heading in links(page.read_text()):
        target = (page.parent / file) if file else page
        assert target.exists(), file
        assert not heading or heading in {anchor(title) for title in headings(target)}, heading


def headings(page: Path) -> list[str]:
    return re.findall(r"^#+ (.*)$", page.read_text(), re.MULTILINE)


def banned_words() -> list[str]:
    """The words in the last column of the glossary."""
    rows = [line.split("|") for line in GLOSSARY.splitlines() if line.startswith("| ")][1:]
    return [word.strip() for row in rows for word in row[-2].split(",") if word.strip() not in {"", "---"}]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_has_the_words_of_the_glossary(page: Path) -> None:
    prose = without_code(page.read_text().replace(GLOSSARY, "")).lower()
    assert [word for word in banned_words() if re.search(rf"\b{word}\b", prose)] == []


@pytest.mark.parametrize("name", nbgraph.__all__)
def test_a_public_docstring_has_the_words_of_the_glossary(name: str) -> None:
    text = inspect.cleandoc(getattr(nbgraph, name).__doc__)
    prose = without_code(without_programs(text)).lower()
    assert prose.strip()
    assert [word for word in banned_words() if re.search(rf"\b{word}\b", prose)] == []


def test_an_inner_docstring_has_the_words_of_the_glossary() -> None:
    words = set(banned_words()) - {
        "texts",
        "only the run",
        "round",
        "rounds",
    }  # in other senses, or still to be replaced
    pattern = re.compile(rf"\b(?:{'|'.join(words)})\b(?!:)")
    wrong = [
        (str(file), found[0])
        for file in Path(nbgraph.__file__).parent.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef)
        if (found := pattern.search(without_code(without_programs(ast.get_docstring(node) or "")).lower()))
    ]
    assert wrong == []


def test_no_name_in_the_code_has_a_word_that_was_given_up() -> None:
    given_up = {
        *("told", "said", "fence", "verdicts", "verb", "verbs", "twins", "lanes", "journal", "anew", "manner"),
        *("surroundings", "digests", "moments", "holder", "activation"),
    }
    names = {
        (str(file), token.string)
        for file in Path(nbgraph.__file__).parent.rglob("*.py")
        for token in tokenize.generate_tokens(io.StringIO(file.read_text()).readline)
        if token.type == tokenize.NAME
    }
    assert [each for each in sorted(names) if given_up & {*each[1].lower().split("_")}] == []


def test_the_glossary_is_short_and_bans_words() -> None:
    assert len(GLOSSARY.splitlines()) <= 40
    assert {"only the run", "round", "special code"} <= set(banned_words())


def without_programs(text: str) -> str:
    """A docstring without the lines of its programs."""
    return "\n".join(line for line in text.splitlines() if not line.lstrip().startswith((">>>", "...")))


def without_code(text: str) -> str:
    """A page without its blocks of code, code in its lines, and the targets of its links; line ends are blanks.

    >>> without_code("A `round` of [the](#round)\\nloop.")
    'A  of [the] loop.'
    """
    text = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    return " ".join(re.sub(r"`[^`]*`|\]\([^)]*\)", lambda found: "]" * found[0].startswith("]"), text).split("\n"))


def first_column(text: str) -> list[str]:
    """The names in backquotes in the first column of the tables of a text."""
    rows = [line.split("|")[1] for line in text.splitlines() if line.startswith("| `")]
    return [name for row in rows for name in re.findall(r"`([^`]*)`", row)]


def test_the_vocabulary_of_generated_code_is_on_the_page() -> None:
    assert sorted(first_column((DOCS / "how-it-works.md").read_text())) == sorted(vocabulary.__all__)
    assert all(getattr(nbgraph, name) is getattr(vocabulary, name) for name in vocabulary.__all__)


def test_every_public_name_is_in_the_readme() -> None:
    readme = (DOCS.parent / "README.md").read_text()
    tables = [line for line in readme.splitlines() if line.startswith("| `ng.")]
    named = {name.removeprefix("ng.") for line in tables for name in re.findall(r"`([\w.]*)`", line)}
    dunder = {"__version__", "load_ipython_extension", "unload_ipython_extension"}
    others = {"print", "assert", "raise", "jax.jit"}
    assert named - others == set(nbgraph.__all__) - dunder
