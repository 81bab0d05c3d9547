from collections.abc import Callable
from datetime import datetime, timedelta

from tidings.model.articles.article import Article
from tidings.model.articles.story import Story
from tidings.serve.pages.front_layout import FrontPage, front_page_of
from tidings.serve.rendering.source_directory import SourceDirectory

MakeArticle = Callable[..., Article]
NAMES = SourceDirectory(1, {"a.example": "The A"}, {}, ())


def _everything(front: FrontPage) -> list[str]:
    blocks = [article for block in front.blocks for article in block.articles]
    lead = [front.lead] if front.lead else []
    return [article.id for article in (*lead, *front.seconds, *front.latest, *blocks)]


def test_an_empty_front_page_has_no_lead() -> None:
    assert front_page_of([], NAMES) == FrontPage(None, (), (), ())


def test_a_short_article_does_not_lead_if_there_is_a_long_one(
    make_article: MakeArticle,
) -> None:
    short = make_article("https://a.example/1", text="short")
    long = make_article("https://a.example/2", text="word " * 200)
    assert front_page_of([short, long], NAMES).lead is long
    assert front_page_of([short], NAMES).lead is short


def test_an_undated_article_is_not_on_top_if_there_are_dated_ones(
    make_article: MakeArticle,
) -> None:
    undated = make_article("https://a.example/1", text="word " * 200, published=None)
    dated = [make_article(f"https://a.example/{n}") for n in range(2, 9)]
    front = front_page_of([undated, *dated], NAMES)
    assert front.lead is dated[0]
    assert undated not in front.seconds
    assert undated in front.latest


def test_no_article_is_in_two_places(make_article: MakeArticle) -> None:
    articles = [make_article(f"https://a.example/{n}", section="") for n in range(19)]
    placed = _everything(front_page_of(articles, NAMES))
    assert sorted(placed) == sorted(article.id for article in articles)


def test_one_busy_source_does_not_fill_the_top(make_article: MakeArticle) -> None:
    busy = [make_article(f"https://busy.example/{n}") for n in range(30)]
    calm = make_article("https://calm.example/1")
    front = front_page_of([*busy, calm], NAMES)
    assert calm in front.seconds


def test_without_sections_the_columns_are_the_sources(make_article: MakeArticle) -> None:
    articles = [make_article(f"https://a.example/{n}", section="") for n in range(20)]
    (block,) = front_page_of(articles, NAMES).blocks
    assert (block.name, block.source) == ("The A", "a.example")


def test_large_sections_become_columns_and_the_rest_one_column(
    make_article: MakeArticle, now: datetime
) -> None:
    names = ["World"] * 13 + ["world", "WORLD", "World", "Sport", "Art", "World"]
    articles = [
        make_article(f"https://a.example/{n}", section=name, published=now - timedelta(minutes=n))
        for n, name in enumerate(names)
    ]
    blocks = front_page_of(articles, NAMES).blocks
    assert [(block.name, len(block.articles)) for block in blocks] == [
        ("world", 4),
        ("Other news", 2),
    ]


def test_a_story_is_shown_once_by_its_lead(make_article: MakeArticle, now: datetime) -> None:
    one, two, other = (make_article(f"https://{name}.example/x") for name in ("a", "b", "c"))
    story = Story(7, "One", two.id, "en", now, now, articles=2, sources=2)
    front = front_page_of([one, other, two], NAMES, {one.id: story, two.id: story})
    assert front.lead == two
    shown = [*front.seconds, *front.latest, *(a for block in front.blocks for a in block.articles)]
    assert shown == [other]


def test_the_story_with_most_sources_is_on_top(make_article: MakeArticle, now: datetime) -> None:
    new, old = (make_article(f"https://{name}.example/x", text="word " * 300) for name in "ab")
    story = Story(7, "Old", old.id, "en", now, now, articles=3, sources=3)
    assert front_page_of([new, old], NAMES, {old.id: story}).lead == old
