"""Makes the gallery anew, one of every kind of picture: ``uv run python -m tools.gallery``.

The matches in it are played by chance from fixed numbers, so that the same code gives the same gallery.
``tests/render/test_gallery.py`` holds what is stored in ``docs`` against what would be drawn now.
"""
