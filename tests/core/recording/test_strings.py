"""Strings of the run in a record: what Python shows, in each step."""

import nbgraph as ng


def binary(n):
    s = ""
    while n > 0:
        s = str(n % 2) + s
        n //= 2
    return s


def counted(n, m):
    words, text = [], ""
    for i in range(n):
        word = chr(97 + i % m) * (i + 1)
        words.append(word)
        pair = (word, i)
        first = word[0]
        if i % 2:
            text = text + first.upper()
    return words, text, pair


def fizzbuzz(n):
    out = []
    for i in range(1, n + 1):
        if i % 3 == 0:
            out.append("Fizz")
        else:
            out.append(str(i))
    return " ".join(out)


def joined(n):
    text = ""
    for i in range(n):
        text += str(i * i)
    return text


def values_of(function, *arguments):
    """The values of each variable in the graph's steps, of which plain Python has the same ones."""
    run = ng.trace_values(ng.function(function), *arguments)
    assert run.difference is None
    graph, python = {}, {}
    for step in run.steps:
        for name, text in step.values:
            graph.setdefault(name, []).append(text)
        for name, text in step.python:
            python.setdefault(name, []).append(text)
    assert graph == python
    return graph


def test_a_string_that_grows_is_shown_as_it_is_after_each_iteration():
    assert values_of(binary, 10)["s"] == ["''", "'0'", "'10'", "'010'", "'1010'"]


def test_strings_in_lists_and_tuples_and_letters_of_strings_are_shown():
    shown = values_of(counted, 3, 2)
    assert shown["words"] == ["[]", "['a']", "['a', 'bb']", "['a', 'bb', 'aaa']"]
    assert shown["pair"] == ["('a', 0)", "('bb', 1)", "('aaa', 2)"]
    assert shown["first"] == ["'a'", "'b'", "'a'"]


def test_a_list_of_words_and_numbers_in_words_is_shown():
    shown = values_of(fizzbuzz, 4)["out"]
    assert shown == ["[]", "['1']", "['1', '2']", "['1', '2', 'Fizz']", "['1', '2', 'Fizz', '4']"]


def test_a_long_string_and_a_long_list_are_cut_as_plain_python_has_them():
    assert values_of(joined, 60)["text"][-1].endswith("...")
    assert values_of(fizzbuzz, 40)["out"][-1].endswith("...")
