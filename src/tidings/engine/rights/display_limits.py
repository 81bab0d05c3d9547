"""Display limits: how much of an article may be shown. Search and the index use all of it."""

from dataclasses import replace

from tidings.model.articles.annotations import Annotations
from tidings.model.articles.article import Article
from tidings.model.search.results import Snippet
from tidings.model.web.rights import RobotsMeta


def shown_article(article: Article) -> Article:
    """Return the article as it may be shown.

    Without its text if the page forbids copies (noarchive), and with as much of its standfirst as
    the page allows (nosnippet, max-snippet).
    """
    robots = article.robots
    if robots.noarchive:
        article = replace(article, text="", html="")
    standfirst = robots.excerpt(article.standfirst)
    return article if standfirst == article.standfirst else replace(article, standfirst=standfirst)


def shown_snippet(robots: RobotsMeta, snippet: Snippet) -> Snippet:
    """Return as much of a snippet as the article's page allows."""
    text = robots.excerpt(snippet.text)
    if text == snippet.text:
        return snippet
    return Snippet(text, tuple(mark for mark in snippet.marks if mark[1] <= len(text)))


def shown_annotations(article: Article, annotations: Annotations) -> Annotations:
    """Return the annotations, without a summary that the article's page forbids showing."""
    summary = " ".join(annotations.summary)
    if not article.robots.noarchive and article.robots.excerpt(summary) == summary:
        return annotations
    return replace(annotations, summary=())
