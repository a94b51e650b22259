"""Python values as trees of leaves, and the kinds of value that such a walk meets."""
