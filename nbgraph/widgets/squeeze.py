"""Shorten a script: no comments, no unneeded space, and short names for its variables.

A notebook holds the explorer's script once for each output. Each function's variables are called a, b, ... again, which
packs well; where one function is in another, variables of one name are taken for one. What the module does not declare
keeps its name, and so do properties. The modules have semicolons and braces throughout, as Prettier writes them,
neither classes nor labels, and no variable with the name of a global one that they use.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from itertools import count, pairwise, product
from string import ascii_letters

from nbgraph.core.records import dataclass

_STRING = r""""(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'"""
_COMMENT = r"//[^\n]*|/\*.*?\*/"
_TOKEN = re.compile(
    rf"""\s+|{_COMMENT}|({_STRING}|\d[\d.]*(?:[eE][+-]?\d+)?\w*|[\w$]+|=>|\?\.(?!\d)|\.\.\.|\+\+|--|.)""", re.DOTALL
)
_EASY = re.compile(rf"(?:[^`/{{}}\"']+|{_STRING}|{_COMMENT})+", re.DOTALL)  # text in which no token depends on another
_TEMPLATE = re.compile(r"[`}](?:[^`\\$]|\\.|\$(?!\{))*(?:`|\$\{)", re.DOTALL)  # up to an expression inside, or its end
_REGULAR = re.compile(r"/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/\w*")
_LETTERS = frozenset(ascii_letters + "_$")  # the letters that a word may begin with
_BEFORE_KEYS = frozenset(["{", ",", "async", "get", "set"])
_BEFORE_OBJECTS = frozenset([*"(,=:[&|?", "...", "return", "const", "let", "of", "in"])
_BEFORE_VALUES = _BEFORE_OBJECTS | {*"!{};+-*<>", "=>", "typeof"}
_NEEDLESS = frozenset([";}", ",}", ",]", ",)"])  # before a bracket that ends
_RESERVED = frozenset(
    re.findall(
        r"\w+",
        "async await break case catch const continue default delete do else false finally for function if in "
        "instanceof let new null of return switch this throw true try typeof var void while with",
    )
)


@dataclass(frozen=True)
class Name:
    """A variable's name in a script."""

    at: int  # which part of the script it is
    declared: bool  # whether it is declared here
    outside: bool  # whether that is outside of all functions and blocks
    short: bool  # whether the word is a property's name as well, as in `{ a }`


@dataclass
class _Bracket:
    object: bool = False  # an object's or a pattern's
    declares: bool = False
    outside: bool = False
    default: bool = False  # whether what follows is a value for what is missing, up to the next comma


def split(text: str) -> list[str]:
    """Return the tokens of a script, without comments and space; a template is split at its expressions.

    >>> split("const a = `x${b / 2}`; // half")
    ['const', 'a', '=', '`x${', 'b', '/', '2', '}`', ';']
    """
    parts, braces, at = list[str](), list[bool](), 0  # for each open brace: whether it is in a template
    while at < len(text):
        if easy := _EASY.match(text, at):
            parts += filter(None, _TOKEN.findall(text, at, easy.end()))
            at = easy.end()
            continue
        in_template = bool(braces) and braces[-1]
        match = _pattern(text, at, parts[-1] if parts else ";", in_template).match(text, at)
        assert match is not None, text[at : at + 60]
        part, at = match[0], match.end()
        if part[0] == "}":
            braces.pop()
        if part == "{" or part.endswith("${"):
            braces.append(part != "{")
        parts.append(part)
    return parts


def _pattern(text: str, at: int, before: str, in_template: bool) -> re.Pattern[str]:
    if text[at] == "`" or (text[at] == "}" and in_template):
        return _TEMPLATE
    regular = text[at] == "/" and text[at + 1] not in "/*" and (before in _BEFORE_VALUES or before.endswith("${"))
    return _REGULAR if regular else _TOKEN


def names(parts: list[str]) -> list[Name]:
    """Return all occurrences of variables in a script.

    >>> parts = split("const f = ({ a, b: c = d }, e) => a.b + g;")
    >>> [parts[name.at] for name in names(parts) if name.declared], [parts[name.at] for name in names(parts)]
    (['f', 'a', 'c', 'e'], ['f', 'a', 'c', 'd', 'e', 'a', 'g'])
    """
    return list(_names(["", "", *parts, ""]))


def _names(parts: list[str]) -> Iterator[Name]:
    ends = _ends(parts)
    brackets = [inside := _Bracket(outside=True)]
    for at, (before, part, after) in enumerate(zip(parts[1:], parts[2:], parts[3:], strict=False)):
        if part[0] in "})]":
            brackets.pop()
            inside = brackets[-1]
        if part[0] in _LETTERS:
            key = inside.object and before in _BEFORE_KEYS
            if part in _RESERVED or before in (".", "?.") or (key and (after in (":", "(") or after[:1] in _LETTERS)):
                continue
            declared = (inside.declares and not inside.default) or before in ("const", "let", "function")
            yield Name(at, declared, declared and inside.outside, key)
        elif at + 2 in ends:
            brackets.append(inside := _opened(parts[at : at + 3], parts[ends[at + 2] + 1], inside))
        elif part in ("=", ","):
            inside.default = part == "="


def _ends(parts: list[str]) -> dict[int, int]:
    """Map each opening bracket to its closing one."""
    opened, ends = list[int](), dict[int, int]()
    for at, part in enumerate(parts):
        if part[:1] == "}" or part in (")", "]"):
            ends[opened.pop()] = at
        if part in ("(", "[", "{") or part.endswith("${"):
            opened.append(at)
    return ends


def _opened(before: list[str], behind: str, inside: _Bracket) -> _Bracket:
    """Return a bracket, the last of three tokens, by what follows its end."""
    second, first, part = before
    if part == "(":
        method = inside.object and second in _BEFORE_KEYS and behind == "{"
        return _Bracket(declares=method or behind == "=>" or "function" in (first, second) or first == "catch")
    declares = part in ("{", "[") and (first in ("const", "let") or (inside.declares and not inside.default))
    is_object = part == "{" and (first in _BEFORE_OBJECTS or first.endswith("${"))
    return _Bracket(is_object, declares, declares and inside.outside)


def functions(parts: list[str]) -> Iterator[tuple[int, int]]:
    """Yield where each function begins and ends, parameters and body, an outer one before those in it.

    The whole script is the first, and a statement with a head in parentheses and a block counts as well.
    """
    ends = _ends(parts)
    yield 0, len(parts)
    for begin, end in sorted(ends.items()):
        if parts[begin] == "(" and (behind := parts[end + 1 : end + 3]) and behind[0] in ("=>", "{"):
            at = end + 1 + (behind[0] == "=>")
            yield begin, ends[at] + 1 if parts[at] == "{" else _end(parts, ends, at)


def _end(parts: list[str], ends: Mapping[int, int], at: int) -> int:
    """Return where an expression ends that begins at `at`."""
    while parts[at][0] not in ",)]};":
        while at in ends:  # a template has a bracket for each expression in it
            at = ends[at]
        at += 1
    return at


def shortened(parts: list[str], found: list[Name], outer: Mapping[str, str], kept: Collection[str]) -> dict[int, str]:
    """Return the new name at each place where there is one; `outer` has those from outside of all functions."""
    new = {name.at: outer[parts[name.at]] for name in found if parts[name.at] in outer}
    places = [name.at for name in found]
    inside = [found[bisect_left(places, begin) : bisect_left(places, end)] for begin, end in functions(parts)]
    innermost = {name.at: number for number, those in enumerate(inside) for name in those}
    for number, those in enumerate(inside):
        declared = (each for each in those if each.declared and innermost[each.at] == number and each.at not in new)
        if words := dict.fromkeys(parts[each.at] for each in declared):
            taken = {new[name.at] for name in those if name.at in new}
            own = dict(zip(words, (name for name in short_names(kept) if name not in taken), strict=False))
            new |= {name.at: own[parts[name.at]] for name in those if parts[name.at] in own}
    return new


def short_names(kept: Collection[str]) -> Iterator[str]:
    """Return the shortest possible names, except those in `kept`."""
    every = ("".join(each) for size in count(1) for each in product(ascii_letters, repeat=size))
    return (name for name in every if name not in kept and name not in _RESERVED)


def written(parts: list[str], found: list[Name], new: Mapping[int, str]) -> str:
    """Return the script with new names at some places, and without unneeded words, commas, semicolons and space.

    >>> parts = split("const two = ({ one, }) => { return one + +one; };")
    >>> written(parts, names(parts), shortened(parts, names(parts), {"two": "two"}, ()))
    'let two=({one:a})=>{return a+ +a};'
    """
    parts = ["let" if part == "const" else part for part in parts]
    for name in found:
        word = parts[name.at]
        parts[name.at] = f"{word}:{new[name.at]}" if name.short and name.at in new else new.get(name.at, word)
    parts = [part for part, after in zip(parts, [*parts[1:], ""], strict=True) if part + after not in _NEEDLESS]
    spaced = ("", *(" " if _runs_together(one[-1] + other[0]) else "" for one, other in pairwise(parts)))
    return "".join(space + part for space, part in zip(spaced, parts, strict=True))


@cache
def _runs_together(pair: str) -> bool:
    return re.fullmatch(r"[\w$]{2}|\+\+|--", pair) is not None
