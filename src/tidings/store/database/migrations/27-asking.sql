-- Which validators a server honours, where not all of them, and whether to send all once more.
ALTER TABLE urls ADD COLUMN asks_by TEXT;
ALTER TABLE urls ADD COLUMN asks_since REAL;
ALTER TABLE urls ADD COLUMN asks_again INTEGER NOT NULL DEFAULT 0;
