"""Tests of the differences between an application and the bot's needs."""

from __future__ import annotations

from typing import Any

import pytest

from hosting.application import DESCRIPTION, TAGS, differences
from tests.hosting.applications import INSTALLATION, SCOPES_OF_SERVERS, application

ADMINISTRATOR = {"0": {"oauth2_install_params": SCOPES_OF_SERVERS | {"permissions": "8"}}, "1": INSTALLATION["1"]}
NEW = {each: {"oauth2_install_params": {"scopes": ["applications.commands"], "permissions": "0"}} for each in "01"}


def test_an_application_with_all_that_the_bot_needs_has_no_difference() -> None:
    assert differences(application(tags=[*reversed(TAGS)], description=f"{DESCRIPTION}\n")) == []


@pytest.mark.parametrize(
    ("changed", "what", "kind"),
    [
        ({"interactions_endpoint_url": "https://example.com/presses"}, "interactions endpoint", "needed settable"),
        ({"integration_types_config": {"0": INSTALLATION["0"]}}, "install settings", "needed settable"),
        ({"integration_types_config": {}}, "install settings", "needed settable"),
        ({"integration_types_config": NEW}, "install settings", "settable"),
        ({"integration_types_config": ADMINISTRATOR}, "install settings", "settable"),
        ({"integration_types_config": {"0": {}, "1": {}}}, "install settings", "settable"),
        ({"custom_install_url": "https://example.com"}, "install link", "settable own"),
        ({"bot_require_code_grant": True}, "OAuth2 code grant", "needed"),
        ({"bot_public": False}, "public bot", ""),
        ({"description": ""}, "description", "settable"),
        ({"description": "Ours"}, "description", "settable own"),
        ({"tags": []}, "tags", "settable"),
        ({"tags": ["ours"]}, "tags", "settable own"),
        ({"icon": None}, "icon", "settable"),
        ({"terms_of_service_url": None}, "terms of service", ""),
        ({"privacy_policy_url": None}, "privacy policy", ""),
        ({"flags": 1 << 18}, "privileged intents", ""),
        ({"flags": 1 << 15 | 1 << 13}, "privileged intents", ""),
    ],
)
def test_each_difference_says_whether_it_is_needed_settable_and_the_owners_own(
    changed: dict[str, Any], what: str, kind: str
) -> None:
    (found,) = differences(application(**changed))
    assert (found.what, " ".join(each for each in ("needed", "settable", "own") if getattr(found, each))) == (
        what,
        kind,
    )
    assert "https://discord.com/developers/applications/112233445566778899/" in found.remedy


def test_what_is_needed_comes_first() -> None:
    found = differences(application(description="", bot_require_code_grant=True, tags=[]))
    assert [each.what for each in found] == ["OAuth2 code grant", "description", "tags"]


def test_the_texts_fit_into_discords_limits() -> None:
    assert len(DESCRIPTION) <= 400
    assert len(set(TAGS)) == 5
    assert max(map(len, TAGS)) <= 20
