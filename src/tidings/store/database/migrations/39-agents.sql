-- Query runs: agents that search the live web for a query, within a budget.
CREATE TABLE query_runs (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    request TEXT NOT NULL,
    topic TEXT NOT NULL DEFAULT '',
    state TEXT NOT NULL,
    asked_at REAL NOT NULL,
    began_at REAL,
    ended_at REAL,
    stop_asked_at REAL,
    outcome TEXT NOT NULL DEFAULT '',
    detail TEXT NOT NULL DEFAULT '',
    seconds REAL NOT NULL DEFAULT 0.0,
    seeds TEXT NOT NULL DEFAULT '',
    language TEXT NOT NULL DEFAULT '',
    model BLOB,
    pages INTEGER NOT NULL DEFAULT 0,
    bytes INTEGER NOT NULL DEFAULT 0,
    hosts INTEGER NOT NULL DEFAULT 0,
    finds INTEGER NOT NULL DEFAULT 0,
    relevance REAL NOT NULL DEFAULT 0.0
);
CREATE INDEX query_runs_open ON query_runs (id) WHERE ended_at IS NULL;

-- The steps of agents: written before the request is sent, and again with what was seen. The calls
-- of a run are counted: began_call and ended_call say in which order they were made, the seconds
-- how long the run had worked then.
CREATE TABLE query_steps (
    run INTEGER NOT NULL,
    number INTEGER NOT NULL,
    agent INTEGER NOT NULL,
    url TEXT NOT NULL,
    page TEXT NOT NULL,
    estimate REAL NOT NULL,
    began_at REAL NOT NULL,
    began_call INTEGER NOT NULL,
    began_second REAL NOT NULL,
    state TEXT NOT NULL,
    ended_at REAL,
    ended_call INTEGER,
    ended_second REAL,
    sight BLOB,
    PRIMARY KEY (run, number)
) WITHOUT ROWID;

-- What a run tells while it works, numbered from 1 in each run.
CREATE TABLE query_events (
    run INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    at REAL NOT NULL,
    kind TEXT NOT NULL,
    agent INTEGER NOT NULL,
    parent INTEGER NOT NULL,
    generation INTEGER NOT NULL,
    url TEXT NOT NULL,
    energy REAL NOT NULL,
    relevance REAL NOT NULL,
    estimate REAL NOT NULL,
    words TEXT NOT NULL,
    PRIMARY KEY (run, seq)
) WITHOUT ROWID;

-- What a run found. It owns the articles that it brought in, until their retention is over.
CREATE TABLE query_finds (
    run INTEGER NOT NULL,
    url TEXT NOT NULL,
    article TEXT NOT NULL,
    title TEXT NOT NULL,
    source TEXT NOT NULL,
    site INTEGER NOT NULL,
    published REAL,
    relevance REAL NOT NULL,
    found_at REAL NOT NULL,
    was_known INTEGER NOT NULL,
    is_owned INTEGER NOT NULL,
    PRIMARY KEY (run, url)
) WITHOUT ROWID;
CREATE INDEX query_finds_article ON query_finds (article);
CREATE INDEX query_finds_owned ON query_finds (found_at) WHERE is_owned = 1;

-- What runs about the same words have learned about links.
CREATE TABLE topic_models (
    topic TEXT PRIMARY KEY,
    model BLOB NOT NULL,
    at REAL NOT NULL
);
