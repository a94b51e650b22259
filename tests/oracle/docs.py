"""What the programs on the pages of the documentation become: they are run, and each trace is told."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Iterator
from typing import Any

import jax

from nbgraph.core.executor.function import GraphFunction
from nbgraph.core.executor.traces import Trace
from tests.docs.pages import DOCS, Block, blocks
from tests.oracle.parts import canonical, program_text

PAGES = ("how-it-works.md", "semantics.md")


def texts() -> Iterator[tuple[str, str]]:
    """Each block of code with the programs that its functions were traced to, or the error it ends in."""
    for page in PAGES:
        namespace: dict[str, Any] = {"__name__": "documentation"}
        for block in blocks((DOCS / page).read_text(), page):
            yield block.name, told(block, namespace)


def told(block: Block, namespace: dict[str, Any]) -> str:
    """The text of one block, which is run."""
    found: list[tuple[GraphFunction, Trace]] = []
    enter = GraphFunction._traced

    def entered(self: GraphFunction, trace: Trace) -> None:
        found.append((self, trace))
        enter(self, trace)

    GraphFunction._traced = entered  # type: ignore[method-assign]
    raised = ""
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            block.run(namespace)
            jax.effects_barrier()
    except Exception as error:
        raised = f"{type(error).__name__}: {error}"
    finally:
        GraphFunction._traced = enter  # type: ignore[method-assign]
    return canonical("\n".join((*(_program(*each) for each in found), raised)).strip())


def _program(function: GraphFunction, trace: Trace) -> str:
    arguments, keywords = trace.inputs
    try:
        return f"{function.__name__}{trace}\n{program_text(function.trace(*arguments, **keywords).jaxpr)}"
    except Exception as error:  # the block says itself what it raises
        return f"{function.__name__}{trace}: {type(error).__name__}"
