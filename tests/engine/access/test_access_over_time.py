"""Any sequence of steps: what opens the door is exactly what should, whatever happened before."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from tidings.engine.access.access import Access
from tidings.model.access.identity import Scope
from tidings.settings.tree import ServeSettings, StoreSettings
from tidings.store.database.database import open_database

LIFETIME, IDLE, LINK = timedelta(days=3), timedelta(days=1), timedelta(minutes=10)
MINUTE = timedelta(minutes=1)
INDEX = st.integers(0, 50)


@dataclass
class Door:
    """What a secret should open, and until when."""

    secret: str
    until: datetime
    used: datetime
    scope: Scope = Scope.ADMIN

    def is_open(self, now: datetime, idle: timedelta) -> bool:
        return now < self.until and now < self.used + idle


class AccessOverTime(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.folder = TemporaryDirectory()
        self.now = datetime(2026, 11, 18, 12, tzinfo=UTC)
        file = Path(self.folder.name) / "tidings.db"
        self.databases = [open_database(file, StoreSettings(commit_seconds=0.0)) for _ in range(2)]
        limits = ServeSettings(session_days=3.0, session_idle_days=1.0)
        self.accesses = [Access(each, lambda: self.now, limits) for each in self.databases]
        self.tokens: list[Door] = []
        self.sessions: list[Door] = []
        self.links: list[Door] = []

    def teardown(self) -> None:
        for database in self.databases:
            database.close()
        self.folder.cleanup()

    def one(self, which: int) -> Access:
        return self.accesses[which % 2]

    @rule(which=INDEX, days=st.none() | st.integers(1, 3), scope=st.sampled_from(Scope))
    def add_token(self, which: int, days: int | None, scope: Scope) -> None:
        until = None if days is None else self.now + timedelta(days=days)
        made = self.one(which).add_token("a token", scope, until)
        self.tokens.append(
            Door(made.text, until or datetime.max.replace(tzinfo=UTC), self.now, scope)
        )

    @rule(which=INDEX, token=INDEX)
    def revoke_token(self, which: int, token: int) -> None:
        if self.tokens:
            door = self.tokens[token % len(self.tokens)]
            self.one(which).revoke_token(door.secret.split("_")[1])
            door.until = self.now

    @rule(which=INDEX)
    def make_link(self, which: int) -> None:
        self.links.append(Door(self.one(which).one_time_link(), self.now + LINK, self.now))

    @rule(which=INDEX, link=INDEX)
    def use_link(self, which: int, link: int) -> None:
        if self.links:
            door = self.links[link % len(self.links)]
            session = self.one(which).use_link(door.secret)
            assert (session is not None) == (self.now < door.until)
            door.until = self.now
            if session is not None:
                self.sessions.append(Door(session, self.now + LIFETIME, self.now))

    @rule(which=INDEX, session=INDEX)
    def end_session(self, which: int, session: int) -> None:
        if self.sessions:
            door = self.sessions[session % len(self.sessions)]
            self.one(which).end_session(door.secret)
            door.until = self.now

    @rule(which=INDEX)
    def end_all_sessions(self, which: int) -> None:
        if any(user.name == "owner" for user in self.one(which).users()):
            self.one(which).remove_user("owner")
            for door in self.sessions:
                door.until = min(door.until, self.now)

    @rule(time=st.sampled_from([MINUTE, 9 * MINUTE, timedelta(hours=11), IDLE, LIFETIME]))
    def wait(self, time: timedelta) -> None:
        self.now += time

    @invariant()
    def exactly_the_right_doors_are_open(self) -> None:
        for access, database in zip(self.accesses, self.databases, strict=True):
            for door in self.tokens:
                found = access.token(door.secret)
                assert (found and found.scope) == (door.scope if self.now < door.until else None)
                assert access.session(door.secret) is None
            for door in self.sessions:
                is_open = door.is_open(self.now, IDLE)
                assert (access.session(door.secret) is not None) == is_open
                if is_open and self.now - door.used >= MINUTE:
                    door.used = self.now
            database.write(lambda _: None).result()  # the last uses


TestAccessOverTime: Any = AccessOverTime.TestCase
TestAccessOverTime.settings = settings(max_examples=15, stateful_step_count=20, deadline=None)
