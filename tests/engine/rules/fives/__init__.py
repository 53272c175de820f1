"""Tests of the games in which the outside ends score."""
