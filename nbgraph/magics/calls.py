"""Parse the calls on the magic's line by Python's own parser, each part with its columns."""

from __future__ import annotations

import ast
import re

from nbgraph.core.errors import CallError
from nbgraph.core.records import dataclass
from nbgraph.magics.line import MagicLine

_TRAILING_OPTION = re.compile(r"\s(--?[A-Za-z][\w-]*)")
_OPTION_REMEDY = "options stand before the calls: `{}`"
_CALL_REMEDY = "calls as in Python, separated by semicolons: `f(3); g(x, n=2)`"


@dataclass(frozen=True)
class Call:
    """One call, or one bare function, on the magic's line."""

    node: ast.expr  # the expression; its columns count from `offset` in the line's text
    text: str  # the expression as the user wrote it
    start: int  # where it starts in the line's text, in characters
    end: int  # where it ends
    offset: int = 0  # where the calls start in the line's text, after the options
    whole: str = ""  # the statement around it
    target: str = ""  # the name that its result is bound to; "" for none
    remedy: str = ""  # what to write instead, if nothing in it is a call to look at

    def problem(self, line: MagicLine) -> CallError:
        """Return the error for an expression without a call to examine."""
        return line.error(f"`{self.whole}` is not a call", self.start, self.end, self.remedy)


def parse_calls(line: MagicLine, start: int = 0) -> tuple[Call, ...]:
    """Return the calls in `line.text[start:]`.

    >>> [call.text for call in parse_calls(MagicLine("f(';'); g([1, 2])"))]
    ["f(';')", 'g([1, 2])']

    Raises:
        CallError: a part that does not parse, or is neither a call nor a function's name.
    """
    text = line.text[start:]
    module = _parse(line, text, start)
    return tuple(_call(line, text, start, statement) for statement in module.body)


def _parse(line: MagicLine, text: str, start: int) -> ast.Module:
    try:
        return ast.parse(text)
    except SyntaxError as error:
        problem = error
    except ValueError as error:  # a NUL character
        raise line.error(f"the call does not parse: {error}", start, len(line.text), _CALL_REMEDY) from None
    from nbgraph.magics.abstract import fill_empty_shapes  # late: loading imports little

    try:
        return ast.parse(fill_empty_shapes(text))
    except SyntaxError:
        raise _unparsable(line, text, start, problem) from None


def _unparsable(line: MagicLine, text: str, start: int, problem: SyntaxError) -> Exception:
    begin = start + max((problem.offset or 1) - 1, 0)
    end = start + max((problem.end_offset or 0) - 1, 0)
    remedy = _options_first(line, text, start) or _CALL_REMEDY
    return line.error(f"the call does not parse: {problem.msg}", min(begin, len(line.text)), end, remedy)


def _options_first(line: MagicLine, text: str, start: int) -> str:
    """Return the user's line with the options moved before the calls; "" where no option follows one."""
    found = _TRAILING_OPTION.search(text)
    if found is None:
        return ""
    calls, options = text[: found.start()].strip(), text[found.start() :].strip()
    if not _parses(calls) or set(options) & set(";()'\""):  # it is not known where the options end
        return _OPTION_REMEDY.format(f"{line.prefix}-q f(3)")
    return _OPTION_REMEDY.format(
        " ".join(filter(None, (line.prefix.strip(), line.text[:start].strip(), options, calls)))
    )


def _parses(text: str) -> bool:
    try:
        ast.parse(text)
    except (SyntaxError, ValueError):
        return False
    return True


def _call(line: MagicLine, text: str, start: int, statement: ast.stmt) -> Call:
    begin, end = extent(text, statement)
    remedy = _options_first(line, text, start) or _alone(statement)
    node, target = _expression(statement)
    has_call = node is not None and any(isinstance(each, ast.Call) for each in ast.walk(node))
    is_name = isinstance(node, ast.Name | ast.Attribute) and not target
    is_option = _TRAILING_OPTION.search(text) is not None and not isinstance(node, ast.Call)
    if node is None or not (has_call or is_name) or isinstance(node, ast.Lambda) or is_option:
        raise line.error(f"`{text[begin:end]}` is not a call", start + begin, start + end, remedy)
    first, last = extent(text, node)
    return Call(node, text[first:last], start + first, start + last, start, text[begin:end], target, remedy)


def _expression(statement: ast.stmt) -> tuple[ast.expr | None, str]:
    """Return the expression to examine in a statement, and the name bound to its value; "" for none."""
    match statement:
        case ast.Expr(ast.Call(ast.Name("print"), [only], [])) if not isinstance(only, ast.Starred):
            return only, ""
        case ast.Expr(node):
            return node, ""
        case ast.Assign([ast.Name(name)], node):
            return node, name
    return None, ""


def _alone(statement: ast.stmt) -> str:
    inner = [node for node in ast.walk(statement) if isinstance(node, ast.Call) and ast.unparse(node.func) != "print"]
    if not inner:
        return _CALL_REMEDY
    return f"`{ast.unparse(inner[0])}`, the call alone"


def extent(text: str, node: ast.expr | ast.stmt) -> tuple[int, int]:
    """Return where a node is in a one-line text, in characters; the parser counts UTF-8 bytes.

    >>> text = "f('é', b)"
    >>> call = ast.parse(text).body[0].value
    >>> extent(text, call.args[1])
    (7, 8)
    """
    data = text.encode()
    end = node.end_col_offset if node.end_col_offset is not None else len(data)
    return len(data[: node.col_offset].decode(errors="ignore")), len(data[:end].decode(errors="ignore"))
