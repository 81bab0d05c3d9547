"""Generates URLs like those of news sites, the same in every run, without storing them."""

from array import array
from bisect import bisect
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate
from random import Random

from tidings.crawl.links.admission import DEEP, FRESH, LINKED
from tidings.model.crawl.visit import FoundUrl
from tidings.model.web.page import UrlRole
from tidings.read.url import url_id

_WORDS = (
    "government minister election budget climate market football hospital school police court "
    "energy storm strike summit report record transport museum festival harvest railway"
).split()
LINKS = 30  # new links per page
MENU = 100  # known links per page


@dataclass(frozen=True, slots=True)
class HostSpread:
    """How the URLs are spread over hosts: the n-th gets a share of 1/n to this power."""

    title: str
    hosts: int
    power: float


SHAPES = {
    "tail": HostSpread("20 000 hosts, heavy-tailed", 20_000, 0.9),
    "even": HostSpread("100 000 hosts alike", 100_000, 0.0),
    "one": HostSpread("one host has them all", 1, 0.0),
}


class UrlGenerator:
    """Pages of links, each page at one host."""

    def __init__(self, shape: HostSpread) -> None:
        self._shares = list(accumulate((n + 1) ** -shape.power for n in range(shape.hosts)))
        self._sizes = array("l", bytes(8 * shape.hosts))
        self._chance = Random(20260102)

    def skip(self, urls: int) -> None:
        """Skip a number of URLs."""
        for _ in range(urls // LINKS):
            self._sizes[self._host()] += LINKS

    def pages(self, urls: int) -> Iterator[list[FoundUrl]]:
        """Yield pages of new links."""
        for _ in range(urls // LINKS):
            host = self._host()
            first = self._sizes[host]
            self._sizes[host] += LINKS
            yield [_found_url(host, number) for number in range(first, first + LINKS)]

    def menus(self, pages: int) -> list[list[FoundUrl]]:
        """Return pages of known links."""
        hosts = [host for host in (self._host() for _ in range(8 * pages)) if self._sizes[host]]
        pick = self._chance.randrange
        return [
            [_found_url(host, pick(self._sizes[host])) for _ in range(MENU)]
            for host in hosts[:pages]
        ]

    def _host(self) -> int:
        return bisect(self._shares, self._chance.random() * self._shares[-1])


def host_name(host: int) -> str:
    """Return the name of the n-th host."""
    return f"www.{_WORDS[host % len(_WORDS)]}-{host}.example"


def _found_url(host: int, number: int) -> FoundUrl:
    words = [_WORDS[(number * prime >> 3) % len(_WORDS)] for prime in (7919, 104_729, 1_299_709)]
    name = host_name(host)
    section, day = _WORDS[number % 7], f"{2011 + number % 15}/{number % 12 + 1:02}"
    url = f"https://{name}/{section}/{day}/{'-'.join(words)}-{number:08}.html"
    priority = (FRESH, LINKED, LINKED, DEEP)[number % 4]
    parent = f"https://{name}/{section}/latest?page={number // LINKS % 50}"
    return FoundUrl(url, name, url_id(url), host + 1, UrlRole.PAGE, priority, 2, parent)
