"""Events: what happens in the world, as facts without words."""

from dataclasses import dataclass
from datetime import datetime
from random import Random

from tidings.world.events.names import (
    COMPANIES,
    MEN,
    PLACES,
    REGIONS,
    RIVERS,
    SURNAMES,
    WOMEN,
    FictionalName,
    Person,
)
from tidings.world.events.seeded_random import seeded_random

# What the numbers of an event mean depends on its kind: `people` are evacuated in a flood,
# on the train in an accident, in the stadium at a match, years old in a discovery.
_PEOPLE = {
    "flood": (120, 9000),
    "accident": (60, 640),
    "election": (90, 8800),
    "policy": (9000, 480000),
    "court": (110, 2600),
    "strike": (140, 9800),
    "match": (3100, 48000),
    "festival": (4000, 160000),
    "discovery": (320, 9400),
    "merger": (180, 21000),
}
KINDS = tuple(_PEOPLE)


@dataclass(frozen=True, slots=True)
class Event:
    """One event, with every fact that a paper may use."""

    index: int
    kind: str
    time: datetime
    place: FictionalName
    other_place: FictionalName
    region: FictionalName
    river: FictionalName
    official: Person
    witness: Person
    expert: Person
    company: FictionalName
    other_company: FictionalName
    people: int
    some: int  # 11..48: injured, minutes, witnesses, acts
    few: int  # 3..9: villages, carriages, years in prison, goals
    fewer: int  # always less than `few`
    share: int  # percent
    other_share: int  # percent
    millions: int  # euros
    days: int
    year: int
    pick: int  # which of the six parties, laws, offences, themes or finds

    @property
    def story(self) -> str:
        """The event's id, shared by all articles about it."""
        return f"{self.kind}-{self.index}"


def event_at(seed: int, index: int, time: datetime) -> Event:
    """Return the event with an index, at a time."""
    rng = seeded_random(seed, "event", index)
    kind = rng.choice(KINDS)
    place, other_place = rng.sample(PLACES, 2)
    company, other_company = rng.sample(COMPANIES, 2)
    official, witness, expert = _people(rng)
    few = rng.randint(3, 9)
    return Event(
        index=index,
        kind=kind,
        time=time,
        place=place,
        other_place=other_place,
        region=rng.choice(REGIONS),
        river=rng.choice(RIVERS),
        official=official,
        witness=witness,
        expert=expert,
        company=company,
        other_company=other_company,
        people=rng.randint(*_PEOPLE[kind]),
        some=rng.randint(11, 48),
        few=few,
        fewer=rng.randint(2, few - 1),
        share=rng.randint(31, 62),
        other_share=rng.randint(7, 29),
        millions=rng.randint(3, 940),
        days=rng.randint(3, 21),
        year=rng.randint(1948, 2014),
        pick=rng.randrange(6),
    )


def _people(rng: Random) -> tuple[Person, Person, Person]:
    one, two, three = (_person(rng, last) for last in rng.sample(SURNAMES, 3))
    return one, two, three


def _person(rng: Random, last: FictionalName) -> Person:
    female = rng.random() < 0.5
    return Person(rng.choice(WOMEN if female else MEN), last, female)
