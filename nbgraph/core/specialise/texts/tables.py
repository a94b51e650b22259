"""The tables of texts that special code has, and the names of the numbers in them."""

from __future__ import annotations

import ast
import keyword
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from nbgraph.core.normalise.naming import Namer
from nbgraph.core.normalise.template import quote_expression
from nbgraph.core.specialise.texts.answers import NoNumbersError
from nbgraph.core.specialise.texts.kinds import ITSELF, Form, Kind, is_known, text_of


@dataclass
class Table:
    """The texts that some variables may hold.

    Attributes:
        name: of the table in code.
        forms: the texts, in order of their numbers.
        sites: the expressions whose values are in them; these travel beside the number.
        numbers: the names of the numbers; none where a text does not make one.
        shows: the name of the function that stands for a text to be shown.
        mark: the name of the function that stands around numbers that are no texts; "" where there are none.
        zero: what stands in their place where there is none.
    """

    name: str
    forms: list[Form]
    sites: list[ast.expr]
    numbers: list[str]
    shows: str
    mark: str = ""
    zero: ast.expr | None = None

    @property
    def is_flag(self) -> bool:
        """Whether it is None or a number: whether it is one says it all."""
        return self.forms == [None, ITSELF]

    @property
    def is_split(self) -> bool:
        """Whether variables that hold it are two: for the number of the text, and for the value that is none."""
        return bool(self.mark) and len(self.sites) == 1

    def number(self, form: Form, at: ast.AST) -> ast.expr:
        """The number of a text, as code."""
        if self.is_flag:
            return ast.copy_location(ast.Constant(form == ITSELF), at)
        index = self.index(form)
        made = ast.Name(self.numbers[index], ast.Load()) if self.numbers else ast.Constant(index)
        return ast.copy_location(made, at)

    def index(self, form: Form) -> int:
        """The number of a text.

        Raises:
            NoNumbersError: the trace knows of none.
        """
        if form not in self.forms:
            raise NoNumbersError
        return self.forms.index(form)

    def lines(self) -> list[str]:
        """The table as code."""
        texts = ", ".join(_quoted(self._spelled(form)) for form in self.forms if form != ITSELF)
        texts += "," if len(self.forms) - bool(self.mark) == 1 else ""
        names = [f"{', '.join(self.numbers)} = range({len(self.forms)})"] if self.numbers else []
        return [f"{self.name} = ({texts})", *names]

    def _spelled(self, form: Form) -> str | None:
        """A text for `str.format` where there are values in some: each by its place beside the number."""
        if form is None or not self.sites:
            return text_of(form)
        parts = []
        for part in form:
            if isinstance(part, str):
                parts.append(part.replace("{", "{{").replace("}", "}}"))
            else:
                parts.append(f"{{{self.sites.index(part.site) + 1}{part.spec}}}")
        return "".join(parts)


def part_of(code: ast.expr, index: int, at: ast.AST) -> ast.expr:
    """One of what travels together: the number of a text first."""
    return code.elts[index] if isinstance(code, ast.Tuple) else quote_expression(f"whole[{index}]", at, whole=code)


def without_numbers(code: ast.expr, table: Table, at: ast.AST, text: ast.expr) -> ast.expr:
    """A value as Python has it: the number where it is one, else the text."""
    if not table.mark:
        return text
    holes = {
        "number": part_of(code, table.sites.index(site_of_numbers()) + 1, at),
        "kind": part_of(code, 0, at),
        "text": text,
    }
    if table.is_flag:
        return quote_expression("number if kind else None", at, **holes)
    return quote_expression("number if kind == itself else text", at, itself=table.number(ITSELF, at), **holes)


def site_of_numbers() -> ast.expr:
    """What stands for the place that numbers come from which are no texts."""
    return next(part.site for part in ITSELF or () if not isinstance(part, str))


def _quoted(text: str | None) -> str:
    plain = text is not None and text.isprintable() and not set(text) & {'"', "\\"}
    return f'"{text}"' if plain else repr(text)


@dataclass
class Tables:
    """The tables of one program.

    Attributes:
        name: fresh names.
        made: the tables, by what they are for.
        zeros: what stands in the place of numbers that are no texts, where there is none.
        beside: the variables for what a value is, by the variables for these numbers.
    """

    name: Namer
    made: dict[Kind, Table] = field(default_factory=dict)
    zeros: Mapping[Kind, ast.expr] = field(default_factory=dict)
    beside: dict[str, str] = field(default_factory=dict)

    def of(self, kind: Kind) -> Table:
        """The table for some variables."""
        kind = kind.found()
        if kind not in self.made:
            forms = sorted(kind.forms, key=lambda form: form == ITSELF)
            if kind.is_ordered and all(form is not None and is_known(form) for form in forms):
                forms.sort(key=lambda form: text_of(form) or "")
            wish = next(iter(kind.names), "text").upper().strip("_") or "TEXT"
            wish = wish if len(wish) > 1 else "TEXT"
            name = self.name(wish + ("ES" if wish.endswith("S") else "S"))
            has_numbers = ITSELF in forms
            numbers = [] if forms == [None, ITSELF] else self._numbers(forms)
            mark = self.name(f"itself_in_{name.lower()}") if has_numbers else ""
            shows = self.name(f"shown_{name.lower()}")
            self.made[kind] = Table(name, forms, kind.sites, numbers, shows, mark, self.zeros.get(kind))
        return self.made[kind]

    def variables(self, name: str, table: Table) -> tuple[str, str]:
        """The two variables for one that holds numbers, and None or texts at other times."""
        if name not in self.beside:
            self.beside[name] = self.name(f"has_{name}" if table.is_flag else f"{name}_kind")
        return self.beside[name], name

    def _numbers(self, forms: list[Form]) -> list[str]:
        wishes = [_wish(form) for form in forms]
        usable = all(wish.isidentifier() and not keyword.iskeyword(wish) for wish in wishes)
        usable = usable and len(set(wishes)) == len(wishes) and not self.name.taken & set(wishes)
        return [self.name(wish) for wish in wishes] if usable else []


def _wish(form: Form) -> str:
    """A name for a text: `BIG_ONE` for `"big one"`."""
    if form is None:
        return "NONE"
    if form == ITSELF:
        return "NUMBER"
    if not form:
        return "EMPTY"
    text = "".join(part if isinstance(part, str) else "_value_" for part in form)
    name = re.sub(r"\W+", "_", text).strip("_").upper()
    return name if len(name) <= _LONGEST and re.fullmatch(r"[\w\s_-]*", text) else ""


_LONGEST = 20  # characters of the name of a number
