"""Copies of a database file: made, kept, and put back."""
