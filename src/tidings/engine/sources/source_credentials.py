"""The logins of a home, for people: which there are, storing and removing them."""

from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path

from tidings.engine.process.home import ensure_home, home_of
from tidings.engine.process.home_database import opened_database
from tidings.fetch.credentials.credentials_file import CredentialsFile
from tidings.fetch.credentials.login import CredentialsWrong, Login
from tidings.model.crawl.source import Source
from tidings.settings.tree import Settings
from tidings.store.database.session import Reader
from tidings.store.tables.sources.pauses import paused_sources
from tidings.store.tables.sources.sources import followed_sources


@dataclass(frozen=True, slots=True)
class KnownLogin:
    """A login without its secrets."""

    name: str
    kinds: tuple[str, ...]
    hosts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LoginChange:
    """What to change about a login; what is None stays as it is."""

    user_and_password: tuple[str, str] | None = field(default=None, repr=False)
    token: str | None = field(default=None, repr=False)
    cookies: str | None = field(default=None, repr=False)
    cookies_file: Path | None = None
    header: tuple[str, str] | None = field(default=None, repr=False)
    hosts: tuple[str, ...] | None = None

    def applied_to(self, login: Login) -> Login:
        """Return a login with the change. A request has either a password or a token."""
        if self.user_and_password is not None:
            user, password = self.user_and_password
            login = replace(login, user=user, password=password, token="")
        if self.token is not None:
            token = self.token.removeprefix("Bearer ").strip()
            login = replace(login, token=token, user="", password="")
        if self.cookies is not None:
            login = replace(login, cookies=self.cookies.removeprefix("Cookie:").strip())
        if self.cookies_file is not None:
            login = replace(login, cookies_file=str(self.cookies_file.expanduser().absolute()))
        if self.header is not None:
            name = self.header[0].lower()
            others = (each for each in login.headers if each[0].lower() != name)
            login = replace(login, headers=(*others, self.header))
        return login if self.hosts is None else replace(login, hosts=self.hosts)


def sources_with_login(connection: Reader, name: str | None = None) -> list[Source]:
    """Return the followed sources that use a login, or any, except paused ones."""
    used = (source for source in followed_sources(connection) if source.settings.credentials)
    paused = paused_sources(connection)
    return [
        source
        for source in used
        if source.id not in paused and name in (None, source.settings.credentials)
    ]


def credentials_file(settings: Settings) -> CredentialsFile:
    """Return the credentials file of a home, whether it exists or not."""
    given = settings.fetch.credentials_file
    return CredentialsFile(Path(given).expanduser() if given else home_of(settings).credentials)


def known_logins(settings: Settings) -> list[KnownLogin]:
    """Return all logins by name; raises CredentialsWrong."""
    logins = credentials_file(settings).logins().values()
    known = (KnownLogin(login.name, login.kinds, login.hosts) for login in logins)
    return sorted(known, key=lambda each: each.name)


def check_login(settings: Settings, name: str) -> None:
    """Raise CredentialsWrong, with what to do, if there is no login of this name."""
    credentials_file(settings).named(name)


def login_refusal(settings: Settings, name: str) -> str:
    """Return why a source cannot use a login of this name; empty if it can."""
    try:
        check_login(settings, name)
    except CredentialsWrong as error:
        return str(error)
    return ""


def login_problems(settings: Settings, connection: Reader) -> tuple[list[str], list[str]]:
    """Return what is wrong with the credentials file, and which sources get no credentials."""
    try:
        known = credentials_file(settings).logins()
    except CredentialsWrong as error:
        return [str(error)], []
    notes = []
    for source in sources_with_login(connection):
        name = source.settings.credentials
        if name not in known:
            notes.append(f"{source.url} is not fetched: there are no credentials {name!r}.")
        elif withheld := plain_http_notice(source):
            notes.append(withheld)
    return [], notes


def plain_http_notice(source: Source) -> str:
    """Return that a source's credentials are not sent, because nothing protects them; or nothing.

    A source that moved to https keeps its old address until it is added again.
    """
    name = source.settings.credentials
    if not name or source.url.startswith("https:"):
        return ""
    secure = source.url.replace("http:", "https:", 1)
    return (
        f"the credentials {name} are not sent to {source.url}, which is not https: "
        f"if the site has TLS, follow it as {secure}."
    )


def store_login(settings: Settings, name: str, change: LoginChange) -> KnownLogin:
    """Add or change a login; raises CredentialsWrong."""
    if not settings.fetch.credentials_file:
        ensure_home(settings)
    file = credentials_file(settings)
    file.put(change.applied_to(file.logins().get(name) or Login(name)))
    stored = file.named(name)
    return KnownLogin(stored.name, stored.kinds, stored.hosts)


def sources_of_login(settings: Settings, name: str) -> list[str]:
    """Return the addresses of the sources that use a login; none if there is no home yet."""
    home = home_of(settings)
    if not home.exists:
        return []
    with closing(opened_database(home)) as database:
        return [source.url for source in sources_with_login(database.read(), name)]


def remove_login(settings: Settings, name: str) -> None:
    """Remove a login; raises CredentialsWrong if there is none."""
    credentials_file(settings).remove(name)
