"""Options: declared once, parsed in front of the calls, located when wrong."""

from __future__ import annotations

import pytest

from nbgraph.core.errors import CallError
from nbgraph.magics.arguments import PANES, help_text, option_names, parse_options
from nbgraph.magics.autograph import Autograph
from nbgraph.magics.line import MagicLine, forget_lines

MAGIC = Autograph.autograph


@pytest.fixture(autouse=True)
def tidy():
    yield
    forget_lines()


def parsed(text: str):
    return parse_options(MAGIC, MagicLine(text))


@pytest.mark.parametrize(
    ("text", "calls"),
    [
        ("", ""),
        ("f(3)", "f(3)"),
        ("  f(3)", "f(3)"),
        ("-q f(3); g(-1)", "f(3); g(-1)"),
        ("-o r --view graph,code  f('a  b', \"it's\")", "f('a  b', \"it's\")"),
        ("--live a=1:10 --live b=0.0:1.0 f(1, 2)", "f(1, 2)"),
        ("--no-timing f(x -1, --y)", "f(x -1, --y)"),
        ("-q", ""),
        ("f('unclosed)", "f('unclosed)"),
    ],
)
def test_the_calls_are_what_follows_the_options_untouched(text, calls):
    assert text[parsed(text).start :] == calls


def test_every_option_is_understood():
    text = "-o r -q --view 'graph, code' --no-timing --static n,m --lang de --live a=1:1000 f(3)"
    options = parsed(text)
    assert options.output == "r"
    assert options.quiet
    assert options.view == ("graph", "code")
    assert not options.timing
    assert options.static == ("n", "m")
    assert options.lang == "de"
    assert options.live == (("a=1:1000", text.index("a=1")),)


def test_defaults():
    options = parsed("f(3)")
    assert (options.help, options.output, options.quiet, options.view) == (False, None, False, ())
    assert (options.timing, options.static, options.live) == (True, (), ())


@pytest.mark.parametrize(
    ("text", "culprit", "words"),
    [
        ("--vew graph f(3)", "--vew", "unrecognized"),
        ("-q --wrong", "--wrong", "unrecognized"),
        ("--view graf f(3)", "graf", "no pane `graf`"),
        ("-o 3x f(3)", "3x", "not a name"),
        ("--static a,b-c f(3)", "b-c", "not a name"),
        ("-q -o", "-o", "`-o` needs a value"),
    ],
)
def test_a_wrong_option_is_located(text, culprit, words):
    with pytest.raises(CallError, match=words) as caught:
        parsed(text)
    span = caught.value.span
    shift = len("%%autograph ")
    assert text[span.column - shift : span.end_column - shift] == culprit
    assert caught.value.remedy


@pytest.mark.parametrize(
    ("text", "remedy"),
    [
        ("--live --no-timing a=1:9 f(3)", "`--live NAME[=FROM:TO[:STEP]]`"),
        ("--sweep", "`--sweep NAME=FROM:TO[:COUNT]`"),
        ("-o", "`-o NAME`"),
    ],
)
def test_an_option_without_its_value_says_which_is_wanted(text, remedy):
    with pytest.raises(CallError) as caught:
        parsed(text)
    assert caught.value.remedy == remedy


def test_the_help_names_every_option_and_pane():
    text = help_text(MAGIC)
    for word in (*option_names(MAGIC), *PANES):
        assert word in text
    assert text == MAGIC.__doc__, "what `%autograph?` shows"


def test_the_names_for_completion_are_the_declared_ones():
    short = ["-h", "-o", "-q"]
    long = [
        "--beside",
        "--devices",
        "--diff",
        "--help",
        "--history",
        "--hlo",
        "--lang",
        "--live",
        "--no-timing",
        "--output",
        "--predict",
        "--reveal",
        "--quiet",
        "--static",
        "--sweep",
        "--timings",
        "--view",
    ]
    assert option_names(MAGIC) == sorted(short + long)
