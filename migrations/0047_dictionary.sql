-- The dictionary (domain::dictionary): lists of words that forms offer, kept by administrators.
CREATE TABLE dictionary_list (
    kind    text PRIMARY KEY,
    -- Whoever read an older one changes nothing.
    version bigint NOT NULL DEFAULT 1
);
INSERT INTO dictionary_list (kind) VALUES ('usage'), ('processing_level'), ('reject_phrase');

CREATE TABLE dictionary_entry (
    id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind     text NOT NULL REFERENCES dictionary_list,
    -- What orders keep.
    name     text NOT NULL CHECK (name <> ''),
    -- The same in English, or empty.
    name_en  text NOT NULL,
    position integer NOT NULL,
    is_on    boolean NOT NULL DEFAULT true,
    -- At the end of the transaction: two entries may change their names with one another.
    UNIQUE (kind, name) DEFERRABLE INITIALLY DEFERRED
);

-- What administrators have written so far. The table and the setting stay until a later version: one from before may still
-- run beside this one.
INSERT INTO dictionary_entry (kind, name, name_en, position)
    SELECT 'processing_level', name, '', row_number() OVER (ORDER BY position, id) FROM processing_level;
INSERT INTO dictionary_entry (kind, name, name_en, position)
    SELECT 'reject_phrase', phrase, '', place
    FROM setting, jsonb_array_elements_text(value) WITH ORDINALITY AS written (phrase, place)
    WHERE key = 'reject_phrases';
INSERT INTO seed (name) SELECT 'reject_phrases' WHERE EXISTS (SELECT FROM dictionary_entry WHERE kind = 'reject_phrase');

-- `/process/save` and `/system/config` let people write one of these lists each.
UPDATE role SET permissions = array_append(permissions, '/dictionary/save')
WHERE permissions && '{/process/save,/system/config}';
