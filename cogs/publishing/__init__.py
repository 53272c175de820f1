"""Send tables to their channels and hands to their players."""
