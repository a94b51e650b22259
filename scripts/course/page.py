"""Pages of the course: one style and one explorer for all of them, in files beside them."""

from __future__ import annotations

import base64
import gzip
import html
import re
from pathlib import Path

from nbgraph.widgets.assets import page_script, style
from nbgraph.widgets.page import packed_parts

# Whoever handles the output on its way may have changed the order of the attributes.
_PACKED = re.compile(r"(<script [^>]*nbg-packed[^>]*>)(.*?)(?=</script>)", re.DOTALL)
_LETTERS = bytes.maketrans(b",.:[]", b"<>&$`")  # for those of Python's base 85 that HTML would escape
_START = "document.body.append(Object.assign(document.createElement('script'), {{src: '{up}explorer.js'}}))"


def thin(output: str, up: str = "") -> str:
    """An explorer's output with its data alone: style and code are those of the course.

    Args:
        up: the way to the folder of the course, as "../".

    >>> from nbgraph.widgets.page import to_html
    >>> whole = to_html({"functions": []})
    >>> len(thin(whole)) < len(whole) / 10
    True
    """
    return _PACKED.sub(lambda found: found[1] + _without_code(found[2], up), output)


def _without_code(text: str, up: str) -> str:
    return packed_parts({"style": "", "data": unpacked(text)["data"], "code": _START.format(up=up)})


def unpacked(text: str) -> dict[str, str]:
    """The three parts of what `packed_parts` made.

    >>> sorted(unpacked(packed_parts({"code": "", "style": "", "data": "{}"})))
    ['code', 'data', 'style']
    """
    whole = gzip.decompress(base64.b85decode(text.encode().translate(_LETTERS))).decode()
    return dict(zip(("code", "style", "data"), whole.split("\0"), strict=True))


def marked(text: str) -> str:
    """Text as HTML, with what stands in backquotes as code.

    >>> marked("`a < b`?")
    '<code>a &lt; b</code>?'
    """
    return re.sub("`(.*?)`", r"<code>\1</code>", html.escape(text, quote=False))


def page(title: str, body: str, *, up: str = "") -> str:
    """A whole page.

    Args:
        up: the way to the folder of the course, as "../".
    """
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{html.escape(title)}</title>\n"
        f'<link rel="stylesheet" href="{up}explorer.css">\n<link rel="stylesheet" href="{up}course.css">\n'
        f"</head>\n<body>\n<main>\n{body}\n</main>\n</body>\n</html>\n"
    )


def write_shared(folder: Path) -> None:
    """Write what all pages share: the explorer's code and style, and the course's own style."""
    (folder / "explorer.js").write_text(page_script(live=True), encoding="utf-8")
    (folder / "explorer.css").write_text(style(), encoding="utf-8")
    own = (Path(__file__).parent / "course.css").read_text(encoding="utf-8")
    (folder / "course.css").write_text(own, encoding="utf-8")
