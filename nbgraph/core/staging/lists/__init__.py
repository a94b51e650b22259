"""Python's list in a graph: its items, or the buffers that hold them once a length or an index is the run's."""
