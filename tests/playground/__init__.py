"""Tests of the playground, with and without a bot."""
