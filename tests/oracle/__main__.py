"""Freeze what the converter makes of every program, and show what a change does to it.

`python -m tests.oracle freeze DIR` writes one file of texts for each part; `compare DIR` makes the texts anew, shows
what differs as unified text, program by program, and ends with status 1 if anything does. `compare --with COMMIT`
makes the old texts first, from that commit's package and today's programs.
"""

from __future__ import annotations

import argparse
import difflib
import json
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator, Sequence
from io import BytesIO
from itertools import islice
from pathlib import Path

ROOT = Path(__file__).parents[2]
QUICK = ("jaxpr", "budgeted", "decisions", "errors", "docs")
Texts = dict[str, dict[str, str]]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.oracle", description=__doc__)
    parser.add_argument("action", choices=("freeze", "compare"))
    parser.add_argument("folder", nargs="?", type=Path, help="where the texts are")
    parser.add_argument("--with", dest="commit", help="compare with this commit's package in place of a folder")
    parser.add_argument("--parts", default=",".join(QUICK), help="which, with commas between; `all` for every part")
    parser.add_argument("--every", type=int, default=1, help="take one program of so many")
    parser.add_argument("--only", default="", help="take the programs with this in their name")
    parser.add_argument("--most", type=int, default=400, help="how many lines of differences to show at most")
    options = parser.parse_args()
    if (options.folder is None) == (options.commit is None or options.action == "freeze"):
        parser.error("name a folder, or compare --with a commit")
    parts = chosen(options.parts)
    if options.action == "freeze":
        write(options.folder, made(parts, options.every, options.only))
        return 0
    sample = [f"--{name}={getattr(options, name)}" for name in ("parts", "every", "only")]
    before = frozen(options.commit, sample) if options.commit else read(options.folder, parts)
    now = made(parts, options.every, options.only)
    lines = list(differences(before, now))
    print(*lines[: options.most], sep="\n")
    print(f"… {len(lines) - options.most} more lines" if len(lines) > options.most else "")
    print(f"{sum(map(len, now.values()))} texts compared")
    return 1 if lines else 0


def chosen(parts: str) -> tuple[str, ...]:
    """The parts that an option names."""
    from tests.oracle.parts import PARTS  # late, as all that imports JAX

    every = (*PARTS, "docs")
    names = every if parts == "all" else tuple(parts.split(","))
    if unknown := set(names) - set(every):
        raise SystemExit(f"no such part: {', '.join(sorted(unknown))}; there are {', '.join(every)}")
    return names


def made(parts: Sequence[str], every: int = 1, only: str = "") -> Texts:
    """The texts as they are now."""
    from tests.oracle import docs
    from tests.oracle.parts import Look, text_of
    from tests.oracle.subjects import subjects

    texts: Texts = {part: {} for part in parts}
    for subject in islice((each for each in subjects() if only in each.name), 0, None, every):
        look = Look(subject)
        for part in (part for part in parts if part != "docs"):
            texts[part][subject.name] = text_of(part, look)
    if "docs" in parts and every == 1:
        texts["docs"] = {name: text for name, text in docs.texts() if only in name}
    return texts


def write(folder: Path, texts: Texts) -> None:
    """Keep texts, a file for each part."""
    folder.mkdir(parents=True, exist_ok=True)
    for part, each in texts.items():
        (folder / f"{part}.json").write_text(json.dumps(each, indent=0, sort_keys=True, ensure_ascii=False))


def read(folder: Path, parts: Sequence[str]) -> Texts:
    """The texts that were kept."""
    if missing := [part for part in parts if not (folder / f"{part}.json").exists()]:
        raise SystemExit(f"{folder} holds no texts of {', '.join(missing)}")
    return {part: json.loads((folder / f"{part}.json").read_text()) for part in parts}


def frozen(commit: str, options: Sequence[str]) -> Texts:
    """The texts that the package of a commit gives for the programs of today."""
    archive = subprocess.run(["git", "archive", commit, "nbgraph"], cwd=ROOT, capture_output=True, check=True).stdout
    with tempfile.TemporaryDirectory() as name, tarfile.open(fileobj=BytesIO(archive)) as packed:
        folder = Path(name)
        packed.extractall(folder, filter="data")
        for beside in ("tests", "docs"):
            (folder / beside).symlink_to(ROOT / beside)
        command = [sys.executable, "-m", "tests.oracle", "freeze", str(folder / "texts"), *options]
        subprocess.run(command, cwd=folder, check=True)
        return {path.stem: json.loads(path.read_text()) for path in (folder / "texts").glob("*.json")}


def differences(before: Texts, now: Texts) -> Iterator[str]:
    """What differs, as unified text, program by program; of a sample, nobody knows which programs are gone."""
    for part, texts in now.items():
        old = before.get(part, {})
        changed = [name for name in texts.keys() & old.keys() if texts[name] != old[name]]
        for name in sorted(changed):
            pair = old[name].splitlines(), texts[name].splitlines()
            yield from difflib.unified_diff(*pair, f"{name}: {part} before", f"{name}: {part} now", "", "", 2, "")
        for name in sorted(texts.keys() - old.keys()):
            yield f"{part}: {name} is new"
        if changed:
            yield f"{part}: {len(changed)} of {len(texts)} differ"


if __name__ == "__main__":
    sys.exit(main())
