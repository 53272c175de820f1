"""Tests of the games of two pairs."""
