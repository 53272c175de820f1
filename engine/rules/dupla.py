"""Brazilian pairs, by the kind of the last tile (the second rule book, "Brazilian pairs")."""

from __future__ import annotations

from engine.events import Bonus
from engine.game import About, DealScore, Family, RuleSet, Scoring, Topic
from engine.i18n import N_
from engine.options import Option, numbers, target
from engine.parts import pages
from engine.parts.blocked import fewest_pips_of_a_pair, lightest_of
from engine.parts.bonuses import has_doubles, is_capicua
from engine.parts.endings import out_or_blocked
from engine.parts.house_rules import PAIRS, capicua, next_opener, redeal
from engine.parts.moves import pass_when_unable
from engine.parts.openers import by_option, first_then, highest_double, next_seat_opens, winning_seat_opens
from engine.parts.scoring import no_points, team_of, team_points, ties_before
from engine.parts.winning import at_target
from engine.position import Position


def last_tile(position: Position, seat: int) -> Bonus:
    """Return the points for the last tile. Option ``capicua`` says which plain tiles make lá-e-lô."""
    tile = position.last_tile
    assert tile is not None, "a seat went out with a tile"
    if not tile.double:
        if is_capicua(position, str(position.options["capicua"])):
            return Bonus(N_("lá-e-lô"), 3, seat, feat=True)
        return Bonus(N_("simples"), 1, seat)
    if is_capicua(position, "doubles"):
        return Bonus(N_("cruzada"), int(position.options["cruzada"]), seat, feat=True)
    return Bonus(N_("carroça"), 2, seat)


def score_deal(position: Position, reason: str) -> DealScore:
    """The winners score by the last tile, or one point for a blocked deal, no matter who blocked it.

    Equal sums: by option ``blocked_tie`` nobody scores and the next deal won brings one point more, or the pair that
    did not block wins.
    """
    if reason == "out":
        bonus = last_tile(position, position.last_seat)
    else:
        seat = fewest_pips_of_a_pair(position)
        if seat is None and position.options["blocked_tie"] == "blocker-loses":
            seat = lightest_of(position, next(seats for seats in position.teams if position.last_seat not in seats))
        if seat is None:
            return DealScore((), no_points(position))
        bonus = Bonus(N_("blocked deal"), 1, seat)
    seat, ties = bonus.seat, ties_before(position)
    bonuses = (bonus, Bonus(N_("carried over"), ties, seat)) if ties else (bonus,)
    points = team_points(position, seat, bonus.points + ties)
    return DealScore(team_of(position, seat), points, winning_seat=seat, bonuses=bonuses)


DUPLA = RuleSet(
    id="dupla",
    about=About(
        name=N_("Dominó de dupla"),
        aliases=N_("Brazilian, Brazil, dominó brasileiro, duplas, lá-e-lô"),
        tagline=N_("The Brazilian game: the last tile decides the points of the deal"),
        family=Family.PAIRS,
        page={
            Topic.OPENING: (
                N_("The holder of the highest double opens every deal with it; without one, the strongest tile opens."),
                pages.STRONGEST,
            ),
            Topic.TURN: (pages.MATCHING, pages.MUST_PLAY),
            Topic.UNABLE: (pages.PASS,),
            Topic.END: (
                N_("The first to go out wins the deal for their pair, and the last tile decides its points."),
                N_(
                    "Simples 1, carroça (a double) 2, lá-e-lô (it fits both ends) 3, cruzada (a double that fits both "
                    "ends) 4."
                ),
                N_("Any tile but a double makes lá-e-lô where it fits both ends, even if both show the same number."),
            ),
            Topic.BLOCKED: (pages.BLOCK, N_("The pair with the fewest pips scores 1, whoever blocked the deal.")),
            Topic.TIE: (N_("Nobody scores, and the next winners score 1 more for each tied deal."),),
            Topic.VOID: (pages.VOID_FOR_DOUBLES,),
            Topic.MATCH: (pages.TARGET,),
        },
        source=N_("Regras do Dominó (domino-club); Dominó (livrozilla.com)"),
    ),
    hand_sizes={4: 7},
    hand_size=lambda options, _seats: int(options["tiles"]),
    options=(
        target(6, 7),
        PAIRS,
        Option("tiles", N_("Tiles each"), 7, numbers(7, 6)),
        next_opener("double", "winner", "rotate"),
        Option("cruzada", N_("Cruzada is worth"), 4, numbers(4, 6)),
        Option(
            "blocked_tie",
            N_("A tied blocked deal"),
            "carry",
            {"carry": N_("brings the next winners one point more"), "blocker-loses": N_("is lost by the blocker")},
        ),
        redeal(0, 4, 5),
        capicua(N_("Lá-e-lô is made"), "either", "plain"),
    ),
    clockwise=False,
    opener=first_then(
        highest_double,
        by_option("next_opener", {"double": highest_double, "winner": winning_seat_opens, "rotate": next_seat_opens}),
    ),
    other_moves=pass_when_unable,
    is_void=lambda position: has_doubles(position, int(position.options["redeal"])),
    end_reason=out_or_blocked,
    scoring=Scoring(score_deal=score_deal, winners=at_target),
)
"""Six points by the kind of the last tile."""
