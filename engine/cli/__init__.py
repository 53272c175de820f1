"""Shared by command lines: exit, files, columns, and the progress of long work."""
