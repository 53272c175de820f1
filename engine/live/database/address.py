"""The address of a PostgreSQL database."""

from __future__ import annotations

import re
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit, urlunsplit

SCHEMES = ("postgresql", "postgres")
SECRETS = frozenset({"password", "sslpassword", "passfile"})
"""The parameters that are not shown."""


class DatabaseURL:
    """An address as ``postgresql://user:password@host:5432/name``; as text it comes without its password.

    Raises:
        ValueError: the text is no such address; the error does not quote it.

    """

    def __init__(self, text: str) -> None:
        try:
            parts = urlsplit(text)
            query = parse_qsl(parts.query, keep_blank_values=True)
        except ValueError:
            raise ValueError("not an address") from None
        if parts.scheme not in SCHEMES or re.search(r"\s", text) or parts.fragment:
            raise ValueError("not an address")
        user, at, host = parts.netloc.rpartition("@")
        name, _, password = user.partition(":")
        self._text = text
        self._secrets = [unquote(password), *(value for key, value in query if key in SECRETS)]
        shown_query = [(key, value) for key, value in query if key not in SECRETS]
        self._shown = urlunsplit(
            (parts.scheme, f"{name}{at}{host}", parts.path, urlencode(shown_query, safe="/", quote_via=quote), "")
        )

    def reveal(self) -> str:
        """Return the whole address, with its password."""
        return self._text

    def redacted(self, text: str) -> str:
        """Return a text in one line, without the address and its password."""
        for secret in sorted(filter(None, (self._text, *self._secrets)), key=len, reverse=True):
            text = text.replace(secret, "…").replace(quote(secret, safe=""), "…")
        return " ".join(text.split())

    def __str__(self) -> str:
        return self._shown

    def __repr__(self) -> str:
        return f"DatabaseURL({self._shown!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DatabaseURL) and self._text == other._text

    def __hash__(self) -> int:
        return hash(self._text)
