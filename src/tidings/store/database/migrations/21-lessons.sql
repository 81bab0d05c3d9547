-- What kept articles teach, until it is part of a knowledge file: engine/knowledge.
CREATE TABLE lessons (
    number INTEGER PRIMARY KEY,  -- in the order in which the articles were kept
    terms BLOB NOT NULL,  -- the slots of the corpus in which the article counts
    topic BLOB NOT NULL  -- an example of its topic; empty if its site gave none
);
