"""The contents of the gallery."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from fractions import Fraction
from functools import partial
from gettext import NullTranslations
from typing import Final

import render
from engine.cups import Broke
from engine.view import View
from render.i18n import day_name, month_name, translations
from render.names import computer
from render.pictures.replay import Reel
from tools.gallery.moments import (
    first_deal,
    held,
    in_third_trick,
    laid,
    last,
    many_spinners,
    open_double,
    open_foot,
    opened,
    played,
    played_well,
    seen,
    two_up,
)
from tools.gallery.page import Picture, Section, Text

WORDS: Final = NullTranslations()
NAMES: Final = (
    "Alice", "Bruno", "Chloé", "Davide", "Elif", "Fatima", "Goran", "Hiroshi", "Ines", "Jürgen", "Kim", "Léa",
)  # fmt: skip
FROM_EVERYWHERE: Final = ("Amélie 🌸", "محمد", "陳大文", "Łukasz")
NOW: Final = datetime(2026, 11, 21, tzinfo=UTC).timestamp()
DAY: Final = 86_400
WITH_COMPUTERS: Final = ("Alice", computer("Eino"), computer("Odile"), computer("Vesna"))


def _of_view(
    t: NullTranslations,
    draw: Callable[[View, Sequence[str], NullTranslations, render.Theme], bytes],
    describe: Callable[[View, Sequence[str], NullTranslations], str],
    file: str,
    caption: str,
    view: View,
    names: Sequence[str] = NAMES,
    theme: render.Theme = render.DEFAULT,
) -> Picture:
    return Picture(f"{file}.png", caption, lambda: draw(view, names, t, theme), describe(view, names, t))


def tables(t: NullTranslations) -> Section:
    """Return the section with every layout of tiles."""
    table = partial(_of_view, t, render.table, render.table_alt)
    return Section(
        "Tables",
        [
            table("opening", "Before the first tile", seen(played("classic", 3, 5), laid(0))),
            table("line", "A winding line, with its doubles across", seen(played("express", 4, 57), laid(14))),
            table("line-long", "A line of nearly all tiles", seen(played("classic-draw", 2, 14), laid(25))),
            table(
                "pairs",
                "Two pairs, with names in several scripts",
                seen(played("express", 4, 11, pairs=True), laid(12)),
                FROM_EVERYWHERE,
            ),
            table(
                "computers",
                "One person and three computers, each marked with a robot's head",
                seen(played("classic-draw", 4, 27), laid(15)),
                WITH_COMPUTERS,
            ),
            table("twelve", "Twelve players with a double-twelve set", seen(played("double-twelve", 12, 8), laid(74))),
            table("sebastopol", "Sébastopol: four arms around 6-6", seen(played("sebastopol", 4, 53), laid(18))),
            table(
                "all-fives", "All Fives: arms, and the points at their ends", seen(played("all-fives", 4, 22), laid(15))
            ),
            table("fives", "American fives: a spinner, and its short ends", seen(played("fives", 4, 3), laid(14))),
            table(
                "five-up",
                "Five-Up: every double is a spinner, with a row for its short sides",
                seen(played("fives", 4, 49, spinners="all"), many_spinners),
            ),
            table("matador", "Matador: tiles across the line open branches", seen(played("matador", 4, 43), laid(14))),
            table("mata", "Mata: branches of nearly the whole set", seen(played("mata", 5, 44), laid(20))),
            table(
                "trains",
                "The Mexican train: nine trains and their markers",
                seen(played("mexican-train", 8, 39), laid(60)),
            ),
            table(
                "double",
                "An open double that must be covered, and open hands",
                seen(filter(laid(12), played("mexican-train", 2, 3, open_hands=True)), open_double),
            ),
            table(
                "chickenfoot",
                "Chickenfoot: feet with three toes, one of them open",
                seen(played("chickenfoot", 4, 3), open_foot),
            ),
            table(
                "tricks",
                "Texas 42: a trick, with the bid, trump, the points and the last trick",
                seen(played_well("forty-two", 4, 9), in_third_trick),
            ),
            table("memory", "Memory: two tiles face up", seen(played("memory", 4, 9), two_up)),
            table(
                "accountants",
                "Accountants: the running total and its marks",
                seen(played("accountants", 3, 8), laid(8)),
            ),
        ],
    )


def _own() -> View:
    return held(played("express", 4, 57), laid(9, choices=3))


def hands(t: NullTranslations) -> Section:
    """Return the section with hands, each on its player's turn."""
    hand = partial(_of_view, t, render.hand, render.hand_alt)
    return Section(
        "Hands",
        [
            hand("hand", "Tiles that fit are bright, with the ends that take them", _own()),
            hand(
                "hand-fives", "All Fives: the points of each tile", held(played("all-fives", 3, 4), laid(6, choices=4))
            ),
            hand(
                "hand-trains",
                "The Mexican train: where each tile goes",
                held(played("mexican-train", 4, 6), laid(22, choices=5)),
            ),
            hand(
                "hand-tricks",
                "Texas 42: what may follow suit, and the points of tiles",
                held(played_well("forty-two", 4, 9), in_third_trick),
            ),
        ],
    )


def _climbing(matches: int, now: float) -> tuple[tuple[float, bool], ...]:
    """Return the curve of a rating from the first match to the present one, with setbacks."""
    steps = [(each + 1) / matches for each in range(matches)]
    return tuple(
        (1000 + (now - 1000) * step**0.5 + (1 - step) * (30, -12, 5, -25, 20)[each % 5], each < 9)
        for each, step in enumerate(steps)
    )


def results(t: NullTranslations) -> Section:
    """Return the section with ends of deals and matches, a leaderboard and statistics."""
    deal_end = partial(_of_view, t, render.deal_end, render.deal_end_alt)
    rows = [
        render.LeaderboardRow(1, "Chloé", 41, 19, 3_640, False, 2_910, 3, 6, 45, 1187.0),
        render.LeaderboardRow(2, "Alice", 38, 14, 3_105, True, 3_002, 0, 4, 0, 1096.0),
        render.LeaderboardRow(3, "Davide", 29, 9, 2_230, False, 2_415, 1, 3, 38, 1018.0, shared=True),
        render.LeaderboardRow(3, "", 29, 9, 2_230, False, 2_388, 0, 2, 21, 961.0, shared=True),
        render.LeaderboardRow(5, "陳大文", 9, 3, 615, False, 702, 0, 1, 0, 884.0, provisional=True),
    ]
    about = (t.gettext("Singles"), month_name(NOW, t), t.gettext("Domino Express"))
    title = "Domino Café"
    alice = render.Statistics(
        "Alice",
        (
            render.Chapter(
                t.gettext("Singles"),
                replace(rows[1], you=False, points=0, against=0),
                _climbing(38, 1096),
                day_name(NOW - 263 * DAY, t),
                day_name(NOW, t),
            ),
            render.Chapter(
                t.gettext("In pairs"),
                render.LeaderboardRow(1, "", 6, 4, 0, False, 0, 2, 3, 0, 1043.0, provisional=True),
                _climbing(6, 1043),
                day_name(NOW - 196 * DAY, t),
                day_name(NOW - 7 * DAY, t),
            ),
        ),
        ((t.gettext("Domino Express"), 24, 9), (t.gettext("Mata"), 14, 7), (t.gettext("Mexican train"), 6, 2)),
        render.Companion("Bruno", 5, 4),
        render.Companion("Chloé", 21, 13),
    )
    cup, knock_out = _standings(), _bracket()
    return Section(
        "Results",
        [
            deal_end("deal-end", "All hands open, and the sum of the points", first_deal(played("express", 4, 54))[-1]),
            deal_end(
                "deal-end-trains",
                "The Mexican train, where the fewest points win",
                first_deal(played("mexican-train", 4, 6))[-1],
            ),
            deal_end(
                "deal-end-capicua",
                "Dominó dominicano: capicúa, beside the pips and the points for passes",
                first_deal(played("dominicano", 4, 95))[-1],
            ),
            deal_end(
                "deal-end-tricks",
                "Texas 42: all tricks, who took them, and the marks",
                first_deal(played_well("forty-two", 4, 9))[-1],
            ),
            deal_end("match-end", "The end of a match in pairs", last(played("express", 4, 7, pairs=True))),
            Picture(
                "leaderboard.png",
                "A server's leaderboard",
                lambda: render.leaderboard(title, rows, t, about=about),
                render.leaderboard_alt(title, rows, t, about=about),
            ),
            Picture(
                "statistics.png",
                "One player: figures, the rating's curve, partner and nemesis",
                lambda: render.statistics(title, alice, t),
                render.statistics_alt(title, alice, t),
            ),
            Picture(
                "standings.png",
                "A tournament between two rounds; a frame marks what broke a tie",
                lambda: render.standings(cup, t),
                render.standings_alt(cup, t),
            ),
            Picture(
                "bracket.png",
                "A tournament by knock-out",
                lambda: render.bracket(knock_out, t),
                render.bracket_alt(knock_out, t),
            ),
        ],
    )


def _standings() -> render.Standings:
    """Return the standings of a Swiss after its third round."""
    figures = (
        (1, 6, 10, 140, 380, 0, None), (2, 4, 11, 65, 345, 2, None), (3, 4, 10, 70, 350, -1, Broke.BUCHHOLZ),
        (4, 3, 9, 10, 310, 0, None), (5, 3, 9, -5, 300, 3, Broke.DIFFERENCE), (6, 2, 8, -40, 240, -3, None),
        (7, 2, 8, -40, 220, -1, Broke.POINTS), (8, 0, 7, -200, 120, 0, None),
    )  # fmt: skip
    rows = [
        render.StandingsRow(
            place, (name,), Fraction(halves, 2), Fraction(buchholz, 2), Fraction(difference), Fraction(points),
            moved=moved, broke=broke,
        )
        for name, (place, halves, buchholz, difference, points, moved, broke) in zip(NAMES, figures, strict=False)
    ]  # fmt: skip
    return render.Standings("Winter cup", tuple(rows))


def _bracket() -> render.Bracket:
    """Return a knock-out of eight before its final."""

    def match(first: int, second: int, *points: int) -> render.BracketMatch:
        won = [None, None] if not points else [points[0] > points[1], points[1] > points[0]]
        sides = [
            render.BracketSide((NAMES[each],), points[at] if points else None, won[at])
            for at, each in enumerate((first, second))
        ]
        return render.BracketMatch((sides[0], sides[1]))

    quarters = (match(0, 7, 100, 45), match(3, 4, 80, 105), match(1, 6, 100, 95), match(2, 5, 60, 100))
    semis = (match(0, 4, 100, 70), match(1, 5, 85, 100))
    rounds = (("Quarter-finals", quarters), ("Semi-finals", semis), ("Final", (match(0, 5),)))
    return render.Bracket("Winter cup", tuple(render.BracketRound(*each) for each in rounds), match(4, 1))


def replays(t: NullTranslations) -> Section:
    """Return the section with replays."""
    views = first_deal(played("all-fives", 3, 2))
    reel = Reel(opened(played("all-fives", 4, 22)))
    drew = next(at for at, view in enumerate(reel.views) if view.drawn and len(view.layout.placed) > 9)
    return Section(
        "Replays",
        [
            Picture(
                "replay.gif",
                "A deal, one frame for each move",
                lambda: render.replay(views, NAMES, t),
                render.replay_alt(views, NAMES, t),
            ),
            Picture(
                "replay-open.png",
                "A finished match step by step, with all hands open, after a draw",
                lambda: reel.picture(drew, NAMES, t),
                render.table_alt(reel.view(drew), NAMES, t),
            ),
        ],
    )


def rules(t: NullTranslations) -> Section:
    """Return the section with examples of rules, and whole sets."""
    french = translations("fr")
    return Section(
        "Rules and sets",
        [
            Picture(
                "example.png",
                "An example on a page of rules",
                lambda: render.example("matador", t),
                render.example_alt("matador", t),
            ),
            Picture(
                "example-fr.png",
                "Another example, in French",
                lambda: render.example("all-fives", french),
                render.example_alt("all-fives", french),
            ),
            *(
                Picture(f"set-{top}.png", name, partial(render.tile_set, top, t), render.tile_set_alt(top, t))
                for top, name in render.TILE_SETS.items()
            ),
        ],
    )


def themes(t: NullTranslations) -> Section:
    """Return the section with the themes besides the default."""
    table = partial(_of_view, t, render.table, render.table_alt)
    hand = partial(_of_view, t, render.hand, render.hand_alt)
    line = seen(played("express", 4, 11, pairs=True), laid(12))
    trains = seen(played("mexican-train", 4, 6), laid(30))
    shown: list[Picture | Text] = []
    for theme in render.THEMES.values():
        if theme is not render.DEFAULT:
            shown += [
                table(f"{theme.id}-line", f"{theme.name}: a table", line, theme=theme),
                table(f"{theme.id}-trains", f"{theme.name}: trains", trains, theme=theme),
                hand(f"{theme.id}-hand", f"{theme.name}: a hand", _own(), theme=theme),
            ]
    return Section("Themes", shown)


def texts(t: NullTranslations) -> Section:
    """Return the section with text mode."""
    table_of_line = seen(played("express", 4, 57), laid(9, choices=3))
    ended = first_deal(played("express", 4, 54))[-1]
    return Section(
        "Text mode",
        [
            Text("A table", render.table_text(table_of_line, NAMES, t)),
            Text("A hand", render.hand_text(_own(), NAMES, t)),
            Text("The end of a deal", render.deal_end_text(ended, NAMES, t)),
        ],
    )


def gallery(t: NullTranslations = WORDS) -> list[Section]:
    """Return all sections of the gallery, with pictures and texts in one language."""
    return [each(t) for each in (tables, hands, results, replays, rules, themes, texts)]
