"""`.save(path)`: each form, whole or not at all."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

import nbgraph as ng
from nbgraph.core.drawing import files
from nbgraph.core.graph.model import Graph
from nbgraph.magics.result import AutographResult
from nbgraph.widgets.show import Shown
from tests.widgets.conftest import small_report

FORMS = {".html", ".json", ".txt", ".svg", ".png", ".dot"}
STARTS = {
    ".html": b"<!DOCTYPE html>",
    ".json": b'{"functions":',
    ".txt": b"f(1) = 2",
    ".svg": b"<svg ",
    ".png": b"\x89PNG",
    ".dot": b"digraph",
}


@pytest.mark.parametrize("form", sorted(FORMS))
def test_each_form_by_its_ending(form: str, tmp_path: Path) -> None:
    path = tmp_path / f"x{form.upper()}"
    assert Shown((small_report(),)).save(path) == path
    assert path.read_bytes().startswith(STARTS[form])
    assert os.listdir(tmp_path) == [path.name]


def test_a_path_may_be_a_text_and_the_text_is_what_is_shown(tmp_path: Path) -> None:
    shown = Shown((small_report(),))
    assert shown.save(f"{tmp_path}/x.txt") == tmp_path / "x.txt"
    assert (tmp_path / "x.txt").read_text("utf-8") == repr(shown).rstrip("\n") + "\n"
    assert json.loads(shown.save(tmp_path / "x.json").read_text())["functions"][0]["title"] == "f(1)"


@pytest.mark.parametrize("name", ["x.gif", "x", "x.svg.bak", ".svg"])
def test_an_unknown_ending_lists_the_known_ones(name: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="it can be saved as") as caught:
        Shown((small_report(),)).save(tmp_path / name)
    assert all(form in str(caught.value) for form in FORMS)
    assert os.listdir(tmp_path) == []


def test_a_failure_leaves_the_file_that_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.png"
    path.write_text("before")
    monkeypatch.setattr(files, "engines", lambda: ())
    with pytest.raises(RuntimeError, match=r"install graphviz, or save a \.svg"):
        Shown((small_report(),)).save(path)

    def full(source: object, target: object) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(files.os, "replace", full)
    with pytest.raises(OSError, match="no space left"):
        Shown((small_report(),)).save(path.with_suffix(".txt"))
    assert (os.listdir(tmp_path), path.read_text()) == (["x.png"], "before")


def test_a_link_is_followed_and_a_missing_folder_named(tmp_path: Path) -> None:
    (tmp_path / "real.txt").write_text("before")
    (tmp_path / "link.txt").symlink_to("real.txt")
    Shown((small_report(),)).save(tmp_path / "link.txt")
    assert (tmp_path / "link.txt").is_symlink()
    assert (tmp_path / "real.txt").read_text("utf-8").startswith("f(1) = 2")
    with pytest.raises(FileNotFoundError, match="there is no folder"):
        Shown((small_report(),)).save(tmp_path / "nowhere" / "x.txt")


def test_what_has_no_graph_has_no_picture_and_says_so(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="a picture holds one graph"):
        Shown((small_report(graph=None),)).save(tmp_path / "x.svg")
    both = AutographResult((small_report(), small_report()), dict)
    with pytest.raises(ValueError, match="a picture holds one graph"):
        both.save(tmp_path / "x.dot")
    assert "f(1)" in both.save(tmp_path / "x.html").read_text("utf-8")


def test_a_graph_saves_itself(tmp_path: Path) -> None:
    def f(x: float) -> float:
        return x + 1.0

    found: Graph = ng.graph(f, 1.0)
    assert found.save(tmp_path / "x.txt").read_text() == found.to_text().rstrip("\n") + "\n"
    assert json.loads(found.save(tmp_path / "x.json").read_text()) == found.to_json()
    with pytest.raises(ValueError, match=r"saved as \.svg, \.png, \.dot, \.json, \.txt$"):
        found.save(tmp_path / "x.html")
