"""A string of run-time length as an operand of a condition is asked for its truth, as a list is."""

import nbgraph as ng

WORDS = ["the", "quick", "brown", "fox", "jumps", "over", "the", "lazy", "dog"]


def last_line(width):
    line = ""
    for word in WORDS:
        if line and len(line) + 1 + len(word) > width:
            line = word
        else:
            line += " " + word
    return len(line)


def test_a_string_before_and() -> None:
    converted = ng.function(last_line)
    assert [int(converted(width)) for width in (8, 12, 40)] == [last_line(width) for width in (8, 12, 40)]
