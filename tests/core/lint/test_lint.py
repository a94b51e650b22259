"""Every rule finds its places, and nothing else is found: least of all in the programs that a graph gets right."""

from __future__ import annotations

import datetime
import io
import logging
import os
import pickle
import sys
import time
import warnings
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import nbgraph as ng
from nbgraph.core.lint.finding import Findings
from tests.core.staging import test_inputs
from tests.programs.pool import load_all

SEEN: list[Any] = []
BEST: dict[str, Any] = {}
COUNT = 0
FILE = io.StringIO()
GENERATOR = np.random.default_rng(1)


class Box:
    limit = 3

    def __init__(self) -> None:
        self.n = 0
        self.items: list[Any] = []

    def count(self, x):
        self.n += x
        return self.n

    def keep(self, x):
        self.items.append(x)
        return x


BOX = Box()


def remembers(x):
    SEEN.append(x)
    return x


def keeps_best(x):
    BEST["x"] = x
    return x


def counts(x):
    global COUNT
    COUNT += 1
    return x


def changes_object(x):
    BOX.n = x
    return x


def changes_class(x):
    Box.limit = x
    return x


def changes_inner_list(x):
    BOX.items.append(x)
    return x


def changes_given(options, x):
    options["last"] = x
    return x


def sets_environment(x):
    os.environ["N"] = "1"
    return x


def shared_default(x, seen=[]):  # noqa: B006
    seen.append(x)
    return len(seen)


def same_key(x):
    return x + jax.random.uniform(jax.random.key(0))


def same_key_each_round(n):
    total = 0.0
    for _ in range(n):
        total += jax.random.uniform(jax.random.PRNGKey(7))
    return total


def same_generator(x):
    return x + np.random.default_rng(3).random()


def removes(x):
    os.remove("x")
    return x


def dumps(x):
    pickle.dump(x, FILE)
    return x


def writes(x):
    FILE.write(str(x))
    return x


def saves(x):
    np.save("x.npy", x)
    return x


def reads_setting(x):
    return x + len(os.environ.get("HOME", ""))


def reads_variable(x):
    return x + len(os.environ["HOME"])


def draws_outside(x):
    return x + GENERATOR.random()


def reads_clock(x):
    return x + datetime.datetime.now().year


PENDING = iter([1, 2])
TABLE = np.zeros(3)


def by_another_name(x):
    also = SEEN
    also.append(x)
    return x


def sets_attribute(x):
    setattr(BOX, "n", x)  # noqa: B010
    return x


def advances(x):
    return x + next(PENDING)


def writes_into(x):
    return np.add(x, 1, out=TABLE)


def imports_inside(x):
    import random as dice

    return x + dice.random()


def imports_name_inside(x):
    from time import time

    return x + time()


def counts_in_box(x):
    BOX.count(x)
    return x


def test_method_of_an_object_outside_is_looked_into():
    (found,) = ng.lint(counts_in_box)
    assert (found.rule, found.variable, found.span.line) == (
        "changed-outside",
        "self.n",
        Box.count.__code__.co_firstlineno + 1,
    )


def test_a_recursive_functions_memory_is_not_replaced_by_a_new_one_at_each_call():
    def fib(n, memo={}):  # noqa: B006
        if n < 2 or n in memo:
            return memo.get(n, n)
        memo[n] = fib(n - 1) + fib(n - 2)
        return memo[n]

    (found,) = [each for each in ng.lint(fib) if each.rule == "state-inside"]
    assert found.remedy == "`functools.lru_cache` in place of `memo`"


@pytest.mark.parametrize(
    ("function", "rule", "line", "variable"),
    [
        (remembers, "changed-outside", 1, "SEEN"),
        (keeps_best, "changed-outside", 1, "BEST['x']"),
        (counts, "changed-outside", 2, "COUNT"),
        (changes_object, "changed-outside", 1, "BOX.n"),
        (changes_class, "changed-outside", 1, "Box.limit"),
        (changes_inner_list, "changed-outside", 1, "BOX.items"),
        (by_another_name, "changed-outside", 2, "also"),
        (sets_attribute, "changed-outside", 1, "BOX"),
        (advances, "changed-outside", 1, "PENDING"),
        (writes_into, "changed-outside", 1, "TABLE"),
        (imports_inside, "asked-once", 3, ""),
        (imports_name_inside, "asked-once", 3, ""),
        (sets_environment, "changed-outside", 1, "os.environ['N']"),
        (BOX.count, "changed-outside", 1, "self.n"),
        (shared_default, "state-inside", 1, "seen"),
        (same_key, "state-inside", 1, ""),
        (same_key_each_round, "state-inside", 3, ""),
        (same_generator, "state-inside", 1, ""),
        (removes, "side-effect", 1, ""),
        (dumps, "side-effect", 1, ""),
        (writes, "side-effect", 1, ""),
        (saves, "side-effect", 1, ""),
        (reads_setting, "asked-once", 1, ""),
        (reads_variable, "asked-once", 1, ""),
        (draws_outside, "asked-once", 1, ""),
        (reads_clock, "asked-once", 1, ""),
    ],
)
def test_each_place_is_found_once_in_its_line(function, rule, line, variable):
    (found,) = ng.lint(function)
    assert (found.rule, found.variable) == (rule, variable)
    assert found.span.line == function.__code__.co_firstlineno + line
    assert found.remedy


@pytest.mark.parametrize("function", test_inputs.ASKING)
def test_what_is_refused_when_traced_is_found_before(function):
    assert "asked-once" in {found.rule for found in ng.lint(function)}


def prints(x):
    print(x)
    print(x, file=sys.stderr)
    sys.stdout.write("x")
    logging.warning("x is %s", x)
    warnings.warn("x", stacklevel=1)
    time.sleep(0.0)
    return time.gmtime(0).tm_year + x


def own_containers(x):
    kept, best = [], {}
    kept.append(x)
    best["x"] = x

    def inner(y, seen=[]):  # noqa: B006
        nonlocal kept
        kept = [*kept, y]
        seen.append(y)
        return seen

    inner(x)
    box = Box()
    box.n = x
    box.count(x)
    return kept, best, box.n


def shadows(SEEN, x):
    SEEN.append(x)
    COUNT = x + 1
    return COUNT * COUNT


def keys_from_arguments(x, seed, key):
    first, second = jax.random.split(key)
    return x + jax.random.uniform(first) + jax.random.normal(second) + jax.random.uniform(jax.random.key(seed))


def arrays(x: Any) -> Any:
    y = jnp.zeros(3)
    y = y.at[0].set(x)
    y[1] = x
    return y.sort()


def looks_only(x):
    return x + len(SEEN) + BOX.n + BEST.get("y", 0)


@pytest.mark.parametrize(
    "function", [prints, own_containers, shadows, keys_from_arguments, arrays, looks_only, changes_given]
)
def test_what_a_graph_does_as_python_does_is_not_found(function: Callable[..., Any]) -> None:
    assert ng.lint(function) == ()


def caller(x):
    return remembers(x) + remembers(x) + shared_default(x)


def test_called_functions_are_looked_into_once():
    found = ng.lint(caller)
    assert [each.variable for each in found] == ["SEEN", "seen"]


def recursive(n):
    return recursive(n - 1) if n > 0 else 0


def test_recursion_ends_and_nothing_is_run():
    assert ng.lint(recursive) == ()
    assert ng.lint(lambda x: SEEN.append(x))[0].variable == "SEEN"
    assert not SEEN


def test_a_converted_function_is_linted_as_what_it_was():
    assert ng.lint(ng.function(remembers)) == ng.lint(ng.convert(remembers)) == ng.lint(remembers)


def test_the_text_is_the_line_the_remedy_and_the_rule():
    text = repr(ng.lint(remembers))
    assert "test_lint.py, line" in text
    assert "SEEN.append(x)" in text
    assert "Write instead:" in text
    assert "[changed-outside]" in text
    assert repr(ng.lint(looks_only)) == "nothing found"


def test_findings_are_values():
    found = ng.lint(remembers)
    again = pickle.loads(pickle.dumps(found))
    assert isinstance(again, Findings)
    assert again == found


EXPECTED = {  # each was looked at: the finding is right, though the program may be, too, for reasons of its own
    "heap.global_in_python": "changed-outside",
    "identities.bytes_seen_by_two": "state-inside",
    "identities.pairs_of_a_product": "state-inside",
    "identities.typed_array_in_rounds": "state-inside",
    "shared_state.counter": "state-inside",
    "world.a_file": "asked-once",
    "world.a_generator_in_a_loop": "state-inside",
    "world.generators_with_a_seed": "state-inside",
}


def test_no_false_alarm_in_the_whole_pool():
    found = {name: {each.rule for each in ng.lint(program.function)} for name, program in load_all().items()}
    assert {name: " ".join(sorted(rules)) for name, rules in found.items() if rules} == EXPECTED
