"""Challenges: the same deals for everybody, played alone and in private against computers."""
