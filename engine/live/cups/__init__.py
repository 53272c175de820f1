"""Cups on servers: what is stored of them, the decisions of their people, and their course in time. No Discord."""
