"""Print generated trees as code: the user's own text where nothing changed, comments kept, every piece linked back."""

from __future__ import annotations

import ast
import io
import textwrap
import tokenize
from collections.abc import Sequence

from nbgraph.core.codegen.source_map import GeneratedCode, links
from nbgraph.core.depth import deep
from nbgraph.core.records import dataclass, field
from nbgraph.core.source import syntax
from nbgraph.core.source.text import SourceText
from nbgraph.core.spans import Span


@dataclass(frozen=True)
class Comment:
    """A comment of the user's; `own_line` if nothing else stands on its line."""

    line: int
    text: str
    own_line: bool


def comments_of(source: SourceText, span: Span) -> list[Comment]:
    """Return the comments inside a function, in order.

    >>> source = SourceText("cell", ("def f(a):", "    # twice", "    return a + a  # no product"))
    >>> [(comment.line, comment.text, comment.own_line) for comment in comments_of(source, Span("cell", 1, 0, 3, 16))]
    [(2, '# twice', True), (3, '# no product', False)]
    """
    text = "\n".join(source.lines[span.line - 1 : span.end_line]) + "\n"
    found = []
    try:
        for token in tokenize.generate_tokens(io.StringIO(textwrap.dedent(text)).readline):
            if token.type == tokenize.COMMENT:
                own_line = not token.line[: token.start[1]].strip()
                found.append(Comment(token.start[0] + span.line - 1, token.string, own_line))
    except (tokenize.TokenError, IndentationError):
        pass  # a lambda cut out of a larger statement: the comments found so far are its own
    return found


_INDENT = "    "
_WIDTH = 88  # as formatters have it; a pane in a lecture hall shows no more
_LONGEST = 110  # characters of arguments that share a line of their own

BlockStatement = ast.If | ast.While | ast.For | ast.With


@deep
def emit(
    form: str, nodes: Sequence[ast.stmt], source: SourceText, span: Span, original: ast.AST, prelude: Sequence[str] = ()
) -> GeneratedCode:
    """Print statements as generated code.

    Args:
        form: `CONVERTED` or `PURE_JAX`.
        nodes: what to print; positions are those of the user's source.
        span: the user's function, whose comments are carried over.
        original: the user's tree: subtrees that are still the same objects are printed in the user's words.
        prelude: lines before the code that come from nowhere in the source.

    >>> source = SourceText("cell", ("def f(a):", "    return  (a+1) # one more"))
    >>> tree = ast.parse(source.text)
    >>> code = emit("converted code", tree.body, source, source.node_span(tree.body[0]), tree)
    >>> print(str(code).rstrip())
    def f(a):
        return  (a+1)  # one more
    >>> code.mappings[-1].source.column, code.mappings[-1].generated.column
    (15, 15)
    """
    printer = _Printer(source, {id(node) for node in syntax.walk(original)}, comments_of(source, span))
    printer.lines = [*prelude, *([""] if prelude else [])]
    for index, node in enumerate(nodes):
        if index:
            printer.lines += ["", ""]
        printer.statement(node, 0)
    printer.rest()
    text = "\n".join(printer.lines) + "\n"
    return GeneratedCode(form, text, tuple(links(form, text, nodes, source)))


@dataclass
class _Printer:
    source: SourceText  # the user's text
    original: set[int]  # identities of the nodes that are still the user's own
    comments: list[Comment]  # those of the user's comments that are not printed yet
    lines: list[str] = field(default_factory=list)  # what has been printed

    def statement(self, node: ast.stmt, depth: int) -> None:
        if isinstance(node, ast.FunctionDef) and depth and not self.opens_block():
            self.lines.append("")
        self.comments_before(node, depth)
        start = len(self.lines)
        if isinstance(node, ast.FunctionDef):
            self.function(node, depth)
        elif isinstance(node, BlockStatement):
            self.compound(node, depth)
        else:
            self.simple(node, depth)
        self.trailing_comment(node, start)

    def opens_block(self) -> bool:
        """Return whether a definition needs no blank line before it: the line above is blank or a block's head."""
        above = self.lines[-1]
        return not above.strip() or above.split("#")[0].rstrip().endswith(":")

    def function(self, node: ast.FunctionDef, depth: int) -> None:
        indent = _INDENT * depth
        for decorator in node.decorator_list:
            self.lines.append(f"{indent}@{self.expression(decorator)}")
        returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
        self.lines.append(f"{indent}def {node.name}({ast.unparse(node.args)}){returns}:")
        self.header_comment(node)
        self.block(node.body, depth + 1)
        if depth:
            self.lines.append("")

    def compound(self, node: BlockStatement, depth: int) -> None:
        indent = _INDENT * depth
        self.lines.append(indent + self.header(node))
        self.block(node.body, depth + 1)
        orelse = getattr(node, "orelse", [])
        if len(orelse) == 1 and isinstance(orelse[0], ast.If) and isinstance(node, ast.If):
            start = len(self.lines)
            self.statement(orelse[0], depth)
            first = next(i for i in range(start, len(self.lines)) if self.lines[i].startswith(f"{indent}if "))
            self.lines[first] = f"{indent}el{self.lines[first][len(indent) :]}"
        elif orelse:
            self.lines.append(f"{indent}else:")
            self.block(orelse, depth + 1)

    def header(self, node: BlockStatement) -> str:
        match node:
            case ast.If():
                return f"if {self.expression(node.test)}:"
            case ast.While():
                return f"while {self.expression(node.test)}:"
            case ast.For():
                return f"for {self.target(node.target)} in {self.expression(node.iter)}:"
            case _:
                return f"with {', '.join(ast.unparse(item) for item in node.items)}:"

    def block(self, block: Sequence[ast.stmt], depth: int) -> None:
        for node in block:
            self.statement(node, depth)
        while self.lines and not self.lines[-1]:
            self.lines.pop()

    def simple(self, node: ast.stmt, depth: int) -> None:
        indent = _INDENT * depth
        for line in self.words(node, depth).split("\n"):
            self.lines.append(indent + line if line else line)

    def words(self, node: ast.stmt, depth: int) -> str:
        if (
            id(node) in self.original
            and not isinstance(node, ast.FunctionDef | ast.ClassDef)
            and not _spans_lines(node)
        ):
            return _dedent(self.source.segment(self.source.node_span(node)), node.col_offset)
        if isinstance(node, ast.Return) and isinstance(node.value, ast.Tuple) and node.value.elts:
            comma = "," if len(node.value.elts) == 1 else ""
            return "return " + ", ".join(map(self.item, node.value.elts)) + comma
        if isinstance(node, ast.Return) and node.value is not None:
            return self.folded("return ", node.value, depth)
        if isinstance(node, ast.Assign) and len(node.targets) == 1:
            return self.folded(f"{self.target(node.targets[0])} = ", node.value, depth)
        if isinstance(node, ast.Expr):
            return self.folded("", node.value, depth)
        return ast.unparse(node)

    def folded(self, start: str, value: ast.expr, depth: int) -> str:
        """Return `start` and an expression; the arguments of a long call go on lines of their own."""
        text = start + self.expression(value)
        if len(text) + len(_INDENT) * depth <= _WIDTH or not isinstance(value, ast.Call) or "\n" in text:
            return text
        if not (value.args or value.keywords):
            return text
        arguments = [*map(self.item, value.args), *(f"{k.arg}={self.item(k.value)}" for k in value.keywords if k.arg)]
        if any(k.arg is None for k in value.keywords) or not isinstance(value.func, ast.Name | ast.Attribute):
            return text
        each = any(isinstance(argument, ast.Lambda) for argument in value.args) or sum(map(len, arguments)) > _LONGEST
        lines = f",\n{_INDENT}".join(arguments) + "," if each else ", ".join(arguments)
        return f"{start}{self.expression(value.func)}(\n{_INDENT}{lines}\n)"

    def expression(self, node: ast.expr) -> str:
        """Return an expression, in the user's own text if it is unchanged."""
        if id(node) in self.original and node.lineno == node.end_lineno:
            return self.source.segment(self.source.node_span(node))
        return ast.unparse(node)

    def item(self, node: ast.expr) -> str:
        """Return an expression among several, with the parentheses that a tuple needs there."""
        text = self.expression(node)
        is_bare = isinstance(node, ast.NamedExpr) or (isinstance(node, ast.Tuple) and _are_several(text))
        return f"({text})" if is_bare else text

    def target(self, node: ast.expr) -> str:
        if isinstance(node, ast.Tuple) and node.elts:
            comma = "," if len(node.elts) == 1 else ""
            parts = [self.target(item) for item in node.elts]
            inner = [
                f"({part})" if isinstance(i, ast.Tuple) else part for i, part in zip(node.elts, parts, strict=True)
            ]
            return ", ".join(inner) + comma
        return ast.unparse(node)

    def comments_before(self, node: ast.stmt, depth: int) -> None:
        while self.comments and self.comments[0].line < node.lineno:
            comment = self.comments.pop(0)
            self.lines.append(f"{_INDENT * depth}{comment.text}")

    def header_comment(self, node: ast.stmt) -> None:
        if self.comments and self.comments[0].line == node.lineno and not self.comments[0].own_line:
            self.lines[-1] += f"  {self.comments.pop(0).text}"

    def trailing_comment(self, node: ast.stmt, start: int) -> None:
        if not self.comments or self.comments[0].own_line or start >= len(self.lines):
            return
        if node.lineno <= self.comments[0].line <= (node.end_lineno or node.lineno):
            text = self.comments.pop(0).text
            if text not in self.lines[-1]:
                position = (
                    start if "\n" in self.lines[start] or isinstance(node, ast.FunctionDef) else len(self.lines) - 1
                )
                self.lines[position] += f"  {text}"

    def rest(self) -> None:
        while self.lines and not self.lines[-1]:
            self.lines.pop()
        self.lines += [f"{_INDENT}{comment.text}" for comment in self.comments]


def _are_several(text: str) -> bool:
    """Return whether the text of a tuple has no parentheses around it.

    >>> _are_several("(a), (b)"), _are_several("(a, b)")
    (True, False)
    """
    (line,) = ast.parse(f"[{text}]").body
    shown = line.value if isinstance(line, ast.Expr) else None
    return isinstance(shown, ast.List) and not (len(shown.elts) == 1 and isinstance(shown.elts[0], ast.Tuple))


def _spans_lines(node: ast.AST) -> bool:
    """Return whether a string in a statement spans several lines: moved with the code, it would be another string."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return False  # a docstring: no code computes with it
    strings = (n for n in syntax.walk(node) if isinstance(n, ast.JoinedStr | ast.Constant))
    return any(
        n.lineno != n.end_lineno and (isinstance(n, ast.JoinedStr) or isinstance(n.value, str | bytes)) for n in strings
    )


def _dedent(text: str, column: int) -> str:
    first, *rest = text.split("\n")
    return "\n".join([first, *(line[column:] if not line[:column].strip() else line for line in rest)])
