"""Observes the parts of ``--check``: settings, database, account and machine. Nothing is changed."""
