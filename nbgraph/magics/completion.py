"""Complete the magic's line: options and panes; the calls are completed as Python."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from IPython.core.completer import CompletionContext, SimpleCompletion, SimpleMatcherResult, context_matcher

from nbgraph.magics.arguments import PANES, option_names

if TYPE_CHECKING:
    from IPython.core.interactiveshell import InteractiveShell

_IDENTIFIER = "nbgraph.autograph"
_LINE = re.compile(r"\s*%%?autograph\s(.*)$")

Matcher = Callable[[CompletionContext], SimpleMatcherResult]


def matcher(shell: InteractiveShell, magic: Any) -> Matcher:
    """Return a completion source for the magic's line, which is silent on all others."""

    @context_matcher(identifier=_IDENTIFIER)  # type: ignore[untyped-decorator]
    def complete(context: CompletionContext) -> SimpleMatcherResult:
        line = _LINE.match(context.text_until_cursor)
        if line is None:
            return {"completions": []}
        words, fragment = suggest(line[1], magic)
        if words:
            # Jedi, which takes the line for Python, would add attributes named like our options.
            return _result(words, fragment, alone=True)
        result: SimpleMatcherResult = shell.Completer.python_matcher(context)
        return result

    return complete  # type: ignore[no-any-return]


def suggest(text: str, magic: Any) -> tuple[list[str], str]:
    """Return the options or panes that continue `text`, and the end of `text` that they replace.

    >>> suggest("-q --view graph,co", None)
    (['code'], 'co')
    """
    words = text.split()
    word = words.pop() if words and not text[-1].isspace() else ""
    if words and words[-1] == "--view":
        *chosen, fragment = word.split(",")
        return [pane for pane in PANES if pane.startswith(fragment) and pane not in chosen], fragment
    if word.startswith("-"):
        return [option for option in option_names(magic) if option.startswith(word)], word
    return [], word


def _result(words: list[str], fragment: str, alone: bool) -> SimpleMatcherResult:
    completions = [SimpleCompletion(word, type="param") for word in words]
    return {"completions": completions, "matched_fragment": fragment, "suppress": alone, "ordered": True}


def install(shell: InteractiveShell, magic: Any) -> None:
    shell.Completer.custom_matchers.insert(0, matcher(shell, magic))


def uninstall(shell: InteractiveShell) -> None:
    matchers = shell.Completer.custom_matchers
    matchers[:] = [found for found in matchers if getattr(found, "matcher_identifier", "") != _IDENTIFIER]
