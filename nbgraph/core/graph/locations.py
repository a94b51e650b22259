"""Find where the equations of a program are in the user's source, and their names there."""

from __future__ import annotations

import ast
import contextlib
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from types import CodeType
from typing import Any, TypedDict

from nbgraph.core import _jax
from nbgraph.core.decisions import HAS_VALUE, OWN_LENGTH, Decision
from nbgraph.core.functionalise.sites import made_up_word, own_word
from nbgraph.core.graph.checks import LENGTH
from nbgraph.core.graph.choices import AN_ERROR, NO_ERROR, asked_words
from nbgraph.core.graph.labels import header_words, opposite, own_words
from nbgraph.core.graph.model import Node
from nbgraph.core.graph.source_names import Choice, Function, Names, SourceNames, source_names
from nbgraph.core.source.installed import is_library_file
from nbgraph.core.source.text import SourceText
from nbgraph.core.spans import Span

Spans = tuple[Span, ...]
_FLAG = re.compile(r"did_(break|continue|return|raise)(?:_\d+)?")
_AT = re.compile(r"""\[(\d+|'[^']*'|"[^"]*")\]""")
_STATEMENT = re.compile(r"(break|continue|return|if|elif|else|for|while|try|except|match|case|with)\b")


def _parts(display: ast.expr) -> dict[object, ast.expr]:
    """Return the expression of each item of a list or dict display by index or key; {} if that is not certain."""
    match display:
        case ast.List(elts) | ast.Tuple(elts) if not any(isinstance(each, ast.Starred) for each in elts):
            return dict(enumerate(elts))
        case ast.Dict(keys, values):
            known = [key.value if isinstance(key, ast.Constant) else display for key in keys]
            return {} if display in known else dict(zip(known, values, strict=True))
    return {}


class Place(TypedDict):
    """The location of a node or a region, as its fields."""

    span: Span | None
    callers: Spans


class Places:
    """Looks up names and statements by position; reads and parses each file once per graph."""

    def __init__(self, decisions: Sequence[Decision], *, drawn: bool = False) -> None:
        self._drawn = drawn  # whether names that nbgraph made up are hidden, as in a picture; code needs them
        self._texts: dict[str, SourceText | None] = {}
        self._names: dict[str, SourceNames] = {}
        self._positions: _jax.Positions = {}
        self._decisions: dict[Span, Decision] = {}
        self._around: dict[Span, Function | None] = {}
        for decision in sorted(decisions, key=lambda each: each.construct != "list"):  # lists first: they name nothing
            before = self._decisions.get(decision.span)
            self._decisions[decision.span] = decision if before is None else _of_every_iteration(before, decision)
        self._decisions = {span: self._with_words(decision) for span, decision in self._decisions.items()}

    def _with_words(self, decision: Decision) -> Decision:
        """Return a decision with labels in place of the names that nbgraph made up, such as for a `return`'s value."""
        word_of = made_up_word if self._drawn else own_word
        every = {name: word_of(name) for name in (*decision.carry, *decision.outputs)}
        spoken = {name: word for name, word in every.items() if word and not self._is_written(name, decision.span)}
        if not spoken:
            return decision
        names = decision.carry, decision.outputs
        carry, outputs = (tuple("" if name in spoken else name for name in each) for each in names)
        words = decision.words or ("",) * len(decision.carry)
        words = tuple(word or spoken.get(name, "") for word, name in zip(words, decision.carry, strict=False))
        return replace(decision, carry=carry, outputs=outputs, words=words)

    def _is_written(self, name: str, span: Span) -> bool:
        text, around = self.text(span.file), self.definition(span) if self._drawn else None
        lines = (
            () if text is None else text.lines[around.span.line - 1 : around.span.end_line] if around else text.lines
        )
        return text is None or any(re.search(rf"\b{re.escape(name)}\b", line) for line in lines)

    def spans(self, equation: Any) -> Spans:
        """Return the user's frames of an equation, innermost first; library frames only if there are no others."""
        found = _jax.equation_spans(equation, self.text, self._positions)
        readable = (span for span in found if not is_library_file(span.file) and self.text(span.file) is not None)
        return tuple(readable) or found

    def text(self, file: str) -> SourceText | None:
        if file not in self._texts:
            self._texts[file] = SourceText.of_file(file)
        return self._texts[file]

    def names(self, file: str) -> SourceNames:
        if file not in self._names:
            text = self.text(file)
            self._names[file] = SourceNames() if text is None else source_names(text)
        return self._names[file]

    def bound(self, spans: Spans, count: int, equation: Any = None) -> Names:
        """Return the names of the `count` results of the equation at `spans`; all "" if the source does not say.

        Args:
            equation: the equation, where a statement that assigns an item may consist of several.
        """
        names = self.names(spans[0].file).bound.get(spans[0], ()) if spans else ()
        is_flag = equation is not None and equation.primitive.name == "not" and self.unsaid(spans)
        is_value = equation is None or not (is_flag or _jax.places_item(equation))
        return names if len(names) == count and is_value else ("",) * count

    def elements(self, spans: Spans, count: int) -> Names:
        names = self.names(spans[0].file).elements.get(spans[0], ()) if spans else ()
        return names if len(names) == count else ("",) * count

    def parameters(self, equation: Any) -> tuple[Names, Names]:
        """Return the names that the user's body of a loop has for what it carries, and for the elements it goes over.

        `x, n = state` at its begin names the parts of its parameter `state`. Each is "" where the body is a library's.
        """
        names, carried, where = _jax.loop_parameters(equation)
        if where is not None and any("[" in name for name in names):
            known = (each for each in self.names(where.file).functions if each.name == where.name)
            found = min((e for e in known if where.line <= e.span.line), key=lambda each: each.span.line, default=None)
            parts = {} if found is None else found.unpacked
            names = tuple(_in_parts(name, parts) for name in names)
        return names[:carried], names[carried:]

    def counter(self, spans: Spans) -> str:
        """Return the target of a `for` over `range(n)`, whose value is the iteration's number; "" for other loops."""
        return self.names(spans[0].file).counters.get(spans[0], "") if spans else ""

    def is_test(self, span: Span | None) -> bool:
        """Return whether an expression is the test of an `if`, a `while` or an `assert`."""
        return span is not None and span in self.names(span.file).tests

    def is_choice(self, span: Span) -> bool:
        """Return whether an expression is the test of an `if` or a conditional expression."""
        names = self.names(span.file)
        return names.tests.get(span) in names.choices

    def is_filter(self, spans: Spans) -> bool:
        """Return whether an expression is the condition of a comprehension."""
        return bool(spans) and isinstance(self.names(spans[0].file).choices.get(spans[0]), ast.comprehension)

    def is_statement(self, spans: Spans) -> bool:
        """Return whether an equation belongs to a whole statement, such as a `break`: its value is not the user's."""
        return _STATEMENT.match(self.segment(spans)) is not None and not self.is_test(spans[0])

    def is_after_call(self, spans: Spans) -> bool:
        """Return whether the select at `spans` is not in the source: a call in a `try` may have raised."""
        return self.unsaid(spans) == NO_ERROR

    def unsaid(self, spans: Spans) -> str:
        """Return the test of a conditional that is not in the source, such as `if no break`; "" for others."""
        decision = self.decision(spans)
        if decision is not None and decision.construct == "try":
            return AN_ERROR
        jump = decision.jump if decision is not None else ""
        if jump == "raise":
            return "" if _STATEMENT.match(self.segment(spans)) else NO_ERROR
        handler = self.choice(header := replace(spans[0], end_column=spans[0].end_column - 1)) if jump else None
        if isinstance(handler, ast.ExceptHandler) and getattr(self._decisions.get(header), "shown", "") == "python":
            return asked_words(handler)  # what has not returned has raised, and surely what is caught there
        return f"if no {jump}" if jump else ""

    def choice(self, span: Span | None) -> Choice | None:
        """Return the conditional or the handler whose header is at a span, negated where the converter negated it."""
        found = self.names(span.file).choices.get(span) if span else None
        if span is None or not isinstance(found, ast.If) or not self._is_turned((span,)):
            return found
        test = ast.parse(opposite(ast.unparse(found.test)), mode="eval").body
        return ast.If(test, found.orelse, found.body)

    def _is_turned(self, spans: Spans) -> bool:
        decision = self.decision(spans)
        asks = decision is not None and decision.turned
        return asks and (self.is_test(spans[0]) or self.segment(spans).startswith(("if", "elif")))

    def _is_case(self, spans: Spans) -> bool:
        decision = self.decision(spans)
        return decision is not None and decision.construct == "case"

    def returns(self, spans: Spans) -> bool:
        """Return whether an equation selects between the value of a `return` and another."""
        decision = self.decision(spans)
        jump = decision.jump if decision is not None else ""
        return jump == "return" or (jump != "" and self.segment(spans).startswith("return"))

    def denied(self, spans: Spans) -> str:
        """Return the negated test at a location, where the converter negated it; "" elsewhere."""
        header = self.names(spans[0].file).tests.get(spans[0]) if spans else None
        is_turned = self._is_turned(spans) or (header is not None and self._is_turned((header,)))
        is_any = bool(spans) and self.search(spans[0]) == "any"
        return opposite(self.segment(spans)) if (header and is_turned) or is_any else ""

    def search(self, span: Span | None) -> str:
        """Return "any" or "all" for a call of it at a span; "" for anything else."""
        return self.names(span.file).searches.get(span, "") if span else ""

    def jump(self, name: str, spans: Spans) -> str:
        """Return the jump, such as "break", whose flag a variable is; "" for the user's own variables."""
        word = _FLAG.fullmatch(name)
        return word[1] if word and spans and not self._is_written(name, spans[0]) else ""

    def keeps(self, node: Node, known: Collection[str]) -> str:
        """Return what bookkeeping a boundary node or result keeps, such as "length" or "break"; "" for a user's value.

        Args:
            known: the names of all values: an object with a `length` is no list.
        """
        if node.role not in ("variable", "merge") and node.kind != "output":
            return ""
        name = node.names[0] if any(node.names) else node.label
        spans = tuple(span for span in (node.span, *node.callers) if span is not None)
        is_length = name.endswith(OWN_LENGTH) and name.removesuffix(OWN_LENGTH) in known
        return LENGTH if is_length else HAS_VALUE.strip() if name.endswith(HAS_VALUE) else self.jump(name, spans)

    def decision(self, spans: Spans) -> Decision | None:
        return self._decisions.get(spans[0]) if spans else None

    def segment(self, spans: Spans) -> str:
        text = self.text(spans[0].file) if spans else None
        return "" if text is None or spans[0].end_line > len(text.lines) else text.segment(spans[0])

    def words(self, spans: Spans, of: Sequence[str] = (), around: Spans = (), *, computes: bool = False) -> str:
        """Return the user's expression if it fits a box, for a loop's header its variable; else "".

        Args:
            of: the names of the operands: they tell which of several iterables an item is from.
            around: the location of the loop, for its own operations.
            computes: whether the operation computes the expression's value, and does not select at its location.
        """
        if not spans:
            return self.item(around, of, is_sure=False)
        if (unsaid := self.unsaid(spans)) and not computes:
            return unsaid  # the value of the user's expression is another one
        if self._is_case(spans):
            return own_words(self.segment(spans)) and f"case {own_words(self.segment(spans))}"
        header = self.header(spans, "")
        target, _, iterable = header.removeprefix("for ").partition(" in ")
        if item := self.item(spans, of):
            return item
        if target.isidentifier() and iterable != self.segment(spans):
            return target
        return own_words(header if self._is_turned(spans) else self.segment(spans))

    def item(self, spans: Spans, of: Sequence[str], *, is_sure: bool = True) -> str:
        """Return the name of the items of an iterable of the loop with its header at `spans`; "" if unknown.

        Args:
            of: the names of the operands.
            is_sure: whether it is an item of one of them, whatever their names are.
        """
        items = self.names(spans[0].file).items.get(spans[0], {}) if spans else {}
        alone = next(iter(items.values()), "") if is_sure and len(items) == 1 else ""
        return next((items[name] for name in of if name in items), alone)

    def header(self, spans: Spans, fallback: str) -> str:
        """Return the header of the statement at `spans`, or the loop of a comprehension that ends there."""
        loops = self._comprehended(spans[:1], spans[0].line) if spans else ()
        own = next((loop for loop in loops if loop.to(spans[0]) == loop), None)
        if own:
            return f"for {self.segment((own,))}"
        if unsaid := self.unsaid(spans):
            return unsaid
        if self._is_case(spans):
            return f"case {self.segment(spans)}"
        words = header_words(self.segment(spans), fallback)
        if self.is_filter(spans):
            words = f"if {own_words(self.segment(spans)) or '…'}"
        if words == "while" and self.segment(spans) == words:  # its test binds a name
            return self.loop_header(spans, spans[0].line)[0]
        if not self._is_turned(spans):
            return words
        return f"if {opposite(words.removeprefix('if ') if words != fallback else self.segment(spans))}"

    def loop_header(self, spans: Sequence[Span], line: int, depth: int = 0) -> tuple[str, Span | None]:
        """Return the text and the position of the header of a loop in a line, around one of the spans.

        Args:
            depth: how many other loops of the line contain it.
        """
        for span in spans:
            text = self.text(span.file)
            whole = text.lines[line - 1] if text is not None and line <= len(text.lines) else ""
            words, begin = whole.strip(), len(whole) - len(whole.lstrip())
            if words.startswith(("for ", "while ")) and span.line >= line:
                return header_words(words, words.split()[0]), Span(span.file, line, begin, line, begin + len(words))
        loops = self._comprehended(spans, line)
        return (f"for {self.segment((loops[depth],))}", loops[depth]) if depth < len(loops) else ("loop", None)

    def trips(self, header: Span | None) -> int:
        """Return how many iterations the loop with its header at a span made; 0 if unknown."""
        counts = [each.trips or 0 for span, each in self._decisions.items() if header and header.contains(span)]
        return max(counts, default=0)

    def _comprehended(self, spans: Sequence[Span], line: int) -> list[Span]:
        """Return the loops of the comprehensions that begin in a line around one of the spans, outer before inner."""
        files = dict.fromkeys(span.file for span in spans)
        begun = (each for file in files for each in self.names(file).comprehensions.get(line, ()))
        return [loop for whole, loops in begun if any(map(whole.contains, spans)) for loop in loops]

    def given(self, span: Span | None, path: str, name: str) -> str:
        """Return what a `return` calls a part of its value, such as `sums[0]`; "result" for any other expression.

        Args:
            path: the path of the part in the value, "" for all of it.
            name: the variable that has the part.
        """
        words, whole, keys = self.segment((span,)).removeprefix("return").strip() if span else "", path, ""
        if not path:
            return own_words(words if name and words.replace(".", "").isidentifier() else name)  # no name of a helper's
        with contextlib.suppress(SyntaxError):
            tree = ast.parse(f"({words})", mode="eval").body
            while (at := _AT.match(path)) and (part := _parts(tree).get(ast.literal_eval(at[1]))) is not None:
                keys += f"{at[1]}: " if isinstance(tree, ast.Dict) else ""
                tree, path = part, path[at.end() :]
            if isinstance(tree, ast.Name) and path:
                return keys + own_words(f"{tree.id}{path}")
            if not path:
                return keys + own_words(name or ast.unparse(tree))
        is_item = name.endswith("]") or "'" in whole  # an item of a list, in another list, or of a dict
        return own_words(f"result{whole}" if is_item or not name else name)

    def number(self, name: str, value: object, before: Spans) -> Span | None:
        """Return where a loop's initial value is written: the last `name = value` before the loop; None if unknown."""
        if not before or not isinstance(value, int | float | complex):
            return None
        found = self.names(before[0].file).numbers.get((name, value), ())
        same = (each for each in reversed(found) if self.definition(each) is self.definition(before[0]))
        return next((span for span in same if span.line <= before[0].line), None)

    def definition(self, span: Span) -> Function | None:
        if span not in self._around:
            around = (each for each in self.names(span.file).functions if each.span.contains(span))
            self._around[span] = max(around, key=lambda each: each.span.line, default=None)
        return self._around[span]

    def function(self, name: str, within: Sequence[Span], code: CodeType | None = None) -> Function | None:
        """Return the definition called `name` around one of the spans, else the one of the code object; or None."""
        for span in within:
            for function in self.names(span.file).functions:
                if function.name == name and function.span.contains(span):
                    return function
        known = self.names(code.co_filename).functions if code else ()  # decorators precede the definition
        begun = (each for each in known if each.name == name and code and code.co_firstlineno <= each.span.line)
        return min(begun, key=lambda each: each.span.line, default=None)


def _in_parts(name: str, parts: Mapping[str, str]) -> str:
    """Return a name by the part of it that has a name of its own.

    >>> _in_parts("state[0]['w']", {"state[0]": "p"}), _in_parts("state[1]", {"state[0]": "p"})
    ("p['w']", 'state[1]')
    """
    for end in (len(name), *(match.start() for match in reversed([*re.finditer(r"\[", name)]))):
        if name[:end] in parts:
            return parts[name[:end]] + name[end:]
    return name


def _of_every_iteration(before: Decision, decision: Decision) -> Decision:
    """Return a decision whose names hold in all iterations of an unrolled loop: `ps` for `ps[0]` and `ps[1]`.

    What a call in a `try` had changed before it raised has names, and the rest of its statement has none.
    """
    if before.construct == "try" and not decision.outputs:
        return before
    if before.outputs == decision.outputs or len(before.outputs) != len(decision.outputs):
        return decision
    names = {name: _shared(other, name) for other, name in zip(before.outputs, decision.outputs, strict=True)}
    texts = tuple((names.get(name, name), numbers) for name, numbers in decision.texts)
    return replace(decision, outputs=tuple(map(names.__getitem__, decision.outputs)), texts=texts)


def _shared(name: str, other: str) -> str:
    """Return what two names share without the indices of items; "" if they are two variables.

    >>> _shared("ps[0].age", "ps[1].age"), _shared("a", "b")
    ('ps.age', '')
    """
    if name == other:
        return name
    first, second = (_ITEM.sub("", each) for each in (name, other))
    return first if first == second else ""


_ITEM = re.compile(r"\[\d+\]")
