-- The catalogue's administration.

-- What the tree shows in English, or empty; how often somebody changed the node: whoever read an older one changes nothing.
ALTER TABLE catalogue_node ADD COLUMN label_en text NOT NULL DEFAULT '';
ALTER TABLE catalogue_node ADD COLUMN version bigint NOT NULL DEFAULT 1;

-- Into which node scenes go that come in (domain::catalogue::placement): the first rule that fits. Empty: anything.
CREATE TABLE ingest_rule (
    position   integer PRIMARY KEY CHECK (position >= 0),
    collection text NOT NULL,
    satellite  text NOT NULL,
    sensor     text NOT NULL,
    level      text NOT NULL,
    node_id    bigint NOT NULL REFERENCES catalogue_node
);
CREATE INDEX ingest_rule_node ON ingest_rule (node_id);
-- All rules are read and written together. Without a fallback a collection that nobody knows gets a node of its own.
CREATE TABLE ingest_rule_set (
    is_one      boolean PRIMARY KEY DEFAULT true CHECK (is_one),
    version     bigint NOT NULL DEFAULT 1,
    fallback_id bigint REFERENCES catalogue_node
);
INSERT INTO ingest_rule_set DEFAULT VALUES;

UPDATE role SET permissions = permissions || '{/catalogue/save}' WHERE id = 'admin';
