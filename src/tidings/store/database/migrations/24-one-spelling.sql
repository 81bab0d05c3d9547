-- From the hash of an address to the hash that stands for it, where an older version spelled it in
-- another way. Of an article that is its id.
CREATE TABLE spellings (id INTEGER PRIMARY KEY, stands_for INTEGER NOT NULL);
CREATE INDEX spellings_of ON spellings (stands_for);
