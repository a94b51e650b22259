"""What a notebook keeps of a report: no place on this machine, and no string of the notebook's that no cell shows."""

from __future__ import annotations

import getpass
import json
import re
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from nbgraph.commands.main import main
from scripts.course.page import unpacked
from tests.magics.kernels import ROOT, Kernel, Run

SECRET = "tok_7e1f0b3a9c"
SETUP = f"""
%load_ext nbgraph
import json, math, os, types
import jax, jax.numpy as jnp, numpy as np
TOKEN = "{SECRET}"
SETTINGS = {{"key": "{SECRET}", "rate": 2}}
class Client:
    def __init__(self, key):
        self.key = key
client = Client(TOKEN)
MODE = "sum"
"""
CELLS = {
    "a value": "f(3)\ndef f(x):\n    return x * x\n",
    "a loop over time": "--history f(3)\ndef f(n):\n    while n > 0:\n        n = n - 1\n    return n\n",
    "a helper and HLO": "--hlo f(3)\ndef h(x):\n    return x + 1\ndef f(x):\n    return h(x) if x > 2 else x\n",
    "a list": "f(3)\ndef f(x):\n    found = []\n    for i in range(x):\n        found.append(i)\n    return found\n",
    "Python raises": "f(0)\ndef f(x):\n    return 1 / x\n",
    "the function raises": "f(3)\ndef f(x):\n    raise ValueError('bad')\n",
    "an assertion": "f(3)\ndef f(x):\n    assert x < 2, 'too large'\n    return x\n",
    "JAX refuses": "f(jnp.ones(3))\ndef f(x):\n    return x.reshape(2, 2)\n",
    "a name is missing": "f(3)\ndef f(x):\n    import jax.numpy as jnp\n    return jnp.sin(x) + missing\n",
    "a module is a value": "f(3)\ndef f(x):\n    tools = json\n    code = f.__code__\n    return x * 2\n",
    "the graph cannot": "f(3)\ndef f(x):\n    n = 0\n    while n < x:\n        n = [n]\n    return n\n",
    "it acts": "f(3)\ndef f(x):\n    os.system('true')\n    return x * 2\n",
    "the process ends": "f(3)\ndef f(x):\n    os._exit(3)\n",
    "a sweep": "--sweep x=1,2 f(3)\ndef f(x):\n    return x * x\n",
    "an exit": "f(3)\ndef f(x):\n    raise SystemExit(3)\n",
    "a global string": "f(3)\ndef f(x):\n    if TOKEN.startswith('tok'):\n        return x + 1\n    return x\n",
    "a local string": "f(3)\ndef f(x):\n    key = TOKEN\n    return x * SETTINGS['rate'] if key else x\n",
    "a changed copy": "f(3)\ndef f(x):\n    key = TOKEN.upper()[2:]\n    return x * len(key)\n",
    "a string of an object": "f(3)\ndef f(x):\n    if client.key:\n        return x * 2\n    return x\n",
    "a missing key": "f(3)\ndef f(x):\n    return SETTINGS[TOKEN] + x\n",
    "a string in an exception": "f(3)\ndef f(x):\n    raise ValueError(f'bad {TOKEN}, {x}')\n",
    "paths in an exception": (
        "f(3)\ndef f(x):\n    raise ValueError(f'{np.__file__}, {os.getcwd()}/a.csv, {os.path.expanduser(\"~\")}')\n"
    ),
    "a path without a file": "f('lesson.csv')\ndef f(name):\n    return open(os.path.abspath(name)).read()\n",
    "a path as the value": "f(3)\ndef f(x):\n    return json.__file__\n",
    "JAX warns": "f(jnp.ones(3))\ndef f(x):\n    return x.astype('float64')\n",
    "a short string": "f(jnp.ones(3))\ndef f(x):\n    if MODE == 'mean':\n        x = x / 2\n    return jnp.sum(x)\n",
}
PLACES = re.compile(
    "|".join(map(re.escape, {str(ROOT), sys.prefix, str(Path.home()), tempfile.gettempdir(), sys.base_prefix}))
    + r"|ipykernel_\d|site-packages|\b" + re.escape(getpass.getuser()) + r"\b(?=[\\/])"
)  # fmt: skip


@contextmanager
def started() -> Iterator[Kernel]:
    """One kernel for the module: it takes seconds to start."""
    with closing(Kernel()) as kernel:
        assert kernel.run(SETUP).status == "ok"
        yield kernel


def kept(run: Run) -> str:
    """Everything of a cell's outputs that a saved notebook holds, unpacked."""
    contents = [output["content"] for output in run.outputs]
    pages = "".join(content.get("data", {}).get("text/html", "") for content in contents)
    packed = re.findall(r'class="nbg-packed">([^<]*)<', pages)
    assert packed or not pages
    clear = json.dumps(contents, ensure_ascii=False)
    return "\n".join([re.sub(r"nbg-packed[^<]*<", "", clear), *(json.dumps(unpacked(each)) for each in packed)])


@pytest.mark.parametrize("name", CELLS)
def test_nothing_of_this_machine_and_no_secret_is_kept(kernel: Kernel, name: str) -> None:
    text = kept(kernel.run(f"%%autograph {CELLS[name]}"))
    places = [text[max(found.start() - 60, 0) : found.end() + 40] for found in PLACES.finditer(text)]
    assert places == []
    assert SECRET[2:] not in text.lower()


def test_a_path_that_the_cell_shows_is_shown(kernel: Kernel) -> None:
    typed, other = f"{ROOT}/prices.csv", f"{ROOT}/rates.csv"
    body = "def f(x):\n    raise OSError(PRICES + ' ' + PRICES[:-10] + 'rates.csv')\n"
    run = kernel.run(f"%%autograph f(3)\nPRICES = '{typed}'\n{body}")
    assert f"OSError: {typed} …/rates.csv" in kept(run)
    text = kept(run)
    assert text.find(other) == -1, text[text.find(other) - 500 :][:600]


def test_an_exception_keeps_the_words_that_harm_nobody(kernel: Kernel) -> None:
    kernel.run("NAMES = ['bob', 'division']\nRATES = {'learning_rate': 0.1}")
    asked = "    return RATES[NAMES[0]] if x else NAMES[1]\n"
    text = kernel.run(f"%%autograph f(3)\ndef f(x):\n{asked}").texts("display_data")[0]
    assert "KeyError: 'bob' (`RATES` has the keys 'learning_rate')" in text
    text = kernel.run("%%autograph f(0)\ndef f(x):\n    return len(NAMES) / x\n").texts("display_data")[0]
    assert "division by zero" in text
    text = kernel.run("%%autograph f(0)\ndef f(x):\n    return {'a_key': x}['another_key']\n").texts("display_data")[0]
    assert "raised KeyError: 'another_key'" in text


PRINT_CODE = """
from nbgraph.widgets.payload import payload
for code in payload(result.reports)["functions"][0]["codes"]:
    if code["form"] == "pure JAX":
        print(*code["lines"], sep="\\n")
"""


def test_code_leaves_a_private_string_to_the_notebook(kernel: Kernel) -> None:
    kernel.run(f"%%autograph -o result {CELLS['a global string']}")
    shown = kernel.run(PRINT_CODE)
    (code,) = shown.texts("stream")
    assert SECRET not in code
    namespace = {"TOKEN": SECRET}
    exec(code, namespace)
    assert namespace["f"](3) == 4


def test_strings_that_the_cell_shows_are_shown(kernel: Kernel) -> None:
    cell = "%%autograph f(3)\nWORD = 'visible'\ndef f(x):\n    word = WORD\n    return x + 1 if word else x\n"
    assert "'visible'" in kept(kernel.run(cell)).replace("WORD = 'visible'", "")


def test_an_exported_page_names_files_only(tmp_path: Path) -> None:
    file, page = tmp_path / "page_of_a_lesson.py", tmp_path / "page.html"
    file.write_text(f"TOKEN = '{SECRET}'\ndef f(x):\n    key = TOKEN\n    return x * len(key)\n")
    assert main(["explain", f"{file}::f", "--args", "3", "-o", str(page)]) == 0
    text = page.read_text()
    for packed in re.findall(r'class="nbg-packed">([^<]*)<', text):
        text += json.dumps(unpacked(packed))
    assert "page_of_a_lesson.py" in text
    assert SECRET not in text
    assert PLACES.findall(text) == []


def test_a_string_of_the_users_own_module_is_not_kept(kernel: Kernel, tmp_path: Path) -> None:
    module = "import jax.numpy as jnp\nKEY = '{}'\ndef staged(x):\n    return x * len(KEY) if x.sum() > 2 else x\n"
    (tmp_path / "lesson_keys.py").write_text(module.format(SECRET))
    kernel.run(f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import lesson_keys")
    run = kernel.run("%%autograph f(jnp.ones(3))\ndef f(x):\n    return lesson_keys.staged(x) + len(lesson_keys.KEY)\n")
    assert run.texts("display_data")[0].splitlines()[1].startswith("Same result as plain Python")
    assert SECRET not in kept(run)
