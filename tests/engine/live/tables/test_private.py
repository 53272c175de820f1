"""A private match that is shown to all."""

from __future__ import annotations

import pytest

from engine.live.model.errors import Code
from engine.live.model.pace import TimeControl
from engine.live.model.table import Delivery
from engine.live.tables import lifecycle
from tests.engine.live.people import ANA, BEN
from tests.engine.live.sketch import begun


@pytest.mark.parametrize("delivery", [each for each in Delivery if not each.ephemeral])
def test_only_a_private_match_is_shown_to_all(delivery: Delivery) -> None:
    table = begun(delivery=delivery)
    table.refuses(Code.STALE, lifecycle.show_to_all, ANA.user_id, "fr", TimeControl.NONE)


def test_what_is_shown_to_all_is_in_the_language_of_the_channel_and_activity() -> None:
    table = begun(delivery=Delivery.PRIVATE)
    table.pass_time(100)
    table.do(lifecycle.show_to_all, BEN.user_id, "de", TimeControl.SLOW)
    header = table.header
    assert (header.locale, header.time_control, header.last_activity_at) == ("de", TimeControl.SLOW, table.at.now)
    assert header.delivery is Delivery.SERVER
