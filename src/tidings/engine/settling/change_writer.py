"""Writes changes as rows, in their order; decides nothing."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tidings.crawl.links.admission import RECHECK
from tidings.crawl.visits.node_share import node_number
from tidings.engine.knowledge.lesson_log import LessonLog
from tidings.engine.settling import changes as kinds
from tidings.engine.settling.announcement_intake import settle_look
from tidings.engine.settling.changes import Change, CopyToArchive
from tidings.engine.settling.request_log_buffer import RequestLogBuffer
from tidings.engine.settling.trap_control import TrapControl
from tidings.engine.sources.completeness import note_article
from tidings.engine.state.source_state import SourceState
from tidings.model.articles.article import Article
from tidings.model.crawl.source import Source
from tidings.model.crawl.visit import ArchivePlace
from tidings.settings.tree import CrawlSettings
from tidings.store.archive.warc_files import Archive
from tidings.store.database.session import Writer
from tidings.store.tables.articles.annotations import keep_annotations
from tidings.store.tables.articles.article_renaming import give_article, rename_article
from tidings.store.tables.articles.articles import correct_article, keep_article, set_rights
from tidings.store.tables.articles.revisions import add_tombstone, lift_tombstone
from tidings.store.tables.frontier.rechecks import (
    earn_recheck_credit,
    note_recheck,
    plan_rechecks,
)
from tidings.store.tables.frontier.urls import add_urls, forget_archived_copy, save_url_state
from tidings.store.tables.frontier.visits import add_visit
from tidings.store.tables.sources.article_flow import note_source_check
from tidings.store.tables.sources.closed_hosts import close_host
from tidings.store.tables.sources.list_histories import (
    keep_list_history,
    rest_list,
    wake_duplicate_feeds,
    wake_failing_lists,
)
from tidings.store.tables.sources.rhythms import forget_rhythm, keep_rhythm
from tidings.store.tables.sources.sources import name_source, set_source_domain, source_by_id
from tidings.store.tables.sources.subscriptions import keep_subscription


@dataclass(slots=True)
class Written:
    """What writing showed."""

    kept: Article | None = None  # a new article or revision, as it is stored
    wants_tag_study: bool = False  # the source's keen tags should be learned again
    woken_hosts: set[str] = field(default_factory=set)
    source: Source | None = None  # with its new name or domain


class ChangeWriter:
    """Writes changes. Runs in the writer's thread, inside its transaction."""

    def __init__(
        self,
        archive: Archive,
        settings: CrawlSettings,
        state: SourceState,
        trap_control: TrapControl,
        request_log: RequestLogBuffer,
        lessons: LessonLog,
    ) -> None:
        self._archive = archive
        self._settings = settings
        self._state = state
        self._trap_control = trap_control
        self._request_log = request_log
        self._lessons = lessons
        self._node = node_number(settings.node)
        self._writers: Mapping[type[Change], Callable[[Writer, Any, Written], None]] = {
            kinds.SaveUrlState: self._save_url_state,
            kinds.NoteVisit: _note_visit,
            kinds.NoteRequests: self._note_requests,
            kinds.CloseHost: _close_host,
            kinds.AddUrl: _add_url,
            kinds.ForgetCopy: _forget_copy,
            kinds.KeepListHistory: _keep_list_history,
            kinds.RestList: _rest_list,
            kinds.WakeDuplicateFeeds: _wake_duplicate_feeds,
            kinds.WakeFailingLists: _wake_failing_lists,
            kinds.KeepRhythm: self._keep_rhythm,
            kinds.ForgetRhythm: _forget_rhythm,
            kinds.KeepSubscription: _keep_subscription,
            kinds.KeepArticle: self._keep_article,
            kinds.RenameArticle: _rename_article,
            kinds.GiveArticle: _give_article,
            kinds.SetRights: _set_rights,
            kinds.AddTombstone: _add_tombstone,
            kinds.LiftTombstone: _lift_tombstone,
            kinds.PlanRecheck: _plan_recheck,
            kinds.NoteRecheck: self._note_recheck,
            kinds.ChargeShape: self._charge_shape,
            kinds.KeepListingDepth: self._keep_listing_depth,
            kinds.NoteArticleFlow: self._note_article_flow,
            kinds.LearnSite: self._learn_site,
            kinds.LearnFocus: self._learn_focus,
            kinds.NameSource: _name_source,
            kinds.MoveSource: _move_source,
        }

    def write(self, connection: Writer, changes: Iterable[Change]) -> Written:
        """Write changes in their order."""
        written = Written()
        for change in changes:
            self._writers[type(change)](connection, change, written)
        return written

    def _save_url_state(
        self, connection: Writer, change: kinds.SaveUrlState, written: Written
    ) -> None:
        place = self._archived(change.copy) if change.copy else None
        save_url_state(connection, change.host, change.id, change.state, change.at, place)

    def _archived(self, copy: CopyToArchive) -> ArchivePlace:
        return self._archive.append(
            copy.record, copy.url, copy.at, copy.status, copy.content_type, copy.digest
        )

    def _note_requests(
        self, connection: Writer, change: kinds.NoteRequests, written: Written
    ) -> None:
        if change.earn_credit:
            earn_recheck_credit(connection, self._node, self._settings.recheck_share)
        if change.same_bytes is not None:
            self._request_log.note_same_bytes(change.same_bytes)
        self._request_log.write(connection)

    def _keep_rhythm(self, connection: Writer, change: kinds.KeepRhythm, written: Written) -> None:
        keep_rhythm(connection, change.url_id, change.row)
        self._state.budget.note(connection, change.interval, change.now)

    def _keep_article(
        self, connection: Writer, change: kinds.KeepArticle, written: Written
    ) -> None:
        written.kept = write_article(connection, change, self._lessons)

    def _note_recheck(
        self, connection: Writer, change: kinds.NoteRecheck, written: Written
    ) -> None:
        # What was announced is no sample: it says nothing about the other articles of the site.
        announced = settle_look(connection, change.url_id, change.was_edited, change.at)
        found = None if announced else change.changed
        note_recheck(connection, self._node, change.site, change.requests, found)

    def _charge_shape(
        self, connection: Writer, change: kinds.ChargeShape, written: Written
    ) -> None:
        self._trap_control.charge(
            connection, change.visit, change.brought, change.at, change.sketch
        )

    def _keep_listing_depth(
        self, connection: Writer, change: kinds.KeepListingDepth, written: Written
    ) -> None:
        self._trap_control.keep_listing_depth(connection, change.visit, change.new)

    def _note_article_flow(
        self, connection: Writer, change: kinds.NoteArticleFlow, written: Written
    ) -> None:
        source = self._state.followed.get(change.site) or source_by_id(connection, change.site)
        if source is not None:
            note_article(connection, source, change.article)

    def _learn_site(self, connection: Writer, change: kinds.LearnSite, written: Written) -> None:
        memories = self._state.memories
        written.wants_tag_study = memories.learn(connection, change.site, change.update)

    def _learn_focus(self, connection: Writer, change: kinds.LearnFocus, written: Written) -> None:
        focuses = self._state.focuses
        written.woken_hosts |= focuses.learn(connection, change.visit, change.outcome, change.at)


def write_kept_article(
    connection: Writer, changes: Iterable[Change], lessons: LessonLog
) -> Article | None:
    """Write what was decided about keeping one article; return it if it is new."""
    kept = None
    for change in changes:
        if isinstance(change, kinds.RenameArticle):
            write_renaming(connection, change)
        elif isinstance(change, kinds.GiveArticle):
            write_giving(connection, change)
        elif isinstance(change, kinds.KeepArticle):
            kept = write_article(connection, change, lessons)
    return kept


def write_article(
    connection: Writer, change: kinds.KeepArticle, lessons: LessonLog
) -> Article | None:
    """Keep an article with its annotations and its lesson.

    Returns the article as it is stored, None if nothing changed.
    """
    kept = keep_article(connection, change.article, change.at, change.before)
    if kept is not None and change.annotations is not None:
        keep_annotations(connection, kept.id, kept.revision, change.annotations)
    if kept is not None and change.lesson is not None:
        lessons.add(connection, change.lesson)
    return kept


def write_renaming(connection: Writer, change: kinds.RenameArticle) -> None:
    """Give an article the id of its own page."""
    renamed = rename_article(connection, change.article.id, change.url, change.at)
    if change.annotations is not None:
        keep_annotations(connection, renamed, change.article.revision, change.annotations)


def write_giving(connection: Writer, change: kinds.GiveArticle) -> None:
    """Give an article to the page that owns it, with what was read there."""
    give_article(connection, change.article.id, change.owned.url, change.at)
    correct_article(connection, change.owned, change.at)
    if change.annotations is not None:
        keep_annotations(connection, change.owned.id, change.owned.revision, change.annotations)


def _note_visit(connection: Writer, change: kinds.NoteVisit, written: Written) -> None:
    add_visit(connection, change.visit.id, change.past)
    if change.checks_source:
        note_source_check(connection, change.visit.site, change.past.at)


def _close_host(connection: Writer, change: kinds.CloseHost, written: Written) -> None:
    close_host(connection, change.host, change.until, change.reason)


def _add_url(connection: Writer, change: kinds.AddUrl, written: Written) -> None:
    add_urls(connection, [change.found], change.at)


def _forget_copy(connection: Writer, change: kinds.ForgetCopy, written: Written) -> None:
    forget_archived_copy(connection, change.host, change.id)


def _keep_list_history(connection: Writer, change: kinds.KeepListHistory, written: Written) -> None:
    keep_list_history(connection, change.history)


def _rest_list(connection: Writer, change: kinds.RestList, written: Written) -> None:
    rest_list(connection, change.history, change.reason, change.due, change.target)


def _wake_duplicate_feeds(
    connection: Writer, change: kinds.WakeDuplicateFeeds, written: Written
) -> None:
    wake_duplicate_feeds(connection, change.feed, change.at)


def _wake_failing_lists(
    connection: Writer, change: kinds.WakeFailingLists, written: Written
) -> None:
    written.woken_hosts |= wake_failing_lists(connection, change.site, change.at)


def _forget_rhythm(connection: Writer, change: kinds.ForgetRhythm, written: Written) -> None:
    forget_rhythm(connection, change.url_id)


def _keep_subscription(
    connection: Writer, change: kinds.KeepSubscription, written: Written
) -> None:
    keep_subscription(connection, change.subscription)


def _rename_article(connection: Writer, change: kinds.RenameArticle, written: Written) -> None:
    write_renaming(connection, change)


def _give_article(connection: Writer, change: kinds.GiveArticle, written: Written) -> None:
    write_giving(connection, change)


def _set_rights(connection: Writer, change: kinds.SetRights, written: Written) -> None:
    rights = (change.robots, change.rights, change.hidden_from)
    set_rights(connection, change.article, *rights, change.at)


def _add_tombstone(connection: Writer, change: kinds.AddTombstone, written: Written) -> None:
    add_tombstone(connection, change.article, change.at, change.status, change.detail)


def _lift_tombstone(connection: Writer, change: kinds.LiftTombstone, written: Written) -> None:
    lift_tombstone(connection, change.article, change.at)


def _plan_recheck(connection: Writer, change: kinds.PlanRecheck, written: Written) -> None:
    plan_rechecks(connection, [(change.host, change.id)], change.at, RECHECK)


def _name_source(connection: Writer, change: kinds.NameSource, written: Written) -> None:
    if name_source(connection, change.site, change.name):
        written.source = source_by_id(connection, change.site)


def _move_source(connection: Writer, change: kinds.MoveSource, written: Written) -> None:
    if set_source_domain(connection, change.site, change.domain):
        written.source = source_by_id(connection, change.site)
