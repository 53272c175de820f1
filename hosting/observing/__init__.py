"""Observes what ``--check`` is about: settings, database, account and machine. Nothing is changed."""
