from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from tidings.extract.content.blocks import blocks_of
from tidings.extract.content.body import body_of
from tidings.extract.kinds.kind import TRAIT_REASONS, verdict_of
from tidings.extract.kinds.traits import EXCUSES, traits_of
from tidings.extract.kinds.url_traits import Traits
from tidings.extract.kinds.weights import WEIGHTS, TraitWeights
from tidings.extract.metadata.page_metadata import metadata_of
from tidings.extract.metadata.publication_date import DateWindow
from tidings.model.web.page import PageKind
from tidings.read.pages.html import parse_html
from tidings.read.pages.jsonld import linked_data

PROSE = "<p>The council decided that evening, after a long debate, what nobody had expected.</p>"


def _traits(markup: str) -> Traits:
    page = parse_html(markup, "https://news.example/local/bridge")
    found, data = blocks_of(page), linked_data(page)
    meta = metadata_of(page, found, data, DateWindow(datetime(2024, 3, 5, tzinfo=UTC), None))
    return traits_of(page, found, body_of(found, meta.title), data, meta)


def test_every_weighted_trait_is_measured_and_has_a_reason() -> None:
    traits = _traits("<p>A bridge")
    assert set(WEIGHTS.rows) == set(TRAIT_REASONS)
    assert set(TRAIT_REASONS) <= set(traits)
    assert set(EXCUSES) <= set(traits)


def test_a_text_without_links_is_one_run() -> None:
    traits = _traits(f"<h1>A bridge for the town</h1>{PROSE * 20}")
    assert traits["run>0.3"] == 1.0
    assert traits["plain"] > 0.5
    assert traits["listing"] == 0.0


def test_a_history_of_articles_never_makes_one_dominant_text_doubtful() -> None:
    """Without a history its shape makes it an article; a little of it must not do harm."""
    declared = "<head><meta property='og:type' content='article'></head><body>"
    for paragraphs in range(6, 40):
        traits = _traits(f"{declared}<h1>A bridge for the town</h1>{PROSE * paragraphs}")
        verdicts = [verdict_of(traits, odds=(articles, 0, 0)) for articles in range(12)]
        assert not any(verdict.doubtful for verdict in verdicts), paragraphs


def test_headlines_between_texts_interrupt_the_run() -> None:
    teaser = f'<h2><a href="/a">The council decides on the bridge</a></h2>{PROSE}'
    traits = _traits(teaser * 20)
    assert traits["run>0.15"] == 0.0
    assert traits["teasers>0.5"] == 1.0


def test_a_dominant_text_settles_a_doubt_that_it_is_an_article() -> None:
    text = "<p>The council met on Monday and spoke at length about the bridge.</p>" * 30
    traits = _traits(f"<title>A bridge for the town</title><h1>A bridge for the town</h1>{text}")
    undecided = TraitWeights(bias=(0.1, 0.0, 0.0), rows={})
    verdict = verdict_of(traits, weights=undecided)
    assert verdict.kind is PageKind.ARTICLE
    assert not verdict.doubtful


def test_a_long_text_below_a_title_about_errors_is_not_an_error_page() -> None:
    assert _traits(f"<title>Page not found</title>{PROSE}")["error_title"] > 0.5
    assert _traits(f"<title>Page not found</title>{PROSE * 20}")["error_title"] == 0.0


@given(st.text(alphabet="<>/ap=h1 \"'新", max_size=200))
def test_every_trait_of_any_page_is_a_share(markup: str) -> None:
    assert all(0.0 <= value <= 1.0 for value in _traits(markup).values())
