"""`except ... as error` in a loop: no iteration sees the exception of the one before it."""

from __future__ import annotations

import pytest

import nbgraph as ng


def withdrawn(balance, amounts):
    for amount in amounts:
        try:
            if balance + amount < 0:
                raise ValueError("insufficient funds")
            balance += amount
        except ValueError as error:
            print("refused", amount, error)
    return balance


def small(n):
    if n > 3:
        raise ValueError("large")
    return n


def handler_reads_what_a_branch_has_set(n):
    found = 2
    if n > 4:
        found = 1
    try:
        small(n)
        if n > 1:
            found = 5
    except ValueError:
        return found
    return -1


def text_of_the_error(n):
    total = 0
    while n > 0:
        try:
            taken = small(n)
        except ValueError as error:
            total += len(str(error))
        else:
            more = taken + 1
            total += more
        n -= 1
    return total


def test_each_iteration_has_its_own_exception(capsys):
    amounts = [50, -30, -500, 20]
    assert ng.function(withdrawn)(100, amounts) == 140
    converted = capsys.readouterr().out
    withdrawn(100, amounts)
    assert capsys.readouterr().out == converted == "refused -500 insufficient funds\n"


@pytest.mark.parametrize("n", [0, 3, 4, 6])
@pytest.mark.parametrize("function", [handler_reads_what_a_branch_has_set, text_of_the_error])
def test_what_a_handler_reads(function, n):
    assert ng.function(function)(n) == function(n)
