"""The mark of texts that are translated when shown."""


def N_(text: str) -> str:  # noqa: N802 - the name that gettext's tools look for
    """Return ``text``; the call marks it for the tool that extracts translatable texts."""
    return text
