"""Messages and answers as their readers see them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import simcord


def walk(nodes: Any) -> Iterator[dict[str, Any]]:
    """Yield components, depth first, as raw JSON."""
    for node in nodes or ():
        raw = node if isinstance(node, dict) else node.to_dict()
        yield raw
        yield from walk(raw.get("components"))


class Seen:
    """A message.

    Attributes:
        message: the library's message, or simcord's.

    """

    def __init__(self, message: Any) -> None:
        self.message = message

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Seen) and self.id == other.id

    def __hash__(self) -> int:
        return hash(self.id)

    def __repr__(self) -> str:
        return f"<{self.text!r} {self.labels}>"

    @property
    def id(self) -> int:
        return self.message.id

    @property
    def attachments(self) -> list[Any]:
        return self.message.attachments

    @property
    def files(self) -> list[str]:
        """The names of its files."""
        return [each.filename for each in self.attachments]

    @property
    def components(self) -> list[dict[str, Any]]:
        return list(walk(self.message.components))

    @property
    def parts(self) -> list[str]:
        """Its text displays."""
        return [node["content"] for node in self.components if node.get("type") == 10]

    @property
    def text(self) -> str:
        """All that it says, without alt texts."""
        return "\n".join([self.message.content, *self.parts] if self.message.content else self.parts)

    @property
    def lines(self) -> list[str]:
        return self.text.splitlines()

    @property
    def alts(self) -> list[str]:
        """The alt text of each picture."""
        return [
            item.get("description") or ""
            for node in self.components
            if node.get("type") == 12
            for item in node.get("items", [])
        ]

    @property
    def alt(self) -> str:
        """The alt text of its only or first picture."""
        return self.alts[0]

    @property
    def buttons(self) -> dict[str, str]:
        """The custom id of each enabled button that has a label, by its label."""
        return {
            node["label"]: node["custom_id"]
            for node in self.components
            if node.get("type") == 2 and not node.get("disabled") and "custom_id" in node and node.get("label")
        }

    @property
    def controls(self) -> set[str]:
        """The labels and the custom ids of its buttons."""
        buttons = [node for node in self.components if node.get("type") == 2]
        return {str(node[key]) for node in buttons for key in ("label", "custom_id") if node.get(key)}

    @property
    def labels(self) -> list[str]:
        """The labels of its enabled buttons."""
        return list(self.buttons)

    @property
    def selects(self) -> dict[str, dict[str, Any]]:
        """Its selects, by their custom ids."""
        return {node["custom_id"]: node for node in self.components if node.get("type") in (3, 8)}

    @property
    def options(self) -> list[dict[str, Any]]:
        """The options of all its selects."""
        return [option for select in self.selects.values() for option in select.get("options", ())]

    @property
    def chosen(self) -> list[str]:
        """The values of the options that stand as chosen."""
        return [option["value"] for option in self.options if option.get("default")]

    def select(self, verb: str) -> str:
        """Return the custom id of the select of a verb."""
        return next(each for each in self.selects if each.split(":")[1] == verb)

    def lacks(self, *wanted: str) -> list[str]:
        """Return which of these its text does not contain."""
        return [each for each in wanted if each not in self.text]

    @property
    def everything(self) -> str:
        """Its text, alt texts, custom ids, values and file names."""
        ids = [str(node.get("custom_id", "")) for node in self.components]
        return "\n".join([self.text, *self.alts, *ids, *(each["value"] for each in self.options), *self.files])


class Answer(Seen):
    """What an interaction was answered with; up to date whenever it is read.

    Attributes:
        result: simcord's record of the interaction.

    """

    def __init__(self, result: simcord.InteractionResult) -> None:
        self.result = result

    @property
    def message(self) -> Any:  # type: ignore[override]
        return self.result.response

    @property
    def text(self) -> str:
        """All that it says, follow-up messages included."""
        shown = [self.message] if self.message is not None else []
        return "\n".join(Seen.text.fget(Seen(each)) for each in (*shown, *self.result.followups))  # type: ignore[misc]

    @property
    def private(self) -> str:
        """All that it says, to the one who asked."""
        assert self.ephemeral
        return self.text

    @property
    def followups(self) -> list[str]:
        return [each.content for each in self.result.followups]

    @property
    def ephemeral(self) -> bool:
        return self.result.ephemeral

    @property
    def acknowledged(self) -> bool:
        return self.result.acknowledged

    @property
    def choices(self) -> list[dict[str, Any]] | None:
        """What was offered while something is typed."""
        return self.result.autocomplete_choices

    @property
    def modal(self) -> dict[str, Any] | None:
        return self.result.modal

    @property
    def fields(self) -> dict[str, dict[str, Any]]:
        """The controls of its window, by their ids."""
        parts = [each["component"] for each in (self.modal or {}).get("components", ())]
        return {each["custom_id"]: each for each in parts}

    @property
    def filled_in(self) -> dict[str, Any]:
        """The values that its window opened with: a text, the chosen value of radios, or a list."""
        return {name: _filled_in(each) for name, each in self.fields.items()}


RADIO_GROUP, TEXT_INPUT, USER_SELECT, ROLE_SELECT, CHANNEL_SELECT = 21, 4, 5, 6, 8


def _filled_in(field: dict[str, Any]) -> Any:
    if field["type"] == TEXT_INPUT:
        return field.get("value") or ""
    if field["type"] in (USER_SELECT, ROLE_SELECT, CHANNEL_SELECT):
        return [int(each["id"]) for each in field.get("default_values", ())]
    chosen = [each["value"] for each in field["options"] if each.get("default")]
    return chosen[0] if field["type"] == RADIO_GROUP else chosen
