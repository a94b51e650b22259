"""The forms of one program, for reports: free of JAX."""

from __future__ import annotations

from dataclasses import dataclass

from nbgraph.core.codegen.source_map import GeneratedCode


@dataclass(frozen=True)
class Forms:
    """What JAX and XLA make of a function."""

    # the forms, each a step closer to the machine: "jaxpr", "StableHLO", and "optimised HLO" when it was asked for
    codes: tuple[GeneratedCode, ...] = ()
    # for each line, by file and number, that made equations of the graph, their operations in order
    operations: tuple[tuple[tuple[str, int], tuple[str, ...]], ...] = ()
