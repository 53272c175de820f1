"""Looks for secrets in what is committed, in every file and in the whole history: ``python -m tools.leaks``.

It prints the kind and the place of each, never the secret, and has the exit status 1 if there is any.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from detect_secrets.plugins.aws import AWSKeyDetector
from detect_secrets.plugins.base import BasePlugin
from detect_secrets.plugins.basic_auth import BasicAuthDetector
from detect_secrets.plugins.discord import DiscordBotTokenDetector
from detect_secrets.plugins.github_token import GitHubTokenDetector
from detect_secrets.plugins.gitlab_token import GitLabTokenDetector
from detect_secrets.plugins.jwt import JwtTokenDetector
from detect_secrets.plugins.npm import NpmDetector
from detect_secrets.plugins.openai import OpenAIDetector
from detect_secrets.plugins.private_key import PrivateKeyDetector
from detect_secrets.plugins.pypi_token import PypiTokenDetector
from detect_secrets.plugins.slack import SlackDetector

DETECTORS: tuple[BasePlugin, ...] = (
    AWSKeyDetector(),
    BasicAuthDetector(),  # the password in an address, such as a database's
    DiscordBotTokenDetector(),
    GitHubTokenDetector(),
    GitLabTokenDetector(),
    JwtTokenDetector(),
    NpmDetector(),
    OpenAIDetector(),
    PrivateKeyDetector(),
    PypiTokenDetector(),
    SlackDetector(),
)
"""Those that know a secret by its form. The others guess by entropy or by names, and report published seeds."""

EXAMPLES = frozenset(
    {
        # the example in discord.py's documentation, for tests of the form of tokens
        "MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs",
        # passwords of databases that do not exist
        "PASSWORD",
        "pass-word",
        "password",
        "s3cret",
        "s3cret%40",
        "secret",
    }
)
"""Invented secrets, in tests and documents."""


def secrets(text: str) -> Iterator[tuple[str, str]]:
    """Yield the kind of each secret in a text, and the secret."""
    for detector in DETECTORS:
        for secret in detector.analyze_string(text):
            if secret not in EXAMPLES:
                yield detector.secret_type, secret


def _git(*arguments: str) -> str:
    # continuous integration may run as another user than the owner of the folder
    command = ("git", "-c", "safe.directory=*", *arguments)
    done = subprocess.run(command, capture_output=True, check=True, encoding="utf-8", errors="replace")  # noqa: S603
    return done.stdout


def in_files(names: Iterable[str]) -> Iterator[str]:
    """Yield the kind and the place of each secret in files."""
    for name in names:
        text = Path(name).read_text(encoding="utf-8", errors="replace") if Path(name).is_file() else ""
        for kind, secret in secrets(text):
            yield f"{name}:{text[: text.index(secret)].count(chr(10)) + 1}: {kind}"


def in_history() -> Iterator[str]:
    """Yield the kind of each secret that a commit added, and the first commit that did."""
    log = _git("log", "-p", "-U0", "--format=", "--no-renames", "--no-textconv", "--no-ext-diff")
    # most lines were added more than once: moved, or in a renamed file
    added = "\n".join({line[1:] for line in log.splitlines() if line.startswith("+")})
    for kind, secret in set(secrets(added)):
        commits = _git("log", "--reverse", "--format=%h", "-S", secret).split()
        yield f"commit {commits[0]}: {kind}"


def main() -> int:
    """Print where secrets are; return the exit status."""
    found = [*in_files(_git("ls-files", "-z").split("\0")), *in_history()]
    sys.stdout.writelines(f"{each}\n" for each in sorted(found))
    if found:
        sys.stdout.write("Withdraw each of them. If it is an example, EXAMPLES in tools/leaks.py lists it.\n")
    else:
        sys.stdout.write("No secrets in the files and the history.\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
