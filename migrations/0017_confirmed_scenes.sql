-- Searches are answered from memory without asking the database, for as long as nothing is said to have been written:
-- see docs/decisions/0020-confirmed-index.md.

-- Said when the transaction commits, once for each.
CREATE FUNCTION tell_scenes_written() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('scene_written', '');
    RETURN NULL;
END $$;
CREATE TRIGGER scene_x_told AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON scene
    FOR EACH STATEMENT EXECUTE FUNCTION tell_scenes_written();
CREATE TRIGGER catalogue_node_told AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON catalogue_node
    FOR EACH STATEMENT EXECUTE FUNCTION tell_scenes_written();

-- Pages of very many scenes by name are read in this order; who searches sees the same order everywhere.
CREATE INDEX scene_dataname ON scene (dataname COLLATE "C", did);

-- The transaction that last made a scene one with pictures, or one without; a constant for those that are there.
ALTER TABLE scene_preview ADD COLUMN version xid8 NOT NULL DEFAULT '3';
CREATE INDEX scene_preview_version ON scene_preview (version);
CREATE FUNCTION mark_pictured_scene() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.version := pg_current_xact_id();
    RETURN NEW;
END $$;
CREATE TRIGGER scene_pictured_first BEFORE INSERT ON scene_preview
    FOR EACH ROW WHEN (NEW.thumbnail_key IS NOT NULL) EXECUTE FUNCTION mark_pictured_scene();
CREATE TRIGGER scene_pictured BEFORE UPDATE ON scene_preview
    FOR EACH ROW WHEN (OLD.did <> NEW.did OR (OLD.thumbnail_key IS NULL) <> (NEW.thumbnail_key IS NULL))
    EXECUTE FUNCTION mark_pictured_scene();
