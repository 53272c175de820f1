"""How anything looks: colours, shapes, letters, tiles. Knows nothing of rules and who plays."""
