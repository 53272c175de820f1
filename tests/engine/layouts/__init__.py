"""Tests of the ways in which tiles lie."""
