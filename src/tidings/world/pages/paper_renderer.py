"""Renders a paper's articles, listings and notices as HTML."""

from dataclasses import replace
from datetime import datetime
from types import ModuleType
from urllib.parse import urljoin

from tidings.world.events.seeded_random import seeded_random
from tidings.world.languages.catalogue import WORLD_LANGUAGES
from tidings.world.languages.grammar import realise
from tidings.world.languages.prose import comments
from tidings.world.news.article import WorldArticle, summary_of, text_of, title_of
from tidings.world.news.newspapers import SECTIONS, Newspaper
from tidings.world.news.publication_plan import slug
from tidings.world.news.published_articles import PublishedArticles
from tidings.world.pages.feed import MEDIA_TYPES
from tidings.world.pages.route import NOTICES, Route
from tidings.world.template import blog, microdata, plain, portal, semantic, soup, table
from tidings.world.template.page_views import (
    ArticleView,
    ListingView,
    NoticeView,
    PageFrame,
    PaperFeedLink,
    PaperLink,
    Teaser,
)

_TEMPLATES: dict[str, ModuleType] = {
    "semantic": semantic,
    "soup": soup,
    "table": table,
    "microdata": microdata,
    "portal": portal,
    "blog": blog,
    "plain": plain,
}
PRIVATE_PATH = "/private/preview-1"


class PaperRenderer:
    """Renders the pages of one paper."""

    def __init__(self, published: PublishedArticles, origin: str) -> None:
        self._published = published
        self._paper = published.paper
        self._language = WORLD_LANGUAGES[published.paper.language]
        self._origin = origin
        self._template = _TEMPLATES[published.paper.template]
        self._menu = self._make_menu()
        self._foot = self._make_foot()
        self._feeds = self._make_feeds()

    def article(self, article: WorldArticle, now: datetime) -> str:
        """Return an article's page."""
        page: str = self._template.article(self._article_view(article, now))
        return page

    def listing(self, route: Route, target: str, now: datetime) -> str | None:
        """Return a front page, section, tag, archive or result page; None if it is empty."""
        if not self.has_listing(route, now):
            return None
        articles, pagination = self._listed(route, now)
        heading = self.heading(route)
        view = ListingView(
            frame=self._frame(target, heading, self._section_feeds(route)),
            heading=heading,
            teasers=tuple(self._teaser(article, now) for article in articles),
            pagination=pagination,
            topics=self._topics(now),
        )
        page: str = self._template.listing(view)
        return page

    def maze_listing(
        self, target: str, teased: list[tuple[str, WorldArticle]], links: list[str], now: datetime
    ) -> str:
        """Return a listing of articles under the given addresses, with further links."""
        heading = target.strip("/").partition("?")[0][:40] or "All"
        teasers = (replace(self._teaser(article, now), href=href) for href, article in teased)
        view = ListingView(
            frame=self._frame(target, heading),
            heading=heading,
            teasers=tuple(teasers),
            pagination=tuple(PaperLink(href, href.strip("/")) for href in links),
        )
        page: str = self._template.listing(view)
        return page

    def has_listing(self, route: Route, now: datetime) -> bool:
        """Return whether the listing exists: tags, months and further pages need articles."""
        if route.kind in ("tag", "archive") or route.page > 1:
            return bool(self._listed(route, now)[0])
        return True

    def notice(self, key: str) -> str:
        """Return a page that is not news."""
        title, *paragraphs = self._notice(key)
        label = self._language.label
        fields = {"login": ("email", "password"), "subscribe": ("email",)}.get(key, ())
        view = NoticeView(
            frame=self._frame(self._paper.paths.notice(key), title, noindex=key == "noindex"),
            paragraphs=tuple(paragraphs),
            fields=tuple(map(label, fields)),
            button=label("signup"),
        )
        page: str = self._template.notice(view)
        return page

    def heading(self, route: Route) -> str:
        """Return the title of a listing or notice."""
        if route.kind == "notice":
            return self._notice(route.key)[0]
        words = {
            "front": self._language.label("latest"),
            "search": self._language.label("search"),
            "archive": f"{self._language.label('archive')} {route.key}",
            "tag": route.key.replace("-", " ").title(),
        }
        return words.get(route.kind) or self._language.label(route.key)

    def _notice(self, key: str) -> list[str]:
        rng = seeded_random("notice", self._paper.key, key)
        slots = {"paper": self._paper.name}
        return [realise(line, slots, rng) for line in self._language.notices[key]]

    def _listed(
        self, route: Route, now: datetime
    ) -> tuple[list[WorldArticle], tuple[PaperLink, ...]]:
        if route.kind == "section":
            articles, more = self._published.page(now, route.key, route.page)
            return articles, self._pagination(route, more)
        if route.kind == "tag":
            return self._published.tagged(now, route.key), ()
        if route.kind == "archive":
            return self._published.month(now, route.key), ()
        return self._published.latest(now, 30 if route.kind == "front" else 10), ()

    def _pagination(self, route: Route, more: bool) -> tuple[PaperLink, ...]:
        label = self._language.label
        pagination = []
        if route.page > 1:
            path = self._paper.section_path(route.key, route.page - 1)
            pagination.append(PaperLink(path, label("previous")))
        if more:
            path = self._paper.section_path(route.key, route.page + 1)
            pagination.append(PaperLink(path, label("next")))
        return tuple(pagination)

    def _topics(self, now: datetime) -> tuple[PaperLink, ...]:
        recent = dict.fromkeys(article.event.place for article in self._published.latest(now, 12))
        tags = [self._tag(self._language.name(p), p.latin) for p in recent]
        months = [
            PaperLink(self._paper.paths.archive.format(month=m), m)
            for m in self._published.months[-12:]
        ]
        return (*tags, *months)

    def _tag(self, words: str, place: str) -> PaperLink:
        return PaperLink(self._paper.paths.tag.format(tag=slug(place)), words)

    def _frame(
        self,
        target: str,
        title: str,
        feeds: tuple[PaperFeedLink, ...] | None = None,
        noindex: bool = False,
    ) -> PageFrame:
        return PageFrame(
            paper=self._paper,
            language=self._language,
            origin=self._origin,
            url=urljoin(self._origin, target),
            title=title,
            menu=self._menu,
            foot=self._foot,
            feeds=self._feeds if feeds is None else feeds,
            noindex=noindex,
        )

    def _make_menu(self) -> tuple[PaperLink, ...]:
        return tuple(
            PaperLink(self._paper.section_path(section), self._language.label(section))
            for section in SECTIONS
        )

    def _make_foot(self) -> tuple[PaperLink, ...]:
        notices = (
            PaperLink(self._paper.paths.notice(key), self._notice(key)[0]) for key in NOTICES
        )
        search = PaperLink(self._paper.paths.notice("search"), self._language.label("search"))
        more_links = (PaperLink(path, path[1:]) for path in self._paper.links)
        return (*notices, search, PaperLink(PRIVATE_PATH, "Preview"), *more_links)

    def _make_feeds(self) -> tuple[PaperFeedLink, ...]:
        return tuple(
            PaperFeedLink(path, MEDIA_TYPES[form], f"{self._paper.name} ({form})")
            for form, path in self._paper.feeds
        )

    def _section_feeds(self, route: Route) -> tuple[PaperFeedLink, ...] | None:
        if route.kind != "section" or not self._paper.section_feed:
            return None
        name = self._paper.sections[SECTIONS.index(route.key)]
        path = self._paper.section_feed.format(section=name)
        title = f"{self._paper.name}: {self._language.label(route.key)}"
        return (PaperFeedLink(path, MEDIA_TYPES["rss"], title),)

    def _teaser(self, article: WorldArticle, now: datetime) -> Teaser:
        return Teaser(
            href=article.path,
            title=title_of(article, article.revision(now)),
            summary=summary_of(article),
            published=article.published.astimezone(self._paper.zone),
            image=self._image(article),
        )

    def _image(self, article: WorldArticle) -> str:
        return f"{self._origin}/media/{slug(article.event.story)}.svg"

    def _article_view(self, article: WorldArticle, now: datetime) -> ArticleView:
        revision = article.revision(now)
        text = text_of(article, revision)
        rng = seeded_random(article.seed, "around", article.path)
        first, last = self._notes(article, self._paper)
        earlier = self._published.before(article)
        updated = article.edits[revision - 1].time if revision else None
        return ArticleView(
            frame=self._frame(article.path, text.title),
            text=text,
            published=article.published.astimezone(self._paper.zone),
            updated=updated and updated.replace(microsecond=0).astimezone(self._paper.zone),
            authors=article.authors,
            section=PaperLink(
                self._paper.section_path(article.section), self._language.label(article.section)
            ),
            tags=self._tags(article),
            related=self._links([a for a in earlier if a.section == article.section][:5]),
            popular=self._links(rng.sample(earlier, min(7, len(earlier)))),
            comments=tuple(comments(self._language, rng, rng.randint(3, 8))),
            image=self._image(article),
            note_first=first,
            note_last=last,
        )

    def _tags(self, article: WorldArticle) -> tuple[PaperLink, ...]:
        if not article.allowed:
            return ()  # no listing shows it, so its tag may have no page
        return (self._tag(self._language.name(article.event.place), article.tag),)

    def _links(self, articles: list[WorldArticle]) -> tuple[PaperLink, ...]:
        """Link to articles by their first headline, so that pages never change."""
        return tuple(PaperLink(article.path, title_of(article, 0)) for article in articles)

    def _notes(self, article: WorldArticle, paper: Newspaper) -> tuple[str, str]:
        if article.original is None:
            return "", ""
        rng = seeded_random(article.seed, "note", article.path)
        slots = {"source": article.original.paper.name, "paper": paper.name}
        first, last = (rng.choice(self._language.general[k]) for k in ("note_first", "note_last"))
        return realise(first, slots, rng), realise(last, slots, rng)
