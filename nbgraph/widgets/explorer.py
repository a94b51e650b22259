"""The explorer as a widget: the same module and style as in a page, fed over the kernel's connection."""

from __future__ import annotations

import uuid
from typing import Any

import anywidget
import traitlets

from nbgraph.widgets.assets import style, widget_module


class Explorer(anywidget.AnyWidget):
    """Shows `payload` below controls for a function's arguments, and shows it anew when it changes.

    It draws itself into the page that `widgets.live` shows, which knows it by `key`; in hosts where a page and a
    widget cannot meet, it is displayed as any other widget.

    Importing this module imports ipywidgets and anywidget; only `widgets.live` does, when it is used.

    Attributes:
        payload: what is shown.
        controls: what is drawn for each argument (`widgets.controls.Control.to_json`).
        values: the content of each control's field, by argument; the front end changes it.
        status: "busy", the call that is being computed, or ""; "message", what there is to say about the last one;
            "errors", what is wrong with a field's content, by argument; "said", how many times something was said, so
            that the same words twice are two answers.
        key: what the page knows it by.
    """

    _esm = widget_module()
    _css = style()
    payload = traitlets.Dict({"version": 1, "functions": []}).tag(sync=True)
    controls: Any = traitlets.List().tag(sync=True)
    values = traitlets.Dict().tag(sync=True)
    status: Any = traitlets.Dict({"busy": "", "message": "", "errors": {}, "said": 0}).tag(sync=True)
    key = traitlets.Unicode().tag(sync=True)

    def __init__(self, **state: Any) -> None:
        super().__init__(key=uuid.uuid4().hex, **state)

    def say(self, busy: str = "", message: str = "", errors: dict[str, str] | None = None) -> None:
        """Change `status`."""
        said = self.status["said"] + 1
        self.status = {"busy": busy, "message": message, "errors": errors or {}, "said": said}
