"""How the requests of one source differ from those of others: its pace, its way, its headers.

It only says what applies. The client keeps the delay, the transport dials through the proxy, and
the guard and robots.txt apply all the same.
"""

from collections.abc import Callable
from dataclasses import dataclass

from tidings.read.url import domain_of


@dataclass(frozen=True, slots=True)
class SitePolicy:
    """What a source's settings change about its requests."""

    domain: str = ""  # registered domain of the source: its own hosts
    host: str = ""  # host[:port] of the source's address: the only one that gets secrets
    delay: float | None = None  # seconds between two requests to a host; None: fetch.delay
    proxy: str | None = None  # URL of the proxy to dial through; None: fetch.proxy
    credentials: str | None = None  # name of the credentials to send; None: none
    headers: tuple[tuple[str, str], ...] = ()  # sent to its own hosts besides ours

    def covers(self, url: str) -> bool:
        """Return whether a URL is on one of the source's own hosts."""
        return domain_of(url) == self.domain

    def delay_for(self, url: str, usual: float) -> float:
        """Return the delay at a URL's host; never below the usual one at the hosts of others."""
        if self.delay is None:
            return usual
        return self.delay if self.covers(url) else max(self.delay, usual)

    def headers_for(self, url: str) -> dict[str, str]:
        """Return the further headers for a URL; others than the source's hosts get none."""
        return dict(self.headers) if self.headers and self.covers(url) else {}


USUAL_POLICY = SitePolicy()

PolicyOf = Callable[[int], SitePolicy]  # by the id of a site; 0 is none


def usual_policy(site: int) -> SitePolicy:
    """Return the policy of every site that has no settings of its own."""
    return USUAL_POLICY
