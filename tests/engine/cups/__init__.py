"""Tests of cups: the fold, the pairings, the standings."""
