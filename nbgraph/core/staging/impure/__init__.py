"""What Python asks of the world outside of a function, changes there, or keeps where nobody can see it."""
