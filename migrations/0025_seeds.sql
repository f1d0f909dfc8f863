-- Which rows that the product begins with were written, each once: an administrator may change or remove them.
CREATE TABLE seed (
    name        text PRIMARY KEY,
    written_at  timestamptz NOT NULL DEFAULT now()
);
-- Versions before this one wrote them with the tables.
INSERT INTO seed (name) SELECT 'field_lists' WHERE EXISTS (SELECT FROM field_list);
INSERT INTO seed (name) SELECT 'processing_levels' WHERE EXISTS (SELECT FROM processing_level);
