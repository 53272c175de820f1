"""Tests of cups on Discord."""
