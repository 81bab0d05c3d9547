-- What was set for one source, as JSON by the name of the setting. Site 0 has what held for all of
-- them when the last crawl began.
CREATE TABLE source_settings (
    site INTEGER NOT NULL,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    set_at REAL NOT NULL,
    PRIMARY KEY (site, name)
);
