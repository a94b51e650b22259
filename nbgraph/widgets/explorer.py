"""The explorer as a widget: the same module and style as in a page, fed over the kernel's connection."""

from __future__ import annotations

import uuid
from typing import Any

import anywidget
import traitlets

from nbgraph.widgets.assets import style, widget_module
from nbgraph.widgets.sent import ONLY_VALUES, accepted

_OF_THE_HOST = frozenset({"_view_count"})
"""What a notebook's own widget manager sets; it changes nothing that is shown."""


class Explorer(anywidget.AnyWidget):
    """Shows `payload` below controls for a function's arguments, and shows it anew when it changes.

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
    # "errors", what is wrong with a field's content, by argument; "said", how many times something was said, so
    # that the same words twice are two answers
    status: Any = traitlets.Dict({"busy": "", "message": "", "errors": {}, "said": 0}).tag(sync=True)
    key = traitlets.Unicode().tag(sync=True)  # what the page knows it by

    def __init__(self, **state: Any) -> None:
        super().__init__(key=uuid.uuid4().hex, **state)

    def set_state(self, sync_data: Any) -> None:
        """Take over what a page sends: the contents of the controls' fields, and nothing else."""
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
            self.send_state([name for name in (*refused, "values") if name in self.keys])  # as it is here
            self.say(message=ONLY_VALUES if strange or refused else "", errors=errors)

    def say(self, busy: str = "", message: str = "", errors: dict[str, str] | None = None) -> None:
        """Change `status`."""
        said = self.status["said"] + 1
        self.status = {"busy": busy, "message": message, "errors": errors or {}, "said": said}
