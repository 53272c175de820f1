"""The Discord toolkit below all features."""
