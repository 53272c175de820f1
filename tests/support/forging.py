"""A grammar of interactions that no client would send: commands, controls, windows and choices, by chance alone."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from engine.rules import RULE_SETS

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL = 2, 3, 4, 5
"""Types of interactions."""

ODD: tuple[Any, ...] = (
    *("", " ", "0", "-1", "007", "1e9", "None", "x" * 101, "9" * 5_000, "a" * 7_000, "\x00", "é", "٣", "¹", "💥" * 60),
    *(
        "@everyone <@1> **x**",
        "{0.__class__}%s%n",
        "'; DROP TABLE tables; --",
        "../../.env",
        "\u202e\u0301ab\u200b" * 9,
    ),
    *(*RULE_SETS, "on", "off", "me", "table", "another", "true", "false", "felt", "dark", "6-6", "100", "target"),
    *(0, -1, 3, 2**31, 2**63, -(2**70), 1.5, 1e300, True, False, None, [], [[]], ["0"], {}, {"value": "0"}),
)
"""Values of every kind, in the place of others."""

Handlers = Sequence[tuple[str, str]]
"""The kind and the verb of each control that the bot knows."""


class Grammar:
    """Makes interactions up.

    Args:
        luck: the chance.
        handlers: the controls that the bot knows.
        words: returns likely arguments of controls: tables, plies, people.
        users: people whom options may name, as Discord describes them.

    """

    def __init__(
        self,
        luck: random.Random,
        handlers: Handlers,
        words: Callable[[], Sequence[str]],
        users: Sequence[Mapping[str, Any]],
    ) -> None:
        self.luck = luck
        self.handlers = sorted(handlers)
        self._words = words
        self._users = users

    # ------------------------------------------------------------------ values

    def word(self) -> str:
        """Return an argument of a control."""
        return str(self.luck.choice([*self._words(), *"0123", "7", "27", "99", "all", "yes", self.luck.choice(ODD)]))

    def value(self) -> Any:
        """Return a value of any kind."""
        return self.word() if self.luck.random() < 0.6 else self.luck.choice(ODD)

    # ------------------------------------------------------------------ controls

    def custom_id(self, known: Sequence[str], allows: Callable[[str], bool]) -> str:
        """Return a custom id: one that is known, one that is nearly so, or one of a verb with any arguments.

        Args:
            known: the custom ids on a screen.
            allows: says of a verb whether it is to be used.

        """
        luck = self.luck
        known = [each for each in known if allows("".join(each.split(":")[1:2]))]
        if known and luck.random() < 0.6:
            made = luck.choice(known)
            way = luck.random()
            if way < 0.5:
                # something else in the place of one part
                parts = made.split(":")
                at = luck.randrange(len(parts))
                verbs = [verb for _, verb in self.handlers if allows(verb)]
                parts[at] = self.word() if at > 1 else luck.choice([*"bscm", *verbs, "nosuchverb"])
                made = ":".join(parts)
            elif way < 0.75:
                at, put = luck.randint(0, 40), luck.choice(("", ":", "0", "é", "٣", "\x00", "x" * 90))
                made = made[:at] + put + made[at + luck.randint(0, 3) :]
        elif luck.random() < 0.05:
            made = str(luck.choice(ODD))
        else:
            kind, verb = luck.choice([each for each in self.handlers if allows(each[1])])
            kind = luck.choice((kind, kind, kind, "b", "s", "c", "m"))
            made = ":".join((kind, verb, *(self.word() for _ in range(luck.randint(0, 5)))))
        return made[: luck.choice((100, 100, 100, 5_000))]

    def component(self, custom_id: str) -> tuple[int, dict[str, Any]]:
        """Return the type and the data of a press, a choice, or of what a window sends off."""
        luck = self.luck
        if custom_id.startswith("m") and luck.random() < 0.9:
            return self.window(custom_id)
        kind = luck.choice((2, 2, 2, 3, 3, 4, 5, 6, 7, 8, 17, 99))
        data: dict[str, Any] = {"custom_id": custom_id, "component_type": kind}
        if kind != 2 or custom_id[:1] in ("s", "c"):
            data |= {"values": [self.value() for _ in range(luck.choice((0, 1, 1, 1, 2, 30)))], "resolved": {}}
        return COMPONENT, data

    def window(self, custom_id: str) -> tuple[int, dict[str, Any]]:
        """Return what a window sends off, known or not."""
        luck = self.luck
        fields = [
            {"type": 4, "id": 2, "custom_id": luck.choice(("x", self.word())), "value": self.value()}
            for _ in range(luck.randint(0, 4))
        ]
        rows: list[Any] = [{"type": 1, "id": 1, "components": fields}, {"type": 1, "id": 1}]
        rows += [{"type": 18, "id": 1, "component": each} for each in fields]
        luck.shuffle(rows)
        return MODAL, {"custom_id": custom_id, "components": rows[: luck.randint(0, 3)]}

    # ------------------------------------------------------------------ commands

    def command(
        self, root: Mapping[str, Any], *, typing: bool = False, without: Sequence[str] = ()
    ) -> tuple[int, dict[str, Any]]:
        """Return the type and the data of a command below a root, or of typing there.

        Where a client types, it asks for choices of an option that offers some; without one, the command is sent off.
        """
        luck, resolved = self.luck, dict[str, Any]()
        leaves = [each for each in _leaves(root) if each[0] and each[0][-1][0] not in without]
        path, known = luck.choice([*leaves, ((("gone", 1),), [{"name": "rules", "type": 3, "autocomplete": True}])])
        options = [each for option in known if luck.random() < 0.5 for each in self._option(option, resolved)]
        offering = [each["name"] for each in known if each.get("autocomplete")]
        if luck.random() < 0.05:
            options.append({"name": str(self.value())[:100] or "x", "type": 3, "value": self.value()})
        if typing and offering:
            focused = luck.choice(offering)
            options = [each for each in options if each["name"] != focused]
            options.append({"name": focused, "type": 3, "value": self.word(), "focused": True})
        for name, kind in reversed(path):
            options = [{"name": name, "type": kind, "options": options}]
        kind = AUTOCOMPLETE if typing and offering else COMMAND
        given = {"id": root.get("id", "1"), "name": root["name"], "type": 1, "options": options, "resolved": resolved}
        return kind, given

    def _option(self, option: Mapping[str, Any], resolved: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """Yield a value for an option: of another type, out of range, unknown, or one that it offers."""
        luck, types = self.luck, (3, 4, 5, 6, 7, 8, 10, 11)
        kind = option["type"] if luck.random() < 0.6 else luck.choice(types)
        if kind not in types:
            return
        value: Any = self.value()
        if kind == 6:
            member = luck.choice(self._users)
            value = str(member["user"]["id"])
            if luck.random() < 0.7:
                resolved.setdefault("users", {})[value] = member["user"]
            if luck.random() < 0.7:
                resolved.setdefault("members", {})[value] = {n: v for n, v in member.items() if n != "user"}
        elif option.get("choices") and luck.random() < 0.5:
            value = luck.choice(option["choices"])["value"]
        yield {"name": option["name"], "type": kind, "value": value}


def _leaves(
    tree: Mapping[str, Any], path: tuple[tuple[str, int], ...] = ()
) -> Iterator[tuple[tuple[tuple[str, int], ...], list[dict[str, Any]]]]:
    """Yield every command under a command, as names with their types, and its options."""
    nested = [each for each in tree.get("options") or [] if each["type"] in (1, 2)]
    for each in nested:
        yield from _leaves(each, (*path, (each["name"], each["type"])))
    if not nested:
        yield path, list(tree.get("options") or [])
