"""What a run may raise: checks carried as a number, and the `try` statements that are being traced."""
