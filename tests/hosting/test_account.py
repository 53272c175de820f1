"""The form of a token."""

from __future__ import annotations

import pytest

from hosting.account import token_problem
from tests.hosting.applications import token

GOOD = token()


def test_a_token_of_the_right_form_has_no_problem() -> None:
    assert token_problem(GOOD) is None


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "it is empty"),
        (f"Bot {GOOD}", "leave out the word Bot in front"),
        (f'"{GOOD}"', "leave out the quotation marks"),
        (f"{GOOD[:9]} {GOOD[9:]}", "it has a space or a line break inside"),
        ("https://discord.com/oauth2/authorize?client_id=1", "it is an address"),
        ("112233445566778899", "it is an id, such as the application's, and not the token"),
        ("0f" * 32, "it is the application's public key, and not the token"),
        ("Ab-_" * 8, "it is probably the client secret, and not the token"),
        (f"mfa.{'a' * 80}", "it is the token of a person; a bot has one of its own"),
        (GOOD.replace(".", ""), "a token has three parts with dots between them, and this has 1"),
        (GOOD[:-20], "it is too short"),
        (GOOD.replace("N", "ñ"), "it has a character that no token has"),
        (GOOD[1:], "its first part is not the id of a bot; a character may be missing"),
    ],
)
def test_a_text_of_another_form_is_refused_with_the_reason(text: str, reason: str) -> None:
    assert token_problem(text) == reason
