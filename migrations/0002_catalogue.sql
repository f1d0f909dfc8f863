-- Catalogue nodes and scenes.
CREATE TABLE catalogue_node (
    id          bigint PRIMARY KEY,
    parent_id   bigint REFERENCES catalogue_node,
    label       text NOT NULL,
    obj_type    text NOT NULL CHECK (obj_type IN ('WX', 'ZL', 'BZCP')),
    collection  text UNIQUE,
    position    integer NOT NULL DEFAULT 0
);

CREATE TABLE scene (
    did          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    dataid       text NOT NULL UNIQUE,
    dataname     text NOT NULL,
    datatype     smallint NOT NULL DEFAULT 0,
    nodeid       bigint NOT NULL REFERENCES catalogue_node,
    satellite    text NOT NULL DEFAULT '',
    sensor       text NOT NULL DEFAULT '',
    acquired     timestamptz NOT NULL,
    received     timestamptz,
    cloud        real,
    gsd          real,
    -- Where the bytes lie; NULL: known to the catalogue, not online.
    archive_url  text,
    file_name    text,
    size         bigint NOT NULL DEFAULT 0 CHECK (size >= 0),
    sha256       bytea CHECK (octet_length(sha256) = 32),
    footprint    text NOT NULL,
    -- Bounding box of the footprint, degrees; stock Postgres indexes it, `geo` refines it.
    bounds       box NOT NULL,
    properties   jsonb NOT NULL DEFAULT '{}',
    image_url    text,
    ingested_at  timestamptz NOT NULL DEFAULT now()
);
-- Place and time in one index: a search for one place and one year must not fetch ten years of everything
-- above the place. A range of no length lets stock Postgres put a time into GiST without an extension.
CREATE INDEX scene_place_time ON scene USING gist (bounds, tstzrange(acquired, acquired, '[]'));
CREATE INDEX scene_acquired ON scene (acquired DESC, did DESC);
CREATE INDEX scene_node_acquired ON scene (nodeid, acquired DESC);
CREATE INDEX scene_satellite_acquired ON scene (satellite, acquired DESC);

-- How many scenes of each satellite lie in each node. Every page of the portal shows these counts, so they are kept,
-- not counted. Rows are touched in key order: two who write scenes at once wait for one another, never crosswise.
CREATE TABLE scene_tally (
    nodeid     bigint NOT NULL REFERENCES catalogue_node,
    satellite  text NOT NULL,
    count      bigint NOT NULL,
    PRIMARY KEY (nodeid, satellite)
);

CREATE FUNCTION tally_added_scenes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO scene_tally AS t (nodeid, satellite, count)
    SELECT nodeid, satellite, count(*) FROM added GROUP BY nodeid, satellite ORDER BY nodeid, satellite
    ON CONFLICT (nodeid, satellite) DO UPDATE SET count = t.count + excluded.count;
    RETURN NULL;
END $$;

CREATE FUNCTION tally_changed_scenes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO scene_tally AS t (nodeid, satellite, count)
    SELECT nodeid, satellite, sum(n)
    FROM (SELECT nodeid, satellite, 1 AS n FROM added UNION ALL SELECT nodeid, satellite, -1 FROM removed) AS change
    GROUP BY nodeid, satellite HAVING sum(n) <> 0 ORDER BY nodeid, satellite
    ON CONFLICT (nodeid, satellite) DO UPDATE SET count = t.count + excluded.count;
    RETURN NULL;
END $$;

CREATE FUNCTION tally_removed_scenes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO scene_tally AS t (nodeid, satellite, count)
    SELECT nodeid, satellite, -count(*) FROM removed GROUP BY nodeid, satellite ORDER BY nodeid, satellite
    ON CONFLICT (nodeid, satellite) DO UPDATE SET count = t.count + excluded.count;
    RETURN NULL;
END $$;

CREATE TRIGGER scene_added AFTER INSERT ON scene REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION tally_added_scenes();
CREATE TRIGGER scene_changed AFTER UPDATE ON scene REFERENCING OLD TABLE AS removed NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION tally_changed_scenes();
CREATE TRIGGER scene_removed AFTER DELETE ON scene REFERENCING OLD TABLE AS removed
    FOR EACH STATEMENT EXECUTE FUNCTION tally_removed_scenes();

CREATE TABLE cart_item (
    user_id   uuid NOT NULL REFERENCES app_user ON DELETE CASCADE,
    did       bigint NOT NULL REFERENCES scene ON DELETE CASCADE,
    added_at  timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (user_id, did)
);
