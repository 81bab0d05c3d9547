ALTER TABLE articles ADD COLUMN robots TEXT NOT NULL DEFAULT '';
ALTER TABLE articles ADD COLUMN rights TEXT NOT NULL DEFAULT '';
ALTER TABLE articles ADD COLUMN hidden_from REAL;
CREATE INDEX articles_hidden ON articles (hidden_from) WHERE hidden_from IS NOT NULL;
INSERT INTO counters VALUES ('hidden', 0);

-- Rows come in the order of their ids, so the oldest are pruned without an index on time.
CREATE TABLE requests (
    id INTEGER PRIMARY KEY,
    at REAL NOT NULL,
    site INTEGER NOT NULL,
    host TEXT NOT NULL,
    path TEXT NOT NULL,
    address TEXT NOT NULL,
    purpose TEXT NOT NULL,
    status INTEGER,
    reason TEXT,
    bytes INTEGER NOT NULL,
    seconds REAL NOT NULL,
    host_delay REAL NOT NULL,
    domain_delay REAL NOT NULL,
    address_delay REAL NOT NULL,
    sent INTEGER NOT NULL
);
CREATE INDEX requests_site ON requests (site, at);
