CREATE TABLE memories (
    site INTEGER PRIMARY KEY,
    pages INTEGER NOT NULL,
    repeated INTEGER NOT NULL,
    notebook BLOB NOT NULL
);
