"""The stories themselves: enough of them, half with helpers, each with a name of its own."""

from __future__ import annotations

import ast
from collections import Counter

from tests.cells.stories import Cell, read_stories

STORIES = read_stories()
CELLS = [cell for story in STORIES for cell in story.cells if cell.is_magic]


def test_there_are_enough_cells():
    assert len(CELLS) >= 150


def test_half_of_the_cells_have_helpers_in_them():
    assert sum(map(has_helper, CELLS)) * 2 >= len(CELLS)


def test_titles_are_told_apart():
    assert [title for title, count in Counter(map(str, STORIES)).items() if count > 1] == []


def has_helper(cell: Cell) -> bool:
    """Whether a function that the cell defines uses another function or class of the cell."""
    tree = ast.parse(cell.body)
    defined = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    lambdas = {
        target.id
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Lambda)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    used = {
        (name, each.id)
        for name, node in defined.items()
        for each in ast.walk(node)
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load)
    }
    return any(name != other and other in defined.keys() | lambdas for name, other in used)
