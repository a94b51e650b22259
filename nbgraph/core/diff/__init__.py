"""Show what changed from one version of a function to the next: in its source, its code, its graph."""
