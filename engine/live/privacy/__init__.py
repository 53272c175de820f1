"""Stored personal data: export and deletion."""
