"""Runs a story twice: under the magic in a kernel, and as plain Python in another process."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from tests.cells.page import Data, Shown, payload
from tests.cells.stories import Cell, Story
from tests.magics.kernels import Kernel, Run

PLAIN = Path(__file__).with_name("plain.py")
FACTOR = 3
"""How far the page's clock may be from another process's."""
NEAR = 2.5
"""What is farther apart is measured again: the page rounds what it says, and a claim may fail by that."""
TRIES = 3
SETTLED = "%load_ext nbgraph\nimport gc, jax\njax.numpy.ones(1)\ngc.collect()\ngc.freeze()"
"""Loads what stays, and lets the garbage collector pass over it: each `%reset` looks through all there is, twice."""


class Plain:
    """The process that knows nothing of nbgraph."""

    def __init__(self) -> None:
        env = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONSTARTUP")}
        command = [sys.executable, "-P", str(PLAIN)]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=env, cwd=Path.home()
        )

    def ask(self, **order: Any) -> Data:
        """Send one order and wait for the answer."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        assert answer, f"plain Python ended: {order}"
        data: Data = json.loads(answer)
        return data

    def close(self) -> None:
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(timeout=60)  # JAX takes its time on a busy machine
        self._process.stdout.close()


@dataclass
class Seen:
    """A cell under the magic, and what plain Python does with it.

    Attributes:
        cell: what was run.
        run: what the notebook shows.
        plain: the answers of the other process: `body`, and `calls` one by one.
        clocks: of each call that the page gives a time of plain Python for, the page's sample and what the other
            process measures; several pairs where the first are far from each other.
        typed: of each call, the run of a cell that asks the notebook for `f.python_function` of the same.
    """

    cell: Cell
    run: Run
    plain: Data
    clocks: dict[int, list[tuple[Data, Data]]] = field(default_factory=dict)
    typed: dict[int, Run] = field(default_factory=dict)

    @cached_property
    def shown(self) -> list[Shown]:
        """What the page says, call by call."""
        return [Shown(each) for data in self.payloads for each in data["functions"]]

    @cached_property
    def payloads(self) -> list[Data]:
        """The explorer's data, output by output."""
        return [payload(html) for html in self._outputs("text/html") if "nbg-packed" in html]

    @property
    def texts(self) -> list[str]:
        """The text form of what the page says."""
        shown = [output["content"] for output in self.run.outputs if output["msg_type"] == "display_data"]
        return [each["data"]["text/plain"] for each in shown if "nbg-packed" in each["data"].get("text/html", "")]

    @property
    def printed(self) -> str:
        """What stands on the screen from `print`."""
        return self._stream("stdout")

    @property
    def complained(self) -> str:
        return self._stream("stderr")

    def _outputs(self, mime: str) -> list[str]:
        shown = [output["content"] for output in self.run.outputs if output["msg_type"] == "display_data"]
        return [content["data"].get(mime, "") for content in shown]

    def _stream(self, name: str) -> str:
        streams = [output["content"] for output in self.run.outputs if output["msg_type"] == "stream"]
        return "".join(content["text"] for content in streams if content["name"] == name)


class Notebook:
    """A kernel with nbgraph, and plain Python beside it."""

    def __init__(self) -> None:
        self._kernel, self._plain = Kernel(), Plain()
        self._kernel.run(SETTLED)

    def close(self) -> None:
        self._kernel.close()
        self._plain.close()

    def tell(self, story: Story, *, only_shown: bool = False) -> list[Seen]:
        """Run a story's cells in both; `only_shown` without a clock of ours, and without calls by hand."""
        self._kernel.run("%reset -f")
        self._kernel.run("%load_ext nbgraph")
        self._plain.ask(new=True)
        return [self._shown(cell) if only_shown else self._cell(cell) for cell in story.cells]

    def _shown(self, cell: Cell) -> Seen:
        return Seen(cell, self._kernel.run(cell.text), self._plain.ask(cell=cell.body, calls=list(cell.calls)))

    def _cell(self, cell: Cell) -> Seen:
        seen = self._shown(cell)
        for number, call in enumerate(seen.plain["calls"]):
            if call["outcome"] is None:
                continue
            if (sample := _sample(seen.shown, number)) is not None:
                seen.clocks[number] = self._clocks(cell, number, sample, call)
        for number, call in enumerate(seen.plain["calls"]):
            if call["outcome"] is not None and (text := as_typed(cell.calls[number], cell.body)) is not None:
                seen.typed[number] = self._kernel.run(text)
                call["by_hand"] = self._plain.ask(by_hand=number)["outcome"]
        return seen

    def _clocks(self, cell: Cell, number: int, sample: Data, call: Data) -> list[tuple[Data, Data]]:
        """Pairs of what the page says and what is measured, until one agrees: the machine does other things, too."""
        if sample["n"] == 1:  # nobody may run it again: its first run is what there is
            return [(sample, {"median": call["first"]})]
        pairs = [(sample, self._plain.ask(time=number))]
        while not any(close(*pair, within=NEAR) for pair in pairs) and len(pairs) < TRIES:
            again = Seen(cell, self._kernel.run(cell.text), {})
            if (fresh := _sample(again.shown, number)) is None:
                break
            pairs.append((fresh, self._plain.ask(time=number)))
        return pairs


def close(page: Data, measured: Data, *, within: float = FACTOR) -> bool:
    """Whether the page's clock and ours agree."""
    return measured["median"] is not None and 1 / within <= page["median"] / measured["median"] <= within


def _sample(shown: list[Shown], number: int) -> Data | None:
    """The page's sample of plain Python."""
    return shown[number].python.get("sample") if number < len(shown) else None


def as_typed(call: str, body: str) -> str | None:
    """The same call of the functions as typed; None where it is none of a function that the cell defines.

    >>> as_typed("gcd(48, half(36))", "def gcd(a, b):"), as_typed("jax.grad(f)(1.0)", "def f(x):")
    ("gcd.python_function(48, getattr(half, 'python_function', half)(36))", None)
    """
    tree = ast.parse(call, mode="eval").body
    if not isinstance(tree, ast.Call) or not isinstance(tree.func, ast.Name):
        return None
    name = tree.func.id
    if not re.search(rf"^def {name}\(", body, flags=re.MULTILINE):
        return None
    for each in ast.walk(tree):
        if isinstance(each, ast.Call) and each is not tree and isinstance(each.func, ast.Name):
            each.func = ast.parse(f"getattr({each.func.id}, 'python_function', {each.func.id})", mode="eval").body
    return f"{name}.python_function{ast.unparse(tree)[len(name) :]}"
