"""A function that acts outside of its process does so as often as in one run of plain Python, whatever reaches it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tests.magics.kernels import Kernel
from tests.magics.plain_python import PlainPython

IMPORTS = """
import logging, multiprocessing, os, pathlib, shutil, socket, sqlite3, subprocess, sys, tempfile, threading
from concurrent.futures import ThreadPoolExecutor
import subprocess as sp
from os import system as run_it
import jax
import numpy as np
"""
HELPER = "def note(x):\n    {}\n    return x\ndef f(x):\n    y = note(x)\n    return y * y\n"
METHOD = "class Log:\n    def note(self):\n        {}\nlog = Log()\ndef f(x):\n    log.note()\n    return x * x\n"
OWN = "def f(x):\n    {}\n    return x * x\n"
LOOP = "def f(x):\n    for _ in range(3):\n        {}\n    return x * x\n"

ACTS = {
    "os.system": (HELPER, "os.system('echo hi >> log')"),
    "an alias of os.system": (HELPER, "run_it('echo hi >> log')"),
    "os.system in a loop": (LOOP, "os.system('echo hi >> log')"),
    "subprocess.run": (METHOD, "sp.run('echo hi >> log', shell=True)"),
    "subprocess.Popen": (HELPER, "subprocess.Popen('echo hi >> log', shell=True).wait()"),
    "os.popen": (OWN, "os.popen('echo hi >> log').read()"),
    "a file": (HELPER, "open('log', 'a').write('hi\\n')"),
    "Path.open": (METHOD, "pathlib.Path('log').open('a').write('hi\\n')"),
    "a handler of logging": (
        HELPER,
        "logging.FileHandler('log').emit(logging.LogRecord('', 0, '', 0, 'hi', (), None))",
    ),
    "tempfile": (OWN, "tempfile.mkstemp(dir='.', prefix='log')"),
    "os.mkdir": (HELPER, "os.mkdir('log')"),  # a second time, it raises; so do the next ones
    "shutil.move": (OWN, "shutil.move('seed', 'log')"),
    "np.save": (HELPER, "np.save(open('log', 'ab'), np.ones(2))"),
    "sqlite3": (OWN, "c = sqlite3.connect('log'); c.execute('create table t (x)'); c.close()"),
    "a thread": (HELPER, "t = threading.Thread(target=os.system, args=('echo hi >> log',)); t.start(); t.join()"),
    "a callback of JAX": (OWN, "jax.debug.callback(lambda v: os.system('echo hi >> log'), x); jax.effects_barrier()"),
    "an error that is caught": (
        HELPER,
        "try:\n        os.system('echo hi >> log')\n    except Exception:\n        os.system('echo no >> log')",
    ),
    "an open file": ("log = open('log', 'a')\n" + HELPER, "log.write('hi\\n'); log.flush()"),
    "a pool of threads": (OWN, "list(ThreadPoolExecutor(1).map(os.system, ['echo hi >> log']))"),
}
SHOWS = "sorted((p.name if len(p.name) < 8 else 'log', p.stat().st_size) for p in pathlib.Path().iterdir())"


@contextmanager
def started() -> Iterator[Kernel]:
    """One kernel for the module: it takes seconds to start."""
    with closing(Kernel()) as kernel:
        assert kernel.run(f"%load_ext nbgraph\n{IMPORTS}").status == "ok"
        yield kernel


@pytest.mark.parametrize("name", ACTS)
def test_it_acts_as_often_as_plain_python(kernel: Kernel, python: PlainPython, tmp_path: Path, name: str) -> None:
    shape, act = ACTS[name]
    cell = shape.format(act)
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    for folder in (ours, theirs):
        folder.mkdir()
        (folder / "seed").write_text("seed\n")
    python.run(f"{IMPORTS}\n{cell}\nf(3)", theirs)
    expected = python.run(f"import pathlib\nprint({SHOWS})", theirs)

    assert kernel.run(f"os.chdir({str(ours)!r})").status == "ok"
    run = kernel.run(f"%%autograph -o result f(3)\n{cell}")
    assert run.status == "ok", run.texts("error")
    assert kernel.run(f"print({SHOWS})").texts("stream") == [expected]
    (shown,) = run.texts("display_data")
    assert shown.startswith("f(3) = 9\n")
    assert "Plain Python ran it once" in shown


@pytest.mark.parametrize("call", ["write('seen\\n')", "writelines(['seen\\n'])"])
def test_what_prints_in_a_helper_runs_once_and_is_compared(kernel: Kernel, call: str) -> None:
    cell = f"def note(x):\n    sys.stdout.{call}\n    return x\ndef f(x):\n    return note(x) * 3\n"
    run = kernel.run(f"%%autograph -o result f(3)\n{cell}")
    assert run.status == "ok"
    timed = kernel.run("print([b.sample and b.sample.n for b in result.reports[0].comparison.baselines])")
    assert timed.texts("stream") == ["[None, None, None]\n"]  # nor timed


def test_what_runs_in_the_notebooks_own_process_acts_once_too(kernel: Kernel, tmp_path: Path) -> None:
    kernel.run(f"os.chdir({str(tmp_path)!r})\nlock = threading.Lock()")
    body = "with lock:\n        os.system('echo hi >> log')\n    os.environ['CITY'] = 'Rom'"
    run = kernel.run(f"%%autograph f(3)\ndef f(x):\n    {body}\n    return x * x\n")
    assert "own process" in run.texts("display_data")[0]
    assert (tmp_path / "log").read_text() == "hi\n"
    assert kernel.run("print('CITY' in os.environ)").texts("stream") == ["False\n"]


def test_a_sweep_and_an_edited_function_do_not_act_again(kernel: Kernel, tmp_path: Path) -> None:
    kernel.run(f"os.chdir({str(tmp_path)!r})")
    cell = HELPER.format("os.system('echo hi >> log')")
    kernel.run(f"%%autograph --sweep x=1,2,3 f(3)\n{cell}")
    assert (tmp_path / "log").read_text() == "hi\n"
    kernel.run(f"%%autograph --diff f(3)\n{cell.replace('y * y', 'y + y')}")
    assert (tmp_path / "log").read_text() == "hi\nhi\n"


@pytest.mark.parametrize("body", ["if os.path.exists('/'):\n        x = x + 1", "np.float64(x) / np.zeros(1)"])
def test_what_only_reads_or_warns_is_timed(kernel: Kernel, body: str) -> None:
    cell = f"def f(x):\n    {body}\n    return x\n"
    run = kernel.run(f"%%autograph -o result f(3)\n{cell}")
    assert "Plain Python ran it once" not in run.texts("display_data")[0]
    assert kernel.run("print(result.reports[0].comparison.baselines[0].sample.n > 1)").texts("stream") == ["True\n"]
