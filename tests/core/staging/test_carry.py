"""The state of a loop as a fixpoint: what is widened, and how often the body is traced for it."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import pytest

from nbgraph.core.decisions import Promotion
from nbgraph.core.records import replace
from nbgraph.core.spans import Span
from nbgraph.core.staging.control_flow.fixpoint import Block
from nbgraph.core.staging.frames.tracing import ContainerAliasError
from nbgraph.core.staging.state.carry import Carry, CarryMismatchError, Variable
from nbgraph.core.staging.state.mutable_state import Snapshot
from nbgraph.core.staging.trace.recorder import Frame
from nbgraph.core.staging.values.undefined import Undefined

SPAN = Span("lesson.py", 1, 0, 1, 5)


def rounds(body: Any, *state: Any) -> tuple[Carry, int]:
    """The settled state of a loop over `a`, `b`, ..., and how many times its body was traced."""
    traced = 0

    def counted(*values: Any) -> Any:
        nonlocal traced
        traced += 1
        return body(*values)

    names = [*"abcdef", *(f"a{i}" for i in range(6, len(state)))][: len(state)]
    frame = Frame(None, "lesson.py", (1, 1, 0, 5))
    found = Block(frame, tuple(names), counted, state, Snapshot.of(), stops=False).settled()
    return found.carry, traced


def dtypes(carry: Carry) -> list[str]:
    return [str(kind.dtype) for kind in carry.types()]


def test_a_state_that_fits_is_traced_once() -> None:
    carry, traced = rounds(lambda a: a + 1, jnp.int32(0))
    assert (dtypes(carry), traced, carry.promotions) == (["int32"], 1, [])


def test_int_becomes_float_in_one_more_trace() -> None:
    carry, traced = rounds(lambda a: a * 0.5, jnp.int32(1))
    assert (dtypes(carry), traced) == (["float32"], 2)
    assert carry.promotions == [Promotion("a", "int32", "float32")]


def test_promotion_travels_one_variable_a_trace() -> None:
    carry, traced = rounds(lambda a, b: (b + a, a * 0.5), jnp.int32(1), jnp.int32(1))
    assert (dtypes(carry), traced) == (["float32", "float32"], 3)


def test_a_weak_type_alone_is_no_reason_to_trace_again() -> None:
    carry, traced = rounds(lambda a: a + jnp.int32(1), 0)
    assert (dtypes(carry), traced) == (["int32"], 1)


def test_a_name_without_a_value_gets_a_flag() -> None:
    carry, traced = rounds(lambda a: jnp.float32(1), Undefined("a"))
    assert (dtypes(carry), traced) == (["float32", "bool"], 2)


def test_constants_stay_out_of_the_graph() -> None:
    carry, traced = rounds(lambda a, b: (a, b + 1), ("mode", None), 0)
    assert (dtypes(carry), traced) == (["int32"], 1)


MISMATCHES: dict[str, tuple[Any, Any, str]] = {
    "shape": (
        lambda a: jnp.concatenate([a, a]),
        jnp.zeros(2),
        "`a` is a float32 array of shape (2,) before and a float32 array of shape (4,) after",
    ),
    "string": (lambda a: 1, "x", "`a` is 'x' before and 1 after"),
    "member": (lambda a: (a[0] + 1, "y"), (0, "x"), "`a[1]` is 'x' before and 'y' after"),
}


@pytest.mark.parametrize(("body", "state", "message"), MISMATCHES.values(), ids=MISMATCHES.keys())
def test_another_kind_of_thing_is_refused(body: Any, state: Any, message: str) -> None:
    with pytest.raises(CarryMismatchError) as caught:
        rounds(body, state)
    assert caught.value.message == f"{message} one iteration of the loop"
    assert caught.value.span == SPAN


def test_two_names_for_one_new_list_are_refused() -> None:
    def share(a: Any, b: Any) -> Any:
        new = [a[0] + 1]
        return new, new

    with pytest.raises(ContainerAliasError):
        rounds(share, [0], [0])
    carry, _ = rounds(lambda a, b: ([a[0] + 1], [b[0]]), [0], [0])
    assert dtypes(carry) == ["int32", "int32"]


def test_leaf_names() -> None:
    carry = Carry(SPAN, [Variable.of("a", {"x": 1, "y": (2.0, "s")}).by_value(), Variable.of("b", jax.numpy.zeros(3))])
    assert carry.leaf_names() == ["a['x']", "a['y'][0]", "b"]


def test_a_state_that_never_settles_is_refused_with_what_still_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    """No program is known whose state does that: here each trace makes a tuple longer, which the carry takes."""
    longer = lambda carry, *_: replace(carry, variables=[Variable.of("a", (*carry.variables[0].template, 0))])  # noqa: E731
    monkeypatch.setattr(Carry, "widen", lambda *found: (longer(*found), True))
    with pytest.raises(CarryMismatchError, match=r"`a` is a tuple of 27 items, then a tuple of 28 items") as caught:
        rounds(lambda a: a, ())
    assert caught.value.span is not None
    assert caught.value.span.line == 1
    assert "`a.append(...)`" in (caught.value.remedy or "")


def test_many_promotions_that_travel_are_no_endless_change() -> None:
    carry, traced = rounds(lambda *given: (given[-1] * 0.5, *given[:-1]), *[jnp.int32(1)] * 60)
    assert (set(dtypes(carry)), traced) == ({"float32"}, 61)
