"""A long run of the fuzzer: `python -m tests.fuzz --level 1 --count 50000 --seed 7`."""

from __future__ import annotations

import argparse
import secrets
import sys
import warnings

from tests.fuzz.campaign import report
from tests.fuzz.judged import survey


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument(
        "--level",
        type=int,
        choices=range(1, 8),
        default=1,
        help="1: stand-ins; 2: compiled, x64; 3: odd cells; 4: lists; 5: pure JAX code; 6: rows; 7: things",
    )
    parser.add_argument("--count", type=int, default=5000, help="how many programs")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**6), help="which programs; fresh by default")
    parser.add_argument("--hard", action="store_true", help="write also what is known to be converted wrongly still")
    options = parser.parse_args()
    warnings.simplefilter("ignore", SyntaxWarning)  # `1 is True` is a fair program
    sorts = {3: "odd", 4: "hard list" if options.hard else "list", 6: "row", 7: "thing"}
    if (sort := sorts.get(options.level)) is not None:
        return 1 if survey(options.count, options.seed, sort) else 0
    return 1 if report(options.level, options.count, options.seed, hard=options.hard) else 0


if __name__ == "__main__":
    sys.exit(main())
