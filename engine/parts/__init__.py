"""The parts that rule sets share, one file for each question that a rule set answers."""
