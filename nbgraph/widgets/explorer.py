"""The explorer as a widget: the same module and style as in a page, fed over the kernel's connection."""

from __future__ import annotations

import anywidget
import traitlets

from nbgraph.widgets.assets import style, widget_module


class Explorer(anywidget.AnyWidget):
    """Shows `payload`, and shows it anew when it changes.

    Importing this module imports ipywidgets and anywidget; only `widgets.live` does, when it is used.
    """

    _esm = widget_module()
    _css = style()
    payload = traitlets.Dict({"version": 1, "functions": []}).tag(sync=True)
