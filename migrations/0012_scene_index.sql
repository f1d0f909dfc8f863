-- What a process needs to keep the index of scenes in its memory, exactly: which scenes were written since it last
-- looked. See docs/decisions/0012-scene-index-in-memory.md; the same as for orders in 0007_order_list.sql.

-- The transaction that wrote the scene last. A constant first: the scenes that are there need not be rewritten for it
-- (3 is the first transaction number there ever was, over in every snapshot).
ALTER TABLE scene ADD COLUMN version xid8 NOT NULL DEFAULT '3';
ALTER TABLE scene ALTER COLUMN version SET DEFAULT pg_current_xact_id();
CREATE INDEX scene_version ON scene (version);

CREATE FUNCTION mark_written_scene() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.version := pg_current_xact_id();
    RETURN NEW;
END $$;
CREATE TRIGGER scene_written BEFORE INSERT OR UPDATE ON scene
    FOR EACH ROW EXECUTE FUNCTION mark_written_scene();

-- Scenes that are no more, or have another number.
CREATE TABLE scene_gone (
    did      bigint NOT NULL,
    version  xid8 NOT NULL DEFAULT pg_current_xact_id()
);
CREATE INDEX scene_gone_version ON scene_gone (version);
CREATE FUNCTION note_gone_scenes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO scene_gone (did) SELECT did FROM removed;
    RETURN NULL;
END $$;
CREATE TRIGGER scene_gone AFTER DELETE ON scene REFERENCING OLD TABLE AS removed
    FOR EACH STATEMENT EXECUTE FUNCTION note_gone_scenes();
CREATE FUNCTION note_renumbered_scene() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO scene_gone (did) VALUES (OLD.did);
    RETURN NULL;
END $$;
CREATE TRIGGER scene_renumbered AFTER UPDATE ON scene
    FOR EACH ROW WHEN (OLD.did <> NEW.did) EXECUTE FUNCTION note_renumbered_scene();

-- One row for every time when all scenes were removed at once. Whoever holds the index reads it anew.
CREATE TABLE scene_index_reset (
    version  xid8 NOT NULL DEFAULT pg_current_xact_id()
);
CREATE FUNCTION reset_scene_index() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO scene_index_reset DEFAULT VALUES;
    RETURN NULL;
END $$;
CREATE TRIGGER scene_emptied AFTER TRUNCATE ON scene
    FOR EACH STATEMENT EXECUTE FUNCTION reset_scene_index();
