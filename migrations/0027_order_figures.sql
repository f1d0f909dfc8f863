-- What statistics count of orders, added up by day and month: pages never read the orders themselves. Workers write it;
-- see docs/figures.md and docs/decisions/0048-figures-are-rolled-up.md.

-- The day it is in China. Not the zone by its name: Shanghai had a summer time until 1991, and order numbers know none.
CREATE FUNCTION china_day(at timestamptz) RETURNS date LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN (at AT TIME ZONE interval '8 hours')::date;

CREATE TABLE order_figure (
    span        text NOT NULL CHECK (span IN ('day', 'month')),
    -- Its first day.
    starts      date NOT NULL,
    dimension   text NOT NULL CHECK (dimension IN ('total', 'unit', 'usage', 'kind', 'satellite', 'node')),
    -- Which unit, usage, kind, satellite or node; empty for the total.
    value       text NOT NULL,
    get_method  smallint NOT NULL CHECK (get_method IN (0, 2)),
    orders      bigint NOT NULL,
    scenes      bigint NOT NULL,
    bytes       bigint NOT NULL,
    PRIMARY KEY (span, dimension, starts, value, get_method)
);

-- What the orders of those days say: the one definition of every figure.
CREATE FUNCTION order_figure_counted(days date[])
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
    CROSS JOIN LATERAL (VALUES ('satellite', s.satellite), ('node', s.nodeid::text)) AS v (dimension, value)
    GROUP BY 1, 2, 3, 4
$$;

-- Days whose orders were written since they were last counted. A mark is added, never changed: whoever counts a day
-- removes the marks that it sees before it looks at the orders, so that a writer who commits later leaves his.
CREATE TABLE order_figure_due (
    id   bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    day  date NOT NULL
);
CREATE INDEX order_figure_due_day ON order_figure_due (day);

CREATE FUNCTION mark_order_figures() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' AND OLD.submitted_at IS NOT NULL THEN
        INSERT INTO order_figure_due (day) VALUES (china_day(OLD.created_at));
    END IF;
    IF TG_OP <> 'DELETE' AND NEW.submitted_at IS NOT NULL THEN
        INSERT INTO order_figure_due (day) VALUES (china_day(NEW.created_at));
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER order_added_or_removed AFTER INSERT OR DELETE ON orders
    FOR EACH ROW EXECUTE FUNCTION mark_order_figures();
CREATE TRIGGER order_counts_otherwise AFTER UPDATE ON orders
    FOR EACH ROW WHEN ((OLD.created_at, OLD.submitted_at IS NULL, OLD.get_method, OLD.kind, OLD.apply_user_unit,
                        OLD.apply_user_used, OLD.data_count, OLD.data_size)
                       IS DISTINCT FROM
                       (NEW.created_at, NEW.submitted_at IS NULL, NEW.get_method, NEW.kind, NEW.apply_user_unit,
                        NEW.apply_user_used, NEW.data_count, NEW.data_size))
    EXECUTE FUNCTION mark_order_figures();

-- Scenes of an order that had been submitted before. A first submission marks its day by the order's own row.
CREATE FUNCTION mark_order_scene_figures() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO order_figure_due (day)
    SELECT DISTINCT china_day(o.created_at) FROM orders o
    WHERE o.id IN (SELECT order_id FROM changed) AND o.submitted_at IS NOT NULL;
    RETURN NULL;
END $$;
CREATE TRIGGER order_scene_added AFTER INSERT ON order_scene REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION mark_order_scene_figures();
CREATE TRIGGER order_scene_removed AFTER DELETE ON order_scene REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION mark_order_scene_figures();

-- A scene that is ingested again under another satellite, node or size counts there in every order that holds it.
CREATE INDEX order_scene_did ON order_scene (did);
CREATE FUNCTION mark_scene_figures() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO order_figure_due (day)
    SELECT DISTINCT china_day(o.created_at) FROM order_scene os JOIN orders o ON o.id = os.order_id
    WHERE os.did = NEW.did AND o.submitted_at IS NOT NULL;
    RETURN NULL;
END $$;
CREATE TRIGGER scene_counts_otherwise AFTER UPDATE ON scene
    FOR EACH ROW WHEN ((OLD.satellite, OLD.nodeid, OLD.size) IS DISTINCT FROM (NEW.satellite, NEW.nodeid, NEW.size))
    EXECUTE FUNCTION mark_scene_figures();

-- Everything that was ordered before this.
INSERT INTO order_figure_due (day)
SELECT DISTINCT china_day(created_at) FROM orders WHERE submitted_at IS NOT NULL;
