"""The rule sets. A reader finds each in the file of its name; :mod:`engine.rules.catalogue` lists them all."""
