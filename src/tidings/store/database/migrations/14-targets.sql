-- What stands for what, all of it at once, without a look at every URL: for the graph of links.
CREATE INDEX urls_target ON urls (id, target) WHERE target IS NOT NULL;
