"""Modules joined into one script."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

import nbgraph.widgets
from nbgraph.widgets.assets import (
    _STYLES,
    LANGUAGES,
    OPTIONAL,
    PHRASES,
    _modules,
    _order,
    join,
    page_script,
    read,
    style,
    unpack_script,
    widget_module,
)
from nbgraph.widgets.page import _unused
from nbgraph.widgets.squeeze import written

SCOPES = Path(__file__).parents[1] / "js" / "scopes.js"
STATIC = Path(nbgraph.widgets.__file__).parent / "static"


def joined(start: str = "", **sources: str) -> str:
    return join({name: read(name, text) for name, text in sources.items()}, "a", start)


def test_a_module_stands_after_what_it_imports_and_once() -> None:
    script = joined(
        a='import { b } from "./b.js";\nimport { c } from "./c.js";\nexport const a = b + c;\n',
        b='import { c } from "./c.js";\nexport const b = c;\n',
        c="export const c = [];\n",
    )
    assert script == "let a=[];\nlet b=a;\nlet c=b+a;\n"


def test_a_number_stands_where_its_name_is_used() -> None:
    b = "export const b = 1_000; // ms\nconst [C, D] = [0.5, 2];\nexport const e = () => ({ C, d: -D });\n"
    script = joined(a='import { b, e } from "./b.js";\nexport const a = e(`${b}`);\n', b=b)
    assert script == "let a=()=>({C:0.5,d:-2});\nlet b=a(`${1_000}`);\n"


def test_names_private_to_a_module_stay_so() -> None:
    own = "const own = [];\nexport const b = own;\n"
    script = joined(a=f'import {{ b }} from "./b.js";\n{own.replace("b", "a")}', b=own)
    assert script == "let b=[];let a=b;\nlet d=[];let c=d;\n"


def test_imports_over_several_lines_are_understood() -> None:
    script = joined(a='import {\n  b,\n  c,\n} from "./b.js";\nb(c);', b="export const b = [];\nexport const c = {};\n")
    assert script.endswith("\na(b);\n")


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("/** about\n * it */\nf(/** @type {string} */ (x)); // why", "f((x));"),
        (
            "const f = (one, { two, of: three = one }, ...four) => ({ two, three: 1, four() {} });",
            "let a=(a,{two:b,of:c=a},...d)=>({two:b,three:1,four(){}});",
        ),
        (
            "const f = (one, two) => one.map((three) => three + g(two), (four) => `${f(four)}`);\nfunction g(five) {}",
            "let a=(c,d)=>c.map((a)=>a+b(d),(b)=>`${a(b)}`);function b(a){}",
        ),
        ("for (const [key, value] of all) put(key.value, -value, - -1);", "for(let[a,b]of all)put(a.value,-b,- -1);"),
        (
            "try {\n  f();\n} catch (error) {\n  throw `${error} // ${{ error }}`;\n}",
            "try{f()}catch(a){throw`${a} // ${{error:a}}`}",
        ),
        (
            "const one = two ? /[/}`]+/g : three / four;\nsay(one?.two ?? 0.5);",
            "let a=two?/[/}`]+/g:three/four;say(a?.two??0.5);",
        ),
    ],
)
def test_a_script_keeps_its_meaning_in_fewer_characters(text: str, short: str) -> None:
    assert joined(a=text) == f"{short}\n"


def references(scripts: list[str], folder: Path) -> list[list[int | str]]:
    """What each name of a script refers to, by ESLint (`tests/js/scopes.js`)."""
    node = shutil.which("node")
    assert node is not None, "Node.js is not installed: run ./test once"
    file = folder / "scripts.json"
    file.write_text(json.dumps(scripts), "utf-8")
    answer = subprocess.run([node, SCOPES, file], check=True, capture_output=True, timeout=60).stdout
    found: list[list[int | str]] = json.loads(answer)
    return found


def test_each_name_means_what_it_meant(tmp_path: Path) -> None:
    modules, entries = _modules(), ("widget", "live-boot", "unpack")
    unchanged = {name: written(module.parts, module.names, {}) for name, module in modules.items()}
    joins = [join(modules, entry, "") for entry in entries]
    read_all = references([*unchanged.values(), *joins], tmp_path)
    alone = dict(zip(unchanged, read_all, strict=False))
    for entry, after in zip(entries, read_all[len(modules) :], strict=True):
        before, outside = list[int | str](), dict[tuple[str, str], int | str]()
        for name in _order(modules, entry, ()):
            module = modules[name]
            assert len(alone[name]) == len(module.names), name
            numbers = {*module.numbers, *(word for word, of in module.imports.items() if word in modules[of].numbers)}
            stand = [at for at, variable in enumerate(module.names) if module.parts[variable.at] not in numbers]
            place: dict[int | str, int | str] = {at: len(before) + number for number, at in enumerate(stand)}
            for at in stand:
                if module.names[at].outside:
                    outside[name, module.parts[module.names[at].at]] = place[at]
            for means in (alone[name][at] for at in stand):
                source = module.imports.get(str(means))
                before.append(outside[source, str(means)] if source else place.get(means, means))
        assert after == before


@pytest.mark.parametrize(
    "text",
    [
        'import b from "./b.js";\n',
        'import * as b from "./b.js";\n',
        "export default 1;\n",
        "export { a };\n",
        'import { b as c } from "./b.js";\n',
    ],
)
def test_what_it_cannot_join_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="cannot join"):
        joined(a=text, b="")


def test_circles_and_missing_modules_are_refused() -> None:
    with pytest.raises(ValueError, match="circle: a -> b -> a"):
        joined(a='import { x } from "./b.js";\n', b='import { y } from "./a.js";\n')
    with pytest.raises(ValueError, match=r"needs b\.js"):
        joined(a='import { x } from "./b.js";\n')


def test_nothing_is_loaded_and_nothing_is_parsed_as_markup() -> None:
    for text in (unpack_script(), page_script(), widget_module(), style()):
        assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|\bfetch\(", text)
        assert not re.search(r"@import|url\(\s*['\"]?[a-z]", text)
        assert set(re.findall(r"https?://[^\"'\s)]+", text)) <= {"http://www.w3.org/2000/svg"}


def test_every_style_sheet_is_in_the_style() -> None:
    found = {path.stem for path in STATIC.glob("*.css")}
    assert found == set(_STYLES), "list a new style sheet in widgets/assets.py"


def test_both_hosts_get_one_module() -> None:
    assert page_script().endswith("(document.currentScript);\n})();\n")
    assert re.search(r"\nexport default \{ initialize: \w+, render: \w+ \};\n$", widget_module())


@pytest.mark.parametrize("key", sorted(OPTIONAL))
def test_a_page_carries_what_its_data_need(key: str) -> None:
    none, one = _unused({"functions": [{}]}), _unused({"functions": [{}, {key: True}]})
    assert none == frozenset([*OPTIONAL, *LANGUAGES, *PHRASES]) - {"en"} and one == none - {key}
    assert _unused({"functions": [], "live": {}}) == frozenset([*LANGUAGES, *PHRASES]) - {"en"}
    assert len(page_script(without=none)) < len(page_script(without=one)) < len(page_script())


def test_a_page_has_the_words_of_its_language_alone() -> None:
    plain, german = ({"functions": [{"title": "f(1)", **lang}]} for lang in ({}, {"lang": "de"}))
    assert _unused(german) == _unused(plain) - {"de"} | {"en"}
    alone = _unused(plain, alone=True)
    assert not alone & LANGUAGES.keys() and _unused(german, alone=True) == _unused(german)
    english, other = page_script(without=_unused(plain)), page_script(without=_unused(german))
    assert "Größe der Zeichnung" in other and "Size of the drawing" not in other and "源代码" not in other
    assert "Size of the drawing" in english and "Size of the drawing" in page_script(without=alone)


def test_what_is_left_out_is_null_where_it_is_imported() -> None:
    modules = {name: read(name, text) for name, text in {
        "a": 'import { two } from "./b.js";\nexport const f = (x) => x ? two(x) : x;\n',
        "b": "export const two = 2;\n",
    }.items()}  # fmt: skip
    assert join(modules, "a", "{f}(0);", {"b"}).splitlines()[-2:] == ["let a=(a)=>a?null(a):a;", "a(0);"]
