"""Ending the nodes of a home on this machine; never by `ray stop`, which ends everybody's."""

import signal

from tidings.engine.cluster.node_files import nodes_here
from tidings.engine.cluster.node_plan import NodePlan
from tidings.engine.cluster.process_marks import send_signal
from tidings.settings.tree import Settings


def stop_nodes(settings: Settings, name: str = "") -> list[NodePlan]:
    """End the nodes of this machine, or only the one of a name; return those that were ended."""
    nodes = [each for each in nodes_here(settings.home) if name in ("", each[1].name)]
    for files, _ in nodes:  # all of them end at once, which takes 5 s
        if supervisor := files.supervisor():
            send_signal(supervisor, signal.SIGTERM)
    for files, _ in reversed(nodes):  # the head is the last to be forgotten
        files.end()
    return [plan for _, plan in nodes]
