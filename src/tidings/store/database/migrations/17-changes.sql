-- What became of each article, in the order of commits. Old rows are pruned. There are no rows from
-- before this version: followers that lack those changes scan the articles instead.
CREATE TABLE changes (
    seq INTEGER PRIMARY KEY,
    article TEXT NOT NULL,
    old_id TEXT,
    url TEXT NOT NULL,
    source TEXT NOT NULL,
    revision INTEGER NOT NULL,
    kind TEXT NOT NULL,
    at REAL NOT NULL
);

CREATE TABLE story_changes (
    seq INTEGER PRIMARY KEY,
    story INTEGER NOT NULL,
    into_story INTEGER,
    kind TEXT NOT NULL,
    at REAL NOT NULL
);
INSERT INTO counters VALUES ('story_seq', 0);

-- The cursor of a follower, unless it is committed elsewhere, and whether the follower fails.
CREATE TABLE followers (
    name TEXT PRIMARY KEY,
    seq INTEGER,
    failing_since REAL,
    attempts INTEGER NOT NULL DEFAULT 0,
    error TEXT NOT NULL DEFAULT ''
);
INSERT INTO followers (name, seq) SELECT 'stories', value FROM counters WHERE name = 'grouped';
DELETE FROM counters WHERE name = 'grouped';
