"""Look at stories without pytest: `python -m tests.cells [part of a title ...]` prints every false claim."""

from __future__ import annotations

import sys
import time

from tests.cells.claims import CLAIMS
from tests.cells.notebook import Notebook
from tests.cells.stories import read_stories


def main(wanted: list[str]) -> None:
    notebook, begin = Notebook(), time.perf_counter()
    for story in read_stories():
        if wanted and not any(part in str(story) for part in wanted):
            continue
        told = notebook.tell(story)
        for claim, check in CLAIMS.items():
            faults = [fault for seen in told for fault in check(seen)]
            if faults:
                print(f"{story}: {claim}", *faults, sep="\n    ", flush=True)
    print(f"{time.perf_counter() - begin:.1f} s")
    notebook.close()


if __name__ == "__main__":
    main(sys.argv[1:])
