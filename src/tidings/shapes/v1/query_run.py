"""Query runs in version 1 of the API: agents that search the live web, and what they find."""

from datetime import datetime
from typing import Annotated, Final, TypedDict
from urllib.parse import urlsplit

from tidings.model.agents.agent_event import AgentEvent, AgentEventKind, LinkVerdict
from tidings.model.agents.query_run import RunBudget, RunEnd, RunState, RunStatus
from tidings.model.agents.run_find import RunAgent, RunFind
from tidings.model.articles.brief import ArticleBrief
from tidings.shapes.iso_time import iso, iso_or_none

EVENT_KINDS: Final = tuple(kind.value for kind in AgentEventKind)
_LEAST_ESTIMATE: Final = 0.005  # below that nothing was expected of a link
_ENDS: Final = {
    RunEnd.PAGES: "It has requested as many pages as it may.",
    RunEnd.BYTES: "It has read as many bytes as it may.",
    RunEnd.TIME: "Its time is over.",
    RunEnd.NO_LINKS: "No link is left to follow.",
    RunEnd.STARVED: "No link that is left is worth following.",
    RunEnd.STOPPED: "It was stopped.",
    RunEnd.NO_SEEDS: "There was nothing to begin with: give it seeds, or follow a site first.",
    RunEnd.BROKEN: "The home could not be written: 'tidings doctor' says why.",
}


class RunBudgetV1(TypedDict):
    """What a run may use at most. Each limit is hard."""

    pages: Annotated[int, "that are requested, seeds included"]
    bytes: Annotated[int, "of bodies"]
    seconds: float
    hosts: Annotated[int, "different hosts"]
    pages_per_host: int
    agents: Annotated[int, "alive at the same time"]


class RunV1(TypedDict):
    """A run, as it is now."""

    id: str
    query: str
    state: Annotated[str, "waiting, running, interrupted or ended"]
    asked: str
    began: str | None
    ended: str | None
    end: Annotated[str | None, "why it ended: pages, bytes, time, no links, starved, stopped, "
                               "no seeds or broken"]  # fmt: skip
    detail: Annotated[str | None, "what it waits for, why it ended, and what to do about it"]
    seeds: Annotated[list[str], "empty: where to begin is found in the home"]
    policy: Annotated[str, "learned, unlearned or lacrawler"]
    threshold: Annotated[float | None, "null: adapts to the budget that is left"]
    budget: RunBudgetV1
    pages: Annotated[int, "requested so far"]
    bytes: int
    hosts: int
    finds: int
    relevance: Annotated[float, "of all pages together"]
    harvest: Annotated[float | None, "relevance per page; null before the first page"]


class RunFindV1(TypedDict):
    """A relevant page that a run found."""

    url: str
    title: str
    standfirst: Annotated[str, "empty if there is none, or it may not be shown"]
    language: Annotated[str, "ISO 639-1, or 'und' if unknown"]
    source: Annotated[str, "what its site calls itself, or else its domain"]
    domain: Annotated[str, "registered domain of its site"]
    site: Annotated[str, "URL of its site, to be followed"]
    followed: Annotated[bool, "whether a followed source has this domain"]
    published: Annotated[str | None, "null if the page does not say"]
    found: str
    relevance: Annotated[float, "0 to 1, as the agent judged it"]
    score: Annotated[float | None, "in the index; null as long as a search does not find it"]
    copy_of: Annotated[str | None, "id of the article that it was probably taken from"]
    new: Annotated[bool, "the home did not have it before the run"]
    article: Annotated[str, "for /api/v1/articles/{id}"]
    why: Annotated[list[str], "why it is here, in words"]


class RunAgentV1(TypedDict):
    """One agent of a run."""

    number: int
    parent: Annotated[int | None, "the agent that it descends from; null: it began on a seed"]
    generation: int
    alive: bool
    moving: Annotated[bool, "its next page is being fetched"]
    url: Annotated[str, "where it stands, or is going"]
    energy: float
    finds: int


class LinkVerdictV1(TypedDict):
    """Why a link was followed or left."""

    url: str
    page: Annotated[str, "on which it stands; empty: a seed"]
    words: Annotated[str, "its text"]
    followed: bool
    estimate: Annotated[float, "of its relevance, before it was followed"]
    threshold: Annotated[float, "at that moment"]
    reasons: Annotated[list[str], "the strongest first"]


class AgentEventV1(TypedDict):
    """An event of a run. What says nothing about an event is null."""

    id: Annotated[str, "send it as Last-Event-ID to continue after this event"]
    kind: Annotated[str, "born, moved, saw, found, missed, died, replaced, rate or ended"]
    at: str
    run_id: str
    agent: int | None
    parent: int | None
    generation: int | None
    url: str | None
    energy: float | None
    relevance: Annotated[float | None, "of the page; of rate, per page until then"]
    estimate: Annotated[float | None, "of the link, before it was followed"]
    words: Annotated[str, "the text of the link, the title of the page, why, or the counts"]
    find: Annotated[RunFindV1 | None, "of found; null if its article is no longer kept"]
    run: Annotated[RunV1 | None, "of rate and ended: the run as it is now"]


class RunGapV1(TypedDict):
    """Says that events are missing: the reader came with an id that this run never had."""

    id: str
    kind: str
    missing_after: Annotated[str, "the id that the reader came with"]
    missing_until: Annotated[str, "the stream goes on behind this id"]
    reason: str


def run_v1(run: RunStatus) -> RunV1:
    """Return the shape of a run."""
    request = run.request
    return {
        "id": str(run.id),
        "query": request.query,
        "state": run.state,
        "asked": iso(run.asked_at),
        "began": iso_or_none(run.began_at),
        "ended": iso_or_none(run.ended_at),
        "end": run.end,
        "detail": run.detail or advice_for(run) or None,
        "seeds": list(request.seeds),
        "policy": request.policy,
        "threshold": request.threshold,
        "budget": _budget(request.budget),
        "pages": run.pages,
        "bytes": run.bytes,
        "hosts": run.hosts,
        "finds": run.finds,
        "relevance": round(run.relevance, 4),
        "harvest": harvest_of(run),
    }


def advice_for(run: RunStatus) -> str:
    """Return what a run waits for and what to do about it, or why it ended; empty if it runs."""
    if run.state is RunState.WAITING:
        return (
            "It begins as soon as 'tidings run' or 'tidings crawl' works on this home. If neither "
            f"does, start 'tidings run', or 'tidings mine --resume {run.id}', which does it alone."
        )
    if run.state is RunState.INTERRUPTED:
        return f"Its process stopped: 'tidings mine --resume {run.id}' goes on with it."
    return _ENDS[run.end] if run.end else ""


def harvest_of(run: RunStatus) -> float | None:
    """Return the relevance per page; None before the first page."""
    return round(run.relevance / run.pages, 4) if run.pages else None


def _budget(budget: RunBudget) -> RunBudgetV1:
    return {
        "pages": budget.pages,
        "bytes": budget.bytes,
        "seconds": budget.seconds,
        "hosts": budget.hosts,
        "pages_per_host": budget.pages_per_host,
        "agents": budget.agents,
    }


def reasons_for(find: RunFind, move: AgentEvent | None) -> list[str]:
    """Return why a find is here; `move` is the step that led to it."""
    reasons = [f"{find.relevance:.0%} relevant to the query"]
    words = " ".join(move.words.split()) if move is not None else ""
    if words and words.casefold() != find.title.casefold():  # a headline that says the same
        reasons.append(f"behind the link “{words}”")
    if move is not None and move.estimate >= _LEAST_ESTIMATE:
        reasons.append(f"expected to be {move.estimate:.0%} relevant")
    if find.copy_of is not None:
        reasons.append("the same text as another article")
    if find.was_known:
        reasons.append("kept here before")
    return reasons


def run_find_v1(
    find: RunFind,
    article: ArticleBrief,
    move: AgentEvent | None,
    *,
    is_followed: bool,
) -> RunFindV1:
    """Return the shape of a find; `move` is the step that led to it."""
    return {
        "url": find.url,
        "title": article.title or find.title or find.url,
        "standfirst": article.standfirst,
        "language": article.language,
        "source": article.source_name,
        "domain": article.source,
        "site": site_of(find.url),
        "followed": is_followed,
        "published": iso_or_none(article.published),
        "found": iso(find.found_at),
        "relevance": round(find.relevance, 4),
        "score": find.score,
        "copy_of": find.copy_of,
        "new": not find.was_known,
        "article": find.article,
        "why": reasons_for(find, move),
    }


def site_of(url: str) -> str:
    """Return the front page of a URL's site."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}/"


def run_agent_v1(agent: RunAgent) -> RunAgentV1:
    """Return the shape of an agent."""
    return {
        "number": agent.number,
        "parent": agent.parent or None,
        "generation": agent.generation,
        "alive": agent.is_alive,
        "moving": agent.is_moving,
        "url": agent.url,
        "energy": round(agent.energy, 4),
        "finds": agent.finds,
    }


def link_verdict_v1(verdict: LinkVerdict) -> LinkVerdictV1:
    """Return the shape of a verdict."""
    return {
        "url": verdict.url,
        "page": verdict.page,
        "words": verdict.words,
        "followed": verdict.followed,
        "estimate": round(verdict.estimate, 4),
        "threshold": round(verdict.threshold, 4),
        "reasons": list(verdict.reasons),
    }


def event_id(run: int, seq: int) -> str:
    """Return the id of an event."""
    return f"{run}-{seq}"


def agent_event_v1(
    run: int,
    seq: int,
    at: datetime,
    event: AgentEvent,
    find: RunFindV1 | None = None,
    status: RunStatus | None = None,
) -> AgentEventV1:
    """Return the shape of an event."""
    is_of_agent = event.agent > 0
    return {
        "id": event_id(run, seq),
        "kind": event.kind,
        "at": iso(at),
        "run_id": str(run),
        "agent": event.agent or None,
        "parent": event.parent or None,
        "generation": event.generation if is_of_agent else None,
        "url": event.url or None,
        "energy": round(event.energy, 4) if is_of_agent else None,
        "relevance": None if event.kind is AgentEventKind.ENDED else round(event.relevance, 4),
        "estimate": round(event.estimate, 4) if is_of_agent else None,
        "words": event.words,
        "find": find,
        "run": None if status is None else run_v1(status),
    }


def run_gap(run: int, after: int, until: int) -> RunGapV1:
    """Return the event that says that a run never told what a reader says it has seen."""
    return {
        "id": event_id(run, until),
        "kind": "gap",
        "missing_after": event_id(run, after),
        "missing_until": event_id(run, until),
        "reason": "This run has not told as much; from here on you get all that it told.",
    }


RUN_EXAMPLE: Final[RunV1] = {
    "id": "3",
    "query": "ferry strike",
    "state": "running",
    "asked": "2026-05-31T10:00:00Z",
    "began": "2026-05-31T10:00:00Z",
    "ended": None,
    "end": None,
    "detail": None,
    "seeds": [],
    "policy": "learned",
    "threshold": None,
    "budget": {
        "pages": 200,
        "bytes": 200_000_000,
        "seconds": 300.0,
        "hosts": 100,
        "pages_per_host": 50,
        "agents": 8,
    },
    "pages": 43,
    "bytes": 1_720_400,
    "hosts": 9,
    "finds": 5,
    "relevance": 11.2,
    "harvest": 0.2605,
}
FIND_EXAMPLE: Final[RunFindV1] = {
    "url": "https://post.example/news/ferry",
    "title": "Old ferry line reopens",
    "standfirst": "After nine years the boats are back.",
    "language": "en",
    "source": "The Post",
    "domain": "post.example",
    "site": "https://post.example/",
    "followed": False,
    "published": "2026-05-31T09:12:00Z",
    "found": "2026-05-31T10:00:04Z",
    "relevance": 0.84,
    "score": None,
    "copy_of": None,
    "new": True,
    "article": "b1c5a3d0e2f44a17",
    "why": [
        "84% relevant to the query",
        "behind the link “Ferry back after nine years”",
        "expected to be 71% relevant",
    ],
}
RUN_AGENT_EXAMPLE: Final[RunAgentV1] = {
    "number": 12,
    "parent": 3,
    "generation": 2,
    "alive": True,
    "moving": True,
    "url": "https://post.example/harbour",
    "energy": 1.31,
    "finds": 2,
}
LINK_VERDICT_EXAMPLE: Final[LinkVerdictV1] = {
    "url": "https://post.example/news/ferry",
    "page": "https://post.example/harbour",
    "words": "Ferry back after nine years",
    "followed": True,
    "estimate": 0.71,
    "threshold": 0.38,
    "reasons": ["its text names the query", "its page is relevant"],
}
