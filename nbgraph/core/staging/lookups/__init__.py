"""What Python finds out about enumerated values: of each of them beforehand, and looked up by the number."""
