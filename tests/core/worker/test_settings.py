"""What of a process's settings goes to another one."""

from __future__ import annotations

import warnings

from nbgraph.core.worker.settings import SETTINGS


def test_filters_of_ipythons_own_warnings_stay_here() -> None:
    """To read them, a worker would have to import IPython."""
    kind = type("Provisional", (Warning,), {"__module__": "IPython.core.completer"})
    setting = SETTINGS["warnings"]
    with warnings.catch_warnings():
        before = setting.read()
        warnings.simplefilter("ignore", UserWarning)
        warnings.filterwarnings("error", category=kind)
        assert setting.read() == (("ignore", None, UserWarning, None, 0), *before)
        setting.write(before)
        assert (setting.read(), warnings.filters[0][2]) == (before, kind)
