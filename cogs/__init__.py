"""Everything that people type, click and read on Discord."""
