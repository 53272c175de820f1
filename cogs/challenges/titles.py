"""The names of challenges."""

from __future__ import annotations

from gettext import NullTranslations

from cogs.messages.names import rules_name
from engine.live.challenges.challenge import Challenge, Kind
from render.i18n import grouped


def title(challenge: Challenge, t: NullTranslations) -> str:
    """Return the name of a challenge in its player's messages: ``Deal of the day 329``."""
    if challenge.kind is Kind.FRIENDS:
        return t.gettext("Challenge")
    return t.gettext("Deal of the day {number}").format(number=challenge.number)


def card_title(challenge: Challenge, t: NullTranslations) -> str:
    """Return the name of a challenge on a card: ``Dominoes 329``, or the game of a challenge among friends."""
    if challenge.kind is Kind.FRIENDS:
        return rules_name(challenge.rules, t)
    return t.gettext("Dominoes {number}").format(number=challenge.number)


def heading(challenge: Challenge, deal: int, t: NullTranslations) -> str:
    """Return the first line of a match: the challenge, the game, and the deal if there are several."""
    text = t.gettext("**{title}** · {rules} · deal {deal} of {deals}")
    if challenge.deals == 1 or not deal:
        text = "**{title}** · {rules}"
    facts = {"title": title(challenge, t), "rules": rules_name(challenge.rules, t)}
    return text.format(**facts, deal=deal, deals=challenge.deals)


def course_line(challenge: Challenge, begun: int, t: NullTranslations) -> str:
    """Return the line on a challenge that is open: how many people have begun it, and its end."""
    text = t.ngettext("{count} person has begun · ends {when}", "{count} people have begun · ends {when}", begun)
    if not begun:
        text = t.gettext("You are the first · ends {when}")
    return f"-# {text.format(count=grouped(begun, t), when=f'<t:{int(challenge.ends_at)}:R>')}"
