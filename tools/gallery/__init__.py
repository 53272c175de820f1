"""Creates the gallery, one of every kind of picture: ``uv run python -m tools.gallery``.

Its matches are random from fixed seeds: the same code gives the same gallery.
``tests/render/test_gallery.py`` and ``test_listing.py`` compare the stored pictures in ``docs`` with newly drawn ones.
"""
