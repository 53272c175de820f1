"""Creates the JSON Schema of game records and the examples of ``docs/record.md``: ``uv run python -m tools.records``.

The examples are random matches from fixed seeds: the same rules give the same files.
``tests/engine/record/test_schema.py`` compares the stored files in ``docs`` with new ones.
"""
