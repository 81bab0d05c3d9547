"""nginx and Apache with settings of their own: each serves one folder, with PHP if that has any.

Both compress, answer conditional requests, and lead unknown addresses to `index.php` if there is
one, as the manuals of the programs behind them say.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from tests.servers.own_process import listens, own_folder, running

WebServer = Callable[[Path, int, Path], AbstractContextManager[None]]

_NGINX = """\
daemon off;
worker_processes 1;
pid {own}/pid;
error_log {own}/error.log;
events {{ worker_connections 64; }}
http {{
    include /etc/nginx/mime.types;
    access_log off;
    gzip on;
    gzip_types text/css application/xml application/rss+xml application/atom+xml;
    client_body_temp_path {own}/body;
    proxy_temp_path {own}/proxy;
    fastcgi_temp_path {own}/fastcgi;
    uwsgi_temp_path {own}/uwsgi;
    scgi_temp_path {own}/scgi;
    {http}
    server {{
        listen 127.0.0.1:{port};
        root {root};
        index index.html index.php;
        charset_types application/xml application/rss+xml application/atom+xml;
        error_page 404 /404.html;
        {php}
        {server}
    }}
}}
"""
_NGINX_PHP = """\
        location / {{ try_files $uri $uri/ /index.php?$args; }}
        location ~ [^/]\\.php(/|$) {{
            fastcgi_split_path_info ^(.+?\\.php)(/.*)$;
            include /etc/nginx/fastcgi_params;
            fastcgi_param SCRIPT_FILENAME $document_root$fastcgi_script_name;
            fastcgi_param PATH_INFO $fastcgi_path_info;
            fastcgi_param HTTP_HOST $http_host;
            fastcgi_pass unix:{socket};
        }}
"""
_APACHE = """\
ServerRoot {own}
ServerName 127.0.0.1
Listen 127.0.0.1:{port}
PidFile {own}/pid
ErrorLog {own}/error.log
{modules}
TypesConfig /etc/mime.types
DirectoryIndex index.html index.php
DocumentRoot {root}
AddOutputFilterByType DEFLATE text/html text/css application/xml application/atom+xml
<Directory {root}>
    Require all granted
    Options FollowSymLinks
    {fallback}
</Directory>
{php}
{extra}
"""
_APACHE_MODULES = "mpm_event authz_core dir mime filter deflate proxy proxy_fcgi".split()
_APACHE_PHP = """\
<FilesMatch "\\.php$">
    SetHandler "proxy:unix:{socket}|fcgi://localhost/"
</FilesMatch>
"""
_FPM = """\
[global]
daemonize = no
error_log = {own}/error.log
[www]
listen = {socket}
pm = static
pm.max_children = 2
catch_workers_output = yes
"""


@contextmanager
def nginx(root: Path, port: int, own: Path, *, http: str = "", server: str = "") -> Iterator[None]:
    """Serve a folder with nginx; its own files go to a new folder.

    `http` and `server` are added to the blocks of these names.
    """
    own_folder(own)
    with _php(root, own / "php") as socket:
        php = _NGINX_PHP.format(socket=socket) if socket else ""
        settings = own / "nginx.conf"
        settings.write_text(
            _NGINX.format(own=own, port=port, root=root, php=php, http=http, server=server)
        )
        command = ("nginx", "-c", settings, "-p", own, "-e", own / "error.log")
        with running(*command, ready=lambda: listens(port), log=own / "log"):
            yield


@contextmanager
def apache(
    root: Path, port: int, own: Path, *, modules: Sequence[str] = (), extra: str = ""
) -> Iterator[None]:
    """Serve a folder with Apache; its own files go to a new folder.

    `modules` are loaded beside the usual ones, `extra` is added to the settings.
    """
    own_folder(own)
    with _php(root, own / "php") as socket:
        loaded = "\n".join(
            f"LoadModule {name}_module /usr/lib/apache2/modules/mod_{name}.so"
            for name in (*_APACHE_MODULES, *modules)
        )
        php = _APACHE_PHP.format(socket=socket) if socket else ""
        fallback = "FallbackResource /index.php" if socket else ""
        settings = own / "apache.conf"
        settings.write_text(
            _APACHE.format(
                own=own,
                port=port,
                root=root,
                modules=loaded,
                php=php,
                fallback=fallback,
                extra=extra,
            )
        )
        command = ("apache2", "-f", settings, "-DFOREGROUND")
        with running(*command, ready=lambda: listens(port), log=own / "log"):
            yield


@contextmanager
def _php(root: Path, own: Path) -> Iterator[Path | None]:
    """Run PHP for a folder that has programs in it; yield the socket on which it is asked."""
    if not (root / "index.php").exists():
        yield None
        return
    own_folder(own)
    socket, settings = own / "socket", own / "fpm.conf"
    settings.write_text(_FPM.format(own=own, socket=socket))
    command = (php_fpm(), "--nodaemonize", "--fpm-config", settings)
    with running(*command, ready=socket.exists, log=own / "log"):
        yield socket


def php_fpm() -> str:
    """Return the name of PHP's server, which Debian names after its version."""
    found = sorted(Path("/usr/sbin").glob("php-fpm*"))
    return str(found[-1]) if found else "php-fpm"
