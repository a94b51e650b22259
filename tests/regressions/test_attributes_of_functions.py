"""What is written on a function, `step.calls = 0`, is one attribute, whether the function is typed or converted."""

import nbgraph as ng


def scaled(x):
    return x * scaled.factor


def counted(x):
    counted.calls += 1
    return x


def test_a_changed_attribute_reaches_the_typed_function() -> None:
    scaled.factor = 2
    converted = ng.function(scaled)
    assert int(converted(3)) == 6
    converted.factor = 5
    assert scaled.factor == converted.factor == 5
    assert int(converted(3)) == converted.python_function(3) == 15
    assert "`scaled.factor` was redefined: 2 → 5" in str(converted.traces)


def test_what_the_typed_function_counts_is_seen() -> None:
    counted.calls = 0
    converted = ng.function(counted)
    converted.python_function(1)
    assert converted.calls == 1
    assert not hasattr(converted, "call")


def test_options_are_no_attributes_of_the_function() -> None:
    converted = ng.function(scaled)
    converted.max_iterations = 7
    assert converted.max_iterations == 7
    assert not hasattr(scaled, "max_iterations")


def remembers(x, seen=[]):  # noqa: B006
    seen.append(x)
    return len(seen)


def test_defaults_are_the_functions() -> None:
    converted = ng.function(remembers)
    converted.python_function(4)
    assert converted.__defaults__ == ([4],)
