"""Builds a full story: its articles in order, which were first, which are copies, a summary."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from tidings.engine.rights.display_limits import shown_article
from tidings.enrich.summary.story_summary import SummaryArticle, story_summary
from tidings.group.duplicates.credits import credits_of
from tidings.group.duplicates.lineage import LineageArticle, TextOrigin, first_articles, lineage
from tidings.model.articles.article import Article
from tidings.model.articles.story import (
    AttributedSentence,
    FullStory,
    Membership,
    Story,
    StoryArticle,
    StorySource,
)
from tidings.store.database.session import Reader
from tidings.store.tables.articles.articles import articles_by_id
from tidings.store.tables.articles.near_duplicates import near_duplicates_of
from tidings.store.tables.articles.stories import members_of
from tidings.text.frequency.corpus import Corpus
from tidings.text.parsing.parsed_text import parse_text

_MAX_ARTICLES = 500  # the newest articles of a story are shown
_MAX_SUMMARISED = 24  # originals in the story's language that supply its summary
_MAX_TEXT = 12_000  # characters of each: longer texts are essays, not news


def full_story(connection: Reader, story: Story, corpus: Corpus) -> FullStory:
    """Return a story with those of its articles that may be shown."""
    members = {each.article: each for each in members_of(connection, story.id)[-_MAX_ARTICLES:]}
    articles = articles_by_id(connection, list(members))
    origins = text_origins_of(connection, list(articles.values()))
    first = set(first_articles([_lineage_article(each) for each in articles.values()]))
    chapters = [
        _story_article(articles[id_], member, origins[id_], id_ in first)
        for id_, member in members.items()
        if id_ in articles
    ]
    languages = Counter(each.language for each in chapters)
    return FullStory(
        story=_without_hidden(story, chapters, len(members) - len(chapters)),
        articles=tuple(chapters),
        sources=_story_sources(chapters),
        languages=tuple(languages.most_common()),
        summary=_summary(story, chapters, articles, corpus),
    )


def _without_hidden(story: Story, chapters: Sequence[StoryArticle], hidden: int) -> Story:
    """Return the story without the counts, title and lead of articles that are now hidden."""
    if not hidden:
        return story
    titles = [chapter.title for chapter in chapters]
    ids = [chapter.article for chapter in chapters]
    return replace(
        story,
        title=story.title if story.title in titles else next(iter(titles), ""),
        lead=story.lead if story.lead in ids else next(iter(ids), ""),
        articles=story.articles - hidden,
        sources=len({chapter.source for chapter in chapters}),
        keyphrases=(),  # they may be those of an article that is hidden
    )


def text_origins_of(connection: Reader, articles: Sequence[Article]) -> dict[str, TextOrigin]:
    """Return the origin of each article's text: which article it copies, if any."""
    rows = near_duplicates_of(connection, [article.id for article in articles]) if articles else []
    similarities = [(row.article, row.other, row.similarity, row.held) for row in rows]
    found = lineage([_lineage_article(article) for article in articles], similarities)
    return {origin.article: origin for origin in found}


def _lineage_article(article: Article) -> LineageArticle:
    return LineageArticle(
        article.id, article.source, article.published, article.first_seen, credits_of(article.text)
    )


def _story_article(
    article: Article, member: Membership, origin: TextOrigin, is_first: bool
) -> StoryArticle:
    return StoryArticle(
        article=article.id,
        url=article.url,
        title=article.title,
        source=article.source,
        language=article.language,
        published=article.published,
        first_seen=article.first_seen,
        membership=member,
        copy_of=origin.parent,
        root=origin.root,
        copied=origin.similarity,
        copied_because=origin.why if origin.parent else "",
        is_first=is_first,
    )


def _story_sources(chapters: Sequence[StoryArticle]) -> tuple[StorySource, ...]:
    by_source: dict[str, list[StoryArticle]] = {}
    for chapter in chapters:
        by_source.setdefault(chapter.source, []).append(chapter)
    sources = [
        StorySource(
            source,
            len(published),
            sum(each.copy_of is not None for each in published),
            min(each.membership.at for each in published),
        )
        for source, published in by_source.items()
    ]
    return tuple(sorted(sources, key=lambda each: (each.first_at, each.source)))


def _summary(
    story: Story, chapters: Sequence[StoryArticle], articles: Mapping[str, Article], corpus: Corpus
) -> tuple[AttributedSentence, ...]:
    """Return summary sentences, only from articles whose whole text may be shown."""
    own = [each for each in chapters if each.copy_of is None and each.language == story.language]
    quoted = [shown_article(articles[each.article]) for each in own[-_MAX_SUMMARISED:]]
    quoted = [each for each in quoted if each.text and _may_be_quoted(each)]
    members = [
        SummaryArticle(
            parse_text(each.title, each.language),
            parse_text(each.text[:_MAX_TEXT], each.language),
            each.published,
        )
        for each in quoted
    ]
    excerpts = story_summary(members, corpus) if members else ()
    return tuple(AttributedSentence(each.text, quoted[each.article].id) for each in excerpts)


def _may_be_quoted(article: Article) -> bool:
    return article.robots.excerpt(article.text) == article.text
