"""The command line: `nbgraph explain FILE.py::function --args "27" -o page.html`."""
