"""Rules under names."""
