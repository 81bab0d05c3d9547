"""The verbs `cluster up`, `cluster join`, `cluster status` and `cluster down`."""

import argparse

from tidings.cli.options import settings_of
from tidings.cli.output import print_json, print_table, say
from tidings.cli.typed_command import typed_command
from tidings.engine.cluster.cluster_status import ClusterStatus, cluster_status
from tidings.engine.cluster.cluster_token import token_file
from tidings.engine.cluster.starting import (
    NodeOptions,
    ReadyNode,
    planned_head,
    planned_node,
    run_in_foreground,
    start_in_background,
)
from tidings.engine.cluster.stopping import stop_nodes


def up(options: argparse.Namespace) -> int:
    """Start the head of a cluster on this machine."""
    settings = settings_of(options)
    node = planned_head(settings, _node_options(options))
    if options.foreground:
        return _run(node)
    start_in_background(node)
    token = token_file(settings)
    if options.json:
        print_json({"node": node.plan.name, "address": node.plan.head, "cores": node.plan.cores,
                    "token": str(token)})  # fmt: skip
    say(f"the cluster runs at {node.plan.head}, with {node.plan.cores} cores of this machine")
    say(f"on other machines, with {token} copied: tidings cluster join {node.plan.head}")
    say(f"to end it: {typed_command(settings, 'cluster', 'down')}")
    return 0


def join(options: argparse.Namespace) -> int:
    """Let this machine run parts of the jobs of a cluster."""
    node = planned_node(settings_of(options), _node_options(options), options.address)
    if options.foreground:
        return _run(node)
    cluster = start_in_background(node)
    living = [each for each in cluster.nodes if each.is_alive]
    if options.json:
        print_json({"node": node.plan.name, "address": node.plan.head, "cores": node.plan.cores})
    say(f"{node.plan.name} joined {node.plan.head} with {node.plan.cores} cores: {len(living)} "
        f"nodes, {sum(each.cores for each in living)} cores")  # fmt: skip
    return 0


def _run(node: ReadyNode) -> int:
    say(f"{node.plan.name} runs until it is stopped; the head is at {node.plan.head}")
    run_in_foreground(node)
    return 0


def _node_options(options: argparse.Namespace) -> NodeOptions:
    return NodeOptions(options.name, options.node_host, options.cores)


def down(options: argparse.Namespace) -> int:
    """End the nodes that this machine runs."""
    ended = stop_nodes(settings_of(options), options.name)
    if options.json:
        print_json({"ended": [plan.name for plan in ended]})
    names = ", ".join(plan.name for plan in ended)
    say(f"ended: {names}" if ended else "no node of this home runs on this machine")
    return 0


def status(options: argparse.Namespace) -> int:
    """Show the nodes of the cluster and what they do."""
    found = cluster_status(settings_of(options))
    if options.json:
        print_json(found)
    else:
        _show(found)
    return 0


def _show(found: ClusterStatus) -> None:
    rows = [
        (node.name, node.host, "head" if node.is_head else "", node.cores, node.tasks,
         "alive since" if node.is_alive else "lost since", node.since)
        for node in found.nodes
    ]  # fmt: skip
    print_table(("node", "address", "", "cores", "tasks", "state", ""), rows)
    redis = "yes" if found.has_redis else "none: if the head is lost, so is what runs"
    say(f"head at {found.address}: {found.head}; Redis: {redis}")
    cores = sum(node.cores for node in found.living)
    tasks = sum(node.tasks for node in found.living)
    say(f"{len(found.living)} nodes, {cores} cores, {tasks} tasks; Ray {found.ray_version}, "
        f"Python {found.python_version}")  # fmt: skip
    state = "running" if found.is_busy else "not finished"
    for job in found.unfinished:
        say(f"job {job.id}, {job.name}: {job.done} of {job.items} items, {state}")
