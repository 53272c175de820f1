"""The parts of ``--check``: for each a record of what is observed, without a change, and its lines, a pure decision."""
