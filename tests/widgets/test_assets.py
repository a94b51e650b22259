"""Modules joined into one script."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import nbgraph.widgets
from nbgraph.widgets.assets import _STYLES, join, page_script, style, unpack_script, widget_module

STATIC = Path(nbgraph.widgets.__file__).parent / "static"


def test_a_module_stands_after_what_it_imports_and_once() -> None:
    sources = {
        "a": 'import { b } from "./b.js";\nimport { c } from "./c.js";\nexport const a = b + c;\n',
        "b": 'import { c } from "./c.js";\nexport const b = c;\n',
        "c": "export const c = 1;\n",
    }
    joined = join(sources, "a")
    assert re.findall(r"^const (\$\w+)", joined, re.MULTILINE) == ["$c", "$b", "$a"]


def test_names_private_to_a_module_stay_so() -> None:
    sources = {
        "a": 'import { b } from "./b.js";\nconst own = 1;\nexport const a = b + own;\n',
        "b": "const own = 2;\nexport const b = own;\n",
    }
    assert join(sources, "a").count("const own") == 2


def test_imports_over_several_lines_are_understood() -> None:
    sources = {"a": 'import {\n  b,\n  c,\n} from "./b.js";\n', "b": "export const b = 1;\nexport const c = 2;\n"}
    assert "const {b,c,} = $b;" in re.sub(r"\s+(?=[bc}])", "", join(sources, "a"))


def test_only_comments_that_fill_a_line_go() -> None:
    text = (
        "/** about\n * it */\nconst x = /** @type {string} */ (y); // why\n/* a */ const z = 1;\nexport const v = x;\n"
    )
    joined = join({"a": text}, "a")
    assert "about" not in joined
    assert "const x = /** @type {string} */ (y); // why\n/* a */ const z = 1;" in joined


@pytest.mark.parametrize(
    "text",
    [
        'import b from "./b.js";\n',
        'import * as b from "./b.js";\n',
        "export default 1;\n",
        "export { a };\n",
        'import { b as c } from "./b.js";\n',
        "const a = 1; // as in f(a,\nconst b = 2;\n",
        "const a = `one,\ntwo`;\n",
    ],
)
def test_what_it_cannot_join_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="cannot join"):
        join({"a": text, "b": ""}, "a")


def test_circles_and_missing_modules_are_refused() -> None:
    with pytest.raises(ValueError, match="circle: a -> b -> a"):
        join({"a": 'import { x } from "./b.js";\n', "b": 'import { y } from "./a.js";\n'}, "a")
    with pytest.raises(ValueError, match=r"needs b\.js"):
        join({"a": 'import { x } from "./b.js";\n'}, "a")


def test_no_string_of_ours_goes_over_the_end_of_a_line() -> None:
    for path in STATIC.glob("*.js"):
        for line in re.sub(r"^\s*(?:/?\*.*|//.*)$", "", path.read_text("utf-8"), flags=re.MULTILINE).splitlines():
            assert line.count("`") % 2 == 0, f"{path.name}: {line}"


def test_nothing_is_loaded_and_nothing_is_parsed_as_markup() -> None:
    for text in (unpack_script(), page_script(), widget_module(), style()):
        assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|\bfetch\(", text)
        assert not re.search(r"@import|url\(\s*['\"]?[a-z]", text)
        assert set(re.findall(r"https?://[^\"'\s)]+", text)) <= {"http://www.w3.org/2000/svg"}


def test_every_style_sheet_is_in_the_style() -> None:
    found = {path.stem for path in STATIC.glob("*.css")}
    assert found == set(_STYLES), "list a new style sheet in widgets/assets.py"


def test_both_hosts_get_one_module() -> None:
    assert "\n$boot.boot(document.currentScript);" in page_script()
    assert widget_module().endswith("export default { initialize: $widget.initialize, render: $widget.display };\n")
