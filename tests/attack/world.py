"""What this Discord knows: people, channels, messages and interactions, as plain data."""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.support import discord_payloads as payloads
from tests.support.discord_payloads import ALL_PERMISSIONS, EPHEMERAL, GUILD, MAY_WRITE, Form, snowflake

INTERACTION_SECONDS = 3.0
"""How long an interaction waits for its first answer."""
MAX_COMPONENTS, MAX_TEXT, MAX_ALT = 40, 4_000, 1_024
MAX_LABEL, MAX_OPTIONS, MAX_WORDS = 80, 25, 100
"""How much a message may hold; words are those of options, and custom ids."""
NONCE_SECONDS = 300.0
"""How long a second message with the same nonce is answered with the first."""
MAX_DRAWN = 2_000
"""How many pictures are kept to be looked at: some 50 MB."""


@dataclass(slots=True)
class Account:
    """A person, or the bot."""

    id: int
    name: str
    locale: str = "en-US"
    bot: bool = False
    dm: int = field(default_factory=snowflake)
    permissions: str = ALL_PERMISSIONS

    def user(self) -> dict[str, Any]:
        return payloads.user(self.id, self.name, bot=self.bot)

    def member(self) -> dict[str, Any]:
        return payloads.member(self.user(), self.permissions)


@dataclass(slots=True)
class Shown:
    """A message, and what it has been.

    Attributes:
        reader: who sees it; None for everybody in the channel.
        version: how often it has been edited.
        pictures: a digest of each picture that it has shown, with the text and alt text beside it, and the number of
            the bot's life.
        told: each text that it has shown, oldest first, without alt texts and labels.

    """

    id: int
    channel: int
    payload: dict[str, Any]
    reader: int | None = None
    version: int = 0
    changed: float = 0.0
    pictures: list[tuple[str, str, int]] = field(default_factory=list)
    told: list[str] = field(default_factory=list)

    def controls(self) -> Iterator[dict[str, Any]]:
        """Yield the buttons and selects that can be used, in order."""
        for each in parts(self.payload["components"]):
            if each.get("type") in (2, 3, 5, 8) and each.get("custom_id") and not each.get("disabled"):
                yield each

    @property
    def text(self) -> str:
        return text_of(self.payload)


def parts(components: Any) -> Iterator[dict[str, Any]]:
    """Yield all components of a message, however deeply nested."""
    for each in components or ():
        yield each
        yield from parts(each.get("components"))
        yield from parts([each["accessory"]] if each.get("accessory") else ())


def too_big(payload: Mapping[str, Any]) -> list[str]:
    """Return what of a message is longer than Discord takes (its reference, "Component Reference")."""
    found: list[tuple[str, int, int]] = []
    listed = [*parts(payload.get("components"))]
    found.append(("components", len(listed), MAX_COMPONENTS))
    found.append(("text", sum(_length(each.get("content")) for each in listed), MAX_TEXT))
    for each in listed:
        found.append(("label", _length(each.get("label")), MAX_LABEL))
        found.append(("custom id", _length(each.get("custom_id")), MAX_WORDS))
        found += [("alt text", _length(item.get("description")), MAX_ALT) for item in each.get("items", ())]
        options = each.get("options", ())
        found.append(("options", len(options), MAX_OPTIONS))
        for option in options:
            words = (option.get(part) for part in ("label", "value", "description"))
            found += [("option", _length(word), MAX_WORDS) for word in words]
    return [f"{what}: {length} of {most}" for what, length, most in found if length > most]


def _length(text: str | None) -> int:
    """Return the length of a text in UTF-16, the greater of those in which Discord might count."""
    return len((text or "").encode("utf-16-le")) // 2


def text_of(payload: Mapping[str, Any], *fields: str) -> str:
    """Return what a message says in words: text, labels and alt texts, or some fields alone."""
    found = [payload.get("content") or ""]
    for each in parts(payload.get("components")):
        found += [each.get(name) or "" for name in fields or ("content", "label", "placeholder")]
        if fields:
            continue
        found += [item.get("description") or "" for item in each.get("items", ())]
        found += [option.get("label", "") for option in each.get("options", ())]
    return "\n".join(filter(None, found))


@dataclass(slots=True)
class Interaction:
    """A press or a command, and what came of it.

    Attributes:
        kinds: the types of the answers that arrived, taken or not.
        taken: the type of the answer that Discord took; 0 for none.
        said: the texts of new messages that answer it.

    """

    id: int
    token: str
    user: int
    channel: int
    payload: dict[str, Any]
    message: Shown | None = None
    sent: float = field(default_factory=time.monotonic)
    taken: int = 0
    took: float = 0.0
    late: bool = False
    flags: int = 0
    original: Shown | None = None
    said: list[str] = field(default_factory=list)
    answered: asyncio.Event = field(default_factory=asyncio.Event)


class World:
    """All of it. ``emit`` is set by the gateway; ``on_message`` is told of each new or edited message.

    Attributes:
        life: how often the bot has begun.
        drawn: the newest pictures, with their digests.
        moderated: the messages that somebody else than the bot has deleted.
    """

    def __init__(self, names: Mapping[str, str], channels: int, strangers: int = 0) -> None:
        self.bot = Account(payloads.APPLICATION, "Dominoes", bot=True)
        self.people = [Account(snowflake(), name, locale) for name, locale in names.items()]
        self.strangers = [Account(snowflake(), f"S{at}", permissions=MAY_WRITE) for at in range(strangers)]
        self.accounts = {each.id: each for each in (self.bot, *self.people, *self.strangers)}
        self.channels = [snowflake() for _ in range(channels)]
        self.dms = {each.dm: each.id for each in (*self.people, *self.strangers)}
        self.messages: dict[int, Shown] = {}
        self.moderated: list[Shown] = []
        self.drawn: deque[tuple[str, bytes]] = deque(maxlen=MAX_DRAWN)
        self.interactions: dict[str, Interaction] = {}
        self.nonces: dict[tuple[int, str], tuple[float, Shown]] = {}
        self.emit: Callable[[str, Any], None] = lambda event, data: None
        self.life = 0
        self.on_message: list[Callable[[Shown], None]] = []
        self.changed = asyncio.Event()

    # ------------------------------------------------------------------ places

    def channel(self, identity: int) -> dict[str, Any]:
        if identity in self.dms:
            return payloads.dm_channel(identity, self.accounts[self.dms[identity]].user())
        return payloads.channel(identity, GUILD, f"table-{self.channels.index(identity)}")

    def guild(self) -> dict[str, Any]:
        return payloads.guild(GUILD, [self.channel(each) for each in self.channels], self.people[0].id)

    # ------------------------------------------------------------------ messages

    def write(self, channel: int, sent: Form, *, old: Shown | None = None, reader: int | None = None) -> Shown:
        """Post a message, or edit one."""
        number = snowflake() if old is None else old.id
        fresh = payloads.message(channel, sent, number, old and old.payload)
        shown = old or Shown(number, channel, fresh, reader)
        shown.payload = fresh
        shown.version += old is not None
        shown.changed = time.monotonic()
        shown.told.append(text_of(fresh, "content"))
        for _, data in sent.files:
            digest = hashlib.sha256(data).hexdigest()
            shown.pictures.append((digest, shown.text, self.life))
            self.drawn.append((digest, data))
        self.messages[shown.id] = shown
        for each in self.on_message:
            each(shown)
        self.wake()
        return shown

    def moderate(self, shown: Shown) -> None:
        """Delete a message behind the bot's back."""
        self.moderated.append(self.messages.pop(shown.id))

    def wake(self) -> None:
        """Have those who wait for something look again."""
        self.changed.set()
        self.changed = asyncio.Event()

    def post(self, channel: int, sent: Form) -> Shown:
        """Post a message as the bot; one with a known nonce is the message that has it."""
        nonce = sent.json.get("nonce") if sent.json.get("enforce_nonce") else None
        if nonce is not None:
            at, shown = self.nonces.get((channel, str(nonce)), (0.0, None))
            if shown is not None and time.monotonic() - at < NONCE_SECONDS and shown.id in self.messages:
                return shown
        shown = self.write(channel, sent, reader=self.dms.get(channel))
        if nonce is not None:
            self.nonces[channel, str(nonce)] = (time.monotonic(), shown)
        return shown

    def seen_by(self, user: int, channel: int) -> list[Shown]:
        """Return the messages that a person sees in a channel, newest first."""
        return [
            each for each in reversed(self.messages.values()) if each.channel == channel and each.reader in (None, user)
        ]

    # ------------------------------------------------------------------ interactions

    def interact(
        self,
        kind: int,
        user: Account,
        channel: int,
        data: Mapping[str, Any],
        message: Shown | None = None,
        odd: Mapping[str, Any] | None = None,
    ) -> Interaction:
        """Send the bot a press (3), a command (2), typing (4) or a modal (5); ``odd`` replaces parts of it."""
        identity, place = snowflake(), self.channel(channel)
        shown = message and message.payload
        payload = payloads.interaction(identity, f"token-{identity}", kind, user.member(), place, data, shown)
        payload["locale"] = user.locale
        payload |= odd or {}
        made = Interaction(identity, str(payload["token"]), user.id, channel, payload, message)
        self.interactions[made.token] = made
        self.emit("INTERACTION_CREATE", payload)
        return made

    def answer(self, made: Interaction, kind: int, sent: Form) -> int:
        """Take the first answer to an interaction; return Discord's error code, or 0."""
        if made.taken:
            return 40060
        if time.monotonic() - made.sent > INTERACTION_SECONDS:
            made.late = True
            return 10062
        made.taken, made.took = kind, time.monotonic()
        made.flags = int(sent.json.get("flags") or 0)
        if kind == 4:
            made.original = self.reply(made, sent)
        elif kind == 7 and made.message is not None and made.message.id in self.messages:
            made.original = self.write(made.channel, sent, old=made.message)
        elif kind == 6:
            made.original = made.message
        if kind != 5:
            made.answered.set()
        return 0

    def reply(self, made: Interaction, sent: Form) -> Shown:
        """Post a message that answers an interaction."""
        private = int(sent.json.get("flags") or 0) & EPHEMERAL or made.channel in self.dms
        shown = self.write(made.channel, sent, reader=made.user if private else None)
        made.said.append(shown.text)
        made.answered.set()
        return shown
