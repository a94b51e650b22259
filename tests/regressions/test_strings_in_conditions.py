"""A string of run-time length as an operand of a condition is asked for its truth, as a list is."""

import nbgraph as ng


def last_line(words, width):
    line = ""
    for word in words:
        if line and len(line) + 1 + len(word) > width:
            line = ""
        line += word if not line else f" {word}"
    return line


def test_a_string_before_and() -> None:
    words = ["the", "quick", "brown", "fox", "jumps", "over"]
    for width in (8, 12, 40):
        assert ng.function(last_line)(words, width) == last_line(words, width)
