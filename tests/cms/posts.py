"""The posts that every site in this folder publishes: written here, the same for each program."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random

CATEGORIES = ("Town", "Commentary", "Newsletter", "Harbour")
TAGS = ("Cookies", "US-China relations", "Bridges", "Sidebar", "Comments", "Weather")
AUTHORS = ("Ada Brook", "Tom Field")
HEADINGS = ("What happened", "Discussion", "The numbers", "Comment", "What is next", "Related work")

_PEOPLE = "ferry captains|young teachers|bakers|surveyors|librarians|gardeners|two engineers|\
the harbour master|volunteers|the choir|night nurses|glaziers|archivists|cyclists|beekeepers|\
tram drivers|a retired judge|the fire brigade|market traders|students of botany".split("|")
_DEEDS = "measured|repainted|argued about|gave up|bought back|photographed|mapped|sold|defended|\
rebuilt|counted|postponed|praised|lifted|flooded|opened|forgot|insured|tested|moved".split("|")
_THINGS = "the eastern lock|forty lanterns|an old printing press|the winter timetable|three barges|\
a disputed fence|the reading room|every cellar on Mill Street|the weather station|a granite bench|\
the village orchard|the cable ferry|a collection of maps|the bell tower|the new drain|a greenhouse|\
the municipal swimming bath|two empty warehouses|the slate roof|a footpath to the quarry".split("|")
_TIMES = (
    "before sunrise|after a long debate|during the storm|in less than an hour|without a permit|\
for the second time|as the tide turned|with borrowed tools|at the mayor's request|on a Sunday|\
under police escort|by the light of two lamps|against all advice|in spite of the frost".split("|")
)
_ENDS = (
    "and nobody was surprised|which cost {n} crowns|as {n} visitors could see|though {n} objected|\
and the bill came to {n} crowns|while {n} people watched from the pier|to the joy of {n} guests|\
and {n} letters arrived within a week|so that {n} households had water again".split("|")
)


@dataclass(frozen=True, slots=True)
class Section:
    """A heading, which may be empty, and the paragraphs below it."""

    heading: str
    paragraphs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Post:
    """What an editor types into any of these programs."""

    title: str
    slug: str
    published: datetime
    category: str
    tags: tuple[str, ...]
    author: str
    sections: tuple[Section, ...]

    @property
    def lines(self) -> tuple[str, ...]:
        """All headings and paragraphs in order."""
        return tuple(
            line for part in self.sections for line in (part.heading, *part.paragraphs) if line
        )


def post(number: int, newest: datetime) -> Post:
    """Return a post, always the same for a number: number 0 is the newest, others are older."""
    rng = Random(number)
    title = f"{rng.choice(_PEOPLE)} {rng.choice(_DEEDS)} {rng.choice(_THINGS)}"
    title = f"{title[0].upper()}{title[1:]} {rng.choice(_TIMES)}"
    words = "".join(letter if letter.isalnum() else " " for letter in title.lower()).split()
    return Post(
        title=title,
        slug="-".join(words),
        published=newest - number * timedelta(days=5, hours=3, minutes=7),
        category=CATEGORIES[number % len(CATEGORIES)],
        tags=(TAGS[number % len(TAGS)], TAGS[(number // 2) % len(TAGS)])[: 1 + number % 2],
        author=AUTHORS[number % len(AUTHORS)],
        sections=_sections(number, rng),
    )


def posts(count: int, newest: datetime | None = None) -> list[Post]:
    """Return the newest posts, newest first; the first is an hour old unless told otherwise."""
    moment = newest or datetime.now(UTC).replace(second=0, microsecond=0) - timedelta(hours=1)
    return [post(number, moment) for number in range(count)]


def _sections(number: int, rng: Random) -> tuple[Section, ...]:
    """Return one to three sections of very different length, as real posts have."""
    count = 1 + number % 3
    return tuple(
        Section(
            rng.choice(HEADINGS) if place else "",
            tuple(_paragraph(rng) for _ in range(rng.randint(2, 5))),
        )
        for place in range(count)
    )


def _paragraph(rng: Random) -> str:
    return " ".join(_sentence(rng) for _ in range(rng.randint(3, 6)))


def _sentence(rng: Random) -> str:
    first = f"{rng.choice(_PEOPLE)} {rng.choice(_DEEDS)} {rng.choice(_THINGS)} {rng.choice(_TIMES)}"
    end = rng.choice(_ENDS).format(n=rng.randint(3, 9000))
    return f"{first[0].upper()}{first[1:]}, {end}."
