"""Show the explorer as a widget: the same module and style as in a page, with data from the kernel."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Mapping
from typing import Any

import anywidget
import traitlets

from nbgraph.widgets.assets import style, widget_module

# What a page may send to a live explorer: the contents of the fields that it was given, short ones, and nothing else.
# Whoever can run a script in a notebook's page can send any message; none of them may change what the kernel shows.


LONGEST = 10_000
"""Characters of a field's content at most."""
ONLY_VALUES = "A page can set the values of the controls here, and nothing else."

_TOO_LONG = f"this is too long: {LONGEST:,} characters at most"
_NOT_A_FIELD = "this is nothing that a field can hold"
_LARGEST = 10**300


def accepted(sent: object, names: Collection[str]) -> tuple[dict[str, Any], dict[str, str]]:
    """Return the accepted contents of fields, and the errors of the others, by the control's name.

    >>> accepted({"a": 3, "b": [3], "c": "x" * 20_000, "d": 4, "e": None}, ["a", "b", "c", "e"])[0]
    {'a': 3, 'e': None}
    >>> accepted({"b": [3], "c": "x" * 20_000}, ["b", "c"])[1]
    {'b': 'this is nothing that a field can hold', 'c': 'this is too long: 10,000 characters at most'}
    """
    if not isinstance(sent, Mapping):
        return {}, {}
    known = {name: sent[name] for name in names if name in sent}
    errors = {name: words for name, content in known.items() if (words := _fault(content))}
    return {name: content for name, content in known.items() if name not in errors}, errors


def _fault(content: object) -> str:
    if content is None or isinstance(content, bool | float):
        return ""
    if isinstance(content, int):
        return "" if abs(content) < _LARGEST else _TOO_LONG
    if isinstance(content, str):
        return "" if len(content) <= LONGEST else _TOO_LONG
    return _NOT_A_FIELD


_OF_THE_HOST = frozenset({"_view_count"})
"""What a notebook's own widget manager sets; it changes nothing that is shown."""


class Explorer(anywidget.AnyWidget):
    """Shows `payload` below controls for a function's arguments, and shows it again when it changes.

    It draws itself into the page that `widgets.live` shows, which knows it by `key`; in hosts where a page and a
    widget cannot meet, it is displayed as any other widget.

    Importing this module imports ipywidgets and anywidget; only `widgets.live` does, when it is used.
    """

    _esm = widget_module()
    _css = style()
    payload = traitlets.Dict({"version": 1, "functions": []}).tag(sync=True)  # what is shown
    # what is drawn for each argument (`widgets.controls.Control.to_json`)
    controls: Any = traitlets.List().tag(sync=True)
    # the content of each control's field, by argument; the front end changes it
    values = traitlets.Dict().tag(sync=True)
    # "busy", the call that is being computed, or ""; "message", what there is to say about the last one;
    # "errors", what is wrong with a field's content, by argument; "heading", of the call that is being computed, as
    # far as it is known; "said", how many messages there were, so that the same message twice is two messages
    status: Any = traitlets.Dict({"busy": "", "message": "", "errors": {}, "said": 0}).tag(sync=True)
    key = traitlets.Unicode().tag(sync=True)  # the key by which the page finds it

    def __init__(self, **state: Any) -> None:
        super().__init__(key=uuid.uuid4().hex, **state)

    def set_state(self, sync_data: Any) -> None:
        """Take only the contents of the controls' fields from what a page sends."""
        if not isinstance(sync_data, dict):
            return
        names = [control["name"] for control in self.controls]
        sent = sync_data.get("values", {})
        found, errors = accepted(sent, names)
        taken = {name: value for name, value in sync_data.items() if name in _OF_THE_HOST}
        if found:
            taken["values"] = {**self.values, **found}
        super().set_state(taken)
        strange = not isinstance(sent, dict) or not set(sent) <= set(names)
        refused = [name for name in sync_data if name not in _OF_THE_HOST and name != "values"]
        if strange or refused or errors:
            self.send_state([name for name in (*refused, "values") if name in self.keys])  # sent back unchanged
            self.say(message=ONLY_VALUES if strange or refused else "", errors=errors)

    def say(
        self, busy: str = "", message: str = "", errors: dict[str, str] | None = None, heading: object = None
    ) -> None:
        count = self.status["said"] + 1
        self.status = {"busy": busy, "message": message, "errors": errors or {}, "heading": heading, "said": count}
