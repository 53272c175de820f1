"""Tests of the JSON of actions."""

from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cups import Action, Corrected, Finished, How, Paired, SignedUp, dumps, loads

any_action = st.one_of([st.from_type(kind) for kind in get_args(Action)])


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (SignedUp((7,)), '{"action": "signed-up", "persons": [7]}'),
        (
            Paired(2, ((1, (3,), (4,)),), (5,)),
            '{"action": "paired", "round": 2, "tables": [[1, [3], [4]]], "byes": [5]}',
        ),
        (
            Finished(1, 2, None, (50, 50)),
            '{"action": "finished", "round": 1, "table": 2, "winner": null, "points": [50, 50]}',
        ),
        (
            Corrected(1, 2, 0, (9, 7), How.TIME, "añadido"),
            '{"action": "corrected", "round": 1, "table": 2, "winner": 0, "points": [9, 7], "how": "time", '
            '"reason": "añadido"}',
        ),
    ],
)
def test_an_action_is_an_object_with_its_name(action: Action, text: str) -> None:
    assert dumps(action) == text


@given(any_action)
def test_every_action_is_read_as_it_was_written(action: Action) -> None:
    again = loads(dumps(action))
    assert again == action
    assert type(again) is type(action)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "7",
        "{}",
        '{"action": ["paused"]}',
        '{"action": "danced"}',
        '{"action": "paused", "for": 7}',
        '{"action": "withdrew"}',
        '{"action": "withdrew", "person": true}',
        '{"action": "withdrew", "person": "7"}',
        '{"action": "signed-up", "persons": 7}',
        '{"action": "signed-up", "persons": [null]}',
        '{"action": "finished", "round": 1, "table": 1, "winner": 0, "points": [1]}',
        '{"action": "finished", "round": 1, "table": 1, "winner": 0, "points": [1, 2], "how": "asleep"}',
        '{"action": "paired", "round": 1, "tables": [[1, [2]]]}',
    ],
)
def test_a_text_that_is_no_action_is_refused(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        loads(text)
