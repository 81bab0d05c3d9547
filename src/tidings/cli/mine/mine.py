"""The verb mine: lets agents search the live web for a query, and prints what they find."""

import argparse
import threading
from contextlib import AbstractContextManager, closing, nullcontext
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import uvloop

from tidings.cli.command_issuing import issued
from tidings.cli.exit_codes import FAILED, Misuse
from tidings.cli.mine.run_view import copy_text, counted, find_text, followed_run
from tidings.cli.options import opened_library, settings_of
from tidings.cli.output import print_json, print_table, printable, say
from tidings.engine.commands.command_values import (
    ResumeRun,
    RunResumed,
    RunStarted,
    RunStopped,
    StartRun,
    StopRun,
)
from tidings.engine.library.duplicates import originals_of
from tidings.engine.listing.query_runs import finds_of, run_list, run_status, verdicts_of
from tidings.engine.process.home import existing_home
from tidings.engine.process.home_database import opened_database
from tidings.engine.process.home_lock import HomeOwner, HomeTaken
from tidings.model.agents.agent_event import LinkVerdict
from tidings.model.agents.query_run import RunEnd, RunState, RunStatus
from tidings.model.agents.run_find import RunFind
from tidings.settings.job_engine import JobEngine
from tidings.settings.tree import Settings

if TYPE_CHECKING:
    from tidings.engine.runners.ray_connection import RayConnection

_LISTED = 20  # runs
_VERDICTS = 1_000  # links that are explained
_WAIT_SECONDS = 1.0  # between two looks whether somebody crawls the home
_ANY = 0  # `--resume` without a number
_ENDS = {
    RunEnd.PAGES: "the budget of pages is used up",
    RunEnd.BYTES: "the budget of bytes is used up",
    RunEnd.TIME: "the time is over",
    RunEnd.NO_LINKS: "nothing is left to follow",
    RunEnd.STARVED: "no link is worth another page",
    RunEnd.STOPPED: "it was stopped",
    RunEnd.NO_SEEDS: "there is nothing to begin with",
    RunEnd.BROKEN: "it broke",
}


def mine(options: argparse.Namespace) -> int:
    """Start a run, or go on with one, and print its finds as they come."""
    if options.list:
        return _list(options)
    if options.stop is not None:
        return _stop(options)
    if options.resume is None and not options.query:
        raise Misuse("mine: say what to search for, or use --resume, --list or --stop N.")
    settings = settings_of(options)
    with _connected(options, settings) as cluster:
        run = _started(options) if options.resume is None else _resumed(options, settings)
        copies = _follow(options, settings, run, cluster)
    return _summed_up(options, settings, run, copies)


def _connected(
    options: argparse.Namespace, settings: Settings
) -> "AbstractContextManager[RayConnection | None]":
    """Connect to the cluster, if that is where agents are to make their visits."""
    if JobEngine(options.engine) is not JobEngine.RAY:
        return nullcontext()
    from tidings.engine.runners.ray_connection import connected_ray  # slow to import

    return connected_ray(settings)


def _started(options: argparse.Namespace) -> int:
    start = StartRun(
        query=" ".join(options.query),
        seeds=tuple(options.seed),
        pages=options.max_pages,
        agents=options.agents,
        minutes=options.minutes,
        hosts=options.hosts,
        pages_per_host=options.pages_per_host,
        policy=options.agent_policy,
        threshold=options.threshold,
    )
    return issued(options, RunStarted, start, create=True)[0].run


def _resumed(options: argparse.Namespace, settings: Settings) -> int:
    run = options.resume
    if run == _ANY:
        with closing(opened_database(existing_home(settings))) as database:
            runs = run_list(database.read(), _LISTED)
        states = (RunState.INTERRUPTED, RunState.WAITING, RunState.RUNNING)
        run = next((each.id for each in runs if each.state in states), None)
        if run is None:
            raise Misuse("No run was interrupted: 'tidings mine --list' shows the last ones.")
    return issued(options, RunResumed, ResumeRun(run))[0].run


def _list(options: argparse.Namespace) -> int:
    with closing(opened_database(existing_home(settings_of(options)))) as database:
        runs = run_list(database.read(), _LISTED)
    if options.json:
        print_json(runs)
        return 0
    columns = ("run", "asked", "state", "pages", "hosts", "finds", "query")
    print_table(columns, [_row(each) for each in runs])
    return 0


def _row(run: RunStatus) -> tuple[object, ...]:
    state = _ENDS[run.end] if run.end else run.state
    return (run.id, run.asked_at, state, run.pages, run.hosts, run.finds, run.request.query)


def _stop(options: argparse.Namespace) -> int:
    stopped = issued(options, RunStopped, StopRun(options.stop))[0]
    if options.json:
        print_json(stopped)
    else:
        say(f"run {stopped.run} {'ends now' if stopped.was_running else 'has ended'}")
    return 0


def _follow(
    options: argparse.Namespace, settings: Settings, run: int, cluster: "RayConnection | None"
) -> set[str]:
    """Print finds until the run is over, and execute it if nobody else does.

    Returns which of the articles were told as copies of others.
    """
    copies: set[str] = set()

    def on_find(find: RunFind, original: str) -> None:
        if original:
            copies.add(find.article)
        if not options.json:  # which is one document in the end
            print(find_text(find, original), flush=True)

    try:
        with followed_run(settings, run, on_find) as is_over:
            _executed(settings, is_over, cluster)
    except KeyboardInterrupt:
        say(f"run {run} goes on without you: 'tidings mine --stop {run}' ends it")
    return copies


def _executed(
    settings: Settings, is_over: threading.Event, cluster: "RayConnection | None"
) -> None:
    """Execute the runs of a home until this one is over; wait for whoever owns the home."""
    told: HomeOwner | None = None
    while not is_over.is_set():
        try:
            uvloop.run(_execute(settings, cluster))
        except HomeTaken as taken:
            if told is None and not taken.owner.is_brief:
                told = taken.owner
                say(f"{told} owns the home, and executes the run if it crawls")
                if cluster is not None:
                    say("its agents make their visits in that process, not on the cluster: end it "
                        "first to use --engine ray")  # fmt: skip
            is_over.wait(_WAIT_SECONDS)
        else:
            return


async def _execute(settings: Settings, cluster: "RayConnection | None") -> None:
    from tidings.engine.live.crawler import opened_crawler  # slow to import; --list needs it not

    async with opened_crawler(settings) as crawler:
        await crawler.execute_runs(cluster)


def _summed_up(
    options: argparse.Namespace, settings: Settings, run: int, told_copies: set[str]
) -> int:
    """Say what a run used and why it ended."""
    from tidings.engine.library.ranked_finds import find_scores, ranked_finds  # slow to import

    with opened_library(options) as library:
        connection = library.database.read()
        status, finds = run_status(connection, run), finds_of(connection, run)
        assert status is not None
        verdicts = verdicts_of(connection, run, limit=_VERDICTS) if options.explain else []
        if options.json:
            scores = find_scores(library, status.request.query, datetime.now(UTC))
            ranked = ranked_finds(connection, finds, scores)
            links = {"links": verdicts} if verdicts else {}
            print_json({"run": status, "finds": ranked} | links)
        else:
            new = [find for find in finds if find.article not in told_copies]
            originals = originals_of(connection, [find.article for find in new])
            for find in new:
                if find.article in originals:  # which is known once stories were grouped
                    print(copy_text(find, originals[find.article].url))
            for verdict in verdicts:
                print(_verdict_text(verdict))
    say(_summary(status))
    return FAILED if status.end in (RunEnd.NO_SEEDS, RunEnd.BROKEN) else 0


def _summary(run: RunStatus) -> str:
    if run.end is None:
        what = f"run {run.id} is {run.state}"
        return f"{what}: 'tidings mine --resume {run.id}' goes on with it"
    if run.end is RunEnd.NO_SEEDS:
        return run.detail
    budget, because = run.request.budget, run.detail or _ENDS[run.end]
    hosts = counted(run.hosts, "host")
    return (
        f"{run.finds} found on {run.pages} of {budget.pages} pages at {hosts}, "
        f"{run.bytes / 1e6:.1f} MB: {because}"
    )


def _verdict_text(verdict: LinkVerdict) -> str:
    sign, word = (">=", "followed") if verdict.followed else ("<", "left")
    if not verdict.followed and verdict.estimate >= verdict.threshold:
        sign = ">="
    why = f" ({'; '.join(verdict.reasons)})" if verdict.reasons else ""
    estimate = f"{verdict.estimate:.3f} {sign} {verdict.threshold:.3f}"
    return printable(f"{word:8} {estimate}  {verdict.url}  {verdict.words}{why}")
