"""Mutable state as a block finds and leaves it: places, objects, what a name is after a branch, what a loop carries."""
