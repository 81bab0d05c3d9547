"""What the fetcher has to know about each source that has settings of its own."""

from tidings.engine.state.followed_sources import FollowedSources
from tidings.fetch.site_policy import USUAL_POLICY, SitePolicy
from tidings.model.crawl.source import Source
from tidings.model.crawl.source_settings import NO_SETTINGS
from tidings.read.url import host_of
from tidings.settings.tree import FetchSettings


class SitePolicies:
    """The policies of the followed sources; replaced whole when one of them changes."""

    def __init__(self, settings: FetchSettings) -> None:
        self._settings = settings
        self._policies: dict[int, SitePolicy] = {}

    def follow(self, followed: FollowedSources) -> None:
        """Take over the settings of the followed sources."""
        self._policies = {
            number: policy_of(source, self._settings)
            for number, source in followed.by_id.items()
            if source.settings != NO_SETTINGS
        }

    def of(self, site: int) -> SitePolicy:
        """Return the policy of a source, by its id."""
        return self._policies.get(site, USUAL_POLICY)


def policy_of(source: Source, settings: FetchSettings) -> SitePolicy:
    """Return what a source's settings mean for its requests."""
    chosen = source.settings
    delay = chosen.delay
    if delay is not None and not chosen.faster:
        delay = max(delay, settings.delay)  # which may have been raised since
    return SitePolicy(
        domain=source.domain,
        host=host_of(source.url),
        delay=delay,
        proxy=chosen.proxy or None,
        credentials=chosen.credentials or None,
        headers=chosen.headers,
    )
