"""Pages that a site shows under several URLs: stores fingerprints, rules and claims.

Everything is written at once; only the rules are also held in memory.
"""

from dataclasses import replace
from datetime import datetime

from tidings.crawl.traps.alias_learning import SiteRules, claim_key, contradictions
from tidings.model.crawl.alias_rule import AliasRule
from tidings.model.crawl.visit import Visit
from tidings.model.web.reason import Reason
from tidings.store.database.session import Reader, Writer
from tidings.store.tables.frontier.page_aliases import (
    alias_rules_of_site,
    fingerprinted_urls,
    has_claims,
    keep_alias_rule,
    keep_claim,
    keep_fingerprint,
    replace_claims,
    url_of_fingerprint,
)
from tidings.store.tables.frontier.url_shapes import requeue_dropped

_MAX_SITES = 4_096  # with rules in memory


class PageAliases:
    """The rules of all sites that were visited recently."""

    def __init__(self) -> None:
        self._sites: dict[int, SiteRules] = {}

    def believed(self, connection: Reader, site: int) -> tuple[str, ...]:
        """Return the rules that hold on a site."""
        return self._rules_of(connection, site).believed

    def note(
        self,
        connection: Writer,
        visit: Visit,
        fingerprint: bytes,
        is_article: bool,
        now: datetime,
    ) -> str | None:
        """Record a page's fingerprint; return another URL that it was seen under, if any."""
        site, url = visit.site, visit.url
        rules = self._rules_of(connection, site)
        is_probe = visit.probe_of is Reason.SAME_PAGE
        holder = None
        # Nearly all are new, so the write comes first; for a probe the stored row must be read.
        if is_probe or not keep_fingerprint(connection, site, fingerprint, url, is_article):
            holder = url_of_fingerprint(connection, site, fingerprint)
            if holder is None:
                self._doubt(connection, rules, visit, is_article, now)
                keep_fingerprint(connection, site, fingerprint, url, is_article)
            elif holder != url:
                self._learn(connection, rules, site, rules.after_twins(holder, url, fingerprint))
        if rules.believed:
            if not has_claims(connection, site):
                _claim_all(connection, rules, site)
            keep_claim(connection, site, claim_key(url, rules.believed), holder or url)
        return holder if holder != url else None

    def forget(self, site: int | None = None) -> None:
        """Drop what is in memory about one site, or about all."""
        if site is None:
            self._sites.clear()
        else:
            self._sites.pop(site, None)

    def _learn(
        self, connection: Writer, rules: SiteRules, site: int, rule: AliasRule | None
    ) -> None:
        """Store a rule with new evidence; one that would be believed is tested first."""
        if rule is None:
            return
        if rules.must_be_checked(rule):
            rule = replace(rule, unlike=rule.unlike + _contradictions(connection, site, rule.rule))
        self._keep(connection, rules, site, rule)

    def _doubt(
        self, connection: Writer, rules: SiteRules, visit: Visit, is_article: bool, now: datetime
    ) -> None:
        """Count an article that a rule would have hidden; this may overturn the rule."""
        if not is_article:
            return
        for rule in rules.after_hidden_article(visit.url):
            self._keep(connection, rules, visit.site, rule)
        requeue_dropped(connection, visit.site, Reason.SAME_PAGE, "", now)

    def _keep(self, connection: Writer, rules: SiteRules, site: int, rule: AliasRule) -> None:
        """Store a rule; if that changes the believed rules, compute every page's key again."""
        keep_alias_rule(connection, site, rule)
        if rules.keep(rule):
            _claim_all(connection, rules, site)

    def _rules_of(self, connection: Reader, site: int) -> SiteRules:
        rules = self._sites.get(site)
        if rules is None:
            if len(self._sites) >= _MAX_SITES:
                self._sites.clear()
            rules = self._sites[site] = SiteRules(alias_rules_of_site(connection, site))
        return rules


def _claim_all(connection: Writer, rules: SiteRules, site: int) -> None:
    """Compute the key of every page of a site: its rules changed, or its pages were respelled."""
    urls = fingerprinted_urls(connection, site)
    replace_claims(connection, site, [(claim_key(url, rules.believed), url) for url in urls])


def _contradictions(connection: Reader, site: int, rule: str) -> int:
    """Return how many different pages a rule would merge; only articles count if there are any."""
    for articles in (True, False):
        merged = contradictions(rule, fingerprinted_urls(connection, site, articles))
        if merged is not None:
            return merged
    return 0
