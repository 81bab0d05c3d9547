"""Opens what a place needs to fetch and read pages: one of several that ask hosts for one home."""

import os
import socket
from contextlib import AsyncExitStack, nullcontext
from dataclasses import dataclass, field, replace
from functools import partial
from uuid import uuid4

from tidings.engine.knowledge.knowledge_files import KnowledgeFiles
from tidings.engine.knowledge.stored_knowledge import StoredKnowledge
from tidings.engine.places.held_hosts import HeldHosts
from tidings.engine.process.home import Home
from tidings.engine.process.home_archive import archive_of
from tidings.engine.process.home_files import opened_files
from tidings.engine.reading.pool import Pool
from tidings.engine.reading.visit_reading import VisitReader
from tidings.engine.reading.worker_setup import WorkerSetup
from tidings.engine.settling.recheck_settling import former_reading_task
from tidings.engine.sources.source_credentials import credentials_file
from tidings.engine.state.followed_sources import FollowedSources
from tidings.engine.state.site_policies import SitePolicies
from tidings.fetch.client import WebFetcher
from tidings.model.web.request_log import LoggedRequest
from tidings.settings.tree import FetchSettings, Settings
from tidings.store.database.database import Database
from tidings.store.tables.jobs.host_leases import Tenant


@dataclass(frozen=True, slots=True)
class PlaceTerms:
    """What a place has to know; the same in all places."""

    home: Home  # as the place sees it: another node may have it in another folder
    settings: Settings
    run: str  # for which it leases hosts
    places: int  # that may ask the same address
    knowledge: int  # the version to annotate with
    at_once: int  # hosts that it asks at the same time
    patience: float  # the longest pause of a host that is waited for


@dataclass(slots=True)
class PlaceEquipment:
    """What a place works with, opened."""

    held: HeldHosts
    fetcher: WebFetcher
    reader: VisitReader
    policies: SitePolicies
    requests: list[LoggedRequest] = field(default_factory=list)  # that the fetcher has sent


def fetch_settings_of(terms: PlaceTerms) -> FetchSettings:
    """Return how one of several places fetches, so that all together are as polite as a crawl.

    A host is asked one URL at a time. An address may be that of many hosts, in several places.
    """
    settings = terms.settings.fetch
    return replace(
        settings,
        per_host=1,
        per_address=max(1, settings.per_address // terms.places),
        address_delay=min(settings.delay, settings.address_delay * terms.places),
        concurrency=max(1, min(settings.concurrency, terms.at_once)),
    )


def fetch_knowledge(terms: PlaceTerms) -> None:
    """Fetch the version to annotate with, if the home is on a store and this node has it not."""
    files = opened_files(terms.home)
    if files is not None and KnowledgeFiles(terms.home.knowledge).newest() < terms.knowledge:
        StoredKnowledge(files, terms.home.knowledge).fetch_newer()


async def opened_equipment(
    terms: PlaceTerms, database: Database, followed: FollowedSources, inside: AsyncExitStack
) -> PlaceEquipment:
    """Open what a place works with; `inside` closes it. Hosts are held while `held.kept()` is."""
    settings, requests = terms.settings, list[LoggedRequest]()
    held = HeldHosts(database, _tenant(terms), settings.jobs.host_lease_seconds, terms.patience)
    policies = SitePolicies(settings.fetch)
    policies.follow(followed)
    fetcher = WebFetcher(
        fetch_settings_of(terms),
        on_request=requests.append,
        policies=policies.of,
        credentials=credentials_file(replace(settings, home=terms.home.folder)),
        permission=held,
    )
    held.pace = await inside.enter_async_context(fetcher)
    reader = await _opened_reader(terms, database, fetcher, inside)
    return PlaceEquipment(held, fetcher, reader, policies, requests)


def _tenant(terms: PlaceTerms) -> Tenant:
    # No other place ever has this name, not even one that has this process id later.
    place = f"{socket.gethostname()} {os.getpid()} {uuid4().hex[:8]}"
    return Tenant(terms.run, place)


async def _opened_reader(
    terms: PlaceTerms, database: Database, fetcher: WebFetcher, inside: AsyncExitStack
) -> VisitReader:
    settings, home = terms.settings, terms.home
    worker = WorkerSetup(settings.crawl, settings.enrich, settings.summary, home.knowledge)
    pool = Pool(replace(settings.engine, workers=1), worker)
    archive = archive_of(home, database)
    return VisitReader(
        settings.crawl,
        fetcher,
        await inside.enter_async_context(pool),
        lambda: nullcontext(terms.knowledge),
        partial(former_reading_task, database, archive),
    )
