-- What a feed files an item under, a line each, until its page is read.
ALTER TABLE urls ADD COLUMN categories TEXT NOT NULL DEFAULT '';
