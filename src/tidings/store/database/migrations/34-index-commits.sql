-- Up to which change the index was searchable, and since when. Old rows are pruned.
CREATE TABLE index_commits (seq INTEGER PRIMARY KEY, at REAL NOT NULL);

-- All that statistics need of an article, so that nobody reads the texts for them.
CREATE INDEX articles_facts ON articles
    (first_seen, published, word_count, language, source, hidden_from, with_login, id);

-- The newest edits, deletions and restorations of all outlets.
CREATE INDEX revisions_newest ON revisions (replaced_at);
CREATE INDEX tombstones_gone ON tombstones (gone_at);
CREATE INDEX tombstones_back ON tombstones (back_at) WHERE back_at IS NOT NULL;
