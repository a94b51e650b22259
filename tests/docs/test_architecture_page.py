"""The page on the architecture names what there is: every room, in the order of imports, and files that exist."""

from __future__ import annotations

import re

import pytest

from tests.docs.pages import DOCS, ROOT
from tests.test_architecture import CORE_ORDER, LAYERS

PAGE = (DOCS / "architecture.md").read_text()
TREE = PAGE.partition("```\n")[2].partition("```")[0]
FOLDERS = (ROOT, ROOT / "nbgraph", ROOT / "nbgraph" / "core")
PATHS = sorted(set(re.findall(r"`([\w.-]+(?:/[\w.*-]+)+)`", PAGE)))


def test_the_tree_has_every_room_in_its_order() -> None:
    lines = [re.split(r"  +", line.strip())[0] for line in TREE.splitlines() if re.match(r"    [a-z_]", line)]
    assert tuple(name for line in lines for name in line.split()) == CORE_ORDER


def test_the_tree_has_every_layer_in_its_order() -> None:
    assert tuple(re.findall(r"^  (\w+)/", TREE, re.MULTILINE)) == LAYERS


@pytest.mark.parametrize("path", PATHS)
def test_what_the_page_names_exists(path: str) -> None:
    assert any((folder / path).exists() for folder in FOLDERS)


def test_the_page_stays_short() -> None:
    assert len(PAGE.splitlines()) <= 150
