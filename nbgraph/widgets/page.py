"""The explorer as self-contained HTML.

An output is one element with four children: a readable `<pre>`, which is what remains where a host removes scripts
(an untrusted notebook, a repository's preview); the style; the data as JSON; the script. The script replaces the text
by the explorer, and leaves it in place if anything goes wrong. Nothing is loaded from anywhere.
"""

from __future__ import annotations

import hashlib
import html
import json
import re
from typing import Any

from nbgraph.widgets.assets import page_script, style
from nbgraph.widgets.text import to_text, visible

Data = dict[str, Any]

_PAGE_STYLE = (
    "body { margin: 0; padding: 12px; background: light-dark(#ffffff, #14161a); } "
    "@media (min-width: 60em) { body { padding: 20px 28px; } }"
)

_UNSAFE_IN_JSON = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}


def to_html(payload: Data) -> str:
    """The explorer as an HTML fragment for a notebook's output: the same text for the same payload.

    >>> to_html({"version": 1, "functions": []}).startswith('<div class="nbg-output" data-nbg="')
    True
    """
    data = embedded_json(payload)
    digest = hashlib.sha256(data.encode()).hexdigest()[:12]
    return (
        f'<div class="nbg-output" data-nbg="{digest}">'
        f'<pre class="nbg-skeleton">{html.escape(to_text(payload))}</pre>\n'
        f"<style>{style()}</style>\n"
        f'<script type="application/json" class="nbg-data">{data}</script>\n'
        f"<script>{page_script()}</script></div>\n"
    )


def document_html(payload: Data) -> str:
    """A whole page that shows the explorer and needs nothing else."""
    title = "; ".join(function["title"] for function in payload["functions"]) or "nbgraph"
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{html.escape(visible(title))}</title>\n"
        f"<style>{_PAGE_STYLE}</style>\n"
        f"</head>\n<body>\n{to_html(payload)}</body>\n</html>\n"
    )


def embedded_json(payload: Data) -> str:
    """JSON that cannot end the script element it stands in, whatever the strings are.

    >>> embedded_json({"a": "</script><!--"})
    '{"a":"\\\\u003c/script\\\\u003e\\\\u003c!--"}'
    """
    text = json.dumps(payload, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    text = re.sub("[<>&\u2028\u2029]", lambda match: _UNSAFE_IN_JSON[match[0]], text)
    # A lone surrogate has no UTF-8; JSON can still write it.
    return re.sub("[\ud800-\udfff]", lambda match: f"\\u{ord(match[0]):04x}", text)
