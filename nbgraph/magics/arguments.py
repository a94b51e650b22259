"""Declare the options of `%%autograph` once, for parsing, help and completion; parse `--live` and `--sweep`."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from IPython.core.error import UsageError
from IPython.core.magic_arguments import argument, kwds, magic_arguments

from nbgraph.core.records import dataclass, field
from nbgraph.magics.evaluate import BoundCall, arguments_of
from nbgraph.magics.line import MagicLine

if TYPE_CHECKING:
    from nbgraph.core.timing.sizes import Over


PANES = ("source", "code", "graph", "timing")
"""What `--view` chooses from, in the order the panes stand."""
LANGUAGES = ("en", "de", "zh")
"""Those of the page's words: `widgets/static/words.js`, and `words-de.js`, `words-zh.js`."""

_MOST_DEVICES = 64  # each takes threads of its own
_TOKEN = re.compile(r"""(?:[^\s"']|"[^"]*"|'[^']*')+|\S+""")

DESCRIPTION = """\
Convert the cell's functions to JAX graphs and show what becomes of them.

  %%autograph [options] [call; call; ...]     the functions of this cell
  %autograph [options] call; call; ...        functions defined elsewhere

The cell runs as it would without the magic. Each function it defines is then converted and compiled; the original
stays at hand as NAME.python_function. Each call is run and timed in plain Python and as a graph. Where there is none,
it is the last call that the cell makes below its functions. Without a call the
generated code is shown. f(f32[3, 4], i32) asks for the graph of shapes and types, without data."""

_OPTIONS = (
    argument("-h", "--help", action="store_true", help="show this text and do nothing else"),
    argument("-o", "--output", metavar="NAME", help="keep the result (.value, .values, .reports) under NAME"),
    argument("-q", "--quiet", action="store_true", help="show nothing"),
    argument("--view", metavar="PANES", help=f"the panes to show, separated by commas: {', '.join(PANES)}"),
    argument("--no-timing", action="store_true", help="run without measuring"),
    argument("--timings", action="store_true", help="show what each phase of the cell's work has taken"),
    argument(
        "--sweep",
        metavar="NAME=FROM:TO[:COUNT]",
        help="time against the value of an argument, or with len(NAME)=... against its length; also NAME=10,100,1000",
    ),
    argument("--diff", action="store_true", help="show what changed since the version before the cell was edited"),
    argument(
        "--beside",
        action="store_true",
        help="show two or three calls beside each other, scrolled, pointed at and stepped together; with --diff, one "
        "call and its version before",
    ),
    argument("--predict", action="store_true", help="ask for a guess before showing what the calls give"),
    argument("--reveal", action="store_true", help="show what --predict has hidden, and judge the guess that follows"),
    argument("--lang", choices=LANGUAGES, help="the language of the page; else Autograph.lang's, else English"),
    argument("--history", action="store_true", help="show what loops carry, iteration by iteration, as charts"),
    argument("--hlo", action="store_true", help="show the program that XLA makes, too; it is long"),
    argument(
        "--devices",
        metavar="NUMBER",
        type=int,
        help="divide the processor into so many devices for these calls, to see code for several on one machine",
    ),
    argument("--static", metavar="NAMES", help="arguments that are fixed per graph, separated by commas"),
    argument(
        "--live",
        metavar="NAME[=FROM:TO[:STEP]]",
        action="append",
        default=[],
        help="a control for each argument that one suits, a slider or the choices given for this one; repeatable",
    ),
    argument("calls", nargs="...", help="calls, separated by semicolons, or the names of functions"),
)


def with_options(method: Callable[..., Any]) -> Callable[..., Any]:
    """Give a magic its options by `magic_arguments`."""
    for option in reversed((kwds(description=DESCRIPTION), *_OPTIONS)):
        method = option(method)
    made: Callable[..., Any] = magic_arguments()(method)
    made.__doc__ = help_text(made)  # what `%autograph?` shows
    return made


@dataclass(frozen=True)
class Options:
    """The parsed options of the magic's line."""

    help: bool = False  # only the help is wanted
    output: str | None = None  # the name to keep the result under, or None
    quiet: bool = False  # show nothing
    view: tuple[str, ...] = ()  # the panes to show; empty for the configured ones
    timing: bool = True  # whether to measure
    timings: bool = False  # whether to show what the phases of the work take
    sweep: tuple[str, int] | None = None  # what to sweep over, with the column it starts at; None for no sweep
    diff: bool = False  # show what changed since the last version
    beside: bool = False  # show the calls beside each other
    predict: bool = False  # ask for a guess before showing what the calls give
    reveal: bool = False  # show what was to be guessed
    lang: str = ""  # the language of the page; "" for the configured one
    history: bool = False  # whether to show what loops carry
    hlo: bool = False  # whether to show the program that XLA makes
    devices: int | None = None  # into how many devices the processor is divided; None for as many as it has
    static: tuple[str, ...] = ()  # names of arguments that are fixed per graph
    live: tuple[tuple[str, int], ...] = ()  # `NAME` or `NAME=RANGE` texts with the column each starts at
    start: int = field(default=0)  # where the calls start in the line's text


def parse_options(magic: Any, line: MagicLine) -> Options:
    """Return the options at the start of the line, and where the calls begin.

    Args:
        magic: the magic's method, which carries the parser.

    Raises:
        CallError: an unknown option, or a value that does not fit; located in the line.
    """
    tokens = list(_TOKEN.finditer(line.text))
    words = [_unquoted(token[0]) for token in tokens]
    try:
        found = magic.parser.parse_args(words)
    except UsageError as error:
        raise _usage_error(line, tokens, str(error), magic) from None
    # The last argument takes all remaining words, so the first call is that many words from the end.
    first = len(tokens) - len(found.calls)
    start = tokens[first].start() if first < len(tokens) else len(line.text)
    options = tokens[:first]
    return Options(
        help=found.help,
        output=_identifier(line, options, found.output),
        quiet=found.quiet,
        view=_panes(line, options, found.view),
        timing=not found.no_timing,
        timings=found.timings,
        sweep=None if found.sweep is None else (found.sweep, _column(options, found.sweep)),
        diff=found.diff,
        beside=found.beside,
        predict=found.predict,
        reveal=found.reveal,
        lang=found.lang or "",
        history=found.history,
        hlo=found.hlo,
        devices=_devices(line, options, found.devices),
        static=tuple(_identifier(line, options, name) or "" for name in split(found.static)),
        live=tuple((text, _column(options, text)) for text in found.live),
        start=start,
    )


def help_text(magic: Any) -> str:
    """Return the text of `--help`, without the "::" that IPython begins it with."""
    return str(magic.parser.format_help()).removeprefix("::").lstrip("\n")


def option_names(magic: Any) -> list[str]:
    """Return all spellings of the options, for completion."""
    text = help_text(magic)
    return sorted(set(re.findall(r"(?<![\w-])--?[a-z][a-z-]*", text.split("options:")[-1])))


def _devices(line: MagicLine, options: list[re.Match[str]], value: int | None) -> int | None:
    if value is not None and not 1 <= value <= _MOST_DEVICES:
        column = _column(options, str(value))
        message = f"the processor can be divided into 1 to {_MOST_DEVICES} devices"
        raise line.error(message, column, column + len(str(value)), "`--devices 4`")
    return value


def _panes(line: MagicLine, options: list[re.Match[str]], value: str | None) -> tuple[str, ...]:
    panes = tuple(split(value))
    for pane in panes:
        if pane not in PANES:
            column = _column(options, pane)
            raise line.error(f"there is no pane `{pane}`", column, column + len(pane), f"`--view {','.join(PANES)}`")
    return panes


def _identifier(line: MagicLine, options: list[re.Match[str]], name: str | None) -> str | None:
    if name is None or name.isidentifier():
        return name
    column = _column(options, name)
    raise line.error(f"`{name}` is not a name", column, column + len(name), "a plain Python name, as in `-o result`")


def _usage_error(line: MagicLine, tokens: list[re.Match[str]], message: str, magic: Any) -> Exception:
    dashed = [token for token in tokens if token[0].startswith("-")]
    named = [token for token in dashed if token[0].split("=")[0] in message.replace("/", " ").split()]
    culprit = (named or dashed or tokens)[0]
    remedy = "one of " + ", ".join(name for name in option_names(magic) if name.startswith("--"))
    if "expected one argument" in message:
        message, remedy = f"`{culprit[0]}` needs a value after it", f"`{culprit[0]} {_wanted(magic, culprit[0])}`"
    return line.error(message, culprit.start(), culprit.end(), remedy)


def _wanted(magic: Any, option: str) -> str:
    found = re.search(rf"(?<![\w-]){re.escape(option)} <?([^\s,>]+)", help_text(magic).split("options:")[-1])
    return found[1] if found else "VALUE"


def _column(options: list[re.Match[str]], value: str) -> int:
    columns = [token.start() + token[0].rindex(value) for token in options if value in token[0]]
    return columns[0] if columns else 0


def split(value: str | None) -> list[str]:
    return [part.strip() for part in (value or "").split(",") if part.strip()]


def _unquoted(word: str) -> str:
    return word[1:-1] if len(word) > 1 and word[0] == word[-1] and word[0] in "\"'" else word


def parse_control(text: str, column: int, line: MagicLine, namespace: dict[str, Any]) -> tuple[str, Any]:
    """Return an argument's name with its range `(from, to)` or `(from, to, step)`, with its choices, or with None.

    >>> parse_control("a=1:n", 0, MagicLine("--live a=1:n"), {"n": 1000})
    ('a', (1, 1000))
    >>> parse_control("mode=['up', 'down']", 0, MagicLine(""), {})
    ('mode', ['up', 'down'])
    >>> parse_control("a", 0, MagicLine("--live a"), {})
    ('a', None)

    Raises:
        CallError: the text is no such thing; located in the magic's line.
    """
    name, equals, value = text.partition("=")
    if not equals and name.isidentifier():
        return name, None
    try:
        node = ast.parse(f"_[{value}]", mode="eval").body
        if not name.isidentifier() or not isinstance(node, ast.Subscript):
            raise ValueError("a control needs a name and a range")
        return name, _control(node.slice, namespace)
    except Exception as error:
        message = f"the control `{text}` cannot be understood: {error}"
        raise line.error(message, column, column + len(text), "`--live a=1:1000` or `--live x=0.0:1.0:0.1`") from error


def _control(node: ast.expr, namespace: dict[str, Any]) -> Any:
    if not isinstance(node, ast.Slice):
        return _value(node, namespace)
    if node.lower is None or node.upper is None:
        raise ValueError("a range needs both ends")
    parts = [node.lower, node.upper] + ([node.step] if node.step else [])
    return tuple(_value(part, namespace) for part in parts)


def _value(node: ast.expr, namespace: dict[str, Any]) -> Any:
    return eval(compile(ast.Expression(node), "<option>", "eval"), dict(namespace))


_REMEDY = "`--sweep n=1:1000`, `--sweep n=10,100,1000` or `--sweep len(x)=10:10000`"


def sweep_of(given: tuple[str, int], line: MagicLine, namespace: dict[str, Any], calls: Sequence[BoundCall]) -> Over:
    """Return the sweep that `--sweep` describes.

    Args:
        given: the option's text and the column it starts at.
        namespace: where names in the sizes are looked up.
        calls: the calls of the line, of which at least one must have the argument.

    Raises:
        CallError: the text cannot be understood, or no call has the argument; located in the line.
    """
    from nbgraph.core.timing.sizes import parse_over  # late: only cells with a sweep need it

    text, column = given
    end = column + len(text)
    try:
        over = parse_over(text, lambda node: _value(node, namespace))
    except Exception as error:  # whatever the sizes' expressions raise
        raise line.error(f"the sweep `{text}` cannot be understood: {error}", column, end, _REMEDY) from error
    if not any(call.is_call for call in calls):
        raise line.error("`--sweep` needs a call", column, end, f"`%%autograph --sweep {text} f(27)`")
    if not any(over.name in arguments_of(call) for call in calls):
        known = dict.fromkeys(name for call in calls for name in arguments_of(call))
        remedy = f"`--sweep` with one of {', '.join(known)}" if known else "leave `--sweep` out"
        raise line.error(f"no call has an argument `{over.name}`", column, end, remedy)
    return over
