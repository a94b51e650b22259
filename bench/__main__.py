"""Race the same programs in Python, on arrays, in JAX by hand and converted, and print one table.

python -m bench                  # the table, and cost against size: about three minutes
python -m bench --write          # puts both into docs/performance.md and docs/performance.svg
python -m bench call_overhead    # a part: measured against wanted
"""

from __future__ import annotations

import importlib
import re
import sys
from pathlib import Path

from bench.figure import Figure, table

PARTS = (
    "budget",
    "call_overhead",
    "conversion_time",
    "devices",
    "first_cell",
    "gradients",
    "graph_size",
    "in_browser",
    "interrupts",
    "memory",
    "nested_tracing",
)
DOCS = Path(__file__).parents[1] / "docs"
_MEASURED = re.compile(r"(?<=<!-- measured -->\n).*(?=<!-- end -->)", re.S)


def main(arguments: list[str]) -> int:
    """Print the table, or what the named parts measure; 1 when one failed, 2 for a name that does not exist."""
    names = [each for each in arguments if each != "--write"]
    if unknown := sorted(set(names) - set(PARTS)):
        print(f"no such part: {', '.join(unknown)}; there are {', '.join(PARTS)}", file=sys.stderr)
        return 2
    return parts(names) if names else whole(write="--write" in arguments)


def whole(*, write: bool) -> int:
    """The table of all programs, and cost against size."""
    from bench import page, race, sizes

    races = {racer.name: race.run(racer) for racer in race.racers()}
    costs = list(sizes.costs())
    text = f"{page.race_table(races)}\n\n{page.size_table(costs)}\n\n{page.versions()}.\n"
    print(text)
    if write:
        file = DOCS / "performance.md"
        file.write_text(_MEASURED.sub(lambda _: f"\n{text}\n", file.read_text("utf-8")), "utf-8")
        (DOCS / "performance.svg").write_text(page.plot(costs), "utf-8")
    return 0


def parts(names: list[str]) -> int:
    """Run parts by name."""
    figures: list[Figure] = []
    failed = 0
    for name in names:
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
