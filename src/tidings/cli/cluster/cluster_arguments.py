"""The options of the verbs about clusters."""

import argparse

from tidings.cli.verb_arguments import add_verb, count_or_zero

_MODULE = "tidings.cli.cluster.nodes"


def add_cluster_verbs(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `cluster` and its tasks."""
    text = "run jobs on several machines: docs/cluster.md"
    family = verbs.add_parser("cluster", help=text, description=f"{text.capitalize()}.")
    tasks = family.add_subparsers(metavar="TASK", required=True)
    up = add_verb(tasks, "up", "start the head of a cluster here", _MODULE, "up")
    join = add_verb(tasks, "join", "let this machine run parts of the cluster's jobs",
                    _MODULE, "join")  # fmt: skip
    join.add_argument("address", metavar="ADDRESS", help="HOST:PORT of the head")
    for sub in (up, join):
        sub.add_argument("--cores", type=count_or_zero, metavar="N",
                         help="run N parts at a time here (all cores)")  # fmt: skip
        sub.add_argument("--host", dest="node_host", metavar="IP", default="",
                         help="the address at which other nodes reach this machine (found out)"
                         )  # fmt: skip
        sub.add_argument("--foreground", action="store_true",
                         help="run until stopped, as for systemd; otherwise in the background"
                         )  # fmt: skip
        sub.add_argument("--name", metavar="NAME", default="",
                         help="the node's name (the machine's)")  # fmt: skip
    add_verb(tasks, "status", "show the nodes of the cluster and what they run", _MODULE, "status")
    down = add_verb(tasks, "down", "end the nodes on this machine", _MODULE, "down")
    down.add_argument("--name", metavar="NAME", default="", help="only this node (all of the home)")
