"""The options of the verb mine."""

import argparse

from tidings.cli.verb_arguments import add_verb, count
from tidings.model.agents.query_run import AgentPolicy, RunBudget
from tidings.settings.job_engine import JobEngine

_USUAL = RunBudget()
_ANY = 0


def add_mine(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the verb."""
    mine = add_verb(verbs, "mine", "let agents search the live web for a query, and keep what "
                    "they find", "tidings.cli.mine.mine", "mine")  # fmt: skip
    mine.add_argument("query", nargs="*", help="what to search for")
    mine.add_argument("--seed", action="append", default=[], metavar="URL",
                      help="begin here, repeatable; else where the home knows most")  # fmt: skip
    mine.add_argument("--max-pages", type=count, default=_USUAL.pages, metavar="N",
                      help=f"pages to visit at most ({_USUAL.pages})")  # fmt: skip
    mine.add_argument("--agents", type=count, default=_USUAL.agents, metavar="K",
                      help=f"agents alive at the same time ({_USUAL.agents})")  # fmt: skip
    mine.add_argument("--minutes", type=_minutes, default=_USUAL.seconds / 60, metavar="M",
                      help=f"how long to search at most ({_USUAL.seconds / 60:g})")  # fmt: skip
    mine.add_argument("--hosts", type=count, default=_USUAL.hosts, metavar="N",
                      help=f"different hosts at most ({_USUAL.hosts})")  # fmt: skip
    mine.add_argument("--pages-per-host", type=count, default=_USUAL.pages_per_host, metavar="N",
                      help=f"pages of one host at most ({_USUAL.pages_per_host})")  # fmt: skip
    mine.add_argument("--policy", dest="agent_policy", choices=[each.value for each in AgentPolicy],
                      default=AgentPolicy.LEARNED.value,
                      help="how links are chosen (learned)")  # fmt: skip
    mine.add_argument("--threshold", type=_share, metavar="X",
                      help="follow links above this, 0 to 1 (what the budget allows)")  # fmt: skip
    what = mine.add_mutually_exclusive_group()
    what.add_argument("--resume", nargs="?", type=count, const=_ANY, metavar="N",
                      help="go on with a run that was interrupted")  # fmt: skip
    what.add_argument("--list", action="store_true", help="list the last runs")
    what.add_argument("--stop", type=count, metavar="N", help="end a run")
    mine.add_argument("--engine", choices=[each.value for each in JobEngine],
                      default=JobEngine.LOCAL.value,
                      help="where agents make their visits: in this process, or on the nodes of "
                           "a Ray cluster (local)")  # fmt: skip
    mine.add_argument("--explain", action="store_true",
                      help="say for each link why it was followed or left")  # fmt: skip


def _minutes(text: str) -> float:
    number = _number(text)
    if number <= 0:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of minutes above 0.")
    return number


def _share(text: str) -> float:
    number = _number(text)
    if not 0 <= number <= 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not between 0 and 1.")
    return number


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no number.") from None
