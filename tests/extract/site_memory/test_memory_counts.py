import random

from hypothesis import given, settings
from hypothesis import strategies as st

from tidings.extract.site_memory.memory import MemoryUpdate
from tidings.extract.site_memory.memory_counts import (
    SiteMemoryCounts,
    packed_counts,
    unpacked_counts,
)
from tidings.model.web.page import PageKind

KEYS = st.integers(0, 2**64 - 1)
TEMPLATES = st.sampled_from(["/", "/{slug}", "/sport/{slug}", "/politics/{slug}", "/tag/{word}"])


def article(number: int, *repeated: int, size: int = 5) -> MemoryUpdate:
    """An article with its own paragraphs among blocks of the site."""
    own = tuple(range(1_000_000 * number, 1_000_000 * number + size))
    return MemoryUpdate("/{slug}", PageKind.ARTICLE, (*own, *repeated), own)


def learned(*updates: MemoryUpdate) -> SiteMemoryCounts:
    counts = SiteMemoryCounts()
    for update in updates:
        counts.learn(update)
    return counts


def test_a_block_of_three_articles_is_boilerplate_and_one_of_two_is_not() -> None:
    three = learned(article(1, 7, 8), article(2, 7, 8), article(3, 7))
    assert three.memory().repeated == {7}
    assert three.memory().pages == 3


def test_an_article_under_several_addresses_counts_once() -> None:
    counts = learned(*[article(1, 7)] * 9)
    assert counts.learned == 1
    assert counts.memory().repeated == frozenset()
    assert counts.memory().templates["/{slug}"] == (9, 0, 0)


def test_the_text_of_an_updated_article_is_not_boilerplate() -> None:
    first = article(1, size=10)
    versions = [
        MemoryUpdate("", PageKind.ARTICLE, (*first.blocks, new), (*first.body, new))
        for new in range(5, 9)
    ]
    assert learned(first, *versions).memory().repeated == frozenset()


def test_a_rare_block_is_not_boilerplate_however_often_it_occurred() -> None:
    counts = learned(*(article(n, *([7] if n % 20 == 0 else [])) for n in range(1, 101)))
    assert counts.blocks[7] == 5
    assert counts.memory().repeated == frozenset()


def test_a_redesign_replaces_the_old_blocks() -> None:
    old = [article(n, 7) for n in range(1, 101)]
    new = [article(n, 8) for n in range(101, 700)]
    counts = learned(*old)
    assert counts.memory().repeated == {7}
    for update in new:
        counts.learn(update)
    assert counts.memory().repeated == {8}
    assert 7 not in counts.blocks
    assert counts.learned == 699


@given(st.lists(st.tuples(st.sets(KEYS, max_size=3), TEMPLATES), max_size=30), st.randoms())
def test_the_order_of_different_articles_does_not_matter(
    pages: list[tuple[set[int], str]], rng: random.Random
) -> None:
    updates = [
        MemoryUpdate(template, PageKind.ARTICLE, (*repeated, 2**63 + n), (2**63 + n,))
        for n, (repeated, template) in enumerate(pages)
    ]
    shuffled = rng.sample(updates, len(updates))
    assert learned(*updates) == learned(*shuffled)


@settings(max_examples=20)
@given(st.integers(0, 10_000), st.integers(1, 400))
def test_counts_are_bounded(seed: int, size: int) -> None:
    rng = random.Random(seed)
    counts = SiteMemoryCounts()
    for _ in range(300):
        keys = tuple(rng.randrange(2**64) for _ in range(size))
        update = MemoryUpdate(
            f"/{rng.random()}/{{slug}}", rng.choice(list(PageKind)), keys, keys[:9]
        )
        counts.learn(update)
    assert len(counts.blocks) <= 5_000
    assert len(counts.templates) <= 256
    assert len(counts.memory().repeated) <= 500
    assert len(packed_counts(counts)) < 80_000


def test_counts_of_addresses_are_halved_at_a_limit() -> None:
    index = MemoryUpdate("/sport/", PageKind.INDEX)
    counts = learned(*[index] * 5_000)
    assert 400 <= counts.memory().templates["/sport/"][1] <= 1_000


@given(st.lists(st.tuples(st.sets(KEYS, max_size=9), TEMPLATES), max_size=20))
def test_packed_counts_are_unpacked_unchanged(pages: list[tuple[set[int], str]]) -> None:
    counts = learned(
        *(MemoryUpdate(name, PageKind.ARTICLE, tuple(keys), tuple(keys)) for keys, name in pages)
    )
    counts.keen_tags = frozenset({"blockquote", "h2"})
    assert unpacked_counts(packed_counts(counts)) == counts


@given(st.binary())
def test_damaged_counts_are_empty(data: bytes) -> None:
    assert unpacked_counts(data) == SiteMemoryCounts()
    assert unpacked_counts(b"N1" + data) == SiteMemoryCounts()
    assert unpacked_counts(b"N1{}\n" + data) == SiteMemoryCounts()
