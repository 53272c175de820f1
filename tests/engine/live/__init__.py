"""Tests of tables, their clocks and where they are kept."""
