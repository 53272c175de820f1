"""**How places are found**: the criteria of a cup, and the Buchholz of the person who presses."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from gettext import NullTranslations

from cogs.bot import Interaction
from cogs.core.cog import Cog, on_button
from cogs.core.frame import framed
from cogs.cups.results.entrants import EntrantNames
from cogs.cups.results.pages import situation_of
from cogs.cups.texts import title
from engine.cups import Cup, Format
from engine.cups.results import Game, Kind, less_is_better
from engine.cups.standings import buchholz_parts
from engine.live.cups.model import Situation
from render.i18n import translations
from render.text.standings import quarters


class HowPlaces(Cog):
    """Explains the order of the standings."""

    @on_button("cuphow")
    async def explain(self, interaction: Interaction, cup_id: str) -> None:
        """Handle How places are found."""
        at, t = await situation_of(interaction, cup_id), translations(interaction.locale)
        lines = [f"## {title(at.header)}", f"**{t.gettext('How places are found')}**", *how_lines(at.cup, t)]
        lines += own_buchholz(at, interaction.user.id, t)
        await interaction.response.send_message(view=framed("\n".join(lines)), ephemeral=True)


def how_lines(cup: Cup, t: NullTranslations) -> list[str]:
    """Return the criteria of a cup's places, in order."""
    if cup.settings.format is Format.KNOCK_OUT:
        return [
            t.gettext("The round that a side has reached. Those who lose in the same round share the place."),
            t.gettext("The losers of the semi-finals play for third place."),
        ]
    criteria = [t.gettext("**Wins**: 1 for a win, ½ for a level match."), *_after_wins(cup, t)]
    criteria.append(t.gettext("**The lot**, at the end."))
    lines = [t.gettext("Whoever is level in one goes on to the next:")]
    lines += [f"{number}. {each}" for number, each in enumerate(criteria, 1)]
    return [*lines, t.gettext("A win without a match counts with the average of one's own matches.")]


def _after_wins(cup: Cup, t: NullTranslations) -> Iterator[str]:
    """Yield the criteria between level wins, without the lot."""
    swiss, fewest = cup.settings.format is Format.SWISS, less_is_better(cup)
    if swiss:
        yield t.gettext(
            "**Buchholz**: the wins of all your opponents added up. A round without a match counts as an opponent with "
            "as many wins as you, and a round that you missed as 0."
        )
    else:
        yield t.gettext("**Direct encounter**: wins, then points, in the matches among all who are level.")
    if fewest:
        yield t.gettext("**Difference**: the points of your opponents less yours, since few points are good.")
        return
    yield t.gettext("**Difference**: your points less those of your opponents.")
    yield t.gettext("**Points**: your own.")
    if swiss:
        yield t.gettext("**Direct encounter**: wins in the matches among all who are level, if each met each other.")


def own_buchholz(at: Situation, user_id: int, t: NullTranslations) -> Iterator[str]:
    """Yield the sum of somebody's Buchholz; nothing where it does not count, and before their first result."""
    entrant = at.cup.entrant_of(user_id)
    if entrant is None or at.cup.settings.format is not Format.SWISS:
        return
    parts = buchholz_parts(at.cup, entrant.id)
    if parts:
        names = EntrantNames(at, t)
        told = [
            t.gettext("{label}: {value}").format(label=_label(game, names, t), value=quarters(worth))
            for game, worth in parts
        ]
        total = quarters(sum((worth for _, worth in parts), Fraction(0)))
        yield t.gettext("Your Buchholz is {total} ({parts}).").format(total=total, parts=" · ".join(told))


def _label(game: Game, names: EntrantNames, t: NullTranslations) -> str:
    match game.kind:
        case Kind.MATCH:
            return names.told(game.opponents)
        case Kind.MISSED:
            return t.gettext("a missed round")
        case Kind.BYE | Kind.UNOPPOSED:
            return t.gettext("a win without a match")
