"""The playground, by itself and on the wire."""
