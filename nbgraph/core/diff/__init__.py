"""What changed from one version of a function to the next: in its text, in its code, in its graph."""
