"""A rule about which part of a site's URLs does not matter."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class AliasRule:
    """The evidence for and against a rule about how the URLs of one page differ."""

    rule: str
    pages: tuple[str, ...] = ()  # a few different pages seen under two such URLs
    places: tuple[str, ...] = ()  # a few different values of the part that varies
    alike: int = 0  # times that the rule was right
    unlike: int = 0  # times that it was wrong
