"""Tests of the rule sets, line by line."""
