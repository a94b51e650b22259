"""Programs of the pool whose record is not yet what plain Python does, with the reason. May only become shorter.

The whole pool was gone through for it, with the first two sets of arguments of each program.
"""

APART: dict[str, str] = {
    "caught.test_of_a_loop": "a loop's test that raises and is caught",
}
