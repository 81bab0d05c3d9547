"""Learning which parts of a site's URLs do not matter, and unlearning it."""

from datetime import UTC, datetime
from hashlib import blake2b

import pytest
from tests.factories import make_visit

from tidings.crawl.traps.trap_accounts import Refusal
from tidings.crawl.traps.visit_gate import TrapSnapshot, VisitGate
from tidings.engine.state.page_aliases import PageAliases
from tidings.model.crawl.visit import Visit
from tidings.model.web.reason import Reason
from tidings.store.database.session import Writer
from tidings.store.database.upgrades.one_spelling import spell_addresses_in_one_way
from tidings.store.tables.frontier.page_aliases import alias_rules_of_site, claimed_url

SITE = "https://a.example"
NOW = datetime(2026, 3, 2, tzinfo=UTC)


def visit_to(path: str) -> Visit:
    return make_visit(SITE + path)


class Aliases:
    """What is known of one site's aliases with the gate before them, as a crawl uses both."""

    def __init__(self) -> None:
        self.pages = PageAliases()
        self.probes: dict[str, Visit] = {}
        self._rows: Writer | None = None
        self._gate = VisitGate(self._holder_of)

    def _holder_of(self, site: int, key: bytes) -> str | None:
        assert self._rows is not None
        return claimed_url(self._rows, site, key)

    def refusal(self, rows: Writer, visit: Visit) -> Refusal | None:
        self._rows = rows
        known = TrapSnapshot({}, self.pages.believed(rows, visit.site))
        admitted = self._gate.admitted(visit, known, NOW.timestamp())
        if isinstance(admitted, Refusal):
            return admitted
        if admitted.probe_of is not None:
            self.probes[visit.url] = admitted
        return None


def record(
    aliases: Aliases, rows: Writer, path: str, content: str, article: bool = True
) -> str | None:
    fingerprint = blake2b(content.encode(), digest_size=12).digest()
    visit = aliases.probes.get(SITE + path, visit_to(path))
    return aliases.pages.note(rows, visit, fingerprint, article, NOW)


def learned(rows: Writer) -> Aliases:
    """Aliases that have seen three pages, each with two session ids."""
    aliases = Aliases()
    for number in range(3):
        record(aliases, rows, f"/story/{number}?sid=a{number}", f"story {number}")
        record(aliases, rows, f"/story/{number}?sid=b{number}", f"story {number}")
    return aliases


def test_three_pages_prove_that_a_parameter_does_not_matter(rows: Writer) -> None:
    aliases = learned(rows)
    refusal = aliases.refusal(rows, visit_to("/story/1?sid=c9"))
    assert refusal is not None
    assert refusal.reason is Reason.SAME_PAGE
    assert refusal.detail == f"{SITE}/story/1?sid=a1 differs only in ?sid (c9, a1)"
    assert aliases.refusal(rows, visit_to("/story/9?sid=c9")) is None
    assert Aliases().refusal(rows, visit_to("/story/1?sid=c9")) is not None  # a new process


def test_two_pages_prove_nothing(rows: Writer) -> None:
    aliases = Aliases()
    for number in range(2):
        for sid in "abc":
            record(aliases, rows, f"/story/{number}?sid={sid}", f"story {number}")
    assert aliases.refusal(rows, visit_to("/story/1?sid=d")) is None


def test_an_error_page_under_many_urls_proves_nothing(rows: Writer) -> None:
    aliases = Aliases()
    for number in range(20):
        record(aliases, rows, f"/story?id={number}", "Sorry, there is no such page")
        record(aliases, rows, f"/lost/{number}?id={number}", "Sorry, there is no such page")
    assert aliases.refusal(rows, visit_to("/story?id=99")) is None


def test_identical_first_pages_of_listings_prove_nothing(
    rows: Writer,
) -> None:
    aliases = Aliases()
    for name in ("sport", "politics", "culture", "science"):
        record(aliases, rows, f"/{name}", name, article=False)
        record(aliases, rows, f"/{name}?page=1", name, article=False)
    assert aliases.refusal(rows, visit_to("/sport?page=2")) is None


def test_a_rule_that_would_merge_different_articles_is_not_accepted(
    rows: Writer,
) -> None:
    aliases = Aliases()
    for number in range(9):
        record(aliases, rows, f"/view?story={number}", f"story {number}")
    for number in range(3):  # three were republished under new numbers, in other sections
        record(aliases, rows, f"/s{number}/view?story=1{number}", f"again {number}")
        record(aliases, rows, f"/s{number}/view?story=2{number}", f"again {number}")
    assert [row.rule for row in alias_rules_of_site(rows, 1)] == ["?story"]
    assert aliases.refusal(rows, visit_to("/view?story=77")) is None


@pytest.mark.parametrize(
    ("pattern", "values"),
    [
        ("/1234{n}-{v}", ("some-words-on-it", "and-other-words-too")),
        ("/{v}/1234{n}", ("sport", "culture")),
        ("/s/{v}/story-page/{n}", ("a1b2c3d4e5f6", "f6e5d4c3b2a1")),
        ("/story/{n}{v}", ("", "/print")),
        ("/list/{n}?{v}", ("a=1&b=2", "b=2&a=1")),
    ],
)
def test_slugs_folders_sessions_variants_and_parameter_orders_are_learned(
    rows: Writer, pattern: str, values: tuple[str, str]
) -> None:
    aliases = Aliases()
    for number in range(1, 4):
        for value in values:
            record(aliases, rows, pattern.format(n=number, v=value), f"story {number}")
    record(aliases, rows, pattern.format(n=7, v=values[0]), "story 7")
    refusal = aliases.refusal(rows, visit_to(pattern.format(n=7, v=values[1])))
    assert refusal is not None
    assert refusal.reason is Reason.SAME_PAGE
    assert aliases.refusal(rows, visit_to(pattern.format(n=8, v=values[1]))) is None


def test_a_rule_that_hides_an_article_is_overturned(rows: Writer) -> None:
    aliases = learned(rows)
    probe = None
    for number in range(10):
        path = f"/story/1?sid=z{number}"
        if aliases.refusal(rows, visit_to(path)) is None:
            probe = path
            break
    assert probe is not None
    record(aliases, rows, probe, "an article that nobody has seen")
    assert aliases.refusal(rows, visit_to("/story/1?sid=y")) is None
    assert Aliases().refusal(rows, visit_to("/story/1?sid=x")) is None


def test_keys_of_pages_that_an_older_version_spelled_otherwise_are_computed_again(
    rows: Writer,
) -> None:
    aliases = learned(rows)
    record(aliases, rows, "/%e3?sid=c", "a page in the old spelling")
    spell_addresses_in_one_way(rows)
    later = Aliases()  # of the next process
    record(later, rows, "/story/9?sid=c", "a new page")
    refusal = later.refusal(rows, visit_to("/%E3?sid=d"))
    assert refusal is not None
    assert refusal.reason is Reason.SAME_PAGE
    assert later.refusal(rows, visit_to("/story/1?sid=d")) is not None
