"""Challenges: the same deals for everybody who takes them."""
