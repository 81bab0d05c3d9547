-- What is found for sites that another node crawls; a line is emptied once that node has it.
CREATE TABLE outbox (
    url_id INTEGER NOT NULL,
    listed INTEGER NOT NULL,
    node INTEGER NOT NULL,
    posted_at REAL NOT NULL,
    line TEXT NOT NULL,
    batch INTEGER,
    PRIMARY KEY (url_id, listed)
) WITHOUT ROWID;
CREATE INDEX outbox_waiting ON outbox (node, posted_at) WHERE batch IS NULL;
CREATE INDEX outbox_batch ON outbox (batch) WHERE batch IS NOT NULL;
CREATE TABLE elsewhere (site INTEGER PRIMARY KEY, node INTEGER NOT NULL);
