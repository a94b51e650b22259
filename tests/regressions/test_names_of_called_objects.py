"""What a called object changes of itself is named as its class names it."""

from __future__ import annotations

import numpy as np

import nbgraph as ng


class Norm:
    def __init__(self):
        self.mean = np.zeros(2)

    def __call__(self, x):
        self.mean = 0.9 * self.mean + 0.1 * x.mean(0)
        return x - self.mean


def test_an_attribute_of_what_is_called_has_its_object() -> None:
    notes = ng.show(Norm(), np.array([[1.0, 2.0], [3.0, 6.0]]), timing=False).report.notes
    assert any(note.startswith("This call changes `self.mean`.") for note in notes)
