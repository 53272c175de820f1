"""Sentences, alt texts and text mode."""
