"""Lower statements, one construct a file, and expressions that need statements: `statements` orders the passes."""
