"""Creates the gallery, one of every kind of picture: ``uv run python -m tools.gallery``.

Its matches are random from fixed seeds: the same code gives the same gallery.
``tests/render/test_gallery.py`` holds what is stored in ``docs`` against what would be drawn now.
"""
