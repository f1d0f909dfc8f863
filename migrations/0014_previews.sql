-- Pictures of scenes that workers make from the rasters. A table of its own beside the scenes: what is written here
-- makes no scene a written one, so the indexes of scenes in the processes' memory stay as they are.
CREATE TABLE scene_preview (
    did            bigint PRIMARY KEY REFERENCES scene ON UPDATE CASCADE ON DELETE CASCADE,
    state          text NOT NULL DEFAULT 'none' CHECK (state IN ('none', 'made', 'impossible')),
    -- Which file the state speaks of. A scene whose file is another one is to be done again.
    source         text NOT NULL,
    -- Not called object_key: pictures are in no backup, they can be made again. While a changed scene waits, the old
    -- ones are shown.
    thumbnail_key  text,
    preview_key    text,
    -- Of the preview, pixels.
    width          integer,
    height         integer,
    -- How often the work was given up, and why the last time.
    rounds         integer NOT NULL DEFAULT 0,
    error_class    text,
    error_text     text,
    -- When somebody looked for the picture in vain.
    wanted_at      timestamptz,
    -- Not before.
    retry_at       timestamptz NOT NULL DEFAULT '-infinity',
    made_at        timestamptz,
    CHECK (num_nulls(thumbnail_key, preview_key, width, height, made_at) IN (0, 5)),
    CHECK (state <> 'made' OR thumbnail_key IS NOT NULL),
    CHECK (state <> 'impossible' OR (thumbnail_key IS NULL AND error_class IS NOT NULL))
);
-- What is to be done next: what somebody looked for, then the newest scenes.
CREATE INDEX scene_preview_wanted ON scene_preview (wanted_at) WHERE state = 'none' AND wanted_at IS NOT NULL;
CREATE INDEX scene_preview_next ON scene_preview (retry_at, did DESC) WHERE state = 'none' AND wanted_at IS NULL;

CREATE FUNCTION scene_source(archive_url text, size bigint, sha256 bytea) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT md5(concat_ws(' ', archive_url, size, encode(sha256, 'hex')))
$$;

-- Rows are touched in key order: two who write scenes at once wait for one another, never crosswise.
CREATE FUNCTION expect_previews() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO scene_preview AS p (did, source)
    SELECT did, scene_source(archive_url, size, sha256) FROM added WHERE archive_url IS NOT NULL ORDER BY did
    ON CONFLICT (did) DO UPDATE SET state = 'none', source = excluded.source, rounds = 0, error_class = NULL,
        error_text = NULL, retry_at = '-infinity'
    WHERE p.source <> excluded.source;
    RETURN NULL;
END $$;
-- After the triggers that keep scene_tally and scene_extent: triggers of one event fire by name.
CREATE TRIGGER scene_x_pictured_added AFTER INSERT ON scene REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION expect_previews();
CREATE TRIGGER scene_x_pictured_changed AFTER UPDATE ON scene REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION expect_previews();

INSERT INTO scene_preview (did, source)
SELECT did, scene_source(archive_url, size, sha256) FROM scene WHERE archive_url IS NOT NULL;

-- Work that belongs to no person: the pictures of a scene. Such a task goes when it is over; what became of it stands
-- in scene_preview.
ALTER TABLE task ALTER COLUMN user_id DROP NOT NULL;
ALTER TABLE task ADD COLUMN preview_did bigint REFERENCES scene_preview ON UPDATE CASCADE ON DELETE CASCADE;
-- Which file the worker took: the scene's may have become another one since.
ALTER TABLE task ADD COLUMN preview_source text;
ALTER TABLE task DROP CONSTRAINT task_kind_check;
ALTER TABLE task ADD CONSTRAINT task_kind_check
    CHECK (kind IN ('extract_scene', 'package_order', 'verify_delivery', 'export', 'make_preview'));
ALTER TABLE task DROP CONSTRAINT task_subject_check;
ALTER TABLE task ADD CONSTRAINT task_subject_check
    CHECK (num_nonnulls(order_id, export_id, preview_did) = 1
           AND (kind = 'export') = (export_id IS NOT NULL)
           AND (kind = 'make_preview') = (preview_did IS NOT NULL)
           AND (user_id IS NULL) = (kind = 'make_preview'));
-- The pictures of a scene are worked on by one task.
CREATE UNIQUE INDEX task_preview ON task (preview_did) WHERE preview_did IS NOT NULL;
