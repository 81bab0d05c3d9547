-- The story of each article before all were grouped again, until the stories have their ids back.
CREATE TABLE former_memberships (article TEXT PRIMARY KEY, story INTEGER NOT NULL);
