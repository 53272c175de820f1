"""Cups on servers: stored values, decisions of people, and the course in time. No Discord."""
