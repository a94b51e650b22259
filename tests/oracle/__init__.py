"""What the converter makes of every program, as texts that a change must leave alone or show in full."""
