"""Challenges that are closed: their results, their seed, and their deals as matches to watch again."""

from __future__ import annotations

from cogs.bot import DominoBot, Interaction
from cogs.challenges.friends import show_results
from cogs.challenges.own_result import find
from cogs.challenges.titles import heading
from cogs.core.cog import Cog, on_button
from cogs.core.command_names import commands_for
from cogs.core.components import is_number
from cogs.core.frame import framed
from cogs.messages.names import labelled
from engine.live.challenges.attempt import saved_table
from engine.live.challenges.store import ChallengeStore
from engine.live.model.table import Person, SavedTable
from engine.rules import RULE_SETS
from render.i18n import translations


class Archive(Cog):
    """Shows what opens when a challenge is closed."""

    def __init__(self, bot: DominoBot) -> None:
        super().__init__(bot)
        self._challenges = bot.hub.store.challenges

    async def cog_load(self) -> None:
        """Let replays, records and verification find deals of challenges, too."""
        await super().cog_load()
        self.bot.hub.archives.append(self.match_of)

    async def cog_unload(self) -> None:
        """Take the deals back."""
        self.bot.hub.archives.remove(self.match_of)
        await super().cog_unload()

    async def match_of(self, table_id: str) -> SavedTable | None:
        """Return a deal of an attempt as a match that is over, by an id as :func:`archived` takes it."""
        return await archived(self._challenges, table_id)

    @on_button("chtable")
    async def show_results(self, interaction: Interaction, challenge_id: str) -> None:
        """Handle All results: show the user the table of results."""
        await show_results(interaction, await find(interaction, challenge_id))

    @on_button("chseed")
    async def show_seed(self, interaction: Interaction, challenge_id: str) -> None:
        """Handle Fair deal: show the user the promise and, once the challenge is closed, the seed."""
        challenge, t = await find(interaction, challenge_id), translations(interaction.locale)
        lines = [
            heading(challenge, 0, t),
            t.gettext(
                "All tiles come from one secret seed, the same for everybody. It was drawn before anybody played."
            ),
            labelled(t.gettext("Its SHA-256"), f"`{challenge.seed.commitment}`", t),
        ]
        if challenge.closed:
            check = t.gettext(
                "That SHA-256 must be the one that this button showed before. The seed of deal 1 is the HMAC-SHA256 of "
                "`domino-challenge/1`, a line feed and `deal 1` under this seed; {command} with the id of a replay "
                "redraws its tiles and compares."
            )
            lines.insert(2, labelled(t.gettext("Seed"), f"`{challenge.seed.reveal()}`", t))
            lines += [
                labelled(t.gettext("Deal {deal}").format(deal=deal), f"`{challenge.deal_seed(deal).reveal()}`", t)
                for deal in range(1, challenge.deals + 1)
            ]
            lines.append(check.format(command=commands_for(interaction).name("match", "verify")))
        else:
            lines.append(t.gettext("To check: copy the SHA-256 now. After the end, this button shows the seed."))
        await interaction.response.send_message(view=framed("\n".join(lines)), ephemeral=True)


async def archived(challenges: ChallengeStore, table_id: str) -> SavedTable | None:
    """Return a deal of an attempt as a match that is over.

    Args:
        challenges: the store.
        table_id: the id of the attempt, a hyphen and the number of the deal.

    Returns:
        None if there is none, its challenge is not closed, or its actions are not kept any more.

    """
    attempt_id, _, number = table_id.partition("-")
    player = await challenges.attempt(attempt_id) if is_number(number) else None
    challenge = None if player is None else await challenges.find(player.challenge_id)
    if player is None or challenge is None or not challenge.closed or challenge.rules not in RULE_SETS:
        return None
    deal, entries = int(number), await challenges.entries(player)
    if not 1 <= deal <= len(player.margins) or not entries:
        return None
    begins = max((each.at for each in entries if each.deal < deal), default=player.began_at)
    person = Person(player.user_id, player.name, "")
    return saved_table(challenge, person, table_id, deal, entries, begins)
