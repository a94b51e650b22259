"""Hold a traced program as plain records, and analyse them: names, repeated iterations, unused parts."""
