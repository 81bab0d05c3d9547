"""Which texts count as nearly the same as another of their source."""

from tidings.engine.state.recent_texts import RecentTexts
from tidings.group.duplicates.sketch import sketch_of
from tidings.text.parsing.parsed_text import parse_text
from tidings.world.world import World

DAY = (
    "The calendar of the town hall lists concerts, markets and meetings of the council. Everybody "
    "may add a meeting at the desk in the lobby, which opens every morning. There are no events "
    "on day {0}. Choose another day from the list at the side, or come back later."
)


def sketch(text: str) -> bytes:
    return sketch_of(parse_text("", "en"), parse_text(text, "en")).packed()


def test_a_page_with_another_date_is_like_the_one_before() -> None:
    texts = RecentTexts()
    assert [texts.note(1, sketch(DAY.format(day))) for day in range(4)] == [False, True, True, True]


def test_another_source_has_texts_of_its_own() -> None:
    texts = RecentTexts()
    assert not texts.note(1, sketch(DAY.format(1)))
    assert not texts.note(2, sketch(DAY.format(2)))
    texts.forget(1)
    assert not texts.note(1, sketch(DAY.format(3)))


def test_the_articles_of_a_paper_are_not_alike() -> None:
    texts, alike, articles = RecentTexts(), 0, 0
    for page in World(seed=5, history=30).articles():
        articles += 1
        alike += texts.note(hash(page.paper), sketch(page.body))
    assert articles > 150
    assert alike < articles / 50


def test_short_and_unreadable_texts_are_never_alike() -> None:
    texts = RecentTexts()
    assert not any(texts.note(1, data) for data in (b"", b"", b"damaged", b"damaged"))
    assert not any(texts.note(1, sketch("Come back later.")) for _ in range(3))
