"""A wiki made by DokuWiki as Debian packages it, with its stock template and settings."""

import shutil
from collections.abc import Sequence
from pathlib import Path

from tests.cms.markup import wiki_text
from tests.cms.posts import Post
from tests.cms.sites.site import ABOUT, run
from tests.servers.own_process import hand_over

_PROGRAM, _SETTINGS, _DATA = (
    Path("/usr/share/dokuwiki"), Path("/etc/dokuwiki"), Path("/var/lib/dokuwiki")
)  # fmt: skip
_PRELOAD = "<?php define('DOKU_CONF', '{0}/conf/'); define('DOKU_MAIN_CONF', '{0}/conf/');\n"
_LOCAL = """\
<?php
$conf['title'] = 'The River Paper';
$conf['license'] = '';
$conf['useacl'] = 0;
$conf['savedir'] = '{0}/data';
$conf['indexdelay'] = 0;  // its default asks search engines to wait for five days
"""


class DokuWikiSite:
    """A wiki whose start page lists its pages; their names follow `doku.php?id=`."""

    def __init__(self, folder: Path, origin: str) -> None:
        self.root = folder / "dokuwiki"
        self._folder = folder
        self._listed: list[Post] = []
        shutil.copytree(_PROGRAM, self.root, ignore_dangling_symlinks=True)
        shutil.copytree(_SETTINGS, folder / "conf", ignore_dangling_symlinks=True)
        shutil.copytree(_DATA / "data", folder / "data")
        (self.root / "inc" / "preload.php").write_text(_PRELOAD.format(folder))
        (folder / "conf" / "local.php").write_text(_LOCAL.format(folder))
        self._commit("about", f"====== About ======\n\n{ABOUT}\n")

    def publish(self, posts: Sequence[Post]) -> None:
        for post in posts:
            self._commit(self._name(post), wiki_text(post))
        self._listed += posts
        lines = "".join(f"  * [[{self._name(post)}|{post.title}]]\n" for post in self._listed)
        self._commit("start", f"====== Pages ======\n\n{lines}  * [[about]]\n")
        hand_over(self._folder)

    def path(self, post: Post) -> str:
        return f"/doku.php?id={self._name(post)}"

    def _name(self, post: Post) -> str:
        return f"{post.category.lower()}:{post.slug}"

    def _commit(self, name: str, text: str) -> None:
        file = self._folder / "text"
        file.write_text(text)
        command = ("php", self.root / "bin" / "dwpage.php", "commit", "-m", "written", file, name)
        run(*command, folder=self._folder)
