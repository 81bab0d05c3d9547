-- What feeds, sitemaps and index pages say about changes of articles, the newest for each page.
CREATE TABLE announcements (
    url_id INTEGER PRIMARY KEY,
    host_id INTEGER NOT NULL,
    site INTEGER NOT NULL,
    announcer INTEGER NOT NULL,
    said REAL NOT NULL,
    heard_at REAL NOT NULL,
    looked_at REAL,
    was_true INTEGER
);
CREATE INDEX announcements_waiting ON announcements (announcer, said) WHERE looked_at IS NULL;
CREATE INDEX announcements_heard ON announcements (heard_at);

-- How often the announcements of each list were true.
CREATE TABLE announcers (
    announcer INTEGER PRIMARY KEY,
    looks INTEGER NOT NULL,
    changes INTEGER NOT NULL,
    looked_at REAL NOT NULL
);
