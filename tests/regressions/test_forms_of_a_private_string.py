"""No form of a private string reaches the steps of a page: a step slice, its base64, its letters one by one."""

from __future__ import annotations

import base64
import codecs
import json
from typing import Any

from nbgraph.core.inspect import report
from nbgraph.widgets.payload import payload

SECRET = "".join(["tok_9f8a", "7b6c5d4e"])  # as if it came from a file: no text that is shown has it


def signed(n: Any) -> Any:
    every_second = SECRET[::2]
    encoded = base64.b64encode(SECRET.encode()).decode()
    turned = codecs.encode(SECRET, "rot13")
    parts = "-".join(SECRET)
    begin = SECRET[4:9]
    letters = list(SECRET)
    count = len(every_second + encoded + turned + parts + begin) + len(letters)
    for c in SECRET[5:]:
        n = n + len(c)
    kind = "long" if n > 2 else "short"
    return n + count + len(kind)


def test_no_form_of_a_private_string_is_recorded() -> None:
    found = report(signed, 3)
    assert SECRET in found.private
    page = json.dumps(payload([found])["functions"][0]["recording"]["texts"], ensure_ascii=False)
    forms = [SECRET[::2], base64.b64encode(SECRET.encode()).decode(), codecs.encode(SECRET, "rot13")]
    for form in (*forms, "-".join(SECRET), SECRET[4:9], SECRET[6:10], *map(repr, SECRET)):
        assert form not in page, page
    assert "'long'" in page  # which stands in the function
