"""Functions that are odd rather than wrong, or end in unusual ways: each is one cell of a notebook."""

from __future__ import annotations

from dataclasses import dataclass

LIMIT = 500_000
"""Characters of a cell's output at most, whatever is printed, returned or raised."""


@dataclass(frozen=True)
class Odd:
    """One cell.

    Attributes:
        name: what is odd.
        cell: the cell, with the magic.
        shows: what stands in the text of the result; "" where there need not be one.
        says: what stands in the one error below the cell; "" where there is none.
    """

    name: str
    cell: str
    shows: str = ""
    says: str = ""


def _odd(name: str, *body: str, shows: str = "", says: str = "", before: str = "", call: str = "f(3)") -> Odd:
    lines = "".join(f"    {line}\n" for line in body)
    return Odd(name, f"%%autograph {call}\n{before}def f(x):\n{lines}", shows, says)


def _class(*methods: str, base: str = "") -> str:
    lines = "".join(f"    {line}\n" for line in methods) or "    pass\n"
    return f"class O{base}:\n{lines}"


ELIFS = [part for i in range(1, 101) for part in (f"elif x == {i}:", f"    y = {i * 7}")]
RAISES = ("def __str__(self):", "    raise ValueError('no text')")
DISOBEYS = ("def __getattr__(self, name):", "    raise RuntimeError('no ' + name)")

ODDITIES = (
    _odd("it leaves by sys.exit", "import sys", "sys.exit(3)", says="both raised SystemExit: 3"),
    _odd("it leaves by sys.exit in a branch", "if x > 2:", "    raise SystemExit('bye')", "return x",
         says="SystemExit: bye"),
    _odd("it raises GeneratorExit", "raise GeneratorExit", says="line 3: plain Python and the graph both raised Gener"),
    _odd("it raises what is no Exception", "raise O('boo')", before=_class(base="(BaseException)"),
         says="both raised O: boo"),
    _odd("its exception has no text", "raise O()", before=_class(*RAISES, base="(Exception)"),
         says="both raised O: its text cannot be had"),
    _odd("its exception has a megabyte of text", "raise ValueError('a' * 10**6)", says="(999,000 more characters)"),
    _odd("its exception has a name of a megabyte", "raise type('E' * 10**6, (Exception,), {})('x')", says="EEEEE: x"),
    _odd("its exception has a note of a megabyte", "e = ValueError('x')", "e.add_note('n' * 10**6)", "raise e",
         says="ValueError: x"),
    _odd("it prints ten megabytes", "print('a' * 10**7)", "return x", shows="f(3) = 3\nSame result"),
    _odd("it prints ten thousand long lines", "for i in range(10000):", "    print('line', i, 'a' * 60)", "return x",
         shows="f(3) = 3\nSame result"),
    _odd("it returns ten megabytes", "return 'ab' * 5 * 10**6", shows="f(3) = 'abab"),
    _odd("its result has a repr of ten megabytes", "return O()", shows="f(3) = rrr",
         before=_class("def __repr__(self):", "    return 'r' * 10**7")),
    _odd("its result's repr leaves", "return O()", before=_class("def __repr__(self):", "    raise SystemExit"),
         shows="f(3) = <O, whose repr raised SystemExit>"),
    _odd("its result has no attributes to ask for", "return O()", before=_class(*DISOBEYS),
         says="which is made once, with the graph", shows="f(3) = <O, whose repr raised RuntimeError>"),
    _odd("its argument has no attributes to ask for", "return 3", before=_class(*DISOBEYS), call="f(O())", says="no "),
    _odd("a hundred elifs", "if x == 0:", "    y = 0", *ELIFS, "else:", "    y = -1", "return y",
         shows="f(3) = 21"),
    _odd("a sum of five hundred terms", "return " + " + ".join(f"x*{i}" for i in range(500)),
         shows="f(3) = 374250\nSame result as plain Python: 374250."),
    _odd("four hundred attributes", "return x" + ".real" * 400, shows="f(3) = 3\nSame result"),
    _odd("an array of 100 GB", "return np.ones((100, 10**9)).sum() + x", says="both raised MemoryError: Unable to all"),
    _odd("it returns a class of its own", "class K:", "    pass", "return K",
         shows="The results could not be compared: result is a class"),
    _odd("it returns a class of the cell", "return O", before=_class(), shows="Same result as plain Python: <class"),
    _odd("it returns a generator", "return (i for i in range(3))", says="the result is a generator"),
    _odd("it returns a list that holds itself", "k = [x]", "k.append(k)", "return k", says="an item of itself"),
    _odd("it returns a list ten thousand deep", "k = []", "for _ in range(10**5):", "    k = [k]", "return k",
         shows="Not the same: plain Python gives a result", says="RecursionError"),
    _odd("it deletes itself", "global f", "del f", "return x", shows="f(3) = 3\n", says="`f` is changed by `f` and"),
    _odd("it is a number of 5000 digits", "return 10**5000 + x", shows="`x` is static here"),
    Odd("the cell waits", "%%autograph f(3)\nimport asyncio\nv = await asyncio.sleep(0, 5)\ndef f(x):\n"
        "    return x + v\n", "f(3) = 8\nSame result as plain Python: 8."),
    Odd("an argument raises a megabyte", "%%autograph f(g())\ndef g():\n    raise ValueError('b' * 10**6)\n"
        "def f(x):\n    return x\n", says="(999,000 more characters)"),
    Odd("an argument raises what has no text", f"%%autograph f(g())\n{_class(*RAISES, base='(Exception)')}"
        "def g():\n    raise O\ndef f(x):\n    return x\n", says="O: its text cannot be had"),
)  # fmt: skip
