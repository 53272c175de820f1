"""Tests of messages without the parts that Discord refuses: a row for each part, and for its substitute."""

from __future__ import annotations

from typing import Any

import pytest

from cogs.core.http.plain import emojis_of, is_message, paths_of, plainer

TEXT = {"type": 10, "content": "It's Ana's turn."}
PICTURE = {"type": 12, "items": [{"media": {"url": "attachment://table.png"}, "description": "Ends: 6 and *3*."}]}
IN_WORDS = {"type": 10, "content": r"Ends: 6 and \*3\*."}
EMOJI = {"name": "domino_6_6", "id": "77"}
PLAY = {"type": 2, "style": 2, "custom_id": "b:act:t:1:0:0", "label": "6-6"}
PASS = {"type": 2, "style": 2, "custom_id": "b:pass:t:1", "label": "Pass"}
EMOJI_ALONE = {"type": 2, "style": 2, "custom_id": "b:act:t:1:0", "emoji": {"name": "🁣"}}
FIRST, SECOND = {"label": "6-6", "value": "0"}, {"label": "6-5", "value": "1"}
UPLOAD = {"id": 0, "filename": "table.png", "description": "Ends: 6 and 3."}
KEPT = {"id": "900", "filename": "record.json"}


def row(*controls: Any) -> dict[str, Any]:
    return {"type": 1, "components": list(controls)}


def select(*options: Any) -> dict[str, Any]:
    return {"type": 3, "custom_id": "s:tile:t:1:0", "options": list(options)}


def box(*parts: Any, **more: Any) -> dict[str, Any]:
    """Return a message as the bot makes it."""
    return {"flags": 1 << 15, "components": [{"type": 17, "components": list(parts), **more}]}


def bare(*parts: Any) -> dict[str, Any]:
    """Return a message without a frame."""
    return {"flags": 1 << 15, "components": list(parts)}


def at(*path: str | int) -> tuple[str, ...]:
    """Return the way to a part of the message's box."""
    return ("components", "0", *map(str, path))


ROWS = {
    "an emoji": (
        box(PICTURE, TEXT, row(PLAY | {"emoji": EMOJI}, PASS), accent_color=1),
        [at("components", 2, "components", 0, "emoji", "id")],
        box(PICTURE, TEXT, row(PLAY, PASS), accent_color=1),
    ),
    "the emoji of an entry": (
        box(TEXT, row(select(FIRST | {"emoji": EMOJI}, SECOND | {"emoji": EMOJI}))),
        [at("components", 1, "components", 0, "options", 0, "emoji", "id")],
        box(TEXT, row(select(FIRST, SECOND | {"emoji": EMOJI}))),
    ),
    "the emoji of a button without a label": (
        box(TEXT, row(EMOJI_ALONE)),
        [at("components", 1, "components", 0, "emoji")],
        box(TEXT, row({"type": 2, "style": 2, "custom_id": "b:act:t:1:0", "label": "🁣"})),
    ),
    "a picture": (
        box(PICTURE, TEXT, row(PASS)) | {"attachments": [UPLOAD, KEPT]},
        [at("components", 0, "items", 0, "media", "url")],
        box(IN_WORDS, TEXT, row(PASS)) | {"attachments": [KEPT]},
    ),
    "the colour": (box(TEXT, accent_color=1), [at("accent_color")], box(TEXT)),
    "a button": (box(TEXT, row(PLAY, PASS)), [at("components", 1, "components", 0, "label")], box(TEXT, row(PASS))),
    "the only button": (box(TEXT, row(PLAY)), [at("components", 1, "components", 0)], box(TEXT)),
    "an entry": (
        box(TEXT, row(select(FIRST, SECOND))),
        [at("components", 1, "components", 0, "options", 1, "label")],
        box(TEXT, row(select(FIRST))),
    ),
    "the name of the message": (box(TEXT) | {"nonce": "a.b"}, [("nonce",)], box(TEXT)),
    "two parts": (
        box(PICTURE, TEXT, row(PLAY | {"emoji": EMOJI}, PASS)),
        [at("components", 0), at("components", 2, "components", 0, "emoji")],
        box(IN_WORDS, TEXT, row(PLAY, PASS)),
    ),
    "a part without a name": (
        box(PICTURE, TEXT, row(PLAY | {"emoji": EMOJI}, PASS), accent_color=1) | {"attachments": [UPLOAD]},
        [],
        bare(IN_WORDS, TEXT, row(PLAY, PASS)) | {"attachments": []},
    ),
    "the frame": (box(PICTURE, TEXT, accent_color=1), [at()], bare(PICTURE, TEXT)),
    "all of it": (box(PICTURE, TEXT, accent_color=1), [("components",)], bare(IN_WORDS, TEXT)),
    "what is not there": (box(PICTURE, TEXT), [("no", "such", "part")], bare(IN_WORDS, TEXT)),
}


@pytest.mark.parametrize("part", ROWS)
def test_a_message_goes_without_what_is_refused(part: str) -> None:
    made, refused, without = ROWS[part]
    assert plainer(made, refused) == without


@pytest.mark.parametrize("part", ROWS)
def test_an_answer_goes_without_what_is_refused(part: str) -> None:
    made, refused, without = ROWS[part]
    assert plainer({"type": 4, "data": made}, refused) == {"type": 4, "data": without}


@pytest.mark.parametrize("part", ROWS)
def test_the_plainest_message_has_no_ornaments_and_says_what_pictures_show(part: str) -> None:
    made, refused, _ = ROWS[part]
    plainest = plainer(made, refused, plainest=True)
    assert not emojis_of(plainest)
    assert not {12, 17} & {each["type"] for each in plainest["components"]}
    assert plainer(plainest, (), plainest=True) == plainest, "there is nothing more to leave out"


def test_words_for_a_picture_are_cut_where_a_message_has_no_room_for_them() -> None:
    long = {"type": 10, "content": "x" * 3_900}
    (made, _) = plainer(box(PICTURE | {"items": [PICTURE["items"][0] | {"description": "y" * 1_000}]}, long), [])[
        "components"
    ]
    assert made["content"] == "y" * 99 + "…"


def test_a_form_is_no_message() -> None:
    assert is_message({"type": 4, "data": box(TEXT)})
    assert is_message({"content": "said"})
    assert not is_message({"type": 9, "data": {"title": "Word", "components": []}})
    assert not is_message({"name": "a thread"})
    assert not is_message([{"name": "a command"}])


def test_discords_errors_name_the_ways_to_what_is_wrong() -> None:
    wrong = {"_errors": [{"code": "BUTTON_COMPONENT_INVALID_EMOJI", "message": "Invalid emoji"}]}
    errors = {"components": {"0": {"components": {"2": {"emoji": {"id": wrong}}}, "_errors": []}}}
    assert dict(paths_of(errors)) == {
        at("components", 2, "emoji", "id"): "BUTTON_COMPONENT_INVALID_EMOJI",
        at(): "",
    }
