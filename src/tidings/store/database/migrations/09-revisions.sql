-- An article that its publisher deleted keeps its row; how often that happened is beside it.
ALTER TABLE articles ADD COLUMN gone_at REAL;
ALTER TABLE articles ADD COLUMN gone_status INTEGER;
CREATE TABLE tombstones (
    article TEXT NOT NULL,
    gone_at REAL NOT NULL,
    status INTEGER,
    detail TEXT NOT NULL,
    back_at REAL,
    PRIMARY KEY (article, gone_at)
) WITHOUT ROWID;

-- Looking again: what it found per site, and in millionths how many looks may still be made.
CREATE TABLE rechecks (
    site INTEGER PRIMARY KEY,
    looks INTEGER NOT NULL,
    changes INTEGER NOT NULL
);
INSERT INTO counters VALUES ('recheck_credit', 0);
INSERT INTO counters VALUES ('rechecks', 0);
CREATE INDEX urls_article ON urls (article) WHERE article IS NOT NULL;
CREATE INDEX urls_again ON urls (due) WHERE article IS NOT NULL AND due IS NOT NULL;
