-- Jobs that ran or run, and their parts: a part's row is written with its output.
CREATE TABLE jobs (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    key TEXT NOT NULL,
    items INTEGER NOT NULL,
    began_at REAL NOT NULL,
    ended_at REAL
);

CREATE TABLE job_parts (
    job INTEGER NOT NULL,
    key TEXT NOT NULL,
    items INTEGER NOT NULL,
    failed INTEGER NOT NULL,
    detail TEXT NOT NULL,
    seconds REAL NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (job, key)
);
