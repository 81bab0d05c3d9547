from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial

from tidings.model.agents.agent_event import AgentEvent, AgentEventKind
from tidings.model.agents.page_sight import (
    MissedPage,
    PageRelevance,
    SeenLink,
    SeenPage,
)
from tidings.model.agents.query_run import (
    AgentPolicy,
    RunBudget,
    RunEnd,
    RunRequest,
    RunState,
)
from tidings.model.agents.run_find import RunFind
from tidings.model.web.page import PageKind, UrlRole
from tidings.store.database.database import Database
from tidings.store.database.session import Writer
from tidings.store.tables.agents.forgotten_pages import forget_pages
from tidings.store.tables.agents.packed_sight import packed_sight, unpacked_sight
from tidings.store.tables.agents.query_events import (
    add_events,
    events_after,
    events_of_kinds,
    last_event,
)
from tidings.store.tables.agents.query_finds import (
    disown,
    finds_of_run,
    is_owned_by_another,
    keep_find,
    owned_finds_before,
)
from tidings.store.tables.agents.query_runs import (
    RunBasis,
    RunCounts,
    add_run,
    ask_to_stop,
    begin_run,
    end_run,
    forget_runs,
    interrupt_running,
    note_counts,
    resume_run,
    run_basis,
    run_status,
    run_statuses,
    runs_to_stop,
    waiting_runs,
    worked_seconds,
)
from tidings.store.tables.agents.query_steps import (
    RunCall,
    StepRow,
    StepState,
    begin_step,
    end_step,
    replace_step,
    steps_of_run,
)
from tidings.store.tables.agents.topic_models import (
    forget_topic_models,
    keep_topic_model,
    topic_model,
)

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
REQUEST = RunRequest(
    "floods in Köln",
    ("https://a.example/",),
    RunBudget(pages=9),
    AgentPolicy.LACRAWLER,
    0.72,
    7,
)
BASIS = RunBasis(("https://a.example/", "https://b.example/"), "en", "köln", b"m")
PAGE = SeenPage(
    "https://a.example/1",
    PageRelevance(0.5, 0.25, 0.75, ("water", "köln")),
    PageKind.ARTICLE,
    (
        SeenLink(
            "https://a.example/2",
            ("köln", "flood"),
            ("water",),
            ("2",),
            UrlRole.FEED,
            NOW,
            "Köln: floods",
        ),
        SeenLink("https://a.example/3", known=True),
    ),
    "Floods",
    NOW,
    0.5,
    1234,
    "article",
)


def new_run(database: Database) -> int:
    return database.write(partial(add_run, request=REQUEST, now=NOW)).result()


def begun_run(database: Database) -> int:
    run = new_run(database)
    database.write(partial(begin_run, run=run, basis=BASIS, now=NOW)).result()
    return run


def call(number: int) -> RunCall:
    return RunCall(number, 2.5, NOW)


def test_what_was_asked_for_comes_back_as_it_was(database: Database) -> None:
    run = new_run(database)
    status = run_status(database.read(), run)
    assert status is not None
    assert (status.request, status.state, status.asked_at) == (REQUEST, RunState.WAITING, NOW)
    assert waiting_runs(database.read()) == [run]
    assert run_basis(database.read(), run) is None


def test_runs_are_listed_from_the_newest_one_on(database: Database) -> None:
    runs = [new_run(database) for _ in range(4)]
    assert [each.id for each in run_statuses(database.read(), 2)] == [runs[3], runs[2]]
    older = run_statuses(database.read(), 9, before=runs[2])
    assert [each.id for each in older] == [runs[1], runs[0]]


def test_a_run_that_was_killed_is_interrupted_and_waits_again_when_resumed(
    database: Database,
) -> None:
    run = begun_run(database)
    assert run_basis(database.read(), run) == BASIS
    database.write(partial(note_counts, run=run, counts=RunCounts(3, 9), seconds=4.5)).result()
    database.write(partial(ask_to_stop, run=run, now=NOW)).result()
    assert runs_to_stop(database.read()) == {run}
    assert database.write(interrupt_running).result() == 1
    status = run_status(database.read(), run)
    assert status is not None
    assert (status.state, status.pages, status.bytes) == (RunState.INTERRUPTED, 3, 9)
    database.write(partial(resume_run, run=run)).result()
    assert waiting_runs(database.read()) == [run]
    assert runs_to_stop(database.read()) == set()
    assert worked_seconds(database.read(), run) == 4.5


def test_a_run_that_works_runs(database: Database) -> None:
    run = begun_run(database)
    database.write(partial(resume_run, run=run)).result()  # somebody thought that it was dead
    database.write(partial(note_counts, run=run, counts=RunCounts(3, 9), seconds=4.5)).result()
    status = run_status(database.read(), run)
    assert status is not None
    assert status.state is RunState.RUNNING


def test_an_ended_run_says_why_and_waits_for_nothing(database: Database) -> None:
    run = begun_run(database)
    database.write(partial(end_run, run=run, end=RunEnd.PAGES, detail="why", now=NOW)).result()
    status = run_status(database.read(), run)
    assert status is not None
    assert (status.state, status.end, status.detail) == (RunState.ENDED, RunEnd.PAGES, "why")
    assert status.ended_at == NOW
    assert waiting_runs(database.read()) == []


def test_steps_come_back_with_what_they_showed(database: Database) -> None:
    run = begun_run(database)
    steps = [StepRow(n, 1, f"https://a.example/{n}", "", 0.5, NOW, n, 0.5 * n) for n in (1, 2, 3)]
    missed = MissedPage("https://a.example/2", "timeout", "60 s", 60.0, 0)
    for step in steps:
        database.write(partial(begin_step, run=run, step=step)).result()
    database.write(partial(end_step, run=run, number=1, sight=PAGE, call=call(4))).result()
    database.write(partial(end_step, run=run, number=2, sight=missed, call=call(5))).result()
    database.write(partial(replace_step, run=run, number=3, call=call(6))).result()
    seen = replace(steps[0], sight=PAGE, ended_call=4, state=StepState.OBSERVED)
    lost = replace(steps[1], sight=missed, ended_call=5, state=StepState.OBSERVED)
    left = replace(steps[2], ended_call=6, state=StepState.REPLACED)
    assert list(steps_of_run(database.read(), run)) == [
        replace(each, ended_second=2.5, ended_at=NOW) for each in (seen, lost, left)
    ]


def test_a_packed_sight_may_hold_any_text() -> None:
    odd = replace(PAGE, title="a\x00b \u2028 \U0001f600", links=())
    assert unpacked_sight(packed_sight(odd)) == odd


def test_events_are_numbered_in_their_run(database: Database) -> None:
    run, other = begun_run(database), begun_run(database)
    born = AgentEvent(AgentEventKind.BORN, 1, url="https://a.example/", energy=1.0)
    found = AgentEvent(AgentEventKind.FOUND, 1, 0, 2, "https://a.example/1", 0.5, 0.9, 0.3, "T")
    database.write(partial(add_events, run=run, seq=1, events=[born, found], now=NOW)).result()
    database.write(partial(add_events, run=other, seq=1, events=[born], now=NOW)).result()
    assert last_event(database.read(), run) == 2
    assert events_after(database.read(), run, 0, 9) == [(1, NOW, born), (2, NOW, found)]
    assert events_after(database.read(), run, 1, 9) == [(2, NOW, found)]
    assert events_after(database.read(), run, 0, 1) == [(1, NOW, born)]
    assert events_of_kinds(database.read(), run, [AgentEventKind.FOUND]) == [found]


def find(article: str, days: float = 0.0, *, owned: bool = True) -> RunFind:
    url = f"https://a.example/{article}"
    at = NOW + timedelta(days=days)
    return RunFind(url, article, "Title", "A", 3, NOW, 0.5, at, not owned, owned)


def keep(database: Database, run: int, *finds: RunFind) -> None:
    for each in finds:
        database.write(partial(keep_find, run=run, find=each)).result()


def test_a_find_is_listed_once_with_its_last_state(database: Database) -> None:
    run = begun_run(database)
    keep(database, run, find("b", 1), find("a"), find("b", 1))
    assert finds_of_run(database.read(), run) == [find("a"), find("b", 1)]


def test_only_finds_that_runs_own_are_over_after_their_retention(database: Database) -> None:
    run, other = begun_run(database), begun_run(database)
    keep(database, run, find("a"), find("b", owned=False), find("c", 9))
    keep(database, other, find("a", 9))
    before = NOW + timedelta(days=1)
    assert owned_finds_before(database.read(), before, 9) == [(run, find("a"))]
    assert is_owned_by_another(database.read(), "a", before)
    assert not is_owned_by_another(database.read(), "b", before)
    database.write(partial(disown, finds=[(run, find("a").url)])).result()
    left = owned_finds_before(database.read(), NOW + timedelta(days=99), 9)
    assert left == [(other, find("a", 9)), (run, find("c", 9))] or left == [
        (run, find("c", 9)),
        (other, find("a", 9)),
    ]


def test_forgotten_runs_leave_only_finds_that_they_own(database: Database) -> None:
    run, open_run = begun_run(database), begun_run(database)
    keep(database, run, find("a"), find("b", owned=False))
    born = AgentEvent(AgentEventKind.BORN, 1)
    database.write(partial(add_events, run=run, seq=1, events=[born], now=NOW)).result()
    step = StepRow(1, 1, "https://a.example/1", "", 0.5, NOW, 1, 0.5)
    database.write(partial(begin_step, run=run, step=step)).result()
    database.write(partial(end_run, run=run, end=RunEnd.TIME, detail="", now=NOW)).result()
    later = NOW + timedelta(days=1)
    assert database.write(partial(forget_runs, before=later)).result() == 1
    assert [each.id for each in run_statuses(database.read(), 9)] == [open_run]
    assert list(steps_of_run(database.read(), run)) == []
    assert last_event(database.read(), run) == 0
    assert finds_of_run(database.read(), run) == [find("a")]


def test_what_was_learned_is_kept_by_topic(database: Database) -> None:
    assert topic_model(database.read(), "köln") == b""
    database.write(partial(keep_topic_model, topic="köln", model=b"1", now=NOW)).result()
    database.write(partial(keep_topic_model, topic="köln", model=b"2", now=NOW)).result()
    assert topic_model(database.read(), "köln") == b"2"
    later = NOW + timedelta(days=1)
    database.write(partial(forget_topic_models, before=later)).result()
    assert topic_model(database.read(), "köln") == b""


def test_what_a_page_said_is_forgotten(database: Database) -> None:
    gone = RunFind("https://a.example/9", "9", "Water rises", "A", 3, NOW, 0.5, NOW)
    linking = replace(PAGE, title="News", links=(SeenLink(gone.url, words="Water rises"),))
    found = SeenPage(gone.url, PageRelevance(), PageKind.ARTICLE, (), "Water rises")
    steps = [StepRow(1, 1, PAGE.url, "", 0.0, NOW, 1, 0.0),
             StepRow(2, 1, gone.url, PAGE.url, 0.5, NOW, 2, 0.0)]  # fmt: skip
    events = [AgentEvent(AgentEventKind.MOVED, 1, url=gone.url, words="Water rises"),
              AgentEvent(AgentEventKind.SAW, 1, url=gone.url, words="Water rises"),
              AgentEvent(AgentEventKind.MOVED, 1, url=PAGE.url, words="News")]  # fmt: skip

    def work(db: Writer) -> None:
        run = add_run(db, REQUEST, NOW)
        keep_find(db, run, gone)
        add_events(db, run, 1, events, NOW)
        for step, sight in zip(steps, (linking, found), strict=True):
            begin_step(db, run, step)
            end_step(db, run, step.number, sight, RunCall(step.number + 2, 0.0, NOW))
        forget_pages(db, [gone.article], [])

    database.write(work).result()
    connection = database.read()
    assert finds_of_run(connection, 1) == []
    assert [event.words for _, _, event in events_after(connection, 1, 0, 9)] == ["", "", "News"]
    seen = [step.sight for step in steps_of_run(connection, 1)]
    links = (replace(linking.links[0], words=""),)
    assert seen == [replace(linking, links=links), replace(found, title="")]
