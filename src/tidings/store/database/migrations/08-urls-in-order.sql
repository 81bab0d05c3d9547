-- Rows in the order in which they were found, two narrow indexes clustered by host.
CREATE TABLE hosts (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
INSERT INTO hosts (name) SELECT DISTINCT host FROM urls;
DROP INDEX urls_due;
DROP INDEX urls_site;
ALTER TABLE urls RENAME TO urls_by_host;
CREATE TABLE urls (
    host_id INTEGER NOT NULL,
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
    priority INTEGER NOT NULL CHECK (priority BETWEEN 0 AND 9),
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
    continues INTEGER NOT NULL DEFAULT 0
);
INSERT INTO urls (
    host_id, id, url, site, role, state, reason, detail, kind, confidence, notes, priority,
    depth, listed, published, parent, added_at, due, visited_at, status, etag, last_modified,
    body_hash, attempts, interval, target, article, file, offset, length, continues
)
SELECT
    (SELECT hosts.id FROM hosts WHERE name = host), id, url, site, role, state, reason, detail,
    kind, confidence, notes, priority, depth, listed, published, parent, added_at, due,
    visited_at, status, etag, last_modified, body_hash, attempts, interval, target, article,
    file, offset, length, continues
FROM urls_by_host;
DROP TABLE urls_by_host;
CREATE UNIQUE INDEX urls_id ON urls (host_id, id);
CREATE INDEX urls_due ON urls (host_id, priority, due, visited_at) WHERE due IS NOT NULL;
CREATE INDEX urls_lists ON urls (site, role) WHERE role <> 'page';
CREATE INDEX urls_live ON urls (site)
    WHERE due IS NOT NULL AND (role IN ('feed', 'sitemap') OR kind = 'index');
CREATE INDEX urls_archived ON urls (site, visited_at)
    WHERE file IS NOT NULL AND role = 'page' AND state = 'done' AND target IS NULL;

-- Counts, kept as the rows change: at ten million of them nobody can wait for count(*).
CREATE TABLE site_hosts (
    site INTEGER NOT NULL,
    host_id INTEGER NOT NULL,
    urls INTEGER NOT NULL,
    PRIMARY KEY (site, host_id)
) WITHOUT ROWID;
INSERT INTO site_hosts SELECT site, host_id, count(*) FROM urls GROUP BY site, host_id;
CREATE TABLE url_counts (
    state TEXT NOT NULL,
    kind TEXT NOT NULL,
    reason TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (state, kind, reason)
) WITHOUT ROWID;
INSERT INTO url_counts
    SELECT state, coalesce(kind, ''), reason, count(*) FROM urls GROUP BY 1, 2, 3;
CREATE TRIGGER urls_counted AFTER UPDATE OF state, kind, reason ON urls
    WHEN old.state <> new.state OR old.reason <> new.reason OR old.kind IS NOT new.kind
    BEGIN
        UPDATE url_counts SET count = count - 1 WHERE state = old.state
            AND kind = coalesce(old.kind, '') AND reason = old.reason; INSERT INTO url_counts
            VALUES (new.state, coalesce(new.kind, ''), new.reason, 1)
            ON CONFLICT DO UPDATE SET count = count + 1; END;
