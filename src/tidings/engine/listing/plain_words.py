"""Which names say nothing in a list: weekdays, months, and first names without a family name."""

from typing import Final

from tidings.enrich.name_tables.name_lexicon import name_commonness
from tidings.model.articles.annotations import EntityKind
from tidings.read.dates.date_names import month_names
from tidings.read.dates.weekdays import WEEKDAYS

# Of 255: Judith, Mark and Maria are first names; James and Martin may be family names.
_COMMON: Final = 180
_RARE: Final = 150


def says_nothing(name: str, kind: EntityKind) -> bool:
    """Return whether a name alone does not say who or what is meant."""
    word = name.lower()
    if " " in word or "-" in word:
        return False
    if word in WEEKDAYS or word in month_names():
        return True
    if kind is not EntityKind.PERSON:
        return False
    given, family = name_commonness(name)
    return given >= _COMMON and family < _RARE
