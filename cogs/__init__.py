"""Everything that people type, click and read on Discord."""

__version__ = "1.0.0"
"""The version in pyproject.toml; a test compares the two."""
