"""Layout of pictures as boxes in whole pixels; nothing is drawn here."""
