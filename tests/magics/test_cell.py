"""A cell under the magic behaves as the cell itself, and its functions are converted."""

from __future__ import annotations

import ast
import linecache
import math
from dataclasses import replace
from types import SimpleNamespace

import pytest

from nbgraph.core.errors import CallError, StagingError
from nbgraph.core.spans import Span
from tests.magics import fakes

COLLATZ = "def collatz(a):\n    return a + 84\n"


@pytest.fixture
def run(shell, capsys):
    """Run a cell as the user would; the result carries what was printed as `.out` and `.err`."""

    def run_cell(code: str):
        result = shell.run_cell(code, store_history=True)
        result.out, result.err = capsys.readouterr()
        return result

    return run_cell


def kinds(shell, *names: str) -> list[str]:
    return [type(shell.user_ns[name]).__name__ for name in names]


def error_of(result):
    return result.error_before_exec or result.error_in_exec


def test_the_function_is_converted_called_and_shown(run, shell):
    result = run(f"%%autograph collatz(27)\n{COLLATZ}")
    assert result.success
    assert result.out == "collatz(27) -> 111\n"
    assert kinds(shell, "collatz") == ["Converted"]
    assert ("report", "collatz(27)", (27,), {}, True) in fakes.CALLS


def test_several_functions_and_calls_see_each_other(run, shell):
    result = run("%%autograph f(3); f(g(1))\ndef f(x):\n    return g(x) + 1\ndef g(x):\n    return 2 * x\n")
    assert result.out == "f(3) -> 7\nf(g(1)) -> 5\n"
    assert shell.user_ns["f"].python_function.__globals__ is shell.user_ns


def test_a_cached_function_stays_and_names_what_was_typed(run, shell):
    body = "import functools\n@functools.cache\ndef f(x):\n    return x + 1\ndef g(x):\n    return f(x)\n"
    run(f"%%autograph g(3)\n{body}")
    assert kinds(shell, "f", "g") == ["_lru_cache_wrapper", "Converted"]
    assert shell.user_ns["f"].python_function(1) == 2
    assert shell.user_ns["f"].python_function is shell.user_ns["f"].__wrapped__


@pytest.mark.parametrize(
    "body",
    [
        "f = lambda x: x + 1",
        "import functools\n@functools.wraps(len)\ndef f(x):\n    return x + 1",
        "if True:\n    def f(x):\n        return x + 1",
        "def outer():\n    global f\n    def f(x):\n        return x + 1\nouter()",
        "def deco(fn):\n    def inner(x):\n        return fn(x)\n    return inner\n@deco\ndef f(x):\n    return x + 1",
        "def f(x: 'nothing') -> int:\n    'text'\n    return x + 1",
    ],
)
def test_every_way_to_define_a_function(run, shell, body):
    assert run(f"%%autograph f(3)\n{body}\n").out == "f(3) -> 4\n"
    assert kinds(shell, "f") == ["Converted"]


def test_other_names_are_left_as_the_cell_made_them(run, shell):
    run("def before(x):\n    return x\n")
    run(
        "%%autograph\nfrom os.path import join\nclass C:\n    def m(self): pass\nn = 3\nalias = before\n"
        "def gen():\n    yield 1\nasync def wait():\n    pass\nimport jax\n@jax.jit\ndef fast(x):\n    return x\n"
    )
    names = ["join", "C", "n", "before", "alias", "gen", "wait", "fast"]
    assert "Converted" not in kinds(shell, *names)
    assert [call for call in fakes.CALLS if call[0] == "function"] == []


def test_names_for_one_function_go_on_sharing_it(run, shell):
    run("%%autograph\ndef f(x):\n    return x\ng = f\n")
    assert shell.user_ns["g"] is shell.user_ns["f"]


def test_nothing_is_looked_at_that_nobody_will_see(run, shell):
    run(f"%%autograph -q\n{COLLATZ}")
    assert fakes.CALLS == [("function", "collatz", ())]
    run(f"%%autograph -q -o r\n{COLLATZ}")
    assert [report.title for report in shell.user_ns["r"].reports] == ["collatz"]


def test_functions_are_shown_once_and_in_the_order_they_stand(run):
    run("b = a = lambda x: x\n")
    assert run("%%autograph\ndef b(x):\n    return x\na = lambda x: x\nc = b\n").out == "b -> None\na -> None\n"


def test_a_function_converted_already_is_not_converted_again(run, shell):
    cell = f"%%autograph collatz(1)\n{COLLATZ}"
    run(cell)
    first = shell.user_ns["collatz"]
    assert run(cell).out == "collatz(1) -> 85\n"
    assert shell.user_ns["collatz"] is not first
    assert kinds(shell, "collatz") == ["Converted"]
    run("%%autograph same(1)\nsame = collatz\n")
    assert shell.user_ns["same"] is shell.user_ns["collatz"]


def test_without_a_call_each_functions_code_is_shown(run):
    assert run("%%autograph\ndef f(x):\n    return x\ndef g(x):\n    return x\n").out == "f -> None\ng -> None\n"
    assert [call for call in fakes.CALLS if call[0] == "report"] == [
        ("report", "f", (), {}, False),
        ("report", "g", (), {}, False),
    ]


def test_the_last_expression_is_displayed_as_in_any_cell(run, shell):
    result = run("%%autograph -q\ndef f(x):\n    return x\nf(41) + 1\n")
    assert "Out[1]: 42" in result.out
    assert result.result == 42
    assert shell.user_ns["_"] == 42
    assert run("%%autograph -q\n43;\n").out == ""
    shell.ast_node_interactivity = "all"
    assert "Out[3]: 1" in (out := run("%%autograph -q\n1\n2\n").out)
    assert "Out[3]: 2" in out


def test_an_output_that_is_a_function_stays_what_it_was(run, shell):
    run("%%autograph -q\ndef f(x):\n    return x\nf\n")
    assert kinds(shell, "_", "f") == ["function", "Converted"]


def test_future_statements_magics_and_shell_lines(run, shell):
    result = run(
        "%%autograph -q f(1)\nfrom __future__ import annotations\n%pwd\nn = !echo 1 {3}\n"
        "def f(x: not_defined):\n    return x\n"
    )
    assert result.success, result.out
    assert shell.user_ns["f"].python_function.__annotations__ == {"x": "not_defined"}
    assert shell.user_ns["n"] == ["1 3"]
    assert not run("def g(x: not_defined): pass").out, "as after any cell, the future statement stays"


def test_syntax_trees_are_transformed_as_in_any_cell(run, shell):
    class Answer(ast.NodeTransformer):
        def visit_Constant(self, node):
            return ast.copy_location(ast.Constant(42 if node.value == 21 else node.value), node)

    shell.ast_transformers.append(Answer())
    run("%%autograph -q\nn = 21\n")
    assert shell.user_ns["n"] == 42


def test_braces_and_dollars_on_the_line_are_the_users(run, shell):
    shell.user_ns["n"] = 5
    assert run("%%autograph f({'n': '$n {n}'})\ndef f(x):\n    return x\n").out.endswith("-> {'n': '$n {n}'}\n")


def test_await_at_the_top_level(run, shell):
    result = run(
        f"%%autograph collatz(27)\nimport asyncio\nn = await asyncio.sleep(0, result=3)\n{COLLATZ}assert n == 3\n"
    )
    assert result.success, result.out
    assert "collatz(27) -> 111" in result.out


@pytest.mark.parametrize("lead", ["", "\n", "\n  \n"])
@pytest.mark.parametrize("gap", ["", "\n", "\n   \n\n"])
def test_line_numbers_are_those_of_the_editor(run, lead, gap):
    cell = f"{lead}%%autograph f(3)\n{gap}def f(x):\n    return x\n1 / 0\n"
    line = cell.splitlines().index("1 / 0") + 1
    result = run(cell)
    assert result.out.count("Traceback") == 1
    assert f"Cell In[1], line {line}\n" in result.out
    assert f"----> {line} 1 / 0" in result.out
    assert isinstance(result.error_in_exec, ZeroDivisionError)
    assert "run_cell_magic" not in result.out
    assert "nbgraph" not in result.out


def test_a_traceback_names_the_function_and_its_line(run):
    out = run("%%autograph -q\ndef f(x):\n    return 1 / x\n\nf(0)\n").out
    assert "Cell In[1], line 5\n" in out
    assert "Cell In[1], line 3, in f(x)" in out


def test_the_registered_text_is_python_with_the_cells_lines(run, shell):
    run(f"%%autograph -q collatz(27)\n\n%pwd\n{COLLATZ}")
    file = shell.user_ns["collatz"].python_function.__code__.co_filename
    lines = linecache.getlines(file)
    assert lines[0] == "# %%autograph -q collatz(27)\n"
    assert lines[3] == "def collatz(a):\n"
    ast.parse("".join(lines))


@pytest.mark.parametrize(
    ("body", "line", "kind"),
    [
        ("def f(x)\n    return x\n", 2, "SyntaxError"),
        ("\n\ndef f(x):\n    return (x\n", 5, "SyntaxError"),
        ("def f(x):\n    return x\n  y = 1\n", 4, "IndentationError"),
        ("\n%pwd\nx = 1\nif x:\ny = 1\n", 6, "IndentationError"),
        ("x = 1\nreturn 3\n", 3, "SyntaxError"),
        ("\ns = '''\n", 3, "SyntaxError"),
    ],
)
def test_a_syntax_error_points_to_the_users_line(run, body, line, kind):
    result = run(f"%%autograph f(3)\n{body}")
    assert f"Cell In[1], line {line}\n" in result.out
    assert result.out.count("Error:") == 1
    assert type(error_of(result)).__name__ == kind
    assert not result.success
    assert "magics" not in result.out, "no frame of the machinery"


def test_names_made_before_an_error_are_kept(run, shell):
    assert not run(f"%%autograph collatz(27)\n{COLLATZ}n = 1\n1 / 0\n").success
    assert shell.user_ns["n"] == 1
    assert shell.user_ns["collatz"](1) == 85
    assert not [call for call in fakes.CALLS if call[0] == "report"]


@pytest.mark.parametrize("line", ["collatz(", "colatz(27)", "collatz()", "--wrong collatz(27)", "collatz(1 / 0)"])
def test_a_bad_line_is_one_located_error_and_the_functions_are_there(run, shell, line):
    result = run(f"%%autograph {line}\n{COLLATZ}")
    assert isinstance(result.error_in_exec, CallError)
    assert result.out.startswith("CallError: Cell In[1], line 1: ")
    assert f"    %%autograph {line}\n" in result.out
    assert result.out.count("Error: Cell") == 1
    assert "Traceback" not in result.out
    assert kinds(shell, "collatz") == ["Converted"]


def test_a_function_that_cannot_be_converted_stays_and_the_others_are_converted(run, shell):
    result = run(f"%%autograph collatz(27)\ndef refused(x):\n    return\n{COLLATZ}")
    assert isinstance(result.error_in_exec, StagingError)
    assert "StagingError: Cell In[1], line 3: this cannot be converted\n    return\n    ^^^^\n" in result.out
    assert kinds(shell, "refused", "collatz") == ["function", "Converted"]


def test_a_failed_graph_is_shown_kept_and_fails_the_cell(run, shell):
    result = run(
        "%%autograph -o r f(3); f(4)\nfrom nbgraph.core.errors import StagingError\ndef f(x):\n"
        "    if x == 3:\n        raise StagingError('no graph')\n    return x\n"
    )
    assert result.out.startswith("f(3) -> None\nf(4) -> 4\n")
    assert "CallError: Cell In[1], line 1: no graph\n    %%autograph -o r f(3); f(4)\n" in result.out
    assert result.out.count("no graph") == 1
    assert not result.success
    assert shell.user_ns["r"].values == (None, 4)


def test_of_a_reports_errors_the_first_with_a_place_is_raised(run, shell):
    magics = shell.magics_manager.registry["Autograph"]
    errors = (
        StagingError("somewhere"),
        StagingError("here", span=Span("lesson.py", 3, 0, 3, 1)),
        StagingError("later"),
    )
    shown = {"shown_value": None, "shown_python_value": "1", "private": ()}
    report = SimpleNamespace(title="f", text="", value=None, python_value=1, errors=errors, **shown)
    magics.backend = replace(magics.backend, report=lambda fn, *args, **options: report)
    result = run(f"%%autograph -q collatz(1)\n{COLLATZ}")
    assert result.error_in_exec is errors[1]
    assert result.out == "StagingError: lesson.py, line 3: here\n[not-stageable]\n"


def test_an_error_in_the_users_function_shows_the_users_frames_only(run, shell):
    result = run("%%autograph f(3); f(0)\ndef f(x):\n    return 1 / x\n")
    assert "f(3) -> 0.3333" in result.out, "what went well is shown"
    assert "Cell In[1], line 3, in f(x)" in result.out
    assert "nbgraph/magics" not in result.out
    assert isinstance(result.error_in_exec, ZeroDivisionError)


def test_an_error_without_a_frame_of_the_user_is_located_at_the_call(run, shell):
    magics = shell.magics_manager.registry["Autograph"]
    magics.backend = replace(magics.backend, report=math.sqrt)
    result = run(f"%%autograph collatz('x')\n{COLLATZ}")
    assert "CallError: Cell In[1], line 1: `collatz('x')` cannot run: TypeError" in result.out
    assert "Traceback" not in result.out


def test_an_interrupt_in_a_call_leaves_the_names(run, shell):
    result = run("%%autograph f(3)\ndef f(x):\n    raise KeyboardInterrupt\n")
    assert isinstance(result.error_in_exec, KeyboardInterrupt)
    assert result.out.count("KeyboardInterrupt") >= 1
    assert kinds(shell, "f") == ["Converted"]


def test_the_result_is_kept_under_a_name(run, shell):
    assert run(f"%%autograph -q -o r collatz(27); collatz(1)\n{COLLATZ}").out == ""
    result = shell.user_ns["r"]
    assert result.value == 85
    assert result.values == (111, 85)
    assert [report.title for report in result.reports] == ["collatz(27)", "collatz(1)"]
    assert repr(result) == "<nbgraph: collatz(27) = 111; collatz(1) = 85>"
    assert result._repr_mimebundle_()["text/plain"] == "collatz(27) -> 111\ncollatz(1) -> 85"


def test_panes_timing_and_static_arguments_are_passed_on(run, shell):
    run(
        "%%autograph --view graph --no-timing --static n f(3, 4)\ndef f(x, n):\n    return x\ndef g(x):\n    return x\n"
    )
    assert fakes.CALLS == [
        ("function", "f", ("n",)),
        ("function", "g", ()),
        ("report", "f(3, 4)", (3, 4), {}, False),
        ("bundle", ("graph",)),
    ]


def test_static_arguments_hold_for_a_function_of_another_cell(run, shell):
    run("def f(x, n):\n    return x * n\n")
    run("%autograph -q --no-timing --static n f('ab', 3)")
    assert fakes.CALLS == [("function", "f", ("n",)), ("report", "f('ab', 3)", ("ab", 3), {}, False)]


def test_configured_defaults_hold_unless_an_option_says_otherwise(run, shell):
    run("%config Autograph.view = 'timing'\n%config Autograph.timing = False\n")
    run(f"%%autograph collatz(1)\n{COLLATZ}")
    assert fakes.CALLS[-2:] == [("report", "collatz(1)", (1,), {}, False), ("bundle", ("timing",))]
    run("%autograph --view code collatz(1)")
    assert fakes.CALLS[-1] == ("bundle", ("code",))


def test_a_wrong_configured_pane_is_refused(run, shell):
    with pytest.raises(Exception, match="no pane 'graf'"):
        shell.magics_manager.registry["Autograph"].view = "graf"


def test_live_shows_controls_for_the_one_function(run, shell):
    assert run(f"%%autograph --live a=1:1000 collatz(27)\n{COLLATZ}").out == "'the widget'\n"
    assert fakes.CALLS[-1] == ("live", "collatz", {"a": (1, 1000)}, (27,), {}, True)
    assert run(f"%%autograph -q -o w --no-timing --live a=1:9\n{COLLATZ}").out == ""
    assert fakes.CALLS[-1] == ("live", "collatz", {"a": (1, 9)}, (), {}, False)
    assert shell.user_ns["w"] == "the widget"


@pytest.mark.parametrize(
    ("line", "words", "marked"),
    [
        ("--live a=1:9 collatz(1); collatz(2)", "needs one function", "--live"),
        ("--live b=1:9 collatz(1)", "no argument `b`", "b"),
        ("--live a={1,2} collatz(1)", "no control suits a set", "a={1,2} collatz(1)"),
    ],
)
def test_a_bad_control_is_located(run, line, words, marked):
    result = run(f"%%autograph {line}\n{COLLATZ}")
    assert words in result.out
    span = result.error_in_exec.span
    assert f"%%autograph {line}"[span.column : span.end_column].startswith(marked)


def test_the_line_form(run, shell):
    run(COLLATZ)
    assert run("n = 1\n%autograph -o r collatz(27); collatz").out == "collatz(27) -> 111\ncollatz -> None\n"
    assert kinds(shell, "collatz") == ["function"], "the line form looks, and changes nothing"
    assert "CallError: Cell In[3], line 2: the name `x` is not defined" in run("n = 1\n%autograph collatz(x)").out
    assert "UsageError: %autograph needs a call" in run("%autograph").err
    assert "Converted" not in kinds(shell, "collatz")


def test_an_empty_cell_is_the_line_form(run, shell):
    run(COLLATZ)
    assert run("%%autograph collatz(27)\n").out == "collatz(27) -> 111\n"
    assert run("%%autograph collatz(27)\n  \n\n").out == "collatz(27) -> 111\n"


@pytest.mark.parametrize(
    "cell", ["%%autograph --help", "%autograph -h", "%%autograph --help\n\n", "%%autograph -h\n1/0"]
)
def test_help(run, cell):
    result = run(cell)
    assert result.success
    assert "--view PANES" in result.out


def test_a_first_line_alone_is_an_incomplete_cell(shell):
    assert shell.check_complete("%%autograph f(3)")[0] == "incomplete"


def test_inside_other_cell_magics(run, shell):
    run(f"%%capture out\n%%autograph collatz(27)\n{COLLATZ}")
    assert shell.user_ns["out"].outputs[0].data["text/plain"] == "collatz(27) -> 111"
    result = run(f"%%time\n%%autograph collatz(1)\n{COLLATZ}")
    assert "collatz(1) -> 85" in result.out
    assert not run("%%time\n%%autograph\n1 / 0\n").success
    assert "collatz(3) -> 87" in run(f"%%autograph collatz(3)\n%%time\n{COLLATZ}").out


def test_called_from_code_it_raises(run, shell):
    shell.run_cell_magic("autograph", "-q f(1)", "def f(x):\n    return x\n")
    assert kinds(shell, "f") == ["Converted"]
    with pytest.raises(ZeroDivisionError):
        shell.run_cell_magic("autograph", "", "1 / 0\n")


class Swallows:
    """An object in whose `__del__` a press of Stop arrives: Python swallows it there."""

    def __del__(self):
        raise KeyboardInterrupt


def test_a_stop_that_python_swallows_in_the_cell_stops_what_follows(shell):
    shell.user_ns["Swallows"] = Swallows
    result = shell.run_cell("%%autograph f(3)\ndef f(x):\n    return x\nSwallows()\nkept = 1\n")
    assert isinstance(result.error_in_exec, KeyboardInterrupt)
    assert shell.user_ns["kept"] == 1
    shell.run_cell("%%autograph f(3)\ndef f(x):\n    return x\n").raise_error()
