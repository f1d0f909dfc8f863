-- What the archive took in, by day, satellite and node: kept as sums, because a catalogue of millions would be read whole for them.
-- See docs/figures.md and docs/decisions/0096-received-scenes-are-summed-by-differences.md.

-- When the scene first came into the catalogue; NULL where that was before this column: nothing older is known then than
-- when it was last written, and that is kept at its next change.
ALTER TABLE scene ADD COLUMN entered_at timestamptz;
ALTER TABLE scene ALTER COLUMN entered_at SET DEFAULT now();

-- When the survey received a scene: as its provider states it, else when it first came in.
CREATE FUNCTION scene_received(received timestamptz, entered_at timestamptz, ingested_at timestamptz) RETURNS timestamptz
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN coalesce(received, entered_at, ingested_at);

-- The rows behind a figure, the newest first: of each node and satellite that scene_tally names.
CREATE INDEX scene_received ON scene (nodeid, satellite, scene_received(received, entered_at, ingested_at), did);

CREATE TABLE received_figure (
    span       text NOT NULL CHECK (span IN ('day', 'month')),
    -- Its first day.
    starts     date NOT NULL,
    satellite  text NOT NULL,
    nodeid     bigint NOT NULL,
    scenes     bigint NOT NULL,
    bytes      bigint NOT NULL,
    PRIMARY KEY (span, starts, satellite, nodeid)
);
CREATE INDEX received_figure_empty ON received_figure (starts) WHERE scenes = 0 AND bytes = 0;

-- Differences that are not in received_figure yet. Both together are exact at every moment. A row is added, never
-- changed: writers do not wait for one another.
CREATE TABLE received_change (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    day        date NOT NULL,
    satellite  text NOT NULL,
    nodeid     bigint NOT NULL,
    scenes     bigint NOT NULL,
    bytes      bigint NOT NULL
);

CREATE FUNCTION sum_received_scenes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO received_change (day, satellite, nodeid, scenes, bytes)
    SELECT china_day(scene_received(received, entered_at, ingested_at)), satellite, nodeid, count(*), sum(size)
    FROM added GROUP BY 1, 2, 3;
    RETURN NULL;
END $$;
CREATE FUNCTION sum_changed_received_scenes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO received_change (day, satellite, nodeid, scenes, bytes)
    SELECT day, satellite, nodeid, sum(scenes), sum(bytes)
    FROM (SELECT china_day(scene_received(received, entered_at, ingested_at)) AS day, satellite, nodeid,
                 1 AS scenes, size AS bytes FROM added
          UNION ALL
          SELECT china_day(scene_received(received, entered_at, ingested_at)), satellite, nodeid, -1, -size
          FROM removed) AS change
    GROUP BY 1, 2, 3 HAVING sum(scenes) <> 0 OR sum(bytes) <> 0;
    RETURN NULL;
END $$;
CREATE FUNCTION sum_removed_received_scenes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO received_change (day, satellite, nodeid, scenes, bytes)
    SELECT china_day(scene_received(received, entered_at, ingested_at)), satellite, nodeid, -count(*), -sum(size)
    FROM removed GROUP BY 1, 2, 3;
    RETURN NULL;
END $$;
CREATE FUNCTION empty_received_figures() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM received_change;
    DELETE FROM received_figure;
    RETURN NULL;
END $$;

-- After the triggers that keep other tables: triggers of one event fire by name.
CREATE TRIGGER scene_z_received_added AFTER INSERT ON scene REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION sum_received_scenes();
CREATE TRIGGER scene_z_received_changed AFTER UPDATE ON scene REFERENCING OLD TABLE AS removed NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION sum_changed_received_scenes();
CREATE TRIGGER scene_z_received_removed AFTER DELETE ON scene REFERENCING OLD TABLE AS removed
    FOR EACH STATEMENT EXECUTE FUNCTION sum_removed_received_scenes();
CREATE TRIGGER scene_z_received_emptied AFTER TRUNCATE ON scene
    FOR EACH STATEMENT EXECUTE FUNCTION empty_received_figures();

-- Everything that came in before this.
INSERT INTO received_figure (span, starts, satellite, nodeid, scenes, bytes)
SELECT 'day', china_day(scene_received(received, entered_at, ingested_at)), satellite, nodeid, count(*), sum(size)
FROM scene GROUP BY 2, 3, 4;
INSERT INTO received_figure (span, starts, satellite, nodeid, scenes, bytes)
SELECT 'month', date_trunc('month', starts::timestamp)::date, satellite, nodeid, sum(scenes), sum(bytes)
FROM received_figure GROUP BY 2, 3, 4;
