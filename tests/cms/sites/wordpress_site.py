"""A site made by WordPress as Debian packages it, with its stock themes and permalinks."""

import json
import shutil
from collections.abc import Sequence
from pathlib import Path

from tests.cms.markup import html
from tests.cms.posts import AUTHORS, Post
from tests.cms.sites.site import ABOUT, run

_PROGRAM = Path("/usr/share/wordpress")
_SCRIPTS = Path(__file__).with_name("wordpress_scripts")
_SETTINGS = """\
<?php
define('DB_NAME', '{database}');
define('DB_USER', 'root');
define('DB_PASSWORD', '');
define('DB_HOST', 'localhost:{socket}');
define('DB_CHARSET', 'utf8mb4');
define('WP_HOME', '{origin}');
define('WP_SITEURL', '{origin}');
define('WP_HTTP_BLOCK_EXTERNAL', true);  // nothing but loopback
define('DISABLE_WP_CRON', true);
$table_prefix = 'wp_';
if (!defined('ABSPATH')) define('ABSPATH', __DIR__ . '/');
require_once ABSPATH . 'wp-settings.php';
"""


class WordPressSite:
    """WordPress with one theme and one style of permalinks; `root` has a copy of its program."""

    def __init__(
        self, folder: Path, origin: str, socket: Path, theme: str, permalinks: str
    ) -> None:
        self.root = folder / "wordpress"
        self._host = origin.removeprefix("http://")
        self._paths: dict[str, str] = {}
        database = f"site_{self._host.rpartition(':')[2]}"
        shutil.copytree(_PROGRAM, self.root, ignore_dangling_symlinks=True)
        (self.root / "wp-config.php").write_text(
            _SETTINGS.format(database=database, socket=socket, origin=origin)
        )
        self._php(
            "install", socket=str(socket), database=database, theme=theme, permalinks=permalinks,
            about=ABOUT, authors=AUTHORS,
        )  # fmt: skip

    def publish(self, posts: Sequence[Post]) -> None:
        answer = self._php("publish", posts=[_row(post) for post in posts])
        for slug, address in json.loads(answer).items():
            self._paths[slug] = address.partition(self._host)[2]

    def path(self, post: Post) -> str:
        return self._paths[post.slug]

    def _php(self, script: str, **wanted: object) -> str:
        """Run a script with WordPress' own functions; return what it printed."""
        question = json.dumps(wanted | {"host": self._host})
        settings = ("-d", "sendmail_path=/bin/true", "-d", "display_errors=stderr")
        file = _SCRIPTS / f"{script}.php"
        return run("php", *settings, file, folder=self.root, given=question)


def _row(post: Post) -> dict[str, object]:
    return {
        "post_title": post.title,
        "post_name": post.slug,
        "post_date_gmt": f"{post.published:%Y-%m-%d %H:%M:%S}",
        "post_content": html(post),
        "post_status": "publish",
        "tags_input": list(post.tags),
        "category": post.category,
        "author": post.author,
    }
