"""Write the explorer as self-contained HTML.

An output is one element with three children: a still view (`widgets.still`), which is what remains where a host
removes scripts (an untrusted notebook, a repository's preview); style, data and code, packed; and the script that
unpacks them. The explorer then replaces the view, and leaves it in place if anything goes wrong. Nothing is loaded from
anywhere.

Packed, because a notebook holds all of it once for each output: gzip makes a quarter of it. What is unpacked stands in
the page as plain style, JSON and script again. It is written in base 85, five characters for four bytes, with none that
HTML or JSON must escape.
"""

from __future__ import annotations

import hashlib
import html
import json
import string
import zlib
from functools import lru_cache
from typing import Any

from nbgraph.widgets.assets import LANGUAGES, OPTIONAL, PHRASES, SHEETS, TABLES, page_script, style, unpack_script
from nbgraph.widgets.still import still
from nbgraph.widgets.text import language, visible
from nbgraph.widgets.words import needed

Data = dict[str, Any]

_LONG = 1_000_000
"""Of data longer than this, in characters, the last three per cent cost four times the time to pack."""
_GZIP = 31  # for zlib: 15 bits of window, and gzip's head
_PAGE_STYLE = (
    "body { margin: 0; padding: 12px; background: light-dark(#ffffff, #14161a); } "
    "@media (min-width: 60em) { body { padding: 20px 28px; } } "
    "@media print { :root { color-scheme: light !important; } body { padding: 0; background: #ffffff; } }"
)


def to_html(payload: Data, alone: bool = False) -> str:
    """Return the explorer as an HTML fragment, with all languages if `alone` in a page; always the same for the same
    payload.

    >>> to_html({"version": 1, "functions": []}).startswith('<div class="nbg-output" data-nbg="')
    True
    """
    without, is_live = _unused(payload, alone), "live" in payload
    script, spoken = page_script(is_live, without), sorted(LANGUAGES.keys() - without - {"en"})
    phrases = {"said": {language: needed(language, script, payload) for language in spoken}} if spoken else {}
    data = json.dumps({**_drawn(payload), **phrases}, separators=(",", ":"), sort_keys=True)
    digest = hashlib.sha256(data.encode()).hexdigest()[:12]
    live = f' data-nbg-live="{html.escape(payload["live"]["key"])}"' if is_live else ""
    content = packed(data, is_live, without)
    return (
        f'<div class="nbg-output" data-nbg="{digest}"{live}>'
        f"{still(payload)}\n"
        f'<script type="application/gzip;base85" class="nbg-packed">{content}</script>\n'
        f"<script>{unpack_script()}</script></div>\n"
    )


def document_html(payload: Data) -> str:
    """Return a whole page that shows the explorer and needs nothing else."""
    title = "; ".join(function["title"] for function in payload["functions"]) or "nbgraph"
    return (
        f'<!DOCTYPE html>\n<html lang="{html.escape(language(payload) or "en")}" data-nbg-page>\n<head>\n'
        '<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{html.escape(visible(title))}</title>\n"
        f"<style>{_PAGE_STYLE}</style>\n"
        f"</head>\n<body>\n{to_html(payload, alone=True)}</body>\n</html>\n"
    )


def _drawn(payload: Data) -> Data:
    """Return a payload without what only its still view says."""
    timed = ((function, function.get("timing")) for function in payload["functions"])
    functions = [{**function, "timing": timing and {**timing, "text": ""}} for function, timing in timed]
    return {**payload, "functions": functions}


_LETTERS = f"{string.digits}{string.ascii_letters.swapcase()}!#[%:()*+-;,=.?@^_]{{|}}~".encode()


def _unused(payload: Data, alone: bool = False) -> frozenset[str]:
    """Return the optional parts that no function of the page has, and languages that are not spoken.

    Another run of a live page may have any part.
    """
    functions, live = payload["functions"], "live" in payload
    left = {key for key in (() if live else OPTIONAL) if not any(function.get(key) for function in functions)}
    spoken = {function["lang"] for function in functions if function.get("lang")} or ({*LANGUAGES} if alone else {"en"})
    return frozenset(left | LANGUAGES.keys() - spoken | PHRASES)


def packed(data: str, live: bool = False, without: frozenset[str] = frozenset()) -> str:
    """Return the explorer's style, its code and this data in one text, gzip in base 85, for `static/unpack.js`.

    Args:
        live: whether there are controls in it.
        without: keys of `OPTIONAL` that the data do not have, of `LANGUAGES` that they do not ask for, and modules.
    """
    left = {*(without if without >= TABLES else without - {"sweep"}), *(() if live else ("live",))}
    sheets = style(frozenset(SHEETS.get(key, key) for key in left))
    return packed_parts({"style": sheets, "data": data, "code": page_script(live, without)})


def likely() -> str:
    """Return the script of most pages, whose runs were recorded; cached."""
    unpack_script()
    return packed("{}", without=frozenset({*OPTIONAL, *LANGUAGES, *PHRASES} - {"recording", "en"}))


def packed_parts(parts: dict[str, str]) -> str:
    """Return code, style and data as one: in this order, for `static/unpack.js`, they pack best; no NUL is there."""
    code = parts["code"].encode("ascii", "backslashreplace").decode()  # a Chinese word packs better as its numbers
    begin, data = "\0".join([code, parts["style"], ""]), parts["data"]
    made, packer = _begun(begin, 9 if len(begin) + len(data) < _LONG else 6)
    packer = packer.copy()
    whole = made + packer.compress(data.encode()) + packer.flush()
    return _in_base_85(whole)


def _in_base_85(data: bytes) -> str:
    """Return base 85 as `base64.b85encode` does, with other letters and in less time."""
    import numpy as np  # late: JAX, which imports it, is there when a page is made

    powers = np.array([85**4, 85**3, 85**2, 85, 1], np.uint32)
    digits = np.frombuffer(data + bytes(-len(data) % 4), ">u4")[:, None] // powers % 85
    text = np.frombuffer(_LETTERS, np.uint8)[digits].tobytes().decode()
    return text[: len(text) - -len(data) % 4]


@lru_cache(maxsize=4)
def _begun(text: str, level: int) -> tuple[bytes, Any]:
    """Return the compressed beginning of a page, and the compressor to continue with; cached, since pages share it."""
    # Small blocks, each with a code of its own, suit parts that are this different.
    packer = zlib.compressobj(level, zlib.DEFLATED, _GZIP, memLevel=6)
    return packer.compress(text.encode()), packer
