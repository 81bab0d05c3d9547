"""One preview: requests the start page and the lists that it names, within an allowance."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Protocol, TypeVar

from tidings.crawl.feeds.discovery import announced_sitemaps, guessed_lists
from tidings.crawl.links.admission import LinkContext
from tidings.engine.reading.preview_reading import (
    PreviewReading,
    PreviewTask,
    newest_headlines,
)
from tidings.engine.reading.reading_task import Crash, ReadingTask
from tidings.engine.reading.visit_outcome import NO_SOURCE, visit_of_query_run
from tidings.engine.reading.visit_reading import request_of
from tidings.engine.sources.condition_causes import CauseInWords, cause_in_words
from tidings.fetch.fetcher import Fetcher
from tidings.model.crawl.source_condition import SourceCause
from tidings.model.crawl.source_preview import (
    Headline,
    IndexPagePreview,
    PreviewedList,
    PreviewedRobots,
    PreviewProblem,
    SourcePreview,
)
from tidings.model.web.exchange import FetchFailure, Response
from tidings.model.web.page import UrlRole
from tidings.model.web.reason import Reason
from tidings.read.url import domain_of
from tidings.settings.tree import CrawlSettings
from tidings.text.language.language_codes import language_codes

T = TypeVar("T")

_MAX_REQUESTS: Final = 10  # redirects count; the one that exceeds it is still followed
_MAX_BYTES: Final = 20_000_000  # of all responses together: two of the largest pages we take
_MAX_FEEDS, _MAX_SITEMAPS, _MAX_GUESSES = 3, 2, 6  # lists that are read; others are only named
_MAX_NAMED: Final = 50  # lists that are named at all: a hostile page names thousands
_SHOWN: Final = 5  # headlines
_NOTHING: Final = CauseInWords(
    SourceCause.NO_ARTICLES,
    "nothing on it leads to an article",
    "add the site's front page or its feed instead",
)


class PreviewPool(Protocol):
    """Has responses read in other processes."""

    async def preview(self, task: PreviewTask) -> PreviewReading | Crash:
        """Return what a response offers, or how reading it failed."""
        ...


@dataclass(slots=True)
class _Found:
    """What was seen so far; a preview that is out of time shows this."""

    preview: SourcePreview
    headlines: list[Headline] = field(default_factory=list)
    lists: dict[str, tuple[UrlRole, PreviewedList]] = field(default_factory=dict)
    problems: list[PreviewProblem] = field(default_factory=list)


class Exploration:
    """Looks at one site."""

    def __init__(
        self, url: str, settings: CrawlSettings, fetcher: Fetcher, pool: PreviewPool
    ) -> None:
        self._settings = settings
        self._fetcher = fetcher
        self._pool = pool
        self._requests = 0
        self._bytes = 0
        self._started: Response | None = None
        self._found = _Found(SourcePreview(url, url, domain_of(url)))

    @property
    def final_url(self) -> str:
        """Where the start page's redirects led so far."""
        return self._found.preview.final_url

    async def run(self) -> None:
        """Look at everything; may be cancelled at any time."""
        start = self._found.preview.url
        response = await self._fetch(start, UrlRole.PAGE)
        self._note_robots(response)
        if isinstance(response, FetchFailure):
            self._fails(response.url, response.reason, response.status, response.detail)
            return
        self._started = response
        self._moved_to(response)
        reading = await self._read(response, UrlRole.PAGE)
        if isinstance(reading, Crash):
            self._fails(response.url, reading.reason, None, reading.detail)
            return
        self._note_start(reading, response)
        await self._look_around(reading, response)

    def result(self, followed: str | None, *, is_complete: bool) -> SourcePreview:
        """Return what was found."""
        found, started = self._found, self._started
        headlines: Sequence[Headline] = ()
        if started is not None:
            headlines = newest_headlines(found.headlines, started.at, _SHOWN)
        preview = replace(
            found.preview,
            feeds=self._lists(UrlRole.FEED),
            sitemaps=self._lists(UrlRole.SITEMAP),
            headlines=tuple(headlines),
            followed=followed,
            requests=self._requests,
            is_complete=is_complete and all(each.is_read for _, each in found.lists.values()),
        )
        if not is_complete and started is None:
            self._fails(preview.url, Reason.TIMEOUT_TOTAL, None, "")
        elif not preview.leads_somewhere and not found.problems and is_complete:
            self._problem(preview.final_url, _NOTHING)
        self._note_language(preview)
        return replace(preview, problems=tuple(found.problems))

    def _lists(self, role: UrlRole) -> tuple[PreviewedList, ...]:
        return tuple(each for kind, each in self._found.lists.values() if kind is role)

    async def _fetch(self, url: str, role: UrlRole) -> Response | FetchFailure:
        visit = replace(visit_of_query_run(url), role=role, depth=0)
        outcome = await self._fetcher.fetch(request_of(visit))
        self._requests += 1 + len(outcome.hops)
        if isinstance(outcome, Response):
            self._bytes += len(outcome.body)
        return outcome

    async def _read(self, response: Response, role: UrlRole) -> PreviewReading | Crash:
        visit = replace(visit_of_query_run(response.requested), role=role, depth=0)
        task = ReadingTask(visit, response, domain_of(response.url))
        return await self._pool.preview(PreviewTask(task))

    def _note_robots(self, outcome: Response | FetchFailure) -> None:
        verdict = PreviewedRobots.ALLOWED
        if isinstance(outcome, FetchFailure):
            reasons = {
                Reason.ROBOTS_DENIED: PreviewedRobots.DENIED,
                Reason.ROBOTS_UNREACHABLE: PreviewedRobots.UNREACHABLE,
            }
            was_asked = outcome.status is not None
            usual = PreviewedRobots.ALLOWED if was_asked else PreviewedRobots.UNKNOWN
            verdict = reasons.get(outcome.reason, usual)
        self._found.preview = replace(self._found.preview, robots=verdict)

    def _moved_to(self, response: Response) -> None:
        preview, url = self._found.preview, response.url
        self._found.preview = replace(preview, final_url=url, domain=domain_of(url))

    def _note_start(self, reading: PreviewReading, response: Response) -> None:
        """Take in what the start page, or the feed at its address, offers."""
        preview = self._found.preview
        pages = preview.index_pages
        if reading.role is UrlRole.PAGE and reading.likely and not reading.problem:
            pages = (IndexPagePreview(response.url, reading.likely),)
        self._found.preview = replace(preview, name=reading.site_name, index_pages=pages)
        if reading.problem is not None:
            self._fails(response.url, reading.problem[0], response.status, reading.problem[1])
        self._take_in(reading)

    def _take_in(self, reading: PreviewReading) -> None:
        found = self._found
        found.headlines += reading.headlines
        if reading.listed is not None:
            found.lists[reading.listed.url] = (reading.role, reading.listed)
        if not found.preview.name:
            name = reading.listed.title if reading.listed else reading.site_name
            found.preview = replace(found.preview, name=name)
        if reading.language and not found.preview.language:
            found.preview = replace(found.preview, language=reading.language)

    async def _look_around(self, start: PreviewReading, response: Response) -> None:
        """Read the lists that are announced; if there are none, try the usual addresses."""
        context = LinkContext(
            NO_SOURCE, self._found.preview.domain, 0, response.url, self._settings
        )
        sitemaps = await self._fetcher.sitemaps(response.url)
        announced = announced_sitemaps(sitemaps, context)
        named = [*start.found, *((each.url, each.role) for each in announced)]
        feeds = [url for url, role in named if role is not UrlRole.SITEMAP]
        maps = [url for url, role in named if role is UrlRole.SITEMAP]
        for url, role in _first(named, _MAX_NAMED):
            if role is not UrlRole.PAGE:  # a link that looks like a feed; its type is not known
                self._found.lists.setdefault(url, (role, PreviewedList(url)))
        await self._read_lists(_first(feeds, _MAX_FEEDS), UrlRole.FEED)
        await self._read_lists(_first(maps, _MAX_SITEMAPS), UrlRole.SITEMAP)
        if not named and start.role is UrlRole.PAGE:
            guesses = [(each.url, each.role) for each in guessed_lists(context)]
            for url, role in guesses[:_MAX_GUESSES]:
                await self._read_lists((url,), role, is_guess=True)

    async def _read_lists(
        self, urls: Iterable[str], role: UrlRole, *, is_guess: bool = False
    ) -> None:
        for url in urls:
            if self._requests >= _MAX_REQUESTS or self._bytes >= _MAX_BYTES:
                return
            outcome = await self._list_at(url, role)
            if isinstance(outcome, PreviewReading):
                self._found.lists.pop(url, None)  # it may have moved
                self._take_in(outcome)
            elif not is_guess:  # nobody has said that there is anything at a guess
                self._found.lists.pop(url, None)
                self._problem(url, outcome)

    async def _list_at(self, url: str, role: UrlRole) -> PreviewReading | CauseInWords:
        outcome = await self._fetch(url, role)
        if isinstance(outcome, FetchFailure):
            return cause_in_words(outcome.reason, outcome.status, outcome.detail)
        reading = await self._read(outcome, role)
        if isinstance(reading, Crash):
            return cause_in_words(reading.reason, None, reading.detail)
        if reading.problem is not None:
            return cause_in_words(reading.problem[0], outcome.status, reading.problem[1])
        return reading

    def _fails(self, url: str, reason: Reason, status: int | None, detail: str) -> None:
        self._problem(url, cause_in_words(reason, status, detail))

    def _problem(self, url: str, words: CauseInWords) -> None:
        self._found.problems.append(PreviewProblem(url, words.cause, words.sentence, words.advice))

    def _note_language(self, preview: SourcePreview) -> None:
        wanted = language_codes(self._settings.languages)
        if wanted and preview.language and preview.language not in wanted:
            self._fails(preview.final_url, Reason.OTHER_LANGUAGE, None, "")


def _first(things: Iterable[T], number: int) -> list[T]:
    return list(dict.fromkeys(things))[:number]
