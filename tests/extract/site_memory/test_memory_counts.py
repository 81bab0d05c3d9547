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
CHROME = (1, 2)


def article(number: int, *chrome: int, size: int = 5) -> MemoryUpdate:
    """An article with paragraphs of its own among blocks of the site."""
    own = tuple(range(1_000_000 * number, 1_000_000 * number + size))
    return MemoryUpdate("/{slug}", PageKind.ARTICLE, (*own, *chrome), own)


def learned(*lessons: MemoryUpdate) -> SiteMemoryCounts:
    notebook = SiteMemoryCounts()
    for lesson in lessons:
        notebook.learn(lesson)
    return notebook


def test_a_block_of_three_articles_is_chrome_and_one_of_two_is_not() -> None:
    three = learned(article(1, 7, 8), article(2, 7, 8), article(3, 7))
    assert three.memory().repeated == {7}
    assert three.memory().pages == 3


def test_an_article_under_several_addresses_counts_once() -> None:
    notebook = learned(*[article(1, 7)] * 9)
    assert notebook.learned == 1
    assert notebook.memory().repeated == frozenset()
    assert notebook.memory().templates["/{slug}"] == (9, 0, 0)


def test_an_updated_article_does_not_make_chrome_of_its_text() -> None:
    first = article(1, size=10)
    versions = [
        MemoryUpdate("", PageKind.ARTICLE, (*first.blocks, new), (*first.body, new))
        for new in range(5, 9)
    ]
    assert learned(first, *versions).memory().repeated == frozenset()


def test_a_rare_block_is_not_chrome_however_often_it_came() -> None:
    notebook = learned(*(article(n, *([7] if n % 20 == 0 else [])) for n in range(1, 101)))
    assert notebook.blocks[7] == 5
    assert notebook.memory().repeated == frozenset()


def test_a_redesign_is_followed() -> None:
    old = [article(n, 7) for n in range(1, 101)]
    new = [article(n, 8) for n in range(101, 700)]
    notebook = learned(*old)
    assert notebook.memory().repeated == {7}
    for lesson in new:
        notebook.learn(lesson)
    assert notebook.memory().repeated == {8}
    assert 7 not in notebook.blocks
    assert notebook.learned == 699


@given(st.lists(st.tuples(st.sets(KEYS, max_size=3), TEMPLATES), max_size=30), st.randoms())
def test_the_order_of_different_articles_does_not_matter(
    pages: list[tuple[set[int], str]], rng: random.Random
) -> None:
    lessons = [
        MemoryUpdate(template, PageKind.ARTICLE, (*chrome, 2**63 + n), (2**63 + n,))
        for n, (chrome, template) in enumerate(pages)
    ]
    shuffled = rng.sample(lessons, len(lessons))
    assert learned(*lessons) == learned(*shuffled)


@settings(deadline=None, max_examples=20)
@given(st.integers(0, 10_000), st.integers(1, 400))
def test_a_notebook_is_bounded(seed: int, size: int) -> None:
    rng = random.Random(seed)
    notebook = SiteMemoryCounts()
    for _ in range(300):
        keys = tuple(rng.randrange(2**64) for _ in range(size))
        lesson = MemoryUpdate(
            f"/{rng.random()}/{{slug}}", rng.choice(list(PageKind)), keys, keys[:9]
        )
        notebook.learn(lesson)
    assert len(notebook.blocks) <= 5_000
    assert len(notebook.templates) <= 256
    assert len(notebook.memory().repeated) <= 500
    assert len(packed_counts(notebook)) < 80_000


def test_counts_of_addresses_are_halved_before_they_grow_old() -> None:
    index = MemoryUpdate("/sport/", PageKind.INDEX)
    notebook = learned(*[index] * 5_000)
    assert 400 <= notebook.memory().templates["/sport/"][1] <= 1_000


@given(st.lists(st.tuples(st.sets(KEYS, max_size=9), TEMPLATES), max_size=20))
def test_a_packed_notebook_comes_back_as_it_was(pages: list[tuple[set[int], str]]) -> None:
    notebook = learned(
        *(MemoryUpdate(name, PageKind.ARTICLE, tuple(keys), tuple(keys)) for keys, name in pages)
    )
    notebook.keen_tags = frozenset({"blockquote", "h2"})
    assert unpacked_counts(packed_counts(notebook)) == notebook


@given(st.binary())
def test_a_damaged_notebook_is_an_empty_one(data: bytes) -> None:
    assert unpacked_counts(data) == SiteMemoryCounts()
    assert unpacked_counts(b"N1" + data) == SiteMemoryCounts()
    assert unpacked_counts(b"N1{}\n" + data) == SiteMemoryCounts()
