"""Marks texts that are translated where they are shown."""


def N_(text: str) -> str:  # noqa: N802 - the name that gettext's tools look for
    """Give ``text`` back; the mark is for the tool that collects texts to translate."""
    return text
