"""The health check of a container: ``python -m cogs.monitoring`` has the exit status 0 if the bot there is healthy."""

from __future__ import annotations

import os
import sys
from http.client import HTTPConnection, HTTPException

TIMEOUT_SECONDS = 4.0


def main() -> int:
    """Ask the bot on this machine whether it is healthy; return the exit status."""
    port = os.environ.get("DOMINO_METRICS_PORT")
    if not port:
        print("DOMINO_METRICS_PORT is empty, so the bot answers no health checks.")
        return 0
    # not through a proxy that the environment may name
    connection = HTTPConnection("127.0.0.1", int(port), timeout=TIMEOUT_SECONDS)
    try:
        connection.request("GET", "/healthz")
        answer = connection.getresponse()
        print(answer.read().decode())
    except (OSError, HTTPException) as error:
        print(f"no answer: {error or type(error).__name__}")
        return 1
    finally:
        connection.close()
    return 0 if answer.status == 200 else 1


if __name__ == "__main__":
    sys.exit(main())
