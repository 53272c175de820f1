"""Drawing with Pillow: colours, shapes, text, tiles. Independent of rules and players."""
