"""The messages people read, as text and buttons: lobby, board, hand, the end of a deal."""
