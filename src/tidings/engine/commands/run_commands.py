"""The effects of commands on query runs. Whoever crawls the home executes the runs themselves."""

from datetime import datetime

from tidings.engine.commands.command_values import (
    CommandProgress,
    CommandStep,
    ResumeRun,
    RunResumed,
    RunStarted,
    RunStopped,
    StartRun,
    StopRun,
)
from tidings.engine.sources.source_list import SourceInvalid, source_url
from tidings.model.agents.agent_event import AgentEvent, AgentEventKind
from tidings.model.agents.query_run import (
    AgentPolicy,
    RunBudget,
    RunEnd,
    RunRequest,
    RunState,
    RunStatus,
)
from tidings.store.database.session import Reader, Writer
from tidings.store.tables.agents.query_events import add_events, last_event
from tidings.store.tables.agents.query_runs import (
    add_run,
    ask_to_stop,
    end_run,
    resume_run,
    run_status,
)

_MAX_QUERY = 1_000  # characters: a long question
_MAX_SEEDS = 200
_MOST = RunBudget(20_000, 20_000_000_000, 86_400.0, 5_000, 5_000, 500)  # for one run: a day's work


def started(
    connection: Writer, command: StartRun, _progress: CommandProgress | None, now: datetime
) -> CommandStep:
    """Store a run."""
    return CommandStep(RunStarted(add_run(connection, request_of_run(command), now)))


def request_of_run(command: StartRun) -> RunRequest:
    """Return what a run is asked for; raise SourceInvalid if that cannot be."""
    query = command.query.strip()
    if not query:
        raise SourceInvalid("The query is empty: say what to search for.")
    if len(query) > _MAX_QUERY:
        raise SourceInvalid(f"The query is longer than {_MAX_QUERY} characters.")
    if len(command.seeds) > _MAX_SEEDS:
        raise SourceInvalid(f"There are more than {_MAX_SEEDS} seeds.")
    if command.policy not in list(AgentPolicy):
        raise SourceInvalid(f"The policy is none of {', '.join(AgentPolicy)}.")
    threshold = command.threshold
    if threshold is not None and not 0.0 <= threshold <= 1.0:
        raise SourceInvalid("The threshold is between 0 and 1.")
    seeds = tuple(dict.fromkeys(source_url(seed) for seed in command.seeds))
    policy = AgentPolicy(command.policy)
    return RunRequest(query, seeds, _budget(command), policy, threshold, command.seed)


def _budget(command: StartRun) -> RunBudget:
    budget = RunBudget(
        pages=command.pages,
        bytes=command.bytes,
        seconds=command.minutes * 60,
        hosts=command.hosts,
        pages_per_host=command.pages_per_host,
        agents=command.agents,
    )
    for name in ("pages", "bytes", "seconds", "hosts", "pages_per_host", "agents"):
        value, most = getattr(budget, name), getattr(_MOST, name)
        if not 0 < value <= most:
            shown = "minutes" if name == "seconds" else name.replace("_", " ")
            limit = most / 60 if name == "seconds" else most
            raise SourceInvalid(f"The number of {shown} is not between 1 and {limit:,.0f}.")
    return budget


def resumed(
    connection: Writer, command: ResumeRun, _progress: CommandProgress | None, _now: datetime
) -> CommandStep:
    """Let an interrupted run go on."""
    status = _run_of(connection, command.run)
    if status.state is RunState.ENDED:
        raise SourceInvalid(f"Run {status.id} has ended ({status.end}): start another one.")
    # One that runs may have been killed. If it was not, whoever executes it begins it only once.
    if status.state is not RunState.WAITING:
        resume_run(connection, status.id)
    return CommandStep(RunResumed(status.id))


def stopped(
    connection: Writer, command: StopRun, _progress: CommandProgress | None, now: datetime
) -> CommandStep:
    """Ask a run to stop; one that nobody executes ends at once."""
    status = _run_of(connection, command.run)
    if status.state in (RunState.WAITING, RunState.INTERRUPTED):
        ended = AgentEvent(AgentEventKind.ENDED, words=RunEnd.STOPPED)
        add_events(connection, status.id, last_event(connection, status.id) + 1, [ended], now)
        end_run(connection, status.id, RunEnd.STOPPED, "", now)
        return CommandStep(RunStopped(status.id, was_running=False))
    ask_to_stop(connection, status.id, now)
    return CommandStep(RunStopped(status.id, was_running=status.state is RunState.RUNNING))


def _run_of(connection: Reader, run: int) -> RunStatus:
    status = run_status(connection, run)
    if status is None:
        raise SourceInvalid(f"There is no run {run}: 'tidings mine --list' shows all.")
    return status
