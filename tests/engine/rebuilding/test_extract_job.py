"""Reading a crawled home's archive again: what older code left is corrected, nothing else."""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from tests.factories import make_article

from tidings.engine.maintenance.reannotate import SecondReading
from tidings.engine.reading.reading_task import Reading
from tidings.engine.rebuilding.extract_job import CorrectedArticles, extract_again
from tidings.engine.rebuilding.page_rereading import knew_less
from tidings.engine.runners.local_runner import LocalRunner
from tidings.model.articles.article import Article
from tidings.model.articles.change import ChangeKind
from tidings.model.web.page import PageKind, UrlRole
from tidings.model.web.reason import Reason
from tidings.model.web.rights import RobotsMeta
from tidings.read.url import host_of, url_id
from tidings.settings.tree import Settings
from tidings.store.database.database import Database
from tidings.store.tables.articles.annotations import packed_annotations_of
from tidings.store.tables.articles.articles import (
    article_by_id,
    keep_article,
    kept_articles,
)
from tidings.store.tables.articles.revisions import earlier_revisions
from tidings.store.tables.changes.article_changes import changes_after, newest_change
from tidings.store.tables.frontier.urls import url_record
from tidings.store.tables.takedowns.takedowns import note_takedowns

NOW = datetime(2026, 11, 20, tzinfo=UTC)
Change = Callable[..., int]
# What older extractors left: parts lost or too much kept, wrong or no metadata.
DAMAGE = (
    "text = substr(text, 60), html = substr(html, 1, 200), word_count = word_count - 9",
    "text = text || '\nSubscribe to our newsletter', html = html || '<p>Subscribe</p>'",
    "title = title || ' | The Paper', standfirst = ''",
    "published = NULL, modified = NULL",
    "published = published - 86400, authors = '[]', section = '', tags = '[]'",
    "language = 'und', image = NULL, publisher = ''",
)


def articles_of(database: Database) -> dict[str, Article]:
    """Return all articles; their place in the order of changes does not count."""
    return {each.id: replace(each, seq=0) for each in kept_articles(database.read())}


def extract(database: Database, settings: Settings, everything: bool = False) -> CorrectedArticles:
    runner = LocalRunner(database, 0)
    return extract_again(runner, database, settings, lambda *_: None, everything=everything)


def counts(done: CorrectedArticles) -> tuple[int, int, int]:
    assert done.quarantined == ()
    return done.corrected, done.added, done.hidden


def kinds_after(database: Database, seq: int) -> list[ChangeKind]:
    return [change.kind for change in changes_after(database.read(), seq, 1_000)]


def owned(database: Database) -> Article:
    """Return an article that one page only shows, and of which no line repeats elsewhere."""
    return in_order_of_writing(database)[0]


def in_order_of_writing(database: Database) -> list[Article]:
    """Return the articles of one source that one page only shows, without repeated lines."""
    rows = database.read().execute(
        "SELECT article FROM urls WHERE article IS NOT NULL AND file IS NOT NULL "
        'AND site = 1 GROUP BY article HAVING count(*) = 1 ORDER BY min(file), min("offset")'
    ).fetchall()  # fmt: skip
    found = [article_by_id(database.read(), row[0]) for row in rows]
    lines = Counter(line for each in found if each for line in each.text.split("\n"))
    return [
        each for each in found if each and all(lines[line] == 1 for line in each.text.split("\n"))
    ]


def test_what_todays_code_has_read_stays_as_it_is(database: Database, settings: Settings) -> None:
    before, seq = articles_of(database), newest_change(database.read())
    done = extract(database, settings)
    assert counts(done) == (0, 0, 0)
    assert done.pages >= len(before) > 20
    assert articles_of(database) == before
    assert kinds_after(database, seq) == []


def test_the_mark_of_articles_fetched_with_credentials_stays(
    database: Database, settings: Settings, change: Change
) -> None:
    marked, damaged = in_order_of_writing(database)[:2]
    change("UPDATE articles SET with_login = 1 WHERE id IN (?, ?)", marked.id, damaged.id)
    change("UPDATE articles SET title = 'Another' WHERE id = ?", damaged.id)
    assert counts(extract(database, settings)) == (1, 0, 0)
    kept = articles_of(database)
    assert kept[damaged.id].title == damaged.title
    assert kept[marked.id].with_login
    assert kept[damaged.id].with_login


@pytest.mark.parametrize("workers", [0, 2])
def test_articles_of_older_code_become_those_of_a_fresh_crawl(
    database: Database, settings: Settings, change: Change, workers: int
) -> None:
    fresh, seq = articles_of(database), newest_change(database.read())
    rng = random.Random(7)
    for id_ in fresh:
        change(f"UPDATE articles SET {rng.choice(DAMAGE)} WHERE id = ?", id_)
    damaged = {id_ for id_, each in articles_of(database).items() if each != fresh[id_]}
    done = extract_again(LocalRunner(database, workers), database, settings, lambda *_: None)
    assert counts(done) == (len(damaged), 0, 0)
    assert len(damaged) > 15
    assert articles_of(database) == fresh
    changes = changes_after(database.read(), seq, 1_000)
    assert {each.kind for each in changes} == {ChangeKind.CORRECTED}
    assert {each.article for each in changes} == damaged
    assert all(not earlier_revisions(database.read(), id_) for id_ in fresh)


def test_the_annotations_of_a_corrected_article_are_those_of_its_text(
    database: Database, settings: Settings, change: Change
) -> None:
    article = owned(database)
    change("UPDATE articles SET text = substr(text, 1, 80) WHERE id = ?", article.id)
    change("UPDATE annotations SET body = '{}', sketch = '', clipping = ''")
    assert counts(extract(database, settings)) == (1, 0, 0)
    packed = packed_annotations_of(database.read(), [article.id])[article.id]
    annotator = SecondReading.of(settings).annotator()
    assert packed.sketch == annotator.of(article, is_new=False).packed.sketch


def test_a_page_that_was_not_taken_for_an_article_becomes_one(
    database: Database, settings: Settings, change: Change
) -> None:
    fresh, article, seq = articles_of(database), owned(database), newest_change(database.read())
    for table, column in (("articles", "id"), ("annotations", "article")):
        change(f"DELETE FROM {table} WHERE {column} = ?", article.id)
    change("UPDATE urls SET kind = 'valueless', article = NULL "
           "WHERE article = ?", article.id)  # fmt: skip
    change("DELETE FROM prints")
    assert counts(extract(database, settings)) == (0, 1, 0)
    assert articles_of(database) == fresh
    record = url_record(database.read(), host_of(article.url), url_id(article.url))
    assert record is not None
    assert (record.state.kind, record.state.reason) == (PageKind.ARTICLE, Reason.ARTICLE)
    assert (record.state.article, record.state.due) == (article.id, None)
    assert packed_annotations_of(database.read(), [article.id])
    assert kinds_after(database, seq) == [ChangeKind.NEW]


def test_a_page_with_the_text_of_another_does_not_become_an_article(
    database: Database, settings: Settings, change: Change
) -> None:
    article = owned(database)
    other = owned_by_another_page(database, article)
    change("DELETE FROM articles WHERE id = ?", other.id)
    copy = "SELECT {} FROM urls u WHERE u.article = ?"
    places = ", ".join(f"{c} = ({copy.format(c)})" for c in ("file", '"offset"', "length"))
    # The other page is now archived with the bytes of the first one.
    change(f"UPDATE urls SET kind = 'valueless', {places}, article = NULL WHERE article = ?",
           *[article.id] * 3, other.id)  # fmt: skip
    extract(database, settings)
    assert other.id not in articles_of(database)


def owned_by_another_page(database: Database, article: Article) -> Article:
    return next(
        each
        for each in kept_articles(database.read())
        if each.source == article.source and each.id != article.id
    )


def test_an_article_whose_page_is_none_is_hidden_and_shown_when_it_is_one_again(
    database: Database, settings: Settings, change: Change
) -> None:
    row = database.read().execute(
        "SELECT url FROM urls WHERE kind = 'index' AND depth > 0 AND file IS NOT NULL"
    ).fetchone()  # fmt: skip
    url, seq = row[0], newest_change(database.read())
    wrong = make_article(url, "A list", "Was taken for an article.", first_seen=NOW)
    database.write(lambda db: keep_article(db, wrong, NOW)).result()
    change("UPDATE urls SET kind = 'article', article = ?, due = NULL WHERE url = ?", wrong.id, url)
    assert counts(extract(database, settings)) == (0, 0, 1)
    hidden = articles_of(database)[wrong.id]
    assert hidden.hidden_from is not None
    assert (hidden.title, hidden.revision) == ("A list", 1)
    record = url_record(database.read(), host_of(url), url_id(url))
    assert record is not None
    assert (record.state.kind, record.state.article) == (PageKind.INDEX, None)
    assert record.state.due is not None
    assert kinds_after(database, seq) == [ChangeKind.NEW, ChangeKind.HIDDEN]
    assert counts(extract(database, settings)) == (0, 0, 0)


@pytest.mark.parametrize("hidden", [False, True])
def test_an_article_returns_to_its_page_from_a_list_that_took_its_place(
    database: Database, settings: Settings, change: Change, hidden: bool
) -> None:
    fresh, article = articles_of(database), owned(database)
    index = database.read().execute(
        "SELECT url FROM urls WHERE kind = 'index' AND depth > 0 AND file IS NOT NULL "
        "AND site = 1"
    ).fetchone()[0]  # fmt: skip
    wrong = make_article(index, article.title, article.text, first_seen=NOW)
    database.write(lambda db: keep_article(db, wrong, NOW)).result()
    change("UPDATE urls SET kind = 'article', article = ?, due = NULL WHERE url = ?",
           wrong.id, index)  # fmt: skip
    change("UPDATE urls SET article = ?, target = ?, reason = ? WHERE article = ?",
           wrong.id, index, Reason.SAME_TEXT, article.id)  # fmt: skip
    for table, column in (("articles", "id"), ("annotations", "article")):
        change(f"DELETE FROM {table} WHERE {column} = ?", article.id)
    change("UPDATE prints SET url = ? WHERE url = ?", index, article.url)
    if hidden:  # as by a rebuild that did not return it
        change("UPDATE articles SET hidden_from = 1000 WHERE id = ?", wrong.id)
        change("UPDATE urls SET kind = 'index', article = NULL WHERE url = ?", index)
    seq = newest_change(database.read())
    assert counts(extract(database, settings)) == (0, 1, int(not hidden))
    after = articles_of(database)
    assert after.pop(wrong.id).hidden_from is not None
    assert after == fresh
    assert kinds_after(database, seq) == [ChangeKind.HIDDEN] * (not hidden) + [ChangeKind.NEW]
    record = url_record(database.read(), host_of(article.url), url_id(article.url))
    assert record is not None
    assert (record.state.reason, record.state.article) == (Reason.ARTICLE, article.id)
    assert record.state.target is None
    held = database.read().execute("SELECT 1 FROM prints WHERE url = ?", (article.url,))
    assert held.fetchone()  # so that further copies are found
    assert counts(extract(database, settings)) == (0, 0, 0)


def test_a_listed_page_gets_its_article_from_a_page_that_repeats_it(
    database: Database, settings: Settings, change: Change
) -> None:
    article = owned(database)
    other = owned_by_another_page(database, article)
    change("DELETE FROM articles WHERE id = ?", article.id)
    change("DELETE FROM annotations WHERE article = ?", article.id)
    change("DELETE FROM articles WHERE id = ?", other.id)
    # The other page repeats the first one, and was read before it.
    kept = replace(article, id=other.id, url=other.url)
    database.write(lambda db: keep_article(db, kept, NOW)).result()
    copy = "SELECT {} FROM urls u WHERE u.article = ?"
    places = ", ".join(f"{c} = ({copy.format(c)})" for c in ("file", '"offset"', "length"))
    change(f"UPDATE urls SET listed = 0, parent = NULL, {places} WHERE article = ?",
           *[article.id] * 3, other.id)  # fmt: skip
    change("UPDATE urls SET listed = 1, article = ?, target = ?, reason = ? WHERE article = ?",
           other.id, other.url, Reason.SAME_TEXT, article.id)  # fmt: skip
    change("UPDATE prints SET url = ? WHERE url = ?", other.url, article.url)
    seq = newest_change(database.read())
    # The repeating page is corrected first: what the feed said is not about it.
    assert counts(extract(database, settings)) == (2, 0, 0)
    after = articles_of(database)
    assert other.id not in after
    assert after[article.id] == replace(article, seq=0)
    assert kinds_after(database, seq)[1:] == [ChangeKind.RENAMED, ChangeKind.CORRECTED]
    assert packed_annotations_of(database.read(), [article.id])
    record = url_record(database.read(), host_of(other.url), url_id(other.url))
    assert record is not None
    assert (record.state.article, record.state.target) == (article.id, article.url)
    assert counts(extract(database, settings)) == (0, 0, 0)


def test_an_article_that_was_hidden_by_mistake_is_shown_again(
    database: Database, settings: Settings, change: Change
) -> None:
    fresh, article, seq = articles_of(database), owned(database), newest_change(database.read())
    change("UPDATE articles SET hidden_from = 1000 WHERE id = ?", article.id)
    change("UPDATE urls SET kind = 'valueless', article = NULL "
           "WHERE article = ?", article.id)  # fmt: skip
    assert counts(extract(database, settings)) == (0, 1, 0)
    assert articles_of(database) == fresh
    assert kinds_after(database, seq) == [ChangeKind.SHOWN]


def test_what_a_publisher_withdrew_stays_hidden(
    database: Database, settings: Settings, change: Change
) -> None:
    article = owned(database)
    change("UPDATE articles SET text = 'short', hidden_from = 1000, robots = ? WHERE id = ?",
           '{"noindex": true}', article.id)  # fmt: skip
    before = articles_of(database)
    assert before[article.id].robots == RobotsMeta(noindex=True)
    assert counts(extract(database, settings)) == (0, 0, 0)
    assert articles_of(database) == before


def test_a_deleted_article_is_corrected_and_stays_deleted(
    database: Database, settings: Settings, change: Change
) -> None:
    article = owned(database)
    change("UPDATE articles SET title = 'x', gone_at = 5000, gone_status = 410 WHERE id = ?",
           article.id)  # fmt: skip
    assert counts(extract(database, settings)) == (1, 0, 0)
    known = articles_of(database)[article.id]
    assert (known.title, known.gone_status) == (article.title, 410)
    assert known.gone_at == datetime.fromtimestamp(5000, UTC)


def test_the_newest_copy_decides_the_text_of_a_revised_article(
    database: Database, settings: Settings, change: Change
) -> None:
    first, *_, second = in_order_of_writing(database)
    # The page of the second is another address of the first article, archived later.
    change("UPDATE urls SET article = ? WHERE article = ?", first.id, second.id)
    change("DELETE FROM articles WHERE id = ?", second.id)
    extract(database, settings)
    assert articles_of(database)[first.id].text == first.text
    change("UPDATE articles SET revision = 2 WHERE id = ?", first.id)
    change("INSERT INTO revisions VALUES (?, 1, 100, 'The old title', 'The old text')", first.id)
    assert counts(extract(database, settings)) == (1, 0, 0)
    now = articles_of(database)[first.id]
    assert (now.text, now.revision, now.url) == (second.text, 2, first.url)
    assert now.first_seen == first.first_seen
    (earlier,) = earlier_revisions(database.read(), first.id)
    assert (earlier.title, earlier.text) == ("The old title", "The old text")


def test_what_a_feed_said_about_a_redirecting_url_is_not_lost(
    database: Database, settings: Settings, change: Change
) -> None:
    row = database.read().execute(
        "SELECT url, article FROM urls WHERE listed = 1 AND categories <> '' AND article IS NOT "
        "NULL AND file IS NOT NULL"
    ).fetchone()  # fmt: skip
    url, fresh = row[0], articles_of(database)
    change("INSERT INTO urls (host_id, id, url, site, role, state, reason, priority, depth, "
           "listed, published, added_at, target, categories) SELECT host_id, 77, url || '?rss', "
           "site, role, 'done', ?, priority, depth, 1, published, added_at, url, categories "
           "FROM urls WHERE url = ?", Reason.REDIRECTED, url)  # fmt: skip
    change("UPDATE urls SET listed = 0, published = NULL, categories = '' WHERE url = ?", url)
    assert counts(extract(database, settings)) == (0, 0, 0)
    assert articles_of(database) == fresh


def test_an_article_that_was_deleted_here_does_not_come_back(
    database: Database, settings: Settings, change: Change
) -> None:
    article = owned(database)
    change("DELETE FROM articles WHERE id = ?", article.id)
    change("DELETE FROM prints")
    change("UPDATE urls SET kind = 'valueless', article = NULL WHERE article = ?", article.id)
    taken = [(article.id, article.url)]
    database.write(lambda db: note_takedowns(db, taken, NOW)).result()
    assert counts(extract(database, settings)) == (0, 0, 0)
    assert article.id not in articles_of(database)


def test_a_copy_that_cannot_be_read_leaves_its_article_as_it_is(
    database: Database, settings: Settings, change: Change
) -> None:
    article = owned(database)
    change("UPDATE articles SET title = 'An older title' WHERE id = ?", article.id)
    change('UPDATE urls SET "offset" = "offset" + 1 WHERE article = ?', article.id)
    assert counts(extract(database, settings)) == (0, 0, 0)
    assert articles_of(database)[article.id].title == "An older title"


def lesson_terms(database: Database) -> list[bytes]:
    """What the articles taught that no version of knowledge has yet."""
    return sorted(row[0] for row in database.read().execute("SELECT terms FROM lessons"))


def test_the_pages_of_an_archive_only_crawl_become_articles(
    database: Database, settings: Settings, change: Change
) -> None:
    fresh = articles_of(database)
    taught = lesson_terms(database)
    for table in ("articles", "annotations", "prints", "memories", "lessons"):
        change(f"DELETE FROM {table}")
    change("UPDATE urls SET kind = NULL, article = NULL, target = NULL, reason = ? "
           "WHERE kind IS NOT NULL", Reason.ARCHIVED)  # fmt: skip
    archive_only = replace(settings, crawl=replace(settings.crawl, archive_only=True))
    done = extract(database, archive_only)
    assert done.added == len(fresh)
    assert articles_of(database).keys() == fresh.keys()
    assert lesson_terms(database) == taught != []


def test_everything_applies_what_was_learned_since(database: Database, settings: Settings) -> None:
    extract(database, settings, everything=True)
    once = articles_of(database)
    assert counts(extract(database, settings, everything=True)) == (0, 0, 0)
    assert articles_of(database) == once


@pytest.mark.parametrize(
    ("stored", "expected"),
    [
        ("News.\nShare this.", True),  # only the copyright was known to repeat
        ("News.\nShare this.\nCopyright.", True),  # nothing was
        ("News.\nMenu.", False),  # older code kept what no reading has today
        ("Share this.", False),  # older code lost a line
    ],
)
def test_a_text_that_was_read_with_a_part_of_what_we_know_stays(
    stored: str, expected: bool
) -> None:
    def read(text: str) -> Reading:
        return Reading(UrlRole.PAGE, "a.example", article=make_article(text=text))

    taught, untaught = read("News."), read("News.\nShare this.\nCopyright.")
    assert knew_less(make_article(text=stored), taught, untaught) is expected
