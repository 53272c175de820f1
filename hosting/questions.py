"""Questions on a terminal, or in lines of standard input."""

from __future__ import annotations

import sys
from collections.abc import Callable
from getpass import getpass

from settings import CannotStart


def interactive() -> bool:
    """Whether a person answers at a terminal."""
    return sys.stdin.isatty()


def ask(question: str) -> str:
    """Return the answer to a question, without spaces around it.

    Raises:
        CannotStart: the input has ended.

    """
    return _answer(input, question)


def ask_secret(question: str) -> str:
    """Return the answer to a question, which the terminal does not show; raise as :func:`ask` does."""
    return _answer(getpass if interactive() else input, question)


def choose(question: str, answers: str, default: str) -> str:
    """Return one of the letters ``answers``, asking until it is one of them; Enter chooses ``default``.

    Raises:
        CannotStart: the input has ended.

    """
    while True:
        letter = (ask(question).lower() or default)[0]
        if letter in answers:
            return letter
        print(f"Please type one of: {', '.join(answers)}.")


def agreed(question: str, *, default: bool = False) -> bool:
    """Whether the answer to a question is yes; raise as :func:`ask` does."""
    letters = "[Y/n]" if default else "[y/N]"
    return choose(f"{question} {letters} ", "yn", "y" if default else "n") == "y"


def _answer(read: Callable[[str], str], question: str) -> str:
    try:
        answer = read(question).strip()
    except EOFError:
        print()
        raise CannotStart("The input has ended. Nothing was changed.") from None
    except KeyboardInterrupt:
        print()
        raise
    if not interactive():
        # nobody has pressed Enter, which ends the line of a question on a terminal
        print()
    return answer
