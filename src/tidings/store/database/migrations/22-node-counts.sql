-- What each node counts for itself: it adds without reading first and spends only what is its own.
CREATE TABLE node_counts (
    node INTEGER NOT NULL,
    name TEXT NOT NULL,
    value INTEGER NOT NULL,
    PRIMARY KEY (node, name)
) WITHOUT ROWID;
INSERT INTO node_counts SELECT 1, name, value FROM counters
    WHERE name IN ('recheck_credit', 'rechecks', 'clock');
DELETE FROM counters WHERE name IN ('recheck_credit', 'rechecks', 'clock');

CREATE TABLE budgets (
    node INTEGER PRIMARY KEY,
    patience REAL NOT NULL,
    visits REAL NOT NULL,
    source_days REAL NOT NULL,
    at REAL NOT NULL
);
INSERT INTO budgets SELECT 1, patience, visits, source_days, at FROM spending;
DROP TABLE spending;
