"""What every pass uses: templates, the rebuilding of trees, fresh names, and code before and after in docstrings."""
