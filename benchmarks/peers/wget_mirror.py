"""A peer: `wget --mirror`, one process per site, with a WARC file in addition to the mirror."""

import argparse
import json
import subprocess
import sys
from pathlib import Path


def command(url: str, out: Path, number: int, quota: int) -> list[str]:
    """Return the wget command for one site; the quota in bytes ends a short run."""
    limit = [f"--quota={quota}"] if quota else []
    return [
        "wget", "--mirror", "--no-verbose", "--no-host-directories", "--tries=1",
        f"--directory-prefix={out / str(number)}", f"--warc-file={out / f'site-{number}'}",
        "--no-warc-keep-log", "--reject=svg", *limit, url,
    ]  # fmt: skip


def main() -> None:
    """Mirror the sites in parallel and print the number of files."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("urls", nargs="+")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--max-pages", type=int, default=0, help="0: all; else a few")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    quota = options.max_pages * 1000  # bytes: a page or two of each site
    running = [
        subprocess.Popen(
            command(url, options.out, number, quota),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for number, url in enumerate(options.urls)
    ]
    statuses = {process.wait() for process in running}
    if statuses - {0, 8}:  # 8: the server sent an error, such as 404
        sys.exit(f"wget ended with {statuses}")
    pages = sum(path.is_file() for path in options.out.rglob("*"))
    print(json.dumps({"pages": pages, "articles": 0}))


if __name__ == "__main__":
    main()
