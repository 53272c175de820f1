"""Tests of the sentences of a hint: an expert's move, its reason, and the chances it leaves."""

from __future__ import annotations

import random
from collections.abc import Callable
from gettext import NullTranslations
from typing import Any

import pytest

from cogs.messages.advice import advice
from engine import match, random_deal
from engine.actions import Draw, Flip, Pass, Play
from engine.bots.decision import Decision, Estimate, Rationale
from engine.layouts import MEXICAN, train_of
from engine.layouts.cross import ARMS
from engine.move_points import points_by_move
from engine.view import View
from render.i18n import translations
from tests.engine.games import after, dealt

WORDS = NullTranslations()
PEOPLE = ("Ana", "🤖 Bodil", "🤖 Ciro", "Davide")


def played(rules: str, wanted: Any, seed: int = 1, **options: Any) -> View:
    """Return the first view of a random match, of the seat in turn, of which something holds."""
    chance = random.Random(seed)
    state = match.new(rules, 4, options)
    while not state.finished:
        action = random_deal(state, chance) if state.awaits_deal else chance.choice(match.legal(state))
        state, _ = match.apply(state, action)
        if state.turn is not None and wanted(view := match.view(state, state.turn)):
            return view
    raise AssertionError("there never was such a moment")


def told(view: View, move: Any, rationale: Rationale = Rationale.TRIED, worth: float = 0.5, tries: int = 0) -> str:
    return advice(Decision(move, rationale, (Estimate(move, worth, tries),)), view, PEOPLE, WORDS)


def laid(view: View) -> bool:
    return bool(view.layout.placed) and any(isinstance(move, Play) for move in view.legal)


def heavy_double(view: View) -> bool:
    """Return whether a choice of several begins with a double that is the heaviest."""
    plays = [move for move in view.legal if isinstance(move, Play)]
    return laid(view) and len(plays) > 1 and plays[0].tile.double and plays[0].tile == max(m.tile for m in plays)


def kept(view: View) -> list[Any]:
    """Return the tiles of a hand that still fit on a line after its first move."""
    move = view.legal[0]
    shows = dict(view.ends) | {move.end: move.tile.other(view.ends[move.end])}
    return [tile for tile in view.hand if tile != move.tile and {tile.high, tile.low} & {*shows.values()}]


def choice_that_leaves_some(view: View) -> bool:
    return laid(view) and len(view.legal) > 1 and bool(kept(view))


MOVING = ("ENDS_WELL", "SHUTS_OUT", "HEAVY", "DOUBLE", "VARIED", "REMEMBERED", "TRIED")
UNTRUE = ("ONLY", "HEAVY", "DOUBLE", "SCORES", "GOES_OUT", "KEEPS", "UNKNOWN")
"""Reasons that don't hold in the scene of the test; the last is one of Memory's."""


@pytest.mark.parametrize("rationale", [Rationale[name] for name in MOVING])
def test_every_reason_has_its_own_sentence_that_names_the_move(rationale: Rationale) -> None:
    # a double that is all there is to lay leaves nothing that fits
    view = played("express", choice_that_leaves_some if rationale is Rationale.VARIED else heavy_double)
    move = view.legal[0]
    sentence = told(view, move, rationale)
    assert "{" not in sentence
    assert sentence.endswith(".")
    assert "\n" not in sentence
    assert sum(told(view, move, other) == sentence for other in Rationale) == 1
    assert f"**{move.tile} at the {move.end} end ({view.ends[move.end]})**" in sentence


def test_a_hint_names_going_out_with_the_last_tile() -> None:
    view = played("express", lambda view: len(view.hand) == 1 and isinstance(view.legal[0], Play))
    assert told(view, view.legal[0], Rationale.GOES_OUT).endswith("it is your last tile, so you go out.")


@pytest.mark.parametrize("rationale", [Rationale[name] for name in UNTRUE])
def test_a_hint_tells_no_reason_that_does_not_hold(rationale: Rationale) -> None:
    def light(view: View) -> bool:
        plays = [move.tile for move in view.legal if isinstance(move, Play)]
        return laid(view) and len(plays) > 1 and not plays[0].double and plays[0].pips < max(t.pips for t in plays)

    def seen(view: View) -> bool:
        return bool(view.history) and view.legal[0].position in {move.position for move in view.history}

    view = played("memory", seen) if rationale is Rationale.UNKNOWN else played("express", light)
    move = view.legal[0]
    assert told(view, move, rationale).endswith("all in all, it looks best.")
    assert told(view, move, rationale, tries=20).splitlines()[0].endswith("in simulations of the rest of the deal.")


def test_a_hint_does_not_praise_a_tile_that_leaves_none_that_fits() -> None:
    praise = "it leaves you with tiles that fit well afterwards."
    some = played("express", choice_that_leaves_some)
    assert told(some, some.legal[0], Rationale.VARIED).endswith(praise)
    none = played("express", lambda view: laid(view) and len(view.legal) > 1 and not kept(view))
    assert told(none, none.legal[0], Rationale.VARIED).endswith("all in all, it looks best.")


def test_a_reason_at_a_train_counts_the_tiles_that_can_follow_on_it() -> None:
    def chain(view: View, move: Play) -> int:
        """Count the tiles of the longest chain by trying every one."""
        own = train_of(view.seat or 0)
        shows = move.tile.other(view.ends[move.end]) if move.end == own else view.ends[own]

        def best(end: int, left: frozenset[Any]) -> tuple[int, int]:
            fitting = [each for each in left if end in (each.high, each.low)]
            after = [(each, best(each.other(end), left - {each})) for each in fitting]
            return max(((pips + each.pips + 1, tiles + 1) for each, (pips, tiles) in after), default=(0, 0))

        return best(shows, frozenset(view.hand) - {move.tile})[1]

    counts: set[int] = set()
    for seed in range(12):
        view = played("mexican-train-nine", lambda view: laid(view) and 2 < len(view.hand) < 8, seed, deals=1)
        move = next(each for each in view.legal if isinstance(each, Play))
        row, sentence = chain(view, move), told(view, move, Rationale.VARIED)
        counts.add(row)
        follow = {0: "", 1: "1 of your tiles can follow on"}.get(row, f"{row} of your tiles can follow in a row on")
        assert sentence.endswith(f"after that, {follow} your own train." if row else ".")
        assert row or "train." not in sentence.partition(": ")[2]
    assert len(counts) >= 3, "as many tiles as there are, not always the same"


def test_a_hint_in_misere_praises_keeping_tiles() -> None:
    view = played("misere", heavy_double)
    assert "rids" not in told(view, view.legal[0], Rationale.HEAVY)
    sentences = {told(view, move, Rationale.VARIED).partition(": ")[2] for move in view.legal if isinstance(move, Play)}
    assert "it leaves you with the fewest tiles that you would have to lay next." in sentences
    assert not any("fit well" in sentence for sentence in sentences)


def test_a_double_is_no_reason_where_every_tile_fits() -> None:
    view = played("accountants", lambda view: laid(view) and len(view.legal) > 1 and view.legal[0].tile.double)
    assert "while it fits" not in told(view, view.legal[0], Rationale.DOUBLE)


def test_a_hint_praises_drawing_to_keep_tiles_and_leaving_little_on_a_pile() -> None:
    drawing = played("all-fives", lambda view: len(view.legal) > 1 and isinstance(view.legal[-1], Draw))
    assert told(drawing, drawing.legal[-1], Rationale.KEEPS).endswith("your tiles are worth more in your hand.")
    pile = played("accountants", laid)
    assert told(pile, pile.legal[0], Rationale.KEEPS).endswith("it leaves the next player little to score with.")
    assert told(pile, pile.legal[0], Rationale.VARIED).endswith("all in all, it looks best."), "a pile has no ends"


def end_of(move: Any) -> str | None:
    return getattr(move, "end", None)


CALLED: dict[str, tuple[str, Callable[[View, Any], bool], str]] = {
    "an opening": ("express", lambda view, _: not view.layout.placed, "**{0.tile}**"),
    "at an arm": ("all-fives", lambda _, move: end_of(move) == ARMS[0], "**{0.tile} on arm 1 ("),
    "on a pile": ("accountants", lambda _, move: isinstance(move, Play), "**{0.tile}**"),
    "a matador": ("matador", lambda _, move: getattr(move, "facing", None), ", the {0.facing} facing out**"),
    "on nobody's train": ("mexican-train", lambda _, move: end_of(move) == MEXICAN, "{0.tile} on the Mexican train**"),
    "on your train": (
        "mexican-train",
        lambda view, move: end_of(move) == train_of(view.seat),
        "{0.tile} on your train**",
    ),
    "on another train": (
        "mexican-train",
        lambda view, move: end_of(move) == train_of(1) and view.seat != 1,
        "**{0.tile} on 🤖 Bodil's train**",
    ),
    "a draw": ("classic-draw", lambda _, move: isinstance(move, Draw), "**Draw**"),
    "a pass": ("classic", lambda _, move: isinstance(move, Pass), "**Pass**"),
    "a position": ("memory", lambda _, move: isinstance(move, Flip) and move.position > 2, "**position {0.position}**"),
}


@pytest.mark.parametrize(("rules", "wanted", "name"), CALLED.values(), ids=CALLED)
def test_a_hint_names_a_move_as_its_button_does(rules: str, wanted: Callable[[View, Any], bool], name: str) -> None:
    options = {"matador_ends": "choose"} if rules == "matador" else {}
    view = played(rules, lambda view: any(wanted(view, move) for move in view.legal), **options)
    move = next(move for move in view.legal if wanted(view, move))
    assert name.format(move) in told(view, move)


def test_a_hint_names_the_points_of_its_move() -> None:
    view = played("all-fives", lambda view: bool(points_by_move(view)))
    index, points = next(iter(points_by_move(view).items()))
    assert f"(+{points})**: it scores at once." in told(view, view.legal[index], Rationale.SCORES)


@pytest.mark.parametrize(
    ("worth", "tries", "chances"),
    [
        (0.0, 400, "Even so, you have almost no chance of winning the match."),
        (0.05, 400, "Even so, you have almost no chance of winning the match."),
        (0.1, 400, "Your chance of winning the match is then about 10%."),
        (0.613, 400, "Your chance of winning the match is then about 60%."),
        (0.613, 40, "Your chance of winning the match is then somewhere between 45% and 75%."),
        (0.9, 400, "Your chance of winning the match is then about 90%."),
        (0.99, 400, "After that, you are almost certain to win the match."),
    ],
)
def test_a_hint_tells_chances_roughly_and_only_after_simulations(worth: float, tries: int, chances: str) -> None:
    view = played("express", lambda view: laid(view) and len(view.legal) > 1)
    assert told(view, view.legal[0], worth=worth, tries=tries).splitlines()[1] == f"-# {chances}"
    assert "\n" not in told(view, view.legal[0], worth=worth, tries=0)


@pytest.mark.parametrize(
    ("wins", "tries", "chances"),
    [
        (0.01, 500, "Even so, it wins hardly any deal that I can imagine."),
        (0.623, 500, "It wins about 62 of 100 deals that I can imagine."),
        (0.623, 24, "I have imagined only a few deals: it wins between 45 and 80 of 100."),
        (0.99, 24, "It wins almost every deal that I can imagine."),
    ],
)
def test_a_hint_tells_how_many_deals_it_wins_and_how_sure_that_is(wins: float, tries: int, chances: str) -> None:
    view = played("express", lambda view: laid(view) and len(view.legal) > 1)
    decision = Decision(view.legal[0], Rationale.TRIED, (Estimate(view.legal[0], 0.2, tries, wins),))
    assert advice(decision, view, PEOPLE, WORDS).splitlines()[1] == f"-# {chances}"


def test_a_hint_has_no_doubt_about_deals_that_were_all_searched() -> None:
    view = played("express", lambda view: laid(view) and len(view.legal) > 1)
    decision = Decision(view.legal[0], Rationale.ENDS_WELL, (Estimate(view.legal[0], 0.613, 3, exact=True),))
    second = advice(decision, view, PEOPLE, WORDS).splitlines()[1]
    assert second == "-# Your chance of winning the match is then about 60%."


def test_a_hint_says_in_french_how_sure_it_is() -> None:
    view = played("express", lambda view: laid(view) and len(view.legal) > 1)
    french = translations("fr")
    said = []
    for tries in (24, 500):
        decision = Decision(view.legal[0], Rationale.TRIED, (Estimate(view.legal[0], 0.2, tries, 0.623),))
        said.append(advice(decision, view, PEOPLE, french).splitlines()[1])
    assert said == [
        "-# Je n'ai imaginé que quelques manches\N{NO-BREAK SPACE}: ce coup en gagne entre 45 et 80 sur 100.",
        "-# Ce coup gagne environ 62 manches sur 100 parmi celles que je peux imaginer.",
    ]


def test_a_pass_over_a_partners_bid_is_not_called_a_weak_hands() -> None:
    strong, weak = "6-6 6-5 6-4 6-3 6-2 5-5 4-4", "6-1 5-0 4-1 3-2 2-0 5-3 1-0"
    state = dealt(
        "forty-two", f"{strong} | {weak} | 3-3 6-0 5-4 5-2 4-3 4-0 2-1 | 0-0 1-1 2-2 3-0 3-1 4-2 5-1", first=2
    )
    told = []
    for calls in (("2 bid 30", "3 pass"), ("2 pass", "3 bid 30")):
        view = match.view(after(state, *calls), 0)
        passing = Estimate(view.legal[-1], 1.0, 0)
        told.append(advice(Decision(view.legal[-1], Rationale.TOO_LITTLE, (passing,)), view, PEOPLE, WORDS))
    assert told == [
        "An expert would choose **Pass**: all in all, it looks best.",
        "An expert would choose **Pass**: your hand is too weak for a bid here.",
    ]
