"""The small Discord toolkit that everything else stands on."""
