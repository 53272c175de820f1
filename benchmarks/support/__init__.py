"""Shared by the benchmarks: a stand-in for Discord, and a bot with nothing behind it."""
