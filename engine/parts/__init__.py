"""The parts that rule sets share, a file a question."""
