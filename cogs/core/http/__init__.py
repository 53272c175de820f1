"""Requests to Discord: their rate, retries and failures."""
