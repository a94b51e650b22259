"""To the exercise of each lecture a solution, and usual wrong answers with what must be said of them."""

from __future__ import annotations

from tests.notebooks.answers import (
    beams,
    callbacks,
    choices,
    debugging,
    devices,
    faster,
    feeding,
    first_graph,
    gradients,
    lists,
    loops,
    names,
    numbers,
    order,
    python_runs,
    rules,
    shapes,
    training,
)
from tests.notebooks.answers.form import Answers

ANSWERS: dict[str, Answers] = {
    "01_first_graph": first_graph.ANSWERS,
    "02_lists": lists.ANSWERS,
    "03_when_does_python_run": python_runs.ANSWERS,
    "04_three_rules": rules.ANSWERS,
    "05_choices": choices.ANSWERS,
    "06_loops": loops.ANSWERS,
    "07_shapes": shapes.ANSWERS,
    "08_names": names.ANSWERS,
    "09_feeding": feeding.ANSWERS,
    "10_order": order.ANSWERS,
    "11_faster": faster.ANSWERS,
    "12_gradients": gradients.ANSWERS,
    "13_debugging": debugging.ANSWERS,
    "14_numbers": numbers.ANSWERS,
    "15_python_in_graphs": callbacks.ANSWERS,
    "16_training": training.ANSWERS,
    "17_beam_search": beams.ANSWERS,
    "18_devices": devices.ANSWERS,
}
