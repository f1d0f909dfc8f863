-- In which province each scene lies, for the figures of orders and deliveries by region: see docs/figures.md and
-- docs/decisions/0115-scenes-lie-in-one-province.md. Processes with the API write it, which know the provinces' outlines.

-- A scene without a row lies in none: at sea, abroad, or not looked at yet.
CREATE TABLE scene_region (
    did     bigint PRIMARY KEY REFERENCES scene ON UPDATE CASCADE ON DELETE CASCADE,
    -- The province's code.
    region  text NOT NULL CHECK (region <> '')
);

-- Scenes that came in, or got another outline. A mark is added, never changed: whoever looks at scenes removes the marks
-- that it sees before it reads them, so that a writer who commits later leaves his.
CREATE TABLE scene_region_due (
    id   bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    did  bigint NOT NULL
);
CREATE FUNCTION mark_added_scene_regions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO scene_region_due (did) SELECT did FROM added;
    RETURN NULL;
END $$;
CREATE TRIGGER scene_z_region_added AFTER INSERT ON scene REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION mark_added_scene_regions();
CREATE FUNCTION mark_moved_scene_region() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO scene_region_due (did) VALUES (NEW.did);
    RETURN NULL;
END $$;
CREATE TRIGGER scene_z_region_moved AFTER UPDATE ON scene
    FOR EACH ROW WHEN (OLD.outline <> NEW.outline) EXECUTE FUNCTION mark_moved_scene_region();

-- The walk over all scenes that are there: once, and again whenever the provinces' outlines are others.
CREATE TABLE scene_region_walk (
    is_one     boolean PRIMARY KEY DEFAULT true CHECK (is_one),
    -- SHA-256 of the provinces that it looks for; empty: it has not begun.
    provinces  bytea NOT NULL DEFAULT '',
    -- Scenes up to this number were looked at; NULL: all of them.
    done_until bigint DEFAULT 0
);
INSERT INTO scene_region_walk DEFAULT VALUES;

-- Orders of scenes that lie elsewhere now count there.
CREATE FUNCTION mark_region_figures() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO order_figure_due (day)
    SELECT DISTINCT china_day(o.created_at) FROM changed c JOIN order_scene os ON os.did = c.did
    JOIN orders o ON o.id = os.order_id WHERE o.submitted_at IS NOT NULL;
    RETURN NULL;
END $$;
CREATE TRIGGER scene_region_added AFTER INSERT ON scene_region REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION mark_region_figures();
CREATE TRIGGER scene_region_changed AFTER UPDATE ON scene_region REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION mark_region_figures();
CREATE TRIGGER scene_region_removed AFTER DELETE ON scene_region REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION mark_region_figures();

ALTER TABLE order_figure DROP CONSTRAINT order_figure_dimension_check;
ALTER TABLE order_figure ADD CONSTRAINT order_figure_dimension_check
    CHECK (dimension IN ('total', 'unit', 'usage', 'kind', 'satellite', 'node', 'region'));

-- As in 0027, and by the province of each scene; empty where it lies in none.
CREATE OR REPLACE FUNCTION order_figure_counted(days date[])
RETURNS TABLE (starts date, dimension text, value text, get_method smallint, orders bigint, scenes bigint, bytes bigint)
LANGUAGE sql STABLE AS $$
    WITH counted AS (
        SELECT o.id, china_day(o.created_at) AS starts, o.get_method, o.kind, o.apply_user_unit, o.apply_user_used,
               o.data_count, o.data_size
        FROM unnest(days) AS d (day) JOIN orders o
             ON o.created_at >= d.day::timestamp AT TIME ZONE interval '8 hours'
            AND o.created_at < (d.day + 1)::timestamp AT TIME ZONE interval '8 hours'
        WHERE o.submitted_at IS NOT NULL AND o.get_method IS NOT NULL
    )
    SELECT c.starts, v.dimension, v.value, c.get_method, count(*), sum(c.data_count)::bigint, sum(c.data_size)::bigint
    FROM counted c CROSS JOIN LATERAL (VALUES
        ('total', ''), ('unit', btrim(c.apply_user_unit)), ('usage', c.apply_user_used), ('kind', c.kind::text)
    ) AS v (dimension, value)
    GROUP BY 1, 2, 3, 4
    UNION ALL
    SELECT c.starts, v.dimension, v.value, c.get_method, count(DISTINCT c.id), count(*), sum(s.size)::bigint
    FROM counted c JOIN order_scene os ON os.order_id = c.id JOIN scene s ON s.did = os.did
    LEFT JOIN scene_region r ON r.did = os.did
    CROSS JOIN LATERAL (VALUES
        ('satellite', s.satellite), ('node', s.nodeid::text), ('region', coalesce(r.region, ''))
    ) AS v (dimension, value)
    GROUP BY 1, 2, 3, 4
$$;
INSERT INTO order_figure_due (day)
SELECT DISTINCT china_day(created_at) FROM orders WHERE submitted_at IS NOT NULL;
