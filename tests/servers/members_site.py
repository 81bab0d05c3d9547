"""A paper for members behind nginx with TLS, and a second host that notes what it is sent."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.servers.certificates import CertificateAuthority
from tests.servers.own_process import free_port, hand_over, readable_folder
from tests.servers.web_servers import nginx

PASSWORD = "s3cret-horse"
COOKIE = "c00kie-horse"
_SENTENCE = (
    "The council of the small town met on Tuesday evening to decide about the old bridge, and many "
    "of the people who live near the river had come to hear what would be said about {}. "
)
_SERVERS = """
log_format secrets '$server_addr $status $request_uri auth=$http_authorization cookie=$http_cookie';
map $cookie_session $is_member {{ default 0; "{cookie}" 1; }}
ssl_certificate {pair};
ssl_certificate_key {pair};
server {{
    listen 127.0.0.1:{basic} ssl;
    root {root};
    access_log {log} secrets;
    auth_basic "members";
    auth_basic_user_file {users};
    add_header Set-Cookie "session=made-by-the-server";
    add_header X-Echo $http_authorization;
    location = /moved {{ return 302 https://127.0.0.2:{other}/elsewhere.html$is_args$args; }}
    location = /round {{ return 302 https://127.0.0.2:{other}/back$is_args$args; }}
}}
server {{
    listen 127.0.0.1:{cookies} ssl;
    root {root};
    access_log {log} secrets;
    if ($is_member = 0) {{ return 403; }}
}}
server {{
    listen 127.0.0.2:{other} ssl;
    root {root};
    access_log {log} secrets;
    location = /back {{ return 302 https://127.0.0.1:{basic}/returned.html$is_args$args; }}
}}
"""
_PLAIN = """
        access_log {log} secrets;
        auth_basic "members";
        auth_basic_user_file {users};
"""


@dataclass(frozen=True)
class MembersSite:
    """The addresses of the servers, the authority to trust, and what they noted."""

    basic: str  # asks for a user and a password
    cookies: str  # asks for a cookie
    other: str  # host of somebody else
    plain: str  # asks for a password without TLS
    authority: Path
    log: Path

    def lines(self) -> list[str]:
        """Return what the servers noted, a line for each request: soon after its answer."""
        return self.log.read_text().splitlines()

    def noted(self, url: str) -> list[str]:
        """Return what a server noted about the requests for a URL's path."""
        path = "/" + url.split("/", 3)[3]
        return [line for line in self.lines() if f" {path} " in line]


@contextmanager
def members_site() -> Iterator[MembersSite]:
    """Serve the paper."""
    basic, cookies, other, plain = (free_port() for _ in range(4))
    with readable_folder() as folder:
        authority = CertificateAuthority(folder / "authority")
        pair = authority.sign("IP:127.0.0.1", "IP:127.0.0.2")
        notes = folder / "notes"
        notes.mkdir()
        (notes / "users").write_text(f"reader:{{PLAIN}}{PASSWORD}\n")
        (notes / "log").touch()
        hand_over(notes)
        _write_paper(folder / "root")
        parts = {"root": folder / "root", "log": notes / "log", "users": notes / "users"}
        servers = _SERVERS.format(
            pair=pair, basic=basic, cookies=cookies, other=other, cookie=COOKIE, **parts
        )
        server = _PLAIN.format(**parts)
        with nginx(folder / "root", plain, folder / "own", http=servers, server=server):
            yield MembersSite(
                f"https://127.0.0.1:{basic}/",
                f"https://127.0.0.1:{cookies}/",
                f"https://127.0.0.2:{other}/",
                f"http://127.0.0.1:{plain}/",
                authority.certificate,
                notes / "log",
            )


def _write_paper(root: Path) -> None:
    """Write a front page and its articles; two of its links lead to another host first."""
    root.mkdir()
    links = ("2026/11/bridge.html", "2026/11/river.html", "moved", "round")
    items = "".join(f'<li><a href="/{link}">What happened: {link}</a></li>' for link in links)
    (root / "index.html").write_text(f"<title>Paper</title><h1>The Paper</h1><ul>{items}</ul>")
    (root / "2026" / "11").mkdir(parents=True)
    for name in ("2026/11/bridge", "2026/11/river", "elsewhere", "returned"):
        text = "".join(f"<p>{_SENTENCE.format(name) * 2}</p>" for _ in range(5))
        title = f"<h1>The {name.rpartition('/')[2]} and the council</h1>"
        (root / f"{name}.html").write_text(f"<title>{name}</title><article>{title}{text}</article>")
