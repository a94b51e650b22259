"""The tables of texts that special code has, and the names of the numbers in them."""

from __future__ import annotations

import ast
import keyword
import re
from dataclasses import dataclass, field

from nbgraph.core.normalise.naming import Namer
from nbgraph.core.specialise.texts.answers import NoNumbersError
from nbgraph.core.specialise.texts.kinds import Form, Kind, is_known, text_of


@dataclass
class Table:
    """The texts that some variables may hold.

    Attributes:
        name: of the table in code.
        forms: the texts, in order of their numbers.
        sites: the expressions whose values are in them; these travel beside the number.
        numbers: the names of the numbers; none where a text does not make one.
        shows: the name of the function that stands for a text to be shown.
    """

    name: str
    forms: list[Form]
    sites: list[ast.expr]
    numbers: list[str]
    shows: str

    def number(self, form: Form, at: ast.AST) -> ast.expr:
        """The number of a text, as code."""
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
        texts = ", ".join(_quoted(self._spelled(form)) for form in self.forms)
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


def _quoted(text: str | None) -> str:
    plain = text is not None and text.isprintable() and not set(text) & {'"', "\\"}
    return f'"{text}"' if plain else repr(text)


@dataclass
class Tables:
    """The tables of one program.

    Attributes:
        name: fresh names.
        made: the tables, by what they are for.
    """

    name: Namer
    made: dict[Kind, Table] = field(default_factory=dict)

    def of(self, kind: Kind) -> Table:
        """The table for some variables."""
        kind = kind.found()
        if kind not in self.made:
            forms = list(kind.forms)
            if kind.is_ordered and all(form is not None and is_known(form) for form in forms):
                forms.sort(key=lambda form: text_of(form) or "")
            wish = next(iter(kind.names), "text").upper().strip("_") or "TEXT"
            wish = wish if len(wish) > 1 else "TEXT"
            name = self.name(wish + ("ES" if wish.endswith("S") else "S"))
            self.made[kind] = Table(name, forms, kind.sites, self._numbers(forms), self.name(f"shown_{name.lower()}"))
        return self.made[kind]

    def _numbers(self, forms: list[Form]) -> list[str]:
        wishes = [_wish(form) for form in forms]
        usable = all(wish.isidentifier() and not keyword.iskeyword(wish) for wish in wishes)
        usable = usable and len(set(wishes)) == len(wishes) and not self.name.taken & set(wishes)
        return [self.name(wish) for wish in wishes] if usable else []


def _wish(form: Form) -> str:
    """A name for a text: `BIG_ONE` for `"big one"`."""
    if form is None:
        return "NONE"
    if not form:
        return "EMPTY"
    text = "".join(part if isinstance(part, str) else "_value_" for part in form)
    name = re.sub(r"\W+", "_", text).strip("_").upper()
    return name if len(name) <= _LONGEST and re.fullmatch(r"[\w\s_-]*", text) else ""


_LONGEST = 20  # characters of the name of a number
