"""Completion on the magic's line: options, panes and argument names; functions are left to IPython."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from IPython.core.error import TryNext

from nbgraph.magics.arguments import PANES, option_names

if TYPE_CHECKING:
    from IPython.core.interactiveshell import InteractiveShell

_HOOK = "complete_command"
_KEYS = ("%autograph", "%%autograph")


class Completer:
    """IPython's custom completer for one magic."""

    def __init__(self, magic: Any) -> None:
        self._magic = magic

    def __call__(self, shell: InteractiveShell, event: SimpleNamespace) -> list[str]:
        """Completions for the word at the cursor.

        Raises:
            TryNext: the word is neither an option nor a pane; IPython then completes it as Python.
        """
        words = event.text_until_cursor.split()
        word = "" if event.text_until_cursor[-1:].isspace() else words[-1]
        previous = words[-1] if not word else words[-2] if len(words) > 1 else ""
        if previous == "--view":
            # The completer's word ends at a comma, so panes already named are not part of it.
            return [pane for pane in PANES if pane not in word.split(",")[:-1]]
        if word.startswith("-"):
            return [option for option in option_names(self._magic) if option.startswith(word)]
        raise TryNext


def install(shell: InteractiveShell, completer: Completer) -> None:
    """Let IPython ask the completer on lines that start with the magic."""
    for key in _KEYS:
        shell.set_hook(_HOOK, completer, str_key=key)


def uninstall(shell: InteractiveShell) -> None:
    """Take every completer of ours off IPython's list."""
    table = shell.strdispatchers[_HOOK].strs
    for key in _KEYS:
        table.pop(key, None)
