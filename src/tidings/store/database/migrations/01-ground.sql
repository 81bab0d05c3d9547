CREATE TABLE counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
INSERT INTO counters VALUES ('seq', 0);

CREATE TABLE sites (
    id INTEGER PRIMARY KEY,
    url TEXT NOT NULL UNIQUE,
    domain TEXT NOT NULL,
    name TEXT NOT NULL DEFAULT '',
    added_at REAL NOT NULL,
    removed_at REAL
);

-- Clustered by host, because the frontier serves one host at a time.
CREATE TABLE urls (
    host TEXT NOT NULL,
    id INTEGER NOT NULL,
    url TEXT NOT NULL,
    site INTEGER NOT NULL,
    role TEXT NOT NULL,
    state TEXT NOT NULL,
    reason TEXT NOT NULL,
    detail TEXT NOT NULL DEFAULT '',
    kind TEXT,
    confidence REAL,
    notes TEXT NOT NULL DEFAULT '[]',
    priority INTEGER NOT NULL,
    depth INTEGER NOT NULL,
    listed INTEGER NOT NULL DEFAULT 0,
    published REAL,
    parent TEXT,
    added_at REAL NOT NULL,
    due REAL,
    visited_at REAL,
    status INTEGER,
    etag TEXT,
    last_modified TEXT,
    body_hash BLOB,
    attempts INTEGER NOT NULL DEFAULT 0,
    interval REAL,
    target TEXT,
    article TEXT,
    file TEXT,
    offset INTEGER,
    length INTEGER,
    PRIMARY KEY (host, id)
) WITHOUT ROWID;
CREATE INDEX urls_due ON urls (host, priority, due) WHERE due IS NOT NULL;
CREATE INDEX urls_site ON urls (site);

CREATE TABLE visits (
    url_id INTEGER NOT NULL,
    at REAL NOT NULL,
    status INTEGER,
    reason TEXT NOT NULL,
    detail TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    seconds REAL NOT NULL
);
CREATE INDEX visits_url ON visits (url_id, at);

CREATE TABLE drops (
    site INTEGER NOT NULL,
    reason TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (site, reason)
) WITHOUT ROWID;

CREATE TABLE articles (
    id TEXT PRIMARY KEY,
    seq INTEGER NOT NULL UNIQUE,
    url TEXT NOT NULL,
    source TEXT NOT NULL,
    title TEXT NOT NULL,
    text TEXT NOT NULL,
    html TEXT NOT NULL,
    standfirst TEXT NOT NULL,
    published REAL,
    modified REAL,
    first_seen REAL NOT NULL,
    authors TEXT NOT NULL,
    language TEXT NOT NULL,
    section TEXT NOT NULL,
    tags TEXT NOT NULL,
    image TEXT,
    publisher TEXT NOT NULL,
    word_count INTEGER NOT NULL,
    revision INTEGER NOT NULL DEFAULT 1
);
CREATE INDEX articles_newest ON articles (coalesce(published, first_seen));
CREATE INDEX articles_source ON articles (source, coalesce(published, first_seen));

CREATE TABLE revisions (
    article TEXT NOT NULL,
    revision INTEGER NOT NULL,
    replaced_at REAL NOT NULL,
    title TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (article, revision)
) WITHOUT ROWID;
