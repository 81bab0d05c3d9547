"""The credentials file: secrets by name, readable by its owner only. Its messages name no secret.

[paper]
user = "reader@example.org"
password = "..."
hosts = ["www.paper.example"]    # besides the source's own host

[magazine]
token = "..."                    # Authorization: Bearer
cookies = "session=...; id=..."  # or cookies_file = "magazine-cookies.txt", as browsers export
headers = { X-Api-Key = "..." }
"""

import json
import os
import stat
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from tidings.fetch.credentials.cookies import read_cookies
from tidings.fetch.credentials.login import CredentialsWrong, Login
from tidings.fetch.credentials.login_rules import checked

_KEYS: Final = ("user", "password", "token", "cookies", "cookies_file", "headers", "hosts")
_TEXTS: Final[tuple[str, ...]] = _KEYS[:5]
_MAX_BYTES: Final = 1024 * 1024
_MODE: Final = 0o600

FileStamp = tuple[tuple[int, int, int, int], ...]


class CredentialsFile:
    """The file, read again whenever it or one of its cookies.txt files has changed."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._stamp: FileStamp | None = None
        self._logins: dict[str, Login] = {}

    def logins(self) -> Mapping[str, Login]:
        """Return all entries by name; none if there is no file. Raises CredentialsWrong."""
        if self._stamp is None or self._stamp != self.stamp():
            own, self._stamp = _stamp_of(self.path), None
            self._logins = _read(self.path)  # refused: it is read again at the next call
            self._stamp = (own, *self.stamp()[1:])
        return self._logins

    def named(self, name: str) -> Login:
        """Return one entry; raises CredentialsWrong."""
        logins = self.logins()
        if name not in logins:
            known = f"it has {', '.join(sorted(logins))}" if logins else "it has none"
            raise CredentialsWrong(
                f"There are no credentials {name!r} in {self.path} ({known}): add them with "
                f"'tidings credentials set {name} --user USER'."
            )
        return logins[name]

    def put(self, login: Login) -> None:
        """Add or replace an entry. The file is replaced whole, for its owner only."""
        login = _with_cookies_of_file(self.path, checked(login))
        _write(self.path, {**self.logins(), login.name: login})

    def remove(self, name: str) -> None:
        """Remove an entry; raises CredentialsWrong if there is none."""
        self.named(name)
        _write(self.path, {key: login for key, login in self.logins().items() if key != name})

    def stamp(self) -> FileStamp:
        """Return a value that is another one when the file or its cookies.txt have changed."""
        files = (login.cookies_file for login in self._logins.values() if login.cookies_file)
        return tuple(map(_stamp_of, (self.path, *(self.path.parent / name for name in files))))


def _stamp_of(path: Path) -> tuple[int, int, int, int]:
    try:
        found = path.stat()
    except OSError:
        return (0, 0, 0, 0)
    return (found.st_mtime_ns, found.st_size, found.st_ino, found.st_mode)


def _read(path: Path) -> dict[str, Login]:
    text = _private_text(path)
    if text is None:
        return {}
    try:
        tree = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise CredentialsWrong(f"{path} is not valid TOML: {error}.") from None
    return {name: _login(path, name, entry) for name, entry in tree.items()}


def _private_text(path: Path) -> str | None:
    """Return the content of a file that only its owner may read; None if there is no file."""
    try:
        with path.open("rb") as file:
            found = os.fstat(file.fileno())
            _refuse_open_file(path, found)
            data = file.read(_MAX_BYTES + 1)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise CredentialsWrong(f"{path} cannot be read ({error.strerror}).") from None
    if len(data) > _MAX_BYTES:
        raise CredentialsWrong(f"{path} is too large for credentials.")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise CredentialsWrong(f"{path} is not UTF-8 text.") from None


def _refuse_open_file(path: Path, found: os.stat_result) -> None:
    if not stat.S_ISREG(found.st_mode):
        raise CredentialsWrong(f"{path} is not a file.")
    if found.st_mode & 0o077:
        raise CredentialsWrong(
            f"{path} may be read by others than its owner (mode {found.st_mode & 0o777:03o}): "
            f"run 'chmod 600 {path}', and change the passwords if others may have seen them."
        )


def _login(path: Path, name: str, entry: object) -> Login:
    where = f"{path}: [{name}]"
    if not isinstance(entry, dict):
        raise CredentialsWrong(f"{path}: {name!r} is not an entry; expected [{name}] and its keys.")
    unknown = sorted(set(entry) - set(_KEYS))
    if unknown:
        known = ", ".join(_KEYS)
        raise CredentialsWrong(f"{where} has no key {unknown[0]!r}; it may have {known}.")
    try:
        login = checked(Login(name, **_typed(entry)))
    except CredentialsWrong as error:
        raise CredentialsWrong(f"{where}: {error}") from None
    return _with_cookies_of_file(path, login)


def _typed(entry: dict[str, Any]) -> dict[str, Any]:
    """Return the values of an entry, whose types are then known to be right."""
    texts = {key: entry[key] for key in _TEXTS if key in entry}
    for key, value in texts.items():
        if not isinstance(value, str):
            raise CredentialsWrong(f"{key} must be text in quotation marks.")
    hosts, headers = entry.get("hosts", []), entry.get("headers", {})
    if not isinstance(hosts, list) or not all(isinstance(host, str) for host in hosts):
        raise CredentialsWrong('hosts must be a list such as ["www.example.org"].')
    if not isinstance(headers, dict) or not all(isinstance(v, str) for v in headers.values()):
        raise CredentialsWrong('headers must be a table such as { X-Api-Key = "..." }.')
    return {**texts, "hosts": tuple(hosts), "headers": tuple(headers.items())}


def _with_cookies_of_file(path: Path, login: Login) -> Login:
    if not login.cookies_file:
        return login
    file = path.parent / Path(login.cookies_file).expanduser()
    text = _private_text(file)
    if text is None:
        raise CredentialsWrong(f"{path}: [{login.name}]: there is no {file}.")
    try:
        return replace(login, file_cookies=read_cookies(text))
    except ValueError as error:
        raise CredentialsWrong(f"{file}: {error}.") from None


def _write(path: Path, logins: Mapping[str, Login]) -> None:
    path = path.resolve()  # a link stays one
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _MODE), "w") as file:
            file.write("".join(map(_toml, logins.values())))
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise CredentialsWrong(f"{path} cannot be written ({error.strerror}).") from None


def _toml(login: Login) -> str:
    texts = ((key, getattr(login, key)) for key in _TEXTS)
    lines = [f"{key} = {_quoted(value)}" for key, value in texts if value]
    if login.hosts:
        lines.append(f"hosts = [{', '.join(map(_quoted, login.hosts))}]")
    if login.headers:
        pairs = (f"{_quoted(name)} = {_quoted(value)}" for name, value in login.headers)
        lines.append(f"headers = {{ {', '.join(pairs)} }}")
    return f"[{_quoted(login.name)}]\n" + "".join(f"{line}\n" for line in lines) + "\n"


def _quoted(text: str) -> str:
    # A JSON string is a basic string of TOML: values have no control characters.
    return json.dumps(text, ensure_ascii=False)
