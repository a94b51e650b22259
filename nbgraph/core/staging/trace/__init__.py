"""What is known while a trace goes on: where the code stands, decisions, events, conditions that hold."""
