"""The verbs and their options, and the function that runs each verb."""

import argparse
from pathlib import Path

import tidings
from tidings.cli.access.access_arguments import add_access_verbs
from tidings.cli.cluster.cluster_arguments import add_cluster_verbs
from tidings.cli.eval.eval_arguments import add_evaluation_verbs
from tidings.cli.home_arguments import add_backup_verbs
from tidings.cli.list_arguments import add_list_verbs
from tidings.cli.mine_arguments import add_mine
from tidings.cli.verb_arguments import (
    add_length,
    add_shared,
    add_verb,
    argument_type,
    count,
    count_or_zero,
    hours,
    language,
)
from tidings.model.articles.extraction_method import ExtractionMethod
from tidings.model.articles.ingestion import RecordFormat
from tidings.model.articles.summary import SummaryMethod
from tidings.model.crawl.rebuild_step import RebuildStep
from tidings.model.crawl.refresh_policy import RefreshPolicy
from tidings.model.search.results import RankingModel, Sort
from tidings.model.web.rights import ContentUse
from tidings.serve.search_parameters import (
    COPIES,
    EXPLAIN,
    FACETS,
    LANGUAGE,
    LESS_LIKE,
    LIMIT,
    MODEL,
    MORE_LIKE,
    OFFSET,
    SINCE,
    SORT,
    SOURCE,
)
from tidings.settings.job_engine import JobEngine

SETTINGS_HELP = (
    "delay=SECONDS between two requests; languages=en,de of the articles to keep, or all; "
    "topic=WORDS as in add --about; include=PATTERNS and exclude=PATTERNS of paths, such as "
    "'/sport/* *.pdf$'; "
    "headers='Name: value', repeated for more; proxy=URL, none or env; credentials=NAME; "
    "name=TEXT and folder=News/World, for people"
)
_EPILOG = """\
settings: defaults < tidings.toml (here, then in the home) < TIDINGS_SECTION_KEY < flags
exit codes: 0 success, 1 failure, 2 misuse
to try it: tidings run --demo
"""


def parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line."""
    root = argparse.ArgumentParser(
        prog="tidings",
        description="A self-hosted news search engine.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    root.add_argument("--version", action="version", version=f"tidings {tidings.__version__}")
    root.set_defaults(home=None, set=[], json=False, log_level=None, log_format=None)
    add_shared(root)
    verbs = root.add_subparsers(metavar="VERB", required=True)
    _add_source_verbs(verbs)
    _add_credentials(verbs)
    add_access_verbs(verbs)
    _add_crawl_verbs(verbs)
    add_mine(verbs)
    _add_reading_verbs(verbs)
    add_backup_verbs(verbs)
    add_evaluation_verbs(verbs)
    return root


def _add_source_verbs(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    module = "tidings.cli.verbs.sources"
    add = add_verb(verbs, "add", "follow news sources", module, "add")
    add.add_argument("url", nargs="+", help="the address of a site or a feed")
    add.add_argument("--about", metavar="WORDS",
                     help='keep only articles about this, and follow only links that may lead to '
                          'them: words, "phrases", -unwanted, or @name of a saved query; "" '
                          "removes the restriction")  # fmt: skip
    add.add_argument("--folder", metavar="PATH",
                     help='keep them in this folder, such as News/World; "" takes them out of '
                          "any")  # fmt: skip
    preview = add_verb(verbs, "preview", "show what would be followed, without following it: "
                       "feeds, sitemaps, newest headlines, and what stands in the way",
                       "tidings.cli.verbs.preview", "preview")  # fmt: skip
    preview.add_argument("url", help="the address of a site or a feed")
    take = add_verb(verbs, "import", "follow every feed in an OPML file", module, "import_opml")
    take.add_argument("file", help="the OPML file, or - for standard input")
    _add_sources(verbs)
    _add_folders(verbs)
    for name, text in (
        ("pause", "fetch nothing of a source until it is resumed"),
        ("resume", "fetch a paused source again"),
        ("retry", "try again at once what failed, was refused or rests at a source"),
    ):
        sub = add_verb(verbs, name, text, module, name)
        sub.add_argument("source", metavar="SITE", help="a source's address or domain")
    remove = add_verb(verbs, "remove", "stop following a source; its articles stay",
                      module, "remove")  # fmt: skip
    remove.add_argument("url")
    module = "tidings.cli.verbs.takedown"
    delete = add_verb(verbs, "delete", "delete an article, or a source with its articles, for good",
                      module, "delete")  # fmt: skip
    delete.add_argument("name", metavar="URL|ID",
                        help="an article; with --source, a source's address or domain")  # fmt: skip
    delete.add_argument("--source", action="store_true", help="delete a source with its articles")
    delete.add_argument("--yes", action="store_true", help="do not ask for confirmation")
    add_verb(verbs, "compact", "remove what was deleted from the archive files", module, "compact")


def _add_credentials(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    module = "tidings.cli.verbs.credentials"
    text = "keep the logins of sources that you pay for"
    family = verbs.add_parser("credentials", help=text, description=f"{text.capitalize()}.")
    tasks = family.add_subparsers(metavar="TASK", required=True)
    put = add_verb(tasks, "set", "store a login; its secret is read from a prompt or from "
                   "standard input, never from the command line", module, "put")  # fmt: skip
    put.add_argument("name", metavar="NAME", help="how sources refer to it")
    kind = put.add_mutually_exclusive_group()
    kind.add_argument("--user", metavar="USER", help="a user, whose password is read")
    kind.add_argument("--token", action="store_true", help="a bearer token, which is read")
    kind.add_argument("--cookies", action="store_true",
                      help="the value of a Cookie header, which is read")  # fmt: skip
    kind.add_argument("--cookies-file", metavar="FILE",
                      help="a cookies.txt as browsers export it, with mode 600")  # fmt: skip
    kind.add_argument("--header", metavar="NAME", help="a header, whose secret value is read")
    put.add_argument("--host", action="append", metavar="HOST", dest="hosts",
                     help="also send it to this host, besides the source's own; "
                          "may be repeated")  # fmt: skip
    add_verb(tasks, "list", "list names and kinds, never secrets", module, "listed")
    remove = add_verb(tasks, "remove", "forget a login", module, "remove")
    remove.add_argument("name", metavar="NAME")


def _add_sources(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    family = add_verb(verbs, "sources", "list the followed sources, or show and change the "
                      "settings of one", "tidings.cli.verbs.sources", "sources")  # fmt: skip
    family.add_argument("--folder", metavar="PATH", help="only those of this folder, and in it")
    tasks = family.add_subparsers(metavar="TASK")
    module = "tidings.cli.verbs.source_settings"
    show = add_verb(tasks, "show", "show the settings of a source", module, "show")
    change = add_verb(
        tasks,
        "set",
        "change the settings of a source; a running crawl takes them "
        "over at once, and tries again what they may cure",
        module,
        "change",
    )
    for sub in (show, change):
        sub.add_argument("source", metavar="SITE", help="a source's address or domain")
    change.add_argument("settings", nargs="*", metavar="KEY=VALUE", help=SETTINGS_HELP)
    change.add_argument("--unset", action="append", metavar="KEY", default=[],
                        help="remove a setting, so that the general one holds; may be repeated"
                        )  # fmt: skip
    change.add_argument("--faster", action="store_true",
                        help="allow a delay below fetch.delay, for a server of your own; the "
                             "Crawl-delay in its robots.txt is kept all the same")  # fmt: skip


def _add_folders(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    module = "tidings.cli.verbs.folders"
    family = add_verb(verbs, "folders", "list the folders of sources", module, "folders")
    tasks = family.add_subparsers(metavar="TASK")
    rename = add_verb(tasks, "rename", "rename or move a folder with all that is in it",
                      module, "rename")  # fmt: skip
    rename.add_argument("folder", metavar="PATH", help="such as News/World")
    rename.add_argument("to", metavar="NEW", help='its new path; "" dissolves it')


def _add_crawl_verbs(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    module = "tidings.cli.verbs.run_and_serve"
    run = add_verb(verbs, "run", "follow the sources continuously and serve the newspaper",
                   module, "run")  # fmt: skip
    run.add_argument("--demo", action="store_true", help="add the built-in news world")
    run.add_argument("--or-demo", action="store_true",
                     help="add it unless you follow other sources (make run)")  # fmt: skip
    crawl = add_verb(verbs, "crawl", "fetch what is due, without serving",
                  "tidings.cli.verbs.crawl", "crawl")  # fmt: skip
    crawl.add_argument("--until-idle", action="store_true",
                       help="fetch what is due now and all it leads to (the default)")  # fmt: skip
    crawl.add_argument("--rounds", type=count, metavar="N",
                       help="run N refresh rounds now, due or not")  # fmt: skip
    crawl.add_argument("--policy", choices=[each.value for each in RefreshPolicy],
                       help="what a refresh visits: only pages that list new articles "
                            "(optimised, the default), or everything, for comparison")  # fmt: skip
    crawl.add_argument("--archive-only", action="store_const", const="true",
                       help="follow every link, fill the archive, extract nothing")  # fmt: skip
    crawl.add_argument("--max-pages", type=count, metavar="N", help="stop after N visits")
    crawl.add_argument("--recheck", action="store_true",
                       help="fetch a few recent articles again to find edits and deletions, as "
                            "run does, within crawl.recheck_share of the requests")  # fmt: skip
    which = crawl.add_mutually_exclusive_group()
    which.add_argument("--urls", metavar="FILE",
                       help="fetch the URLs of a list, each once, and nothing else: a URL for each "
                            "line, CSV or JSON lines with a field url; - reads them from the "
                            "input")  # fmt: skip
    which.add_argument("--known", metavar="SITE",
                       help="fetch all known articles of a source again")  # fmt: skip
    crawl.add_argument("--engine", choices=[each.value for each in JobEngine],
                       help="where lists are fetched: by processes of this machine (local) or on a "
                            "cluster (ray)")  # fmt: skip
    for sub in (run, crawl):
        sub.add_argument("--node", metavar="K/N",
                         help="run as the K-th of N nodes, each with its own home")  # fmt: skip
        sub.add_argument("--exchange", metavar="DIR",
                         help="the folder through which nodes exchange URLs")  # fmt: skip
    train = add_verb(verbs, "train", "learn the page structure of a source from its archive",
                  "tidings.cli.verbs.train", "train")  # fmt: skip
    train.add_argument("site", metavar="SITE", help="the address or domain of a followed source")
    serve = add_verb(verbs, "serve", "serve the newspaper, without crawling", module, "serve")
    serve.add_argument("--processes", metavar="N",
                       help="processes that share the port; for many readers, one per core (1)"
                       )  # fmt: skip
    for sub in (run, serve):
        sub.add_argument("--host", help="the address to listen on (127.0.0.1)")
        sub.add_argument("--port", help="the port to listen on (8000; 0 = any free one)")
        sub.add_argument("--open", action="store_const", const="true",
                         help="let everybody who can connect read; writing needs a login"
                         )  # fmt: skip


def _add_reading_verbs(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    module = "tidings.cli.verbs.extract_and_diagnose"
    _add_search(verbs)
    _add_stream(verbs)
    _add_around(verbs)
    add_list_verbs(verbs)
    extract = add_verb(verbs, "extract", "extract the article from a page", module, "extract")
    extract.add_argument("page", metavar="FILE|URL|-")
    extract.add_argument("--url", help="the page's address, when it comes from a file")
    extract.add_argument(
        "--method",
        choices=[each.value for each in ExtractionMethod],
        default="best",
        help="how to find the text: our own method (best) or a published one, for comparison",
    )
    _add_summarize(verbs)
    complete = add_verb(verbs, "completeness",
                     "compare the articles found with the number expected",
                     "tidings.cli.verbs.completeness", "completeness")  # fmt: skip
    complete.add_argument("site", nargs="?", help="only this source, hour by hour")
    complete.add_argument("--hours", type=hours, default=24, metavar="N",
                          help="the last N hours (24)")  # fmt: skip
    why = add_verb(verbs, "why", "explain everything decided about a URL", module, "why")
    why.add_argument("url")
    revisions = add_verb(verbs, "revisions", "show how an article was edited or deleted",
                      "tidings.cli.verbs.revisions", "revisions")  # fmt: skip
    revisions.add_argument("article", metavar="URL|ID")
    ledger = add_verb(verbs, "ledger", "show every request and whether delays were kept",
                   "tidings.cli.verbs.ledger", "ledger")  # fmt: skip
    ledger.add_argument(
        "site", nargs="?", metavar="SITE", help="a source's address or domain (all)"
    )
    ledger.add_argument("--since", metavar="T", help="a date, a time, or an age such as 7d or 24h")
    ledger.add_argument("--limit", type=count_or_zero, default=20, metavar="N",
                        help="list the N newest requests (20)")  # fmt: skip
    _add_migrate(verbs)
    _add_exports(verbs)
    _add_story_verbs(verbs)
    _add_ingest(verbs)
    _add_job_verbs(verbs)
    add_cluster_verbs(verbs)
    _add_index_verbs(verbs)
    add_verb(
        verbs, "status", "show counts of sources, articles, stories and URLs", module, "status"
    )
    add_verb(
        verbs,
        "doctor",
        "check database, archive, index, annotations and stories",
        module,
        "doctor",
    )


def _add_search(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    search = add_verb(verbs, "search", "search the articles", "tidings.cli.verbs.search", "search")
    search.add_argument("query", nargs="+",
                        help="words, \"phrases\", \"near words\"~3, OR, -word, (groups), prefix*, "
                             "fuzzy~, title: source: author: lang: topic: before: after: date:, "
                             "last 7 days; all of it is in docs/search.md")  # fmt: skip
    # No upper limit as in the API: a long answer costs only the one who wants it.
    search.add_argument("--limit", type=count, default=LIMIT.default, metavar="N",
                        help=f"{LIMIT.description} ({LIMIT.default})")  # fmt: skip
    search.add_argument("--offset", type=count_or_zero, default=OFFSET.default, metavar="N",
                        help=OFFSET.description)  # fmt: skip
    search.add_argument("--source", type=argument_type(SOURCE), metavar="DOMAIN",
                        help=SOURCE.description)  # fmt: skip
    search.add_argument("--language", type=language, metavar="CODE", help=LANGUAGE.description)
    search.add_argument("--since", metavar="T", help=SINCE.description)
    search.add_argument("--until", metavar="T", help="the same")
    search.add_argument("--sort", type=argument_type(SORT), choices=list(Sort),
                        default=SORT.default, help=SORT.description)  # fmt: skip
    search.add_argument("--model", type=argument_type(MODEL), choices=list(RankingModel),
                        help=MODEL.description)  # fmt: skip
    for flag, switch in (("--explain", EXPLAIN), ("--facets", FACETS), ("--all-copies", COPIES)):
        search.add_argument(flag, action="store_true", help=switch.description)
    for flag, likes in (("--more-like", MORE_LIKE), ("--less-like", LESS_LIKE)):
        search.add_argument(flag, action="append", metavar="ID", default=[],
                            help=likes.description)  # fmt: skip


def _add_stream(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    stream = add_verb(verbs, "stream", "print what happens to articles and stories, as it happens",
                      "tidings.cli.reading.stream", "stream")  # fmt: skip
    stream.add_argument("query", nargs="*", help="only of articles that match, as in search")
    stream.add_argument("--since", metavar="ID",
                        help="begin after this event, such as 4711-88 (now)")  # fmt: skip
    stream.add_argument("--kinds", metavar="KIND,…",
                        help="only these, such as new,revised,deleted,story")  # fmt: skip
    stream.add_argument("--source", type=argument_type(SOURCE), metavar="DOMAIN",
                        help=SOURCE.description)  # fmt: skip
    stream.add_argument("--language", type=language, metavar="CODE", help=LANGUAGE.description)


def _add_summarize(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    summarize = add_verb(verbs, "summarize", "summarise a page, a text or a document",
                      "tidings.cli.verbs.summarize", "summarize")  # fmt: skip
    summarize.add_argument("page", metavar="FILE|URL|-")
    summarize.add_argument("--url", help="the page's address, when it comes from a file")
    add_length(summarize)
    summarize.add_argument("--method", choices=[each.value for each in SummaryMethod],
                           help="how to choose sentences (the setting summary.method: best)"
                           )  # fmt: skip


def _add_around(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    module = "tidings.cli.verbs.recommendations"
    related = add_verb(verbs, "related", "list the articles most similar to one", module, "related")
    related.add_argument("article", metavar="ID|URL")
    trends = add_verb(
        verbs, "trends", "list what many sources suddenly write about", module, "trends"
    )
    for sub, usual in ((related, 6), (trends, 10)):
        sub.add_argument("--limit", type=count, default=usual, metavar="N",
                         help=f"list at most N ({usual})")  # fmt: skip


def _add_story_verbs(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    module = "tidings.cli.verbs.stories"
    stories = add_verb(verbs, "stories", "list stories, newest first", module, "stories")
    stories.add_argument("--limit", type=count, default=20, metavar="N",
                         help="list at most N (20)")  # fmt: skip
    stories.add_argument("--since", metavar="T", help="a date, a time, or an age such as 7d or 24h")
    stories.add_argument("--min-sources", type=count, default=1, metavar="N",
                         help="only stories covered by at least N sources (1)")  # fmt: skip
    story = add_verb(
        verbs, "story", "show a story: who was first, who copied from whom", module, "story"
    )
    story.add_argument("story", type=count, metavar="ID")


def _add_ingest(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    sub = add_verb(verbs, "ingest", "take in archives and collections of others: WARC, TREC Web, "
                   "TREC text, JSON lines", "tidings.cli.home.ingest", "run")  # fmt: skip
    sub.add_argument("file", nargs="+", metavar="FILE|URL",
                     help="a file, a folder, a pattern such as 'news/*.warc.gz', or an address; "
                          "may be compressed with gzip or zstd")  # fmt: skip
    sub.add_argument("--format", choices=[each.value for each in RecordFormat],
                     help="of all files, instead of what their first bytes show")  # fmt: skip
    sub.add_argument("--since", metavar="T", help="only what was fetched then or later, or, of "
                     "texts, published: a date, a time, or an age such as 7d")  # fmt: skip
    sub.add_argument("--until", metavar="T", help="only what is not later")
    sub.add_argument("--limit", type=count, metavar="N", help="read at most N records")
    sub.add_argument("--dry-run", action="store_true",
                     help="show what is in the files, by host and month; keep nothing")  # fmt: skip
    sub.add_argument("--engine", choices=[each.value for each in JobEngine],
                     help="what reads the records (jobs.engine)")  # fmt: skip


def _add_job_verbs(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    module = "tidings.cli.verbs.rebuild"
    rebuild = add_verb(verbs, "rebuild", "make again what is derived: articles from the archive, "
                       "annotations of older models, stories, link ranks, index",
                       module, "rebuild")  # fmt: skip
    rebuild.add_argument("--all", action="store_true",
                         help="annotate every article, even if the current models did, and apply "
                              "what was learned about sites to all their pages")  # fmt: skip
    steps = [each.value for each in RebuildStep]
    rebuild.add_argument("--only", action="append", choices=steps, metavar="STEP",
                         help=f"only this step; may be repeated: {', '.join(steps)}")  # fmt: skip
    rebuild.add_argument("--skip", action="append", choices=steps, metavar="STEP",
                         help="all steps but this one; may be repeated")  # fmt: skip
    rebuild.add_argument("--engine", choices=[each.value for each in JobEngine],
                         help="what runs the jobs (jobs.engine)")  # fmt: skip
    module = "tidings.cli.jobs.job_report"
    jobs = add_verb(verbs, "jobs", "list what rebuilding and other jobs did", module, "jobs")
    jobs.add_argument("--limit", type=count, default=20, metavar="N", help="list at most N (20)")
    tasks = jobs.add_subparsers(metavar="TASK")
    show = add_verb(
        tasks,
        "show",
        "show the parts of one job, estimates against the truth, and where the time went",
        module,
        "show_job",
    )
    show.add_argument("number", type=count, metavar="N")
    control = "tidings.cli.jobs.job_control"
    for name, text, function in (
        ("resume", "go on with a job that was interrupted or cancelled", "resume"),
        ("cancel", "stop a job between two of its parts, wherever it runs", "cancel_running"),
    ):
        task = add_verb(tasks, name, text, control, function)
        task.add_argument("number", type=count, metavar="N")
        if name == "resume":
            task.add_argument("--engine", choices=[each.value for each in JobEngine],
                              help="what runs it now (jobs.engine); name the same as before, or "
                                   "parts that wait to be reduced are mapped again")  # fmt: skip


def _add_migrate(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    module = "tidings.cli.home.migrate"
    migrate = add_verb(verbs, "migrate", "move the home's rows or its files elsewhere",
                       module, "migrate")  # fmt: skip
    migrate.add_argument("--to", required=True, metavar="URL",
                         help="for rows: postgresql://USER@HOST/NAME of an empty database, or "
                              "sqlite (tidings.db in the home); for files: s3://BUCKET/PREFIX "
                              "without any, or files (the folders of the home)")  # fmt: skip
    only = migrate.add_mutually_exclusive_group()
    only.add_argument("--dry-run", action="store_true", help="show what would be moved")
    only.add_argument("--verify-only", action="store_true",
                      help="compare with what is there, and move nothing")  # fmt: skip
    migrate.add_argument(
        "--replace",
        action="store_true",
        help="delete the rows that this home once left in that database",
    )


def _add_exports(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    module = "tidings.cli.verbs.export"
    text = "write articles, archived pages or the source list to a file"
    family = verbs.add_parser("export", help=text, description=f"{text.capitalize()}.")
    subjects = family.add_subparsers(metavar="SUBJECT", required=True)
    articles = add_verb(subjects, "articles", "write articles, one per line", module, "articles")
    articles.add_argument("--format", choices=("jsonl", "csv"), default="jsonl")
    articles.add_argument("--engine", choices=[each.value for each in JobEngine],
                          help="what writes many articles (jobs.engine)")  # fmt: skip
    warc = add_verb(subjects, "warc", "write archived pages as one WARC file", module, "warc")
    opml = add_verb(subjects, "opml", "write the source list as OPML", module, "opml")
    for sub in (articles, warc):
        sub.add_argument("--since", metavar="T", help="a date, a time, or an age such as 7d")
        sub.add_argument("--source", metavar="DOMAIN")
        sub.add_argument("--for", dest="use", choices=[each.value for each in ContentUse],
                         help="leave out content whose publisher reserves this use")  # fmt: skip
        sub.add_argument("--with-subscriptions", action="store_true",
                         help="also what was fetched with credentials")  # fmt: skip
    for sub in (articles, warc, opml):
        sub.add_argument("-o", "--output", type=Path, metavar="FILE",
                         help="appears only once complete (standard output)")  # fmt: skip


def _add_index_verbs(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    module = "tidings.cli.verbs.index"
    text = "maintain the search index and the link ranks"
    family = verbs.add_parser("index", help=text, description=f"{text.capitalize()}.")
    tasks = family.add_subparsers(metavar="TASK", required=True)
    add_verb(tasks, "ranks", "compute page, host and domain ranks from the archive's links now",
          module, "ranks")  # fmt: skip
    add_verb(
        tasks,
        "rebuild",
        "rebuild the index from the database; searching and crawling continue",
        module,
        "rebuild_index",
    )
    show = add_verb(tasks, "show", "show what the index holds about a term or an article",
                 module, "show_index")  # fmt: skip
    show.add_argument("subject", nargs="?", metavar="TERM|ARTICLE",
                      help="a word, or an article's id or URL")  # fmt: skip
    show.add_argument("--part", choices=("basic", "idf", "docw", "forward"),
                      help="basic: a term's articles, with counts by zone; idf: how rare terms "
                           "are; docw: the norms of articles; forward: an article's terms with "
                           "their weights")  # fmt: skip
    show.add_argument("--limit", type=count, default=20, metavar="N", help="N lines (20)")
    add_verb(tasks, "status", "show the index in numbers", module, "show_status")
