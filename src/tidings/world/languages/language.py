"""A language of the papers: grammars, labels, and how to write names and numbers."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime

from tidings.world.events.event import Event
from tidings.world.events.names import FictionalName, Person
from tidings.world.languages.grammar import Grammar

_PICKED = ("party", "law", "offence", "theme", "find")


@dataclass(frozen=True, slots=True)
class WorldLanguage:
    """One language of the world."""

    code: str
    kinds: Mapping[str, Grammar]  # grammar of each kind of event
    general: Grammar  # sentences that fit any event, attributions, comments, lists of six
    labels: Grammar  # the words of menus, boxes and buttons
    notices: Grammar  # pages that are not news: imprint, terms, log-in and others
    number: Callable[[int], str]
    money: Callable[[int], str]  # from millions of euros
    date: Callable[[datetime], str]
    name: Callable[[FictionalName], str]
    person: Callable[[Person], str]
    weekdays: tuple[str, ...]
    joiner: str = " "  # between two sentences

    def label(self, key: str) -> str:
        """Return the word for a menu entry, box or button."""
        return self.labels[key][0]

    def slots(self, event: Event) -> dict[str, str]:
        """Return the event's facts as words in this language."""
        slots = self._names(event) | self._numbers(event)
        for key in _PICKED:
            slots[key] = self.general[key][event.pick]
        slots["party2"] = self.general["party"][(event.pick + 1) % 6]
        people = {"a": event.official, "b": event.witness, "c": event.expert}
        for letter, person in people.items():
            slots[letter] = self.person(person)
            slots[f"{letter}_last"] = self.name(person.last)
            slots[f"{letter}_gender"] = "f" if person.female else "m"
        return slots

    def _names(self, event: Event) -> dict[str, str]:
        return {
            "place": self.name(event.place),
            "place2": self.name(event.other_place),
            "region": self.name(event.region),
            "river": self.name(event.river),
            "org": self.name(event.company),
            "org2": self.name(event.other_company),
            "day": self.weekdays[event.time.weekday()],
        }

    def _numbers(self, event: Event) -> dict[str, str]:
        return {
            "n": self.number(event.people),
            "m": self.number(event.some),
            "k": self.number(event.few),
            "l": self.number(event.fewer),
            "pct": self.number(event.share),
            "pct2": self.number(event.other_share),
            "money": self.money(event.millions),
            "days": self.number(event.days),
            "year": str(event.year),
        }


def latin(name: FictionalName) -> str:
    """Return the name in Latin script."""
    return name.latin


def latin_person(person: Person) -> str:
    """Return first and last name in Latin script."""
    return f"{person.first.latin} {person.last.latin}"
