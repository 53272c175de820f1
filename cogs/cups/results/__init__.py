"""Rounds, results, standings and the podium of a cup: in messages, pictures and files."""
