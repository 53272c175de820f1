"""**How it works**: the way to take part in a tournament, for the person who presses."""

from __future__ import annotations

from collections.abc import Iterator
from gettext import NullTranslations

from cogs.bot import Interaction
from cogs.core.cog import Cog, on_button
from cogs.core.frame import framed
from cogs.cups.texts import duration
from engine.i18n import N_
from engine.live.cups.tempo import GRACES, Tempo
from render.i18n import translations

HOW_IT_WORKS = N_("How it works")


class CupGuide(Cog):
    """Explains tournaments."""

    @on_button("cupguide", beside="tournaments", label=HOW_IT_WORKS)
    async def explain(self, interaction: Interaction) -> None:
        """Handle How it works."""
        t = translations(interaction.locale)
        lines = [f"## {t.gettext(HOW_IT_WORKS)}", *guide_lines(t)]
        await interaction.response.send_message(view=framed("\n".join(lines)), ephemeral=True)


def guide_lines(t: NullTranslations) -> Iterator[str]:
    """Yield the rules for a player, one line each."""
    times = {tempo.value: duration(GRACES[tempo].here, t) for tempo in Tempo}
    yield t.gettext("**Taking part:** press **Sign up** in the tournament's message.")
    text = t.gettext(
        "**Each round:** you are mentioned at your table. Press **I'm here** there within {tonight}, or {days} if it "
        "goes over days."
    )
    yield text.format(**times)
    yield t.gettext(
        "**Absent:** a substitute plays for you, or a computer if your partner is there. If nobody of a side comes, "
        "the other side wins. Whoever misses or leaves two rounds is out."
    )
    yield t.gettext("**Leaving:** press **Withdraw**. You play no further round, and your results stay.")
    yield t.gettext("**Bye:** you have no opponent in that round. It counts as a win; in a knock-out you go on.")
    yield t.gettext("**Places:** press **How places are found** below the standings.")
