-- What people ask the owner of the home to do; state and answer change with the effect.
CREATE TABLE commands (
    id INTEGER PRIMARY KEY,
    at REAL NOT NULL,
    kind TEXT NOT NULL,
    arguments TEXT NOT NULL,
    state TEXT NOT NULL,
    answer TEXT NOT NULL,
    done_at REAL
);
CREATE INDEX commands_open ON commands (id) WHERE done_at IS NULL;
-- Sources that are followed but not fetched for now.
CREATE TABLE paused (site INTEGER PRIMARY KEY, at REAL NOT NULL);
