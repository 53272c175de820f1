"""The errors of requests, as Discord answers them."""

from __future__ import annotations

from typing import Any


class ApiError(Exception):
    """A refused request, with Discord's HTTP status, code, message and, for forms, the errors."""

    def __init__(self, status: int, code: int, message: str, *, errors: dict[str, Any] | None = None) -> None:
        super().__init__(f"{status} ({code}): {message}")
        self.status = status
        self.code = code
        self.message = message
        self.errors = errors

    def to_json(self) -> dict[str, Any]:
        """Return Discord's JSON for the error."""
        body: dict[str, Any] = {"code": self.code, "message": self.message}
        if self.errors is not None:
            body["errors"] = self.errors
        return body


class NotModelled(ApiError):
    """A request that Discord may well accept, but that the playground does not know (status 501)."""

    def __init__(self, message: str) -> None:
        super().__init__(501, 0, message)


class NotUnderstood(ApiError):
    """A request that failed in the playground: malformed in a way that no check covers (status 400)."""

    def __init__(self, error: Exception) -> None:
        super().__init__(400, 50035, f"Invalid Form Body: {error!r}")
