"""`python -m bench [part ...]`: run the benchmarks, or the named ones, and print measured against wanted."""

from __future__ import annotations

import importlib
import sys

from bench.figure import Figure, table

PARTS = (
    "batches",
    "budget",
    "call_overhead",
    "conversion_time",
    "first_cell",
    "gradients",
    "graph_size",
    "in_browser",
    "interrupts",
    "list_costs",
    "memory",
    "nested_tracing",
)


def main(names: list[str]) -> int:
    """Run parts by name, all of them when none is named; 1 when one failed, 2 for a name that does not exist."""
    unknown = sorted(set(names) - set(PARTS))
    if unknown:
        print(f"no such part: {', '.join(unknown)}; there are {', '.join(PARTS)}", file=sys.stderr)
        return 2
    figures: list[Figure] = []
    failed = 0
    for name in names or PARTS:
        try:
            figures += importlib.import_module(f"bench.{name}").figures()
        except Exception as error:  # one part that fails must not lose the others
            failed = 1
            print(f"{name} failed: {type(error).__name__}: {error}", file=sys.stderr)
    if figures:
        print(table(figures))
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
