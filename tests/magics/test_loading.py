"""Loading is quiet and repeatable; unloading leaves nothing behind."""

from __future__ import annotations

import linecache
import subprocess
import sys

from nbgraph import magics
from nbgraph.core.errors import NbgraphError

MOST_MODULES = 28  # 27 today
PROBE = """
import sys
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance()
from nbgraph import magics
magics.load(shell)
print(sorted({"jax", "numpy", "ipywidgets", "anywidget"} & set(sys.modules)))
print(sum(name.partition(".")[0] == "nbgraph" for name in sys.modules))
shell._atexit_once()
"""


def state(shell) -> dict[str, object]:
    """All that the extension may touch in a shell."""
    return {
        "line": sorted(shell.magics_manager.magics["line"]),
        "cell": sorted(shell.magics_manager.magics["cell"]),
        "registry": sorted(shell.magics_manager.registry),
        "configurables": [type(part).__name__ for part in shell.configurables],
        "transforms": list(shell.input_transformers_cleanup),
        "post": list(shell.input_transformers_post),
        "trees": list(shell.ast_transformers),
        "completers": list(shell.Completer.custom_matchers),
        "events": {name: list(found) for name, found in shell.events.callbacks.items()},
        "custom": (shell.custom_exceptions, shell.InteractiveTB, shell.SyntaxTB),
        "error": vars(NbgraphError).get("_render_traceback_"),
        "hooks": sorted(shell.strdispatchers["complete_command"].strs),
        "names": sorted(shell.user_ns),
    }


def test_unloading_undoes_loading(bare_shell):
    before = state(bare_shell)
    magics.load(bare_shell)
    assert state(bare_shell) != before
    bare_shell.run_cell("%%autograph f(\n1\n")
    assert any(file.endswith("autograph>") for file in linecache.cache)
    magics.unload(bare_shell)
    after = state(bare_shell)
    after["names"] = before["names"]  # the cell's own
    assert after == before
    assert not any(file.endswith("autograph>") for file in linecache.cache)


def test_loading_twice_is_loading_once(bare_shell, capsys):
    magics.load(bare_shell)
    once = state(bare_shell)
    magics.load(bare_shell)
    assert state(bare_shell) == once
    assert capsys.readouterr() == ("", "")


def test_unloading_what_is_not_loaded_is_quiet(bare_shell, capsys):
    before = state(bare_shell)
    magics.unload(bare_shell)
    assert state(bare_shell) == before
    assert capsys.readouterr() == ("", "")


def test_reloading_works(bare_shell):
    for _ in range(2):
        magics.load(bare_shell)
        assert "autograph" in bare_shell.magics_manager.magics["cell"]
        magics.unload(bare_shell)
        assert "autograph" not in bare_shell.magics_manager.magics["cell"]


def test_loading_imports_nothing_heavy_and_little_of_our_own(tmp_path):
    """How long it takes is measured by `bench/first_cell.py`; what makes it long is importing."""
    command = [sys.executable, "-c", PROBE]
    run = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    heavy, ours, *_ = run.stdout.splitlines()
    assert heavy == "[]"
    assert int(ours) <= MOST_MODULES


def test_the_options_are_shown_by_config(bare_shell, capsys):
    magics.load(bare_shell)
    bare_shell.run_cell("%config Autograph")
    out = capsys.readouterr().out
    assert "Autograph.view" in out
    assert "Autograph.timing" in out
