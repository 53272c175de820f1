"""Requests to Discord: how many, which are sent again, and how failures are told."""
