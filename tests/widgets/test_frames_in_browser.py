"""Outputs in frames like those of VS Code and Colab.

Neither host runs here; what is imitated is what was known of them on 2026-11-28. Both put an output into a frame of an
origin of its own, with none of Jupyter's globals. VS Code sets the output as markup, so that its scripts do not run,
adds each again at the end of the output's place, and may have a policy for the frame's content; Colab writes the output
into the frame's document.
"""

from __future__ import annotations

import html
import json
from typing import TYPE_CHECKING, Any

import pytest

from nbgraph.widgets.page import to_html

pytestmark = pytest.mark.browser

if TYPE_CHECKING:
    from tests.widgets.window import Show

_RULES = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:"
"""Stricter than VS Code's, which allows hosts and `eval` besides."""
_ADDED = """<script>
const place = document.getElementById("place");
place.innerHTML = TEXT;
for (const old of place.querySelectorAll("script")) {
  const made = document.createElement("script");
  made.text = old.innerText;
  if (old.type) made.type = old.type;
  place.appendChild(made).parentNode.removeChild(made);
}
</script>"""


def _vs_code(output: str) -> str:
    text = json.dumps(output).replace("</", r"<\/")
    head = f'<meta http-equiv="Content-Security-Policy" content="{_RULES}">'
    return f'{head}<div id="place"></div>{_ADDED.replace("TEXT", text)}'


def _colab(output: str) -> str:
    return f'<div id="output-area">{output}</div>'


@pytest.mark.parametrize("host", [_vs_code, _colab])
def test_an_output_works_in_a_frame_of_an_origin_of_its_own(show: Show, collatz: dict[str, Any], host: Any) -> None:
    document = html.escape(f"<!DOCTYPE html><body>{host(to_html(collatz))}</body>")
    frame_of = '<!DOCTYPE html><iframe sandbox="allow-scripts" style="width: 100%; height: 900px" srcdoc="{}"></iframe>'
    frame = show(frame_of.format(document)).frame_locator("iframe")
    frame.locator('.nbg-pane-source .nbg-row[data-line="8"] .nbg-code').hover()
    assert frame.locator(".nbg-pane-graph .nbg-lit").count() > 0
    assert frame.locator(".nbg").count() == 1
    assert not frame.locator(".nbg-skeleton").is_visible()
