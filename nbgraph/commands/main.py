"""Define the program `nbgraph`: its command line and its exit codes.

It ends with 0 when all went well; with 1 when the function, its file or its graph failed, or Ctrl-C was pressed; with 2
when the command line itself cannot be understood.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

_FORMS = (".html", ".svg", ".png", ".dot", ".json", ".txt")

_EPILOG = """\
examples:
  nbgraph explain collatz.py::collatz                      its generated code
  nbgraph explain collatz.py::collatz --args 27            code, graph, result and times, as text
  nbgraph explain collatz.py::collatz --args 27 -o c.html  the explorer as a page of its own
  nbgraph explain net.py::Layer.forward --args "f32[3, 4], scale=2.0" -o net.svg
  nbgraph explain collatz.py::collatz --args 27 --sweep a=1:1000 -o c.html   and its times against the input
  nbgraph explain new.py::loss --args 3.0 --diff old.py::loss                and what changed
"""


def parser() -> argparse.ArgumentParser:
    """The command line's options."""
    root = argparse.ArgumentParser(prog="nbgraph", description="See the JAX graph that plain Python becomes.")
    root.add_argument("--version", action="version", version=f"nbgraph {version('nbgraph')}")
    commands = root.add_subparsers(dest="command", required=True, metavar="COMMAND")
    explain = commands.add_parser(
        "explain",
        help="what becomes of a function",
        description="What becomes of a function: its code, its graph, its result and its times.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    explain.add_argument("target", metavar="FILE.py::FUNCTION", help="the function; Class.method for one of a class")
    explain.add_argument(
        "--args",
        metavar="ARGUMENTS",
        help="the call's arguments as Python writes them, by position and by name: numbers, texts, lists, or shapes "
        'such as f32[3, 4]: --args "[1, 2], n=3"; --args "" calls it without any',
    )
    explain.add_argument("-o", "--output", metavar="PATH", type=Path, help=f"the file to write: {', '.join(_FORMS)}")
    explain.add_argument("--text", action="store_true", help="print the text as well when a file is written")
    explain.add_argument(
        "--sweep",
        metavar="SIZES",
        help="measure at several sizes of one argument, too: a=1:1000, a=10,100,1000 or len(x)=10:10000",
    )
    explain.add_argument(
        "--diff", metavar="FILE.py::FUNCTION", help="another version of the function, to show what changed since"
    )
    explain.add_argument("--hlo", action="store_true", help="show the program that XLA makes, too; it is long")
    explain.add_argument("--no-timing", action="store_true", help="run without measuring")
    explain.add_argument(
        "--limit", metavar="SECONDS", type=_seconds, default=120.0, help="stop after so long (default: 120)"
    )
    return root


def _seconds(text: str) -> float:
    seconds = float(text)
    if not seconds > 0:
        raise argparse.ArgumentTypeError("more than 0 seconds are needed")
    return seconds


def _parts(target: str) -> tuple[Path, str]:
    """Return file and name of a function.

    >>> _parts("loss.py::Huber.value")[1]
    'Huber.value'
    """
    path, _, name = target.rpartition("::")
    return Path(path), name


def main(words: Sequence[str] | None = None) -> int:
    """Run what the command line says; return the exit code."""
    root = parser()
    found, more = root.parse_known_args(words)
    if more and found.args is not None and not any(word.startswith("-") for word in more):
        whole = ", ".join((found.args, *more))
        root.error(f'the arguments of the call are one word to the shell; write --args "{whole}"')
    if more:
        root.error(f"unrecognized arguments: {' '.join(more)}")
    for target in filter(None, (found.target, found.diff)):
        path, _, name = target.rpartition("::")
        if not path or not name:
            root.error(f"{target!r} names no function of a file; write FILE.py::FUNCTION")
    if found.sweep is not None and (found.args is None or found.no_timing):
        root.error("--sweep needs a call, that is --args, and no --no-timing")
    if found.output is not None and found.output.suffix.lower() not in _FORMS:
        root.error(f"{str(found.output)!r} can be saved as {', '.join(_FORMS)}")
    from nbgraph.commands.explain import Problem, explain  # late: --help imports no JAX

    try:
        return explain(
            *_parts(found.target),
            found.args,
            output=found.output,
            text=found.text or found.output is None,
            timing=not found.no_timing,
            limit=found.limit,
            hlo=found.hlo,
            sweep=found.sweep,
            before=None if found.diff is None else _parts(found.diff),
        )
    except Problem as problem:
        print(f"nbgraph: {problem}", file=sys.stderr)
        return problem.code
    except KeyboardInterrupt:
        print("nbgraph: stopped", file=sys.stderr)
        return 1


def run() -> None:
    """Run the program, and exit."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a terminal may not know the lines of a tree
    try:
        code = main()
        sys.stdout.flush()
    except BrokenPipeError:  # whoever reads has read enough, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 1
    sys.exit(code)


if __name__ == "__main__":
    run()
