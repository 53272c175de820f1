"""The buttons of a tournament's message: sign up, look for a partner, substitute, withdraw."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from gettext import NullTranslations
from typing import Any, cast

import discord

from cogs.bot import Interaction
from cogs.core.bot import Bot
from cogs.core.cog import Cog, Sent, on_button, on_modal
from cogs.core.components import button, custom_id, custom_ids, read_user_id
from cogs.core.context import person_of
from cogs.core.errors import UserError, reply_privately
from cogs.core.frame import escaped, framed, notifying
from cogs.cups.cup_message import start_line, takes_entries
from cogs.cups.organize_text import people_form
from cogs.cups.refusals import REFUSALS, TO_YOURSELF, act, find_cup
from cogs.cups.texts import person_name, relative, title
from engine.cups import Phase, Refusal, Sides
from engine.i18n import N_
from engine.live.cups import signing
from engine.live.cups.live_cup import LiveCup
from engine.live.cups.model import CupPerson, Situation
from engine.live.model.errors import Code, TableError
from render.i18n import translations
from render.names import plain

ASKING_SECONDS = 60.0
"""The minimum number of seconds between two questions of a person: each notifies somebody."""


class SignUp(Cog):
    """Lets people into tournaments, and out of them."""

    def __init__(self, bot: Bot) -> None:
        super().__init__(bot)
        # when people may ask somebody again to be their partner
        self._asks_again: dict[int, float] = {}

    @on_button("cupin")
    async def sign_up(self, interaction: Interaction, cup_id: str) -> None:
        """Handle Sign up: enter the user; with fixed pairs, ask for the partner."""
        live, t = find_cup(interaction, cup_id), translations(interaction.locale)
        if live.situation.cup.settings.sides is Sides.PAIRS:
            _require_free(interaction, live)
            form = people_form(
                "cupin",
                cup_id,
                heading=t.gettext("Sign up"),
                label=t.gettext("Your partner"),
                about=t.gettext("They are asked here, and sign up with you by pressing Accept."),
            )
            await interaction.response.send_modal(form)
            return
        await act(interaction, live, signing.sign_up, cup_person(interaction))
        text = t.gettext("You are signed up. Your table gets a place of its own, and you are mentioned there.")
        await reply_privately(interaction, f"{text} {_beginning(live.situation, t)}".rstrip())

    @on_modal("cupin")
    async def ask_partner(self, interaction: Interaction, cup_id: str, sent: Sent) -> None:
        """Handle the chosen partner: ask them in public."""
        live, t = find_cup(interaction, cup_id), translations(interaction.locale)
        _require_free(interaction, live)
        (partner,) = people_chosen(interaction, sent.get("people", []))
        if partner.user_id == interaction.user.id:
            raise UserError(t.gettext("Choose somebody else: a pair is two people."))
        if live.situation.cup.entrant_of(partner.user_id) is not None:
            text = t.gettext(REFUSALS[Refusal.SIGNED_UP_ALREADY])
            raise UserError(text.format(name=escaped(plain(partner.name))))
        self._require_patience(interaction)
        t = translations(live.header.locale)
        text = t.gettext("{friend}, {name} would like to play **{cup}** with you. Do you want to?")
        line = text.format(friend=f"<@{partner.user_id}>", name=f"<@{interaction.user.id}>", cup=title(live.header))
        pair = interaction.user.id, partner.user_id
        answers = [
            button("cupyes", cup_id, *pair, label=t.gettext("Accept"), style=discord.ButtonStyle.success),
            button("cupno", cup_id, *pair, label=t.gettext("Decline")),
        ]
        await interaction.response.send_message(
            view=framed(line, rows=[answers]),
            allowed_mentions=notifying([partner.user_id]),
        )

    def _require_patience(self, interaction: Interaction) -> None:
        """Raise :class:`UserError` if the user asked somebody a moment ago."""
        now, t = interaction.client.clock(), translations(interaction.locale)
        self._asks_again = {asker: again for asker, again in self._asks_again.items() if again > now}
        if again := self._asks_again.get(interaction.user.id):
            text = t.gettext("You asked somebody a moment ago. You can ask somebody else {when}.")
            raise UserError(text.format(when=relative(again)))
        self._asks_again[interaction.user.id] = now + ASKING_SECONDS

    @on_button("cupyes")
    async def accept(self, interaction: Interaction, cup_id: str, asker: str, asked: str) -> None:
        """Handle Accept: the invited person signs both up."""
        live = find_cup(interaction, cup_id)
        _require_question(interaction, "cupyes", cup_id, asker, asked)
        if interaction.user.id != read_user_id(asked):
            raise TableError(Code.NOT_ASKED)
        pair = _asker(interaction, live.situation, read_user_id(asker)), cup_person(interaction)
        await act(interaction, live, signing.sign_up, *pair)
        t = translations(live.header.locale)
        line = t.gettext(TOGETHER).format(name=f"<@{asker}>", friend=f"<@{asked}>", cup=title(live.header))
        await interaction.response.edit_message(view=framed(line))

    @on_button("cupno")
    async def decline(self, interaction: Interaction, cup_id: str, asker: str, asked: str) -> None:
        """Handle Decline, by either of the two."""
        live = find_cup(interaction, cup_id)
        _require_question(interaction, "cupno", cup_id, asker, asked)
        if str(interaction.user.id) not in (asker, asked):
            raise TableError(Code.NOT_ASKED)
        t = translations(live.header.locale)
        text = t.gettext("{name} and {friend} don't play **{cup}** together.")
        line = text.format(name=f"<@{asker}>", friend=f"<@{asked}>", cup=title(live.header))
        await interaction.response.edit_message(view=framed(line))

    @on_button("cuppartner")
    async def seek_partner(self, interaction: Interaction, cup_id: str) -> None:
        """Handle Look for a partner: make a pair with the first who looks for one, or wait."""
        live, t = find_cup(interaction, cup_id), translations(interaction.locale)
        await act(interaction, live, signing.seek_partner, cup_person(interaction))
        at = live.situation
        if partner := partner_of(at, interaction.user.id):
            # whoever waited has no other news of it
            public = translations(live.header.locale)
            line = public.gettext(TOGETHER).format(
                name=f"<@{interaction.user.id}>", friend=f"<@{partner}>", cup=title(live.header)
            )
            text = f"{line} {_beginning(at, public)}".rstrip()
            await interaction.response.send_message(view=framed(text), allowed_mentions=notifying([partner]))
            return
        text = f"{t.gettext(SEEKING)} {t.gettext('Without a partner at the beginning, you become a substitute.')}"
        await reply_privately(interaction, f"{text} {_beginning(at, t)}".rstrip())

    @on_button("cupsub")
    async def substitute(self, interaction: Interaction, cup_id: str) -> None:
        """Handle Substitute: put the user on the list."""
        live, t = find_cup(interaction, cup_id), translations(interaction.locale)
        await act(interaction, live, signing.offer, cup_person(interaction))
        place = live.situation.cup.substitutes.index(interaction.user.id) + 1
        text = t.gettext("If somebody doesn't come to their table, you are mentioned here, and can play for them.")
        await reply_privately(interaction, f"{t.gettext(SUBSTITUTE).format(number=place)} {text}")

    @on_button("cupout")
    async def withdraw(self, interaction: Interaction, cup_id: str) -> None:
        """Handle Withdraw: at once before the beginning, after a question later."""
        live, t = find_cup(interaction, cup_id), translations(interaction.locale)
        at, user_id = live.situation, interaction.user.id
        entrant = at.cup.entrant_of(user_id)
        if at.phase is Phase.SIGN_UP or entrant is None or entrant.gone:
            partner = partner_of(at, user_id)
            await act(interaction, live, signing.withdraw, user_id)
            await reply_privately(interaction, _withdrawn(live.situation, partner, t))
            return
        text = t.gettext(
            "Withdraw from **{cup}**? Your results stay, and you play no further round. The organizer can take you "
            "back."
        )
        if at.cup.settings.sides is Sides.PAIRS:
            text = f"{text} {t.gettext('Your partner withdraws with you.')}"
        go = button("cupgo", cup_id, label=t.gettext("Withdraw"), style=discord.ButtonStyle.danger)
        line = text.format(cup=title(at.header))
        await interaction.response.send_message(view=framed(line, rows=[[go]]), ephemeral=True)

    @on_button("cupgo")
    async def withdraw_now(self, interaction: Interaction, cup_id: str) -> None:
        """Handle the confirmation."""
        live, t = find_cup(interaction, cup_id), translations(interaction.locale)
        await act(interaction, live, signing.withdraw, interaction.user.id)
        await interaction.response.edit_message(view=framed(t.gettext(WITHDRAWN)))


WITHDRAWN = N_("You have withdrawn from the tournament.")
TOGETHER = N_("{name} and {friend} play **{cup}** together.")
SEEKING = N_("You are looking for a partner. As soon as somebody else does, you two are a pair.")
SUBSTITUTE = N_("You are a substitute, number {number} on the list.")


def cup_person(interaction: Interaction) -> CupPerson:
    """Return the user as a person of a tournament, with their present name and language."""
    person = person_of(interaction)
    return CupPerson(person.user_id, person.name, person.locale)


def people_chosen(interaction: Interaction, chosen: Sequence[str], count: int = 1) -> list[CupPerson]:
    """Return the people whom a user chose in a form: members of this server who are no bots.

    Raises:
        UserError: somebody else was chosen.
        TableError: there is another number of them, as only forged forms have it.

    """
    if len({*chosen}) != count or len(chosen) != count:
        raise TableError(Code.STALE)
    return [_person_chosen(interaction, str(read_user_id(each))) for each in chosen]


def _person_chosen(interaction: Interaction, user_id: str) -> CupPerson:
    """Return a person with the name that Discord sends beside the choice."""
    t, data = translations(interaction.locale), cast("Mapping[str, Any]", interaction.data or {})
    resolved = cast("Mapping[str, Mapping[str, Mapping[str, str | bool | None]]]", data.get("resolved") or {})
    user, member = resolved.get("users", {}).get(user_id), resolved.get("members", {}).get(user_id)
    if user is None:
        raise TableError(Code.STALE)
    name = str((member or {}).get("nick") or user.get("global_name") or user.get("username") or "?")
    if user.get("bot"):
        raise UserError(t.gettext("{name} is a bot, and bots can't be invited.").format(name=escaped(plain(name))))
    if member is None:
        text = t.gettext("{name} isn't on this server and can't play here.")
        raise UserError(text.format(name=escaped(plain(name))))
    return CupPerson(int(user_id), name, "")


def partner_of(at: Situation, user_id: int) -> int:
    """Return the user id of somebody's partner in a fixed pair; 0 for none."""
    entrant = at.cup.entrant_of(user_id)
    return next((each for each in entrant.members if each != user_id), 0) if entrant is not None else 0


def _require_free(interaction: Interaction, live: LiveCup) -> None:
    """Raise :class:`UserError` if the user is in a tournament, or nobody may enter it any more."""
    at, t = live.situation, translations(interaction.locale)
    if at.cup.entrant_of(interaction.user.id) is not None:
        raise UserError(t.gettext(TO_YOURSELF[Refusal.SIGNED_UP_ALREADY]))
    if not takes_entries(at):
        raise UserError(t.gettext(REFUSALS[Refusal.CUP_OVER if at.over else Refusal.NO_LATE_ENTRY]))


def _require_question(interaction: Interaction, *control: str) -> None:
    """Raise :class:`TableError` unless the pressed message is this request, which the bot wrote.

    The request is stored nowhere else.
    """
    components = interaction.message.components if interaction.message is not None else ()
    if custom_id("b", *control) not in custom_ids(components):
        raise TableError(Code.STALE)


def _asker(interaction: Interaction, at: Situation, user_id: int) -> CupPerson:
    """Return a person who asked, with the name that is known: Discord does not list the members to the bot."""
    message, guild = interaction.message, interaction.guild
    asked = None if message is None else message.interaction_metadata
    seen = [None if guild is None else guild.get_member(user_id), None if asked is None else asked.user]
    seen += [] if message is None else message.mentions
    named = next((each.display_name for each in seen if each is not None and each.id == user_id), "")
    known = at.people.get(user_id)
    if known is not None and not named:
        return known
    return CupPerson(user_id, named, known.locale if known is not None else "")


def _withdrawn(at: Situation, partner: int, t: NullTranslations) -> str:
    """Return the answer to a withdrawal before the beginning."""
    told = t.gettext(WITHDRAWN)
    if not partner:
        return told
    name = escaped(person_name(at.people, partner, t))
    if partner in at.cup.seekers:
        return f"{told} {t.gettext('{name} now looks for another partner.').format(name=name)}"
    return told


def _beginning(at: Situation, t: NullTranslations) -> str:
    """Return the start of a tournament, as a sentence; empty once it has begun."""
    return start_line(at, t) if at.phase is Phase.SIGN_UP else ""
