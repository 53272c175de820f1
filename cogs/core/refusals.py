"""Refusals as sentences, in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from gettext import NullTranslations

import discord

from cogs.core.bot import Interaction
from cogs.core.command_names import CommandNames, commands_for
from cogs.core.context import has_commands
from cogs.core.frame import escaped
from engine.errors import Illegal, IllegalMove
from engine.i18n import N_
from engine.live.model.errors import Code, TableError
from engine.live.model.table import Header
from engine.live.tables.table import Table
from engine.options import Option
from engine.rules import RULE_SETS, RuleSet, find
from render.i18n import list_items

REFUSALS = {
    Illegal.NOT_DEALT: N_("The next deal hasn't started yet."),
    Illegal.DEAL_RUNNING: N_("The deal has already started."),
    Illegal.MATCH_OVER: N_("This match is over."),
    Illegal.NOT_YOUR_TURN: N_("It isn't your turn yet."),
    Illegal.NOT_IN_HAND: N_("You don't have that tile."),
    Illegal.NO_SUCH_END: N_("There is no such end on the table."),
    Illegal.DOES_NOT_FIT: N_("{tile} doesn't fit there: that end shows {shown}."),
    Illegal.MUST_OPEN_WITH: N_("This deal opens with {tile}, and you hold it."),
    Illegal.NO_DOUBLE_OPENS: N_("This deal can't open with a double."),
    Illegal.MUST_PLAY: N_("You have a tile that fits, so you must play."),
    Illegal.MUST_DRAW: N_("None of your tiles fits, so draw first."),
    Illegal.NO_DRAWING: N_("You can't draw now."),
    Illegal.BONEYARD_EMPTY: N_("There are no tiles left to draw."),
    Illegal.DRAWN_ALREADY: N_("You have already drawn this turn."),
    Illegal.NOT_OPEN_YET: N_("That arm isn't open yet."),
    Illegal.CLOSED_TRAIN: N_("That train is closed: it has no marker."),
    Illegal.COVER_DOUBLE: N_("The open double has to be covered first."),
    Illegal.NO_SECOND_DOUBLE: N_("{tile} is a double, and a double can't follow a double."),
    Illegal.FOOT_FIRST: N_("The chicken foot needs its toes first, one after the other."),
    Illegal.STATION_FIRST: N_("The double in the middle needs a tile on each side first, one after the other."),
    Illegal.BID_HIGHER: N_("{points} can't be bid now. You can bid {allowed}."),
    Illegal.MUST_BID: N_("Everybody else passed, so you have to bid."),
    Illegal.BIDDING_OPEN: N_("The bidding isn't over yet."),
    Illegal.BIDDING_OVER: N_("The bidding is over."),
    Illegal.TRUMP_FIRST: N_("Trump has to be named first."),
    Illegal.NO_SUCH_TRUMP: N_("{trump} can't be trump."),
    Illegal.FOLLOW_SUIT: N_("{tile} doesn't follow suit, and you hold a tile that does."),
    Illegal.SAY_FACING: N_("Choose which half of {tile} faces out."),
    Illegal.NO_FACING: N_("You can't choose which half of {tile} faces out."),
    Illegal.NOTHING_THERE: N_("There is no longer a tile at {position}."),
    Illegal.ALREADY_UP: N_("The tile at {position} is already face up. Choose another."),
    Illegal.NOT_HERE: N_("There is no such move in this game."),
    Illegal.BAD_STOCK: N_("The tiles could not be dealt."),
    Illegal.BAD_FIRST: N_("The tiles could not be dealt."),
    Illegal.UNKNOWN_RULES: N_("There is no rule set called {rules}. Choose one from the list."),
    Illegal.BAD_SEATS: N_("That rule set isn't for this number of players."),
    Illegal.UNKNOWN_OPTION: N_("{rules} has no option {option}. {others}"),
    Illegal.BAD_OPTION: N_("{option} can't be {value}. {rules}: {values}."),
}

DECLINES = {
    Code.STALE: N_("That button was for an earlier move."),
    Code.NOT_SEATED: N_(
        "You aren't at this table. Join its next match, or open a table in another channel: {command}."
    ),
    Code.JOIN_FIRST: N_("You aren't at this table yet. Press **Join** to sit down."),
    Code.NOT_YOURS: N_("Those are someone else's controls. **My hand** shows your own."),
    Code.NOT_HOST: N_("Only the host of the table, <@{host}>, can do that."),
    Code.ALREADY_SEATED: N_("You are already at this table."),
    Code.FULL: N_("The table is full: at most {most} can play."),
    Code.TOO_FEW: N_("You need at least {least} players. Invite a friend, or add a computer."),
    Code.TOO_MANY: N_("There are too many players at this table for that: at most {most} can play."),
    Code.PAIRS_NEED_FOUR: N_("You need four players to play in pairs."),
    Code.STARTED: N_("The match has already started."),
    Code.NOT_STARTED: N_("The match hasn't started yet. The host needs to press **Start**."),
    Code.NO_TABLE: N_("There is no table in this channel. Open one with {command}."),
    Code.CLOSED: N_("This table is closed. Open a new one with {command}."),
    Code.UNREADABLE: N_("I can't read that match any more, so I can't show it. Nothing of it was deleted."),
    Code.CHANNEL_TAKEN: N_("There is already a table in this channel. Choose another channel or a thread."),
    Code.LEFT: N_("You have left this match, and the bot is playing for you. Press **I'm back** to return."),
    Code.REMOVED: N_(
        "The host has removed you from this match, and the bot is playing for you. To ask for your seat, type "
        "{command}."
    ),
    Code.KEPT: N_("You were away, so the bot is playing for you. Press **I'm back** to take over again."),
    Code.NOT_KEPT: N_("The bot isn't playing for you: you are at the table."),
    Code.PAUSED: N_(
        "The match is paused. Its host, <@{host}>, can continue it with {command}; once this deal has been paused "
        "for an hour, every player can."
    ),
    Code.NOT_PAUSED: N_("The match isn't paused."),
    Code.PAUSE_OF_HOST: N_("For now, only the host, <@{host}>, can continue this match. You can <t:{until}:R>."),
    Code.PAUSES_USED_UP: N_(
        "This deal has been paused for an hour in all, and that is the limit. You can pause again in the next deal."
    ),
    Code.NOT_HERE: N_("That person isn't playing at this table right now. Choose someone who is."),
    Code.NOT_YOURSELF: N_("That person is already the host of this table. Choose someone else."),
    Code.SELF_REMOVAL: N_("You can't remove yourself. To leave the table, type {command}."),
    Code.ELSEWHERE: N_("There is no table in this channel. Yours is in another one:"),
    Code.NO_REMATCH: N_("You didn't play in that match. To play here, open a table of your own: {command}."),
    Code.VOTE_OVER: N_("That vote is over."),
    Code.NEEDS_VOTE: N_("By now it takes a vote to end this match: type {command}."),
    Code.VOTE_RUNNING: N_("A vote to end this match is already in progress."),
    Code.REPLACED: N_("{name} now plays in your place, so this match goes on without you."),
    Code.NO_FREE_SEAT: N_("No seat of this match is free: everyone is still playing."),
    Code.SEAT_TAKEN: N_("That seat isn't free any more."),
    Code.ASK_AGAIN: N_("That request is too old: they need to ask again."),
    Code.NO_HINTS: N_("This table doesn't allow hints. The host can change that before the match, under **More**."),
    Code.DEAL_NOT_ENDED: N_("That deal hasn't ended yet."),
    Code.NO_WORDS: N_("This table was opened before words could be added to a deal."),
    Code.DEALT: N_(
        "Those tiles have already been dealt. Add a word before a deal: in the lobby, or once a deal has ended."
    ),
    Code.WORDS_ADDED: N_(
        "Somebody has added a word to the first deal already, so its opener can't be changed any more."
    ),
    Code.WORD_TOO_LONG: N_("A word can have at most {most} characters."),
    Code.NUDGED: N_("They were nudged just now. You can nudge them again <t:{until}:R>."),
    Code.NOT_WAITING: N_("It isn't another player's turn, so there is nobody to wait for."),
    Code.OWN_SEAT: N_("You already sit there."),
    Code.NOT_ASKED: N_("Only the player who was asked can agree to that."),
    Code.IN_CUP: N_("This table belongs to a tournament. Only its organizer can change that."),
    Code.TOO_EARLY: N_("They may still be thinking. You can let the bot play for them <t:{until}:R>."),
}

WITHOUT_COMMANDS = {
    Code.NOT_SEATED: N_("You aren't at this table. You can join its next match."),
    Code.REMOVED: N_(
        "The host has removed you from this match, and the bot is playing for you. To ask for your seat, press **My "
        "hand** and then **I'm back**."
    ),
    Code.NO_REMATCH: N_("You didn't play in that match, so you can't ask for a rematch."),
    Code.CLOSED: N_("This table is closed."),
    Code.NEEDS_VOTE: N_("By now it takes a vote to end this match: press **Leave** to ask for one."),
}
"""The refusals for people who may not have the bot's commands."""

AGAIN = N_("I can't do that right now. Try again in a moment.")
"""The answer while the tables of a shard pass from one process to another."""

INSTALL = N_("Anyone who [adds me to their account](<{link}>) can open tables with {command}.")
TYPED = {
    Code.NOT_SEATED: "play",
    Code.NO_TABLE: "play",
    Code.CLOSED: "play",
    Code.NO_REMATCH: "play",
    Code.REMOVED: "back",
    Code.PAUSED: "table pause",
    Code.SELF_REMOVAL: "leave",
    Code.NEEDS_VOTE: "table end",
}
"""The command that each of these refusals names."""

INSTALLING = (Code.NOT_SEATED, Code.NO_REMATCH, Code.CLOSED)
"""The refusals that tell those people how to get the commands."""


LACKING = {
    "target": N_("{rules} isn't played to a number of points. {others}"),
    "deals": N_("{rules} isn't played for a number of deals. {others}"),
    "pairs": N_("{rules} isn't played in pairs. These games are: {in_pairs}."),
}
"""The refusals of options of ``/domino play`` that a rule set does not have."""

QUOTED_LENGTH = 60
"""The length to which user input is cut in a reply."""


def sentence(error: IllegalMove | TableError, t: NullTranslations, names: CommandNames | None = None) -> str:
    """Return the reason for a refusal in the reader's language.

    Args:
        error: the refusal.
        t: the reader's language.
        names: the names of commands for the reader; None for those that are typed in that language.

    """
    # the values may contain typed text, which must neither format nor mention
    facts = {name: _quoted(fact) if isinstance(fact, str) else fact for name, fact in error.facts.items()}
    if isinstance(error, TableError) and error.code in TYPED:
        facts["command"] = (names or CommandNames({}, t)).name(*TYPED[error.code].split())
    if isinstance(error, IllegalMove):
        template = REFUSALS[error.reason]
        if error.reason in (Illegal.UNKNOWN_OPTION, Illegal.BAD_OPTION):
            if error.reason is Illegal.UNKNOWN_OPTION:
                template = LACKING.get(_option_of(facts), template)
            facts |= _allowed(facts, t)
    else:
        template = DECLINES[error.code]
    text = t.gettext(template).format(**facts)
    table = facts.get("table")
    if isinstance(table, Table):
        text += f" {link(table.header)}"
    return text.rstrip()


def sentence_for(interaction: Interaction, error: TableError, t: NullTranslations) -> str:
    """Return the reason for a refusal, with no command in it for a user who may have none."""
    names = commands_for(interaction)
    if has_commands(interaction) or error.code not in WITHOUT_COMMANDS:
        return sentence(error, t, names)
    text, application = t.gettext(WITHOUT_COMMANDS[error.code]), interaction.client.application
    if error.code not in INSTALLING or application is None or not application.bot_public:
        return text
    link = discord.utils.oauth_url(application.id, scopes=("applications.commands",)) + "&integration_type=1"
    return f"{text} {t.gettext(INSTALL).format(link=link, command=names.name('play'))}"


def _allowed(facts: Mapping[str, object], t: NullTranslations) -> dict[str, str]:
    """Return the names and values of options for the refusal of one of them."""
    rules, name = find(str(facts["rules"])), _option_of(facts)
    option = rules.option(name)
    return {
        "rules": t.gettext(rules.about.name),
        # the name of an option of a command is translated
        "option": t.gettext(option.label) if option is not None else t.gettext(name),
        "value": str(facts.get("value", "")).strip("'"),
        "values": "" if option is None else _values(option, t),
        "others": _others(rules, t),
        "in_pairs": list_items(
            [t.gettext(each.about.name) for each in RULE_SETS.values() if each.option("pairs") is not None], t
        ),
    }


def _option_of(facts: Mapping[str, object]) -> str:
    return str(facts["option"]).strip("'")


def _others(rules: RuleSet, t: NullTranslations) -> str:
    """Return the options of a rule set with their values, a line for each."""
    if not rules.options:
        return t.gettext("It has no options.")
    label = t.gettext("{label}: {value}")
    lines = [label.format(label=t.gettext(each.label), value=_values(each, t)) for each in rules.options]
    return "\n- ".join((t.gettext("You can choose:"), *lines))


def _values(option: Option, t: NullTranslations) -> str:
    """Return the values of an option: ``50 or 100``, ``1 to 13``, ``any number from 1``."""
    if option.min_value is not None:
        return t.gettext("any number from {least}").format(least=option.min_value)
    values = [str(each) if type(each) is int else t.gettext(text) for each, text in option.values.items()]
    if len(values) > 5 and not any(option.values.values()):
        return t.gettext("{first} to {last}").format(first=values[0], last=values[-1])
    return list_items(values, t, "or")


def _quoted(text: str) -> str:
    return escaped(text[:QUOTED_LENGTH])


def link(header: Header) -> str:
    """Return the address of a table's newest message, or of its channel; empty if it is not known."""
    delivery = header.delivery
    if not (delivery.by_token or delivery.in_guild):
        # a private channel, or one of a server that the bot does not know
        return ""
    address = f"https://discord.com/channels/{header.guild_id if delivery.in_guild else '@me'}/{header.channel_id}"
    # an ephemeral message may be gone from its reader's screen
    post = None if delivery.ephemeral else header.post_here
    return address if post is None else f"{address}/{post.message_id}"
