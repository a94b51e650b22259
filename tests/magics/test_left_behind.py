"""What one cell leaves behind under the magic, or in the notebook's folder, does not reach the next."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tests.magics.kernels import Kernel

HEALTHY = "%%autograph -o result healthy(3)\ndef healthy(x):\n    return x * 14\n"
WORKER = "from nbgraph.core.worker.keeper import keeper\nprint(keeper.start().pid)"


IMPORTS = "import os, random, resource, signal, subprocess, sys, threading, time\nimport numpy as np\nimport jax"


@contextmanager
def started() -> Iterator[Kernel]:
    """One kernel for the module: what one test leaves behind, the next would find."""
    with closing(Kernel()) as kernel:
        assert kernel.run(f"%load_ext nbgraph\n{IMPORTS}\nhome = os.getcwd()").status == "ok"
        yield kernel


def printed(kernel: Kernel, code: str) -> str:
    return "".join(kernel.run(code).texts("stream"))


@pytest.mark.parametrize(
    ("act", "words"),
    [
        ("threading.Thread(target=time.sleep, args=(1000,)).start()", "a thread that goes on"),
        ("subprocess.Popen(['sleep', '1000'])", "a process that goes on"),
        ("signal.signal(signal.SIGINT, signal.SIG_IGN); signal.alarm(1)", ""),
        ("resource.setrlimit(resource.RLIMIT_NOFILE, (50, 50))", "a change of the limits of `resource`"),
    ],
)
def test_what_goes_on_is_ended_and_the_page_says_so(kernel: Kernel, act: str, words: str) -> None:
    before = printed(kernel, WORKER)
    run = kernel.run(f"%%autograph f(3)\ndef f(x):\n    {act}\n    return x * 2\n")
    assert run.status == "ok"
    assert words in run.texts("display_data")[0]
    assert (printed(kernel, WORKER) == before) is (words == "")
    assert "healthy(3) = 42" in kernel.run(HEALTHY).texts("display_data")[0]


def test_a_worker_is_kept_when_nothing_is_left(kernel: Kernel) -> None:
    kernel.run(HEALTHY)
    before = printed(kernel, WORKER)
    kernel.run(HEALTHY)
    kernel.run("%%autograph f(3)\ndef f(x):\n    t = threading.Thread(target=int); t.start(); t.join()\n    return x\n")
    assert printed(kernel, WORKER) == before


def test_files_named_like_modules_of_python_are_not_imported_in_their_place(kernel: Kernel, tmp_path: Path) -> None:
    for name in ("json", "random", "numpy", "types", "jax", "queue", "nbgraph", "cloudpickle"):
        (tmp_path / f"{name}.py").write_text(f"raise RuntimeError('{name} of the folder')\n")
    kernel.run(f"os.chdir({str(tmp_path)!r})\nfrom nbgraph.core.worker.keeper import keeper\nkeeper.close()")
    run = kernel.run(HEALTHY)
    kernel.run("os.chdir(home)\nkeeper.close()")
    assert run.status == "ok", run.texts("error")
    assert "healthy(3) = 42\nSame result as plain Python" in run.texts("display_data")[0]


def test_a_worker_starts_in_a_directory_that_was_deleted(kernel: Kernel, tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    kernel.run(f"os.chdir({str(gone)!r}); os.rmdir({str(gone)!r})\nfrom nbgraph.core.worker.keeper import keeper")
    for _ in range(2):
        run = kernel.run(HEALTHY)
        assert "healthy(3) = 42\nSame result as plain Python" in run.texts("display_data")[0]
        kernel.run("keeper.close()")
    kernel.run("os.chdir(home)")


def test_modules_of_the_notebooks_folder_are_found_as_they_are_now(kernel: Kernel, tmp_path: Path) -> None:
    cell = "%%autograph -o result f(3)\ndef f(x):\n    import factors_of_mine\n    return x * factors_of_mine.FACTOR\n"
    kernel.run(f"os.chdir({str(tmp_path)!r})")
    for factor in (2, 500):
        (tmp_path / "factors_of_mine.py").write_text(f"FACTOR = {factor}\n")
        assert kernel.run(cell).status == "ok"
        assert printed(kernel, "print(result.value)") == f"{3 * factor}\n"
    kernel.run("os.chdir(home)")


def test_the_users_own_lower_limits_hold(kernel: Kernel) -> None:
    kernel.run(
        "data = resource.RLIMIT_DATA\ngiven = resource.getrlimit(data)\nresource.setrlimit(data, (3 * 10**9, given[1]))"
    )
    cell = "def f(x):\n    return str(resource.getrlimit(data)[0]) if isinstance(x, int) else x\n"
    kernel.run(f"%%autograph -o result --no-timing f(3)\n{cell}")
    assert printed(kernel, "print(result.reports[0].python_value)") == "3000000000\n"
    kernel.run("resource.setrlimit(data, given)")
