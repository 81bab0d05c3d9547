"""tinyproxy and microsocks with settings of their own: proxies that listen on loopback."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.servers.own_process import listens, own_folder, running

_TINYPROXY = """\
Port {port}
Listen 127.0.0.1
Timeout 60
Bind {bind}
LogFile "{own}/requests"
LogLevel Connect
{extra}
"""


@contextmanager
def tinyproxy(port: int, own: Path, *, extra: str = "", bind: str = "127.0.0.1") -> Iterator[Path]:
    """Run an HTTP proxy whose files go to a new folder; yield its log.

    `bind` is the address that it comes from: servers can tell it from others by that.
    """
    own_folder(own)
    settings = own / "tinyproxy.conf"
    settings.write_text(_TINYPROXY.format(port=port, own=own, extra=extra, bind=bind))
    command = ("tinyproxy", "-d", "-c", settings)
    with running(*command, ready=lambda: listens(port), log=own / "log"):
        yield own / "requests"


@contextmanager
def microsocks(
    port: int, own: Path, *, user: str = "", password: str = "", bind: str = "127.0.0.1"
) -> Iterator[Path]:
    """Run a SOCKS5 proxy whose log goes to a new folder; yield the log. For `bind` see above."""
    own_folder(own)
    login = ("-u", user, "-P", password) if user else ()
    command = ("microsocks", "-i", "127.0.0.1", "-p", port, "-b", bind, *login)
    with running(*command, ready=lambda: listens(port), log=own / "log"):
        yield own / "log"


def requests_through(log: Path) -> list[str]:
    """Return the request lines that tinyproxy has logged."""
    lines = log.read_text(errors="replace").splitlines() if log.exists() else []
    return [line.partition("): ")[2] for line in lines if "Request (" in line]


def connections_through(log: Path) -> list[str]:
    """Return the hosts and ports that microsocks has connected to."""
    lines = log.read_text(errors="replace").splitlines()
    return [line.rpartition("connected to ")[2] for line in lines if "connected to " in line]
