"""Strings whose characters only the run knows: buffers of code points, as lists have buffers of items."""
