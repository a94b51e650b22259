"""Answer a page's requests to its kernel for regions of a graph that the page does not hold.

They are messages outside the widget's state, so that only the page that sent a request keeps the answer, and no
notebook. A request is `{"ask": id, "of": number, "function": index, "regions": [...]}`, as `static/graph-asked.js`
sends it; an answer has its id, and `graph`, new data in the place of the old, or `error`, a message for the reader.

This is no part of `widgets.explorer`, which needs packages that only notebooks have.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from nbgraph.core.one_line import error_line, text_of
from nbgraph.widgets.newest import beside
from nbgraph.widgets.payload.graph import Answer, Unshown

Data = dict[str, Any]

_LONGEST = 1000
"""Characters of a question's name, and regions that it asks for, at most; a page opens a few dozen."""
OUTDATED = "The function ran again meanwhile; ask again."


class Asked:
    """Answers requests about the last result."""

    def __init__(self, send: Callable[[Data], None]) -> None:
        self._send = send
        self._number = 0
        self._graphs: Sequence[Unshown | None] = ()

    def about(self, answer: Answer) -> Data:
        """Answer requests about this result from now on.

        Returns:
            Its data, in which each graph with more than the page holds names the result as `of`.
        """
        self._number += 1
        self._graphs = answer.graphs
        functions = list(answer.data["functions"])
        for index, unshown in enumerate(answer.graphs):
            if unshown is not None:
                functions[index] = {**functions[index], "graph": {**functions[index]["graph"], "of": self._number}}
        return {**answer.data, "functions": functions}

    def __call__(self, widget: object, content: Any, buffers: object) -> None:
        """Answer a request in a thread besides the kernel's own work; ignore any other message."""
        question = _question(content)
        if question is None:
            return
        id, of, function, regions = question
        unshown = self._graphs[function] if of == self._number and function < len(self._graphs) else None

        def view() -> Data:
            if unshown is None:
                raise ValueError(OUTDATED)
            return {**unshown.view(regions), "of": of}

        def done(graph: Data | None, error: BaseException | None) -> None:
            words = text_of if isinstance(error, ValueError) else error_line
            answer = {"graph": graph} if error is None else {"error": words(error)}
            self._send({"answer": id, **answer})

        beside(view, done)


def _question(content: Any) -> tuple[str, int, int, list[int]] | None:
    """
    >>> _question({"ask": "q", "of": 1, "function": 0, "regions": [7]})
    ('q', 1, 0, [7])
    >>> _question({"ask": "q", "of": 1, "function": -1, "regions": [7]}), _question("ask")
    (None, None)
    """
    if not isinstance(content, dict) or not isinstance(content.get("ask"), str) or len(content["ask"]) > _LONGEST:
        return None
    of, function, regions = (content.get(name) for name in ("of", "function", "regions"))
    if not isinstance(regions, list) or not 0 < len(regions) <= _LONGEST:
        return None
    numbers = [of, function, *regions]
    if any(not isinstance(number, int) or isinstance(number, bool) or number < 0 for number in numbers):
        return None
    return content["ask"], numbers[0], numbers[1], regions
