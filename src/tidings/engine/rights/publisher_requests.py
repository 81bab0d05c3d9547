"""A publisher's requests about an article, as sentences."""

from collections.abc import Iterator

from tidings.model.articles.article import Article
from tidings.model.web.rights import Rights, RobotsMeta


def publisher_requests(article: Article) -> Iterator[str]:
    """Yield a sentence for each request that came with an article."""
    if article.with_login:
        yield "fetched with credentials: not in feeds and exports, and not shown to others"
    yield from _display_requests(article.robots)
    yield from _use_requests(article.rights)


def _display_requests(robots: RobotsMeta) -> Iterator[str]:
    if robots.noarchive:
        yield "its publisher allows no copy (noarchive): none is archived"
    if robots.nosnippet:
        yield "its publisher allows no excerpt (nosnippet)"
    elif robots.max_snippet is not None:
        yield f"its publisher allows an excerpt of at most {robots.max_snippet} characters"
    if robots.unavailable_after is not None:
        yield f"its publisher wants it hidden after {robots.unavailable_after:%Y-%m-%d %H:%M %Z}"


def _use_requests(rights: Rights) -> Iterator[str]:
    signals = (
        ("search", rights.search),
        ("ai-input", rights.ai_input),
        ("ai-train", rights.ai_train),
    )
    given = [f"{name}={'yes' if value else 'no'}" for name, value in signals if value is not None]
    if given:
        yield f"its publisher signals {', '.join(given)}"
    if rights.tdm_reserved is not None:
        word = "reserves" if rights.tdm_reserved else "does not reserve"
        policy = f", see {rights.tdm_policy}" if rights.tdm_policy else ""
        yield f"its publisher {word} text and data mining{policy}"
