"""Values out of a finite set, of which the graph carries the number: strings, None, members of enumerations."""
