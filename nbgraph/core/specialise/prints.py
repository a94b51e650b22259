"""`print` in special code: `jax.debug.print`, which acts when the graph runs, in order."""

from __future__ import annotations

import ast
from typing import Any

from nbgraph.core.analysis.names import names
from nbgraph.core.functionalise.blocks import parameters
from nbgraph.core.normalise.rewriter import replace
from nbgraph.core.normalise.template import quote_expression


def print_code(call: ast.Call, at: ast.AST) -> ast.expr:
    """A call of `print` as a graph makes it.

    >>> from nbgraph.core.normalise.example import example, show
    >>> call = example("print('x', x, f'{y:.2f}', [z], sep=', ')")
    >>> show(print_code(call, call))
    jax.debug.print('x, {}, {:.2f}, [{}]', x, y, z, ordered=True)
    >>> call = example("print(x, end='')")
    >>> show(print_code(call, call))
    jax.debug.callback(lambda x: print(x, end=''), x, ordered=True)

    Args:
        call: the call with its arguments specialised.
        at: where new nodes stand.
    """
    options = {keyword.arg: keyword.value for keyword in call.keywords}
    separator = options.pop("sep", ast.Constant(" "))
    starred = any(isinstance(argument, ast.Starred) for argument in call.args)
    formats = any(isinstance(part, ast.FormattedValue) and not _is_plain(part) for part in ast.walk(call))
    if options or starred or formats or not isinstance(separator, ast.Constant):
        return _with_callback(call, at)
    between = " " if separator.value is None else str(separator.value)
    values: list[ast.expr] = []
    form = _escaped(between).join(_form(argument, values) for argument in call.args)
    template = ast.copy_location(ast.Constant(form), at)
    printed = quote_expression("jax.debug.print(template, ordered=True)", at, template=template)
    assert isinstance(printed, ast.Call)
    return replace(printed, args=[*printed.args, *values])


def is_spelled(argument: ast.expr, leaves: int) -> bool:
    """Whether an argument's text is to be had from its code: a number, an array, a string, or a display of these.

    >>> from nbgraph.core.normalise.example import example
    >>> is_spelled(example("x"), -1), is_spelled(example("[x, 'a']"), 2), is_spelled(example("l"), 2)
    (True, True, False)

    Args:
        argument: as code.
        leaves: how many of these it holds; -1 for one of them itself, 0 for anything else.
    """

    def count(part: ast.expr) -> int:
        return sum(map(count, part.elts)) if isinstance(part, ast.List | ast.Tuple) else 1

    return leaves == -1 or (isinstance(argument, ast.List | ast.Tuple) and count(argument) == leaves)


def makes_text(argument: ast.expr) -> bool:
    """Whether an argument is a text that is made of others: only Python can make it, of the values of the run.

    >>> from nbgraph.core.normalise.example import example
    >>> [makes_text(example(code)) for code in ("f'{x}'", "x + 1", "f'{x}' + '!'", "str(x)", "'{}'.format(x)", "'a'")]
    [False, False, True, True, True, False]
    """
    match argument:
        case ast.JoinedStr(values=parts):
            return any(makes_text(part.value) for part in parts if isinstance(part, ast.FormattedValue))
        case ast.List(elts=parts) | ast.Tuple(elts=parts):
            return any(map(makes_text, parts))
        case ast.Constant():
            return False
    return any(map(_is_text, ast.walk(argument)))


def _is_text(part: ast.AST) -> bool:
    match part:
        case ast.JoinedStr() | ast.Call(func=ast.Name(id="str" | "repr" | "format")):
            return True
        case ast.Call(func=ast.Attribute(value=ast.Constant(value=str()))):
            return True
        case ast.BinOp(left=ast.Constant(value=str()), op=ast.Mod() | ast.Add()):
            return True
    return False


def _is_plain(part: ast.FormattedValue) -> bool:
    """Whether a value in an f-string is shown in a way that is known beforehand."""
    spec = part.format_spec
    return spec is None or (isinstance(spec, ast.JoinedStr) and all(isinstance(p, ast.Constant) for p in spec.values))


def _form(value: ast.expr, values: list[ast.expr], *, inside: bool = False) -> str:
    """How a value is printed, with braces for what is known at run time only; that is added to `values`."""
    match value:
        case ast.Constant():
            constant: Any = value.value
            return _escaped(constant if isinstance(constant, str) and not inside else repr(constant))
        case ast.JoinedStr(values=parts):
            return "".join(_form(part, values) for part in parts)
        case ast.FormattedValue(value=inner, format_spec=None):
            values.append(inner)
            return "{}"
        case ast.FormattedValue(value=inner, format_spec=ast.JoinedStr(values=[ast.Constant(value=str() as spec)])):
            values.append(inner)
            return f"{{:{spec}}}"
        case ast.List(elts=items):
            return f"[{', '.join(_form(item, values, inside=True) for item in items)}]"
        case ast.Tuple(elts=[item]):
            return f"({_form(item, values, inside=True)},)"
        case ast.Tuple(elts=items):
            return f"({', '.join(_form(item, values, inside=True) for item in items)})"
    values.append(value)
    return "{}"


def _escaped(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")


def _with_callback(call: ast.Call, at: ast.AST) -> ast.expr:
    """The very call, made on the host with the values that its arguments have there."""
    used = sorted(names(*call.args).reads)
    function = ast.copy_location(ast.Lambda(parameters(used, at), call), at)
    made = quote_expression("jax.debug.callback(function, ordered=True)", at, function=function)
    assert isinstance(made, ast.Call)
    return replace(made, args=[*made.args, *(ast.copy_location(ast.Name(name, ast.Load()), at) for name in used)])
