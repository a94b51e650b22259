"""A traced program as plain records, and what is found out about them: names, loops that repeat, what nothing needs."""
