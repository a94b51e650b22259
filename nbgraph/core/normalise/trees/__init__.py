"""Provide what every pass uses: templates, rebuilt trees, fresh names, and examples for docstrings."""
