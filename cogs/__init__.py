"""What people type, click and read on Discord."""
