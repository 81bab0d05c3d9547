"""Subjects: the 17 top-level IPTC Media Topics, with the names used in queries."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Subject:
    """One top-level topic."""

    slug: str  # as in a query with `topic:`
    code: str  # IPTC's, the same in every language
    name: str


# "people" is IPTC's "human interest": one word, so that queries need no quotes.
SUBJECTS: Final = (
    Subject("arts", "medtop:01000000", "arts, culture, entertainment and media"),
    Subject("conflict", "medtop:16000000", "conflict, war and peace"),
    Subject("crime", "medtop:02000000", "crime, law and justice"),
    Subject("disaster", "medtop:03000000", "disaster, accident and emergency incident"),
    Subject("economy", "medtop:04000000", "economy, business and finance"),
    Subject("education", "medtop:05000000", "education"),
    Subject("environment", "medtop:06000000", "environment"),
    Subject("health", "medtop:07000000", "health"),
    Subject("people", "medtop:08000000", "human interest"),
    Subject("labour", "medtop:09000000", "labour"),
    Subject("lifestyle", "medtop:10000000", "lifestyle and leisure"),
    Subject("politics", "medtop:11000000", "politics and government"),
    Subject("religion", "medtop:12000000", "religion"),
    Subject("science", "medtop:13000000", "science and technology"),
    Subject("society", "medtop:14000000", "society"),
    Subject("sport", "medtop:15000000", "sport"),
    Subject("weather", "medtop:17000000", "weather"),
)
SUBJECT_INDEX: Final = {subject.slug: index for index, subject in enumerate(SUBJECTS)}
