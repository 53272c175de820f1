"""The lines of ``--check``: pure decisions over what was observed."""
