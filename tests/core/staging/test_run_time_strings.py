"""Strings that grow in a loop or are computed at run time are Python's, character by character."""

# ruff: noqa: SIM110, B007, B905, UP031  (programs as students write them)

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

import pytest

import nbgraph as ng
from nbgraph.core.staging.enumerated.placeholders import TextOfTracedError


def binary(n: Any) -> Any:
    s = ""
    while n > 0:
        s = str(n % 2) + s
        n //= 2
    return s


def binary_behind(n: Any) -> Any:
    s = ""
    while n:
        s += str(n & 1)
        n >>= 1
    return s[::-1]


def binary_by_bin(n: Any) -> Any:
    return bin(n)[2:]


def binary_by_format(n: Any) -> Any:
    return f"{n:b}"


def hexadecimal(n: Any) -> Any:
    return hex(n)


def octal(n: Any) -> Any:
    return oct(n) + "!"


def base(n: Any, b: Any) -> Any:
    digits = "0123456789abcdef"
    s = ""
    while n > 0:
        s = digits[n % b] + s
        n = n // b
    return s or "0"


def roman(n: Any) -> Any:
    table = [
        (1000, "M"),
        (900, "CM"),
        (500, "D"),
        (400, "CD"),
        (100, "C"),
        (90, "XC"),
        (50, "L"),
        (40, "XL"),
        (10, "X"),
        (9, "IX"),
        (5, "V"),
        (4, "IV"),
        (1, "I"),
    ]
    out = ""
    for value, letters in table:
        while n >= value:
            out += letters
            n -= value
    return out


def joined(xs: Any) -> Any:
    return ",".join(str(x) for x in xs)


def joined_list(n: Any) -> Any:
    parts = []
    for i in range(n):
        parts.append(str(i * i))
    return ",".join(parts)


def joined_map(n: Any) -> Any:
    return " ".join(map(str, range(n)))


def reverse(n: Any) -> Any:
    return str(n)[::-1]


def palindrome(n: Any) -> Any:
    return str(n) == str(n)[::-1]


def palindrome_loop(n: Any) -> Any:
    s = str(n)
    for i in range(len(s) // 2):
        if s[i] != s[len(s) - 1 - i]:
            return False
    return True


def palindrome_products(n: Any) -> Any:
    best = 0
    for a in range(n):
        for b in range(a, n):
            p = a * b
            if str(p) == str(p)[::-1] and p > best:
                best = p
    return best


def digit_sum(n: Any) -> Any:
    return sum(int(c) for c in str(n))


def digit_sum_map(n: Any) -> Any:
    return sum(map(int, str(abs(n))))


def digit_sum_loop(n: Any) -> Any:
    total = 0
    for c in str(n):
        total += int(c)
    return total


def digit_list(n: Any) -> Any:
    return [int(c) for c in str(n)]


def digit_product(n: Any) -> Any:
    p = 1
    for c in str(n):
        p *= int(c)
    return p


def persistence(n: Any) -> Any:
    steps = 0
    while len(str(n)) > 1:
        p = 1
        for c in str(n):
            p *= int(c)
        n = p
        steps += 1
    return steps


def fizzbuzz(n: Any) -> Any:
    out = ""
    for i in range(1, n + 1):
        if i % 15 == 0:
            out += "FizzBuzz\n"
        elif i % 3 == 0:
            out += "Fizz\n"
        elif i % 5 == 0:
            out += "Buzz\n"
        else:
            out += str(i) + "\n"
    return out


def fizzbuzz_word(n: Any) -> Any:
    out = ""
    for i in range(1, n + 1):
        word = ""
        if i % 3 == 0:
            word += "Fizz"
        if i % 5 == 0:
            word += "Buzz"
        out += word or str(i)
        out += " "
    return out.strip()


def triangle(n: Any) -> Any:
    out = ""
    for i in range(n):
        out += "*" * i + "\n"
    return out


def pyramid(n: Any) -> Any:
    out = ""
    for i in range(1, n + 1):
        out += " " * (n - i) + "*" * (2 * i - 1) + "\n"
    return out


def square(n: Any) -> Any:
    out = ""
    for i in range(n):
        for j in range(n):
            out += "#" if (i + j) % 2 == 0 else "."
        out += "\n"
    return out


def table(n: Any) -> Any:
    out = ""
    for i in range(1, n + 1):
        for j in range(1, n + 1):
            out += f"{i * j:4d}"
        out += "\n"
    return out


def caesar(s: Any, k: Any) -> Any:
    out = ""
    for c in s:
        out += chr((ord(c) - 97 + k) % 26 + 97)
    return out


def caesar_cases(s: Any, k: Any) -> Any:
    out = ""
    for c in s:
        if c.isalpha():
            start = ord("A") if c.isupper() else ord("a")
            out += chr((ord(c) - start + k) % 26 + start)
        else:
            out += c
    return out


def vowels(s: Any, k: Any) -> Any:
    count = 0
    for c in s:
        if c in "aeiou":
            count += k
    return count


def vowels_at(s: Any, k: Any) -> Any:
    count = 0
    for i in range(k):
        if s[i] in "aeiou":
            count += 1
    return count


def reverse_words(s: Any, k: Any) -> Any:
    return " ".join(s.split()[::-1]) + str(k)


def length(n: Any) -> Any:
    return len(str(n))


def item(n: Any, i: Any) -> Any:
    return str(n)[i]


def last(n: Any) -> Any:
    return str(n)[-1]


def middle(n: Any) -> Any:
    return str(n)[1:-1]


def every(n: Any) -> Any:
    return str(n)[::2]


def same(n: Any, m: Any) -> Any:
    return str(n) == str(m)


def not_same(n: Any, m: Any) -> Any:
    return str(n) != str(m)


def smaller(n: Any, m: Any) -> Any:
    return str(n) < str(m), str(n) >= str(m)


def has_digit(n: Any, d: Any) -> Any:
    return str(d) in str(n)


def has_known(n: Any) -> Any:
    return "13" in str(n), "7" not in str(n)


def sevens(n: Any) -> Any:
    count = 0
    for i in range(n):
        if "7" in str(i):
            count += 1
    return count


def count_of(n: Any) -> Any:
    return str(n).count("1")


def upper(n: Any) -> Any:
    return hex(n).upper()


def upper_built(n: Any) -> Any:
    s = ""
    for i in range(n):
        s += chr(97 + i % 26)
    return s.upper(), s.capitalize(), s.isalpha(), s.islower()


def to_int(n: Any) -> Any:
    s = ""
    while n > 0:
        s += str(n % 10)
        n //= 10
    return int(s)


def int_of_slice(n: Any) -> Any:
    return int(str(n)[1:]) + 1


def from_binary(n: Any) -> Any:
    return int(bin(n), 2)


def happy(n: Any) -> Any:
    while n != 1 and n != 4:
        n = sum(int(d) ** 2 for d in str(n))
    return n == 1


def armstrong(n: Any) -> Any:
    s = str(n)
    return sum(int(d) ** len(s) for d in s) == n


def collatz(n: Any) -> Any:
    s = str(n)
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        s += " -> " + str(n)
    return s


def countdown(n: Any) -> Any:
    s = ""
    while n > 0:
        s += f"{n}, "
        n -= 1
    return s + "liftoff"


def look_and_say(n: Any) -> Any:
    s = str(n)
    out = ""
    i = 0
    while i < len(s):
        j = i
        while j < len(s) and s[j] == s[i]:
            j += 1
        out += str(j - i) + s[i]
        i = j
    return out


def run_length(n: Any) -> Any:
    out = ""
    before = ""
    count = 0
    for c in str(n):
        if c == before:
            count += 1
        else:
            if count > 0:
                out += before + str(count)
            before = c
            count = 1
    return out + before + str(count)


def branch(n: Any) -> Any:
    s = str(n)
    if n < 0:
        s = "minus " + s[1:]
    return s, len(s)


def branch_in_loop(n: Any) -> Any:
    s = ""
    for i in range(n):
        if i % 2:
            s += "odd"
        else:
            s = s + str(i)
    return s


def swapped(n: Any) -> Any:
    a, b = "", "x"
    for i in range(n):
        a, b = b, a + str(i)
    return a, b


def doubled(n: Any) -> Any:
    s = "ab"
    for i in range(n):
        s = s + s
    return s


def fibonacci_word(n: Any) -> Any:
    a, b = "a", "ab"
    for i in range(n):
        a, b = b, b + a
    return a


def in_tuple(n: Any) -> Any:
    s, k = "", 0
    while k < n:
        s, k = s + "é", k + 1
    return (s, k)


def umlauts(n: Any) -> Any:
    s = "ä"
    for i in range(n):
        s = "ö" + s + "→😀"
    return s, len(s)


def zero_filled(n: Any) -> Any:
    return str(n).zfill(6) + "|" + str(n).rjust(5) + "|" + str(n).ljust(4, ".") + "|"


def found(n: Any) -> Any:
    return str(n).find("3"), str(n).startswith("1"), str(n).endswith("0")


def replaced(n: Any) -> Any:
    return str(n).replace("1", "one"), str(n).replace("0", "O")


def stripped(n: Any) -> Any:
    return str(n).strip("0"), str(n).lstrip("-"), len(str(n).rstrip("0"))


@dataclass
class Paper:
    text: str = ""
    lines: int = 0

    def write(self, k: Any) -> None:
        self.text += f"{k};"
        self.lines += 1


def in_object(n: Any) -> Any:
    p = Paper()
    for i in range(n):
        p.write(i)
    return p.text, p.lines


def in_dict(n: Any) -> Any:
    d = {"s": "", "n": 0}
    for i in range(n):
        d["s"] += str(i)
    return d["s"]


def early(n: Any) -> Any:
    s = ""
    for i in range(n):
        if len(s) > 5:
            break
        s += str(i)
    return s


def returned_early(n: Any) -> Any:
    s = ""
    while True:
        s += "x"
        if len(s) >= n:
            return s


def fstring(n: Any) -> Any:
    s = ""
    for i in range(n):
        s = f"({s}{i})"
    return s


def percent(n: Any) -> Any:
    s = ""
    for i in range(n):
        s = "%s-%03d" % (s, i)
    return s


def truths(n: Any) -> Any:
    s = ""
    for i in range(n):
        s += str(i % 2 == 0)[0]
    return s


def compressed(n: Any) -> Any:
    s = "aaabbc"
    out = ""
    for i in range(n):
        out += s[i]
    return out


def binary_recursive_sum(n: Any) -> Any:
    return str(bin(n)).count("1")


def gray(n: Any) -> Any:
    out = []
    for i in range(n):
        out.append(f"{i ^ (i >> 1):03b}")
    return out


def characters(n: Any) -> Any:
    return list(str(n))


def contains_chars(n: Any) -> Any:
    return [c in "24680" for c in str(n)]


def ispandigital(n: Any) -> Any:
    s = str(n)
    for d in "123":
        if d not in s:
            return False
    return True


def append_chars(n: Any) -> Any:
    out = ""
    for c in str(n):
        out = c + out
    return out


def enumerated(n: Any) -> Any:
    t = 0
    for i, c in enumerate(str(n)):
        t += i * int(c)
    return t


def luhn(n: Any) -> Any:
    t = 0
    for i, c in enumerate(reversed(str(n))):
        d = int(c)
        if i % 2 == 1:
            d *= 2
            if d > 9:
                d -= 9
        t += d
    return t % 10 == 0


def zipped(n: Any, m: Any) -> Any:
    t = 0
    for a, b in zip(str(n), str(m)):
        if a == b:
            t += 1
    return t


def hamming(n: Any, m: Any) -> Any:
    a, b = f"{n:08b}", f"{m:08b}"
    return sum(x != y for x, y in zip(a, b))


def ternary(n: Any) -> Any:
    if n == 0:
        return "0"
    s = ""
    m = abs(n)
    while m:
        s = str(m % 3) + s
        m //= 3
    return "-" + s if n < 0 else s


def time_of(n: Any) -> Any:
    return f"{n // 60:02d}:{n % 60:02d}"


def thousands(n: Any) -> Any:
    return f"{n:,}"[::-1]


def ordering(n: Any) -> Any:
    if str(n) > "5":
        return 1
    return 0


def bar_chart(xs: Any) -> Any:
    out = ""
    for x in xs:
        out += "#" * x + " " + str(x) + "\n"
    return out


def truth(n: Any) -> Any:
    s = ""
    for i in range(n):
        s += "a"
    if s:
        return 1
    return 0


def not_empty(n: Any) -> Any:
    s = ""
    while n > 0:
        s += "b"
        n -= 3
    return not s


NUMBERS = [0, 1, 5, 10, 255, 1994, -7]
SMALL = [0, 1, 2, 7]
CASES: dict[Any, list[tuple[Any, ...]]] = {
    binary: [(k,) for k in (0, 1, 10, 1000000)],
    binary_behind: [(k,) for k in (0, 6, 77)],
    binary_by_bin: [(0,), (9,), (-9,)],
    binary_by_format: [(0,), (9,), (-9,)],
    hexadecimal: [(k,) for k in NUMBERS],
    octal: [(k,) for k in NUMBERS],
    base: [(255, 16), (10, 2), (0, 7)],
    roman: [(0,), (4,), (1994,), (3888,)],
    joined: [([1, 2, 3],), ([-5, 0],)],
    joined_list: [(k,) for k in SMALL],
    joined_map: [(k,) for k in SMALL],
    reverse: [(k,) for k in NUMBERS],
    palindrome: [(121,), (12,), (0,)],
    palindrome_loop: [(1221,), (1231,), (7,)],
    palindrome_products: [(15,)],
    digit_sum: [(0,), (1234567890,)],
    digit_sum_map: [(-123,)],
    digit_sum_loop: [(999,)],
    digit_list: [(0,), (407,)],
    digit_product: [(24,), (10,)],
    persistence: [(77,), (3,), (679,)],
    fizzbuzz: [(k,) for k in (0, 1, 15, 16)],
    fizzbuzz_word: [(0,), (15,)],
    triangle: [(k,) for k in SMALL],
    pyramid: [(k,) for k in SMALL],
    square: [(k,) for k in SMALL],
    table: [(0,), (3,), (10,)],
    caesar: [("abcxyz", 3), ("", 3), ("hello", -2)],
    caesar_cases: [("Hello, World", 3)],
    vowels: [("education", 2), ("", 1)],
    vowels_at: [("education", 4)],
    reverse_words: [("the quick brown", 3)],
    length: [(k,) for k in NUMBERS],
    item: [(123, 0), (123, -1), (5, 0)],
    last: [(k,) for k in NUMBERS],
    middle: [(k,) for k in NUMBERS],
    every: [(k,) for k in NUMBERS],
    same: [(1, 1), (1, 11)],
    not_same: [(1, 1), (1, 11)],
    smaller: [(10, 9), (1, 10), (5, 5)],
    has_digit: [(123, 2), (123, 23), (123, 5), (-1, 1)],
    has_known: [(1137,), (31,)],
    sevens: [(100,)],
    count_of: [(1121,), (0,)],
    upper: [(255,), (-255,)],
    upper_built: [(0,), (5,), (30,)],
    to_int: [(123,), (1,)],
    int_of_slice: [(123,), (-45,)],
    from_binary: [(0,), (9,), (-9,)],
    happy: [(19,), (4,)],
    armstrong: [(153,), (154,)],
    collatz: [(1,), (6,), (27,)],
    countdown: [(0,), (12,)],
    look_and_say: [(1,), (111221,)],
    run_length: [(1,), (111221,)],
    branch: [(-5,), (5,)],
    branch_in_loop: [(k,) for k in SMALL],
    swapped: [(k,) for k in SMALL],
    doubled: [(0,), (3,), (9,)],
    fibonacci_word: [(0,), (3,), (9,)],
    in_tuple: [(0,), (4,)],
    umlauts: [(0,), (4,)],
    zero_filled: [(-42,), (1234567,), (0,)],
    found: [(130,), (31,), (3,)],
    replaced: [(1101,), (20,)],
    stripped: [(-100,), (1,)],
    in_object: [(0,), (12,)],
    in_dict: [(0,), (12,)],
    early: [(3,), (30,)],
    returned_early: [(3,), (1,)],
    fstring: [(0,), (5,)],
    percent: [(0,), (3,)],
    truths: [(0,), (5,)],
    compressed: [(0,), (6,)],
    binary_recursive_sum: [(0,), (255,)],
    gray: [(0,), (4,)],
    characters: [(0,), (-120,)],
    contains_chars: [(1234,)],
    ispandigital: [(321,), (12,)],
    append_chars: [(123,)],
    enumerated: [(123,)],
    luhn: [(79927398,), (18,)],
    zipped: [(123, 1293)],
    hamming: [(5, 6)],
    ternary: [(0,), (-11,), (27,)],
    time_of: [(125,)],
    thousands: [(1234567,), (-12,), (999,)],
    ordering: [(6,), (10,)],
    bar_chart: [([1, 0, 3],)],
    truth: [(0,), (3,)],
    not_empty: [(0,), (3,)],
}


def plain(value: Any) -> Any:
    """A result with Python's numbers for arrays of one."""
    if isinstance(value, tuple | list):
        return type(value)(map(plain, value))
    return value.item() if hasattr(value, "item") else value


@pytest.mark.parametrize("function", CASES, ids=lambda function: function.__name__)
def test_a_string_is_pythons(function: Any) -> None:
    graph = ng.function(function)
    for arguments in CASES[function]:
        found, expected = plain(graph(*arguments)), function(*arguments)
        assert found == expected
        assert type(found) is type(expected)


def rewritten(n: Any, choice: Any) -> Any:
    """Whatever the digits of `choice` say, one after the other, done to a string."""
    s = str(n)
    while choice > 0:
        if choice % 5 == 0:
            s = s[::-1]
        elif choice % 5 == 1:
            s = s + "ab"
        elif choice % 5 == 2:
            s = f"<{s}{choice % 10}"
        elif choice % 5 == 3:
            s = s[1:]
        elif "a" in s:
            s = s + s[-1:] * 2
        choice = choice // 5
    return s, len(s), s.count("a"), s.find("b"), s == s[::-1], s < "<"


def test_a_string_is_pythons_in_random_programs() -> None:
    graph, chance = ng.function(rewritten), random.Random(7)
    for _ in range(200):
        arguments = chance.randint(-(2**31), 2**31 - 1), chance.randint(0, 5**9)
        assert plain(graph(*arguments)) == rewritten(*arguments)


def repeated(n: Any) -> Any:
    """A string of a thousand characters and more."""
    s = ""
    for i in range(n):
        s += chr(97 + i % 26)
    return s


def test_a_string_gets_longer_than_its_first_room() -> None:
    graph = ng.function(repeated)
    for n in (3, 1000, 3000):
        assert graph(n) == repeated(n)


def to_print(n: Any) -> None:
    """A string that is printed, and one in a message."""
    s = ""
    for i in range(n):
        s += str(i)
        print(s, f"<{s}>", [s])
    if len(s) > 3:
        raise ValueError(f"too long: {s}")


def test_a_string_is_printed_and_told_in_messages(capsys: pytest.CaptureFixture[str]) -> None:
    ng.function(to_print)(3)
    found = capsys.readouterr().out
    to_print(3)
    assert found == capsys.readouterr().out
    with pytest.raises(ValueError, match="too long: 01234"):
        ng.function(to_print)(5)


@pytest.mark.parametrize(
    ("function", "argument", "error"),
    [
        (lambda n: str(n)[5], 12, IndexError),
        (lambda n: int(str(n) + "x"), 12, ValueError),
        (lambda n: str(n).index("9"), 12, ValueError),
        (lambda n: ord(str(n)), 12, TypeError),
        (lambda n: chr(n), -1, ValueError),
        (lambda x: len(str(x)), 1.5, TextOfTracedError),
        (lambda n: str(n).split("1"), 12, ng.StagingError),
        (lambda n: {str(n): 1}, 12, ng.StagingError),
    ],
)
def test_what_python_or_a_graph_refuses_is_an_error(function: Any, argument: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        ng.function(function)(argument)


def test_the_printed_code_and_the_picture_are_right() -> None:
    text = ng.to_code(binary, 10)
    namespace: dict[str, Any] = {}
    exec(text, namespace)
    assert namespace["binary"](10) == "1010"
    assert "''.join(map(chr, s[:s_length]))" in text
    assert "Same result as plain Python" in str(ng.compare(binary, 10))
