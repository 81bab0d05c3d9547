"""A MariaDB server of the tests' own: it listens on a socket in its folder only."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.servers.own_process import identity, own_folder, running


@contextmanager
def mariadb_server(folder: Path) -> Iterator[Path]:
    """Run a server whose files go to a new folder; yield its socket."""
    own_folder(folder)
    socket = folder / "socket"
    subprocess.run(
        ["mariadb-install-db", "--no-defaults", f"--datadir={folder}/data", "--skip-test-db",
         "--auth-root-authentication-method=normal"],
        check=True, stdout=subprocess.DEVNULL, cwd="/", **identity(),
    )  # fmt: skip
    command = ("mariadbd", "--no-defaults", f"--datadir={folder}/data", f"--socket={socket}",
               f"--pid-file={folder}/pid", "--skip-networking", "--skip-grant-tables",
               "--innodb-flush-log-at-trx-commit=0", "--innodb-buffer-pool-size=32M")  # fmt: skip
    with running(*command, ready=socket.exists, log=folder / "log"):
        yield socket
