from datetime import timedelta
from itertools import combinations

from tidings.world.news.article import text_of
from tidings.world.news.publication_plan import PublicationPlan
from tidings.world.world import START, World


def shingles(text: str, size: int = 5) -> set[tuple[str, ...]]:
    words = text.split() if " " in text else list(text)
    return {tuple(words[i : i + size]) for i in range(len(words) - size + 1)}


def test_two_thousand_articles_all_differ() -> None:
    articles = list(World(seed=11, history=320, per_hour=0).articles())
    own = [truth.body for truth in articles if truth.original is None]
    assert len(articles) >= 2000
    assert len(set(own)) == len(own)


def test_articles_about_different_events_share_few_phrases() -> None:
    articles = [t for t in World(seed=3, history=40, per_hour=0).articles() if not t.original]
    for language in ("en", "zh"):
        some = [t for t in articles if t.language == language][:60]
        sets = [(t.story, shingles(t.body)) for t in some]
        for (story, a), (other, b) in combinations(sets, 2):
            if story != other:
                assert len(a & b) / len(a | b) < 0.35


def test_a_copy_has_the_words_its_original_had_at_that_moment() -> None:
    copies = [a for a in PublicationPlan(1, START, 200, 0).past() if a.original]
    assert copies
    for copy in copies:
        source = copy.original
        assert source is not None
        assert copy.appears > source.appears
        assert text_of(copy, 0) == text_of(source, source.revision(copy.appears))


def test_every_edit_changes_the_text() -> None:
    edited = [a for a in PublicationPlan(1, START, 120, 0).past() if a.edits]
    kinds = {edit.what for article in edited for edit in article.edits}
    assert kinds == {"number", "headline", "paragraph"}
    for article in edited:
        for revision in range(len(article.edits)):
            assert text_of(article, revision) != text_of(article, revision + 1)


def test_an_edited_number_changes_everywhere_in_the_text() -> None:
    edited = [
        a
        for a in PublicationPlan(1, START, 200, 0).past()
        if a.edits and a.edits[0].what == "number"
    ]
    changed = 0
    for article in edited:
        before, after = text_of(article, 0), text_of(article, 1)
        if len(before.paragraphs) == len(after.paragraphs):
            changed += 1
            old = str(article.event.people)
            assert old not in after.title.replace(",", "").replace(".", "")
    assert changed


def test_an_article_exists_from_its_appearance_to_its_removal() -> None:
    removed = next(a for a in PublicationPlan(1, START, 300, 0).past() if a.removed)
    assert removed.removed is not None
    instant = timedelta(microseconds=1)
    assert not removed.exists(removed.appears - instant)
    assert removed.exists(removed.appears)
    assert removed.exists(removed.removed - instant)
    assert not removed.exists(removed.removed)
