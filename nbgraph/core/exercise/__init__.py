"""Exercises that check themselves: what is wanted of a function, and what is said of one that has it not."""
