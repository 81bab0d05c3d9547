-- The folder of a source: names separated by '/', for people only. The crawl does not look at it.
ALTER TABLE sites ADD COLUMN folder TEXT NOT NULL DEFAULT '';
