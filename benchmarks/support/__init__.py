"""What the benchmarks share: a stand-in for Discord, and a bot with nothing behind it."""
