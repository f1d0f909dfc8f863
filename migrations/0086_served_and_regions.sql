-- How soon and how well each unit was served, where the scenes that were handed out lie, and how many results there are, from sums. See
-- docs/figures.md and docs/decisions/0122-every-figure-is-a-sum.md.

-- By `took`, the first delivery of each order by the step of its preparation (duration_step); by `rating`, by the stars that its order was
-- given; both have entries alone. By `region`, each delivery once at every province in which its scenes lie now; empty: in none.
ALTER TABLE provided_figure DROP CONSTRAINT provided_figure_tells_check;
ALTER TABLE provided_figure ADD CONSTRAINT provided_figure_tells_check
    CHECK (tells IN ('usage', 'satellite', 'took', 'rating', 'region'));

-- No duration is no step: a delivery before which no approval is known took nobody knows how long, and not a second.
ALTER FUNCTION duration_step(interval) STRICT;
INSERT INTO service_change (day, measure, value, count)
SELECT china_day(opened_at), 'took', '1', -count(*) FROM registry_entry WHERE round = 1 AND approved_at IS NULL GROUP BY 1;

-- Of the first delivery of an order alone, and where they are known.
ALTER TABLE provided_delivery ADD COLUMN took bigint;
ALTER TABLE provided_delivery ADD COLUMN stars smallint;

-- What a delivery counts besides what was fetched of it.
CREATE FUNCTION served(e registry_entry) RETURNS TABLE (took bigint, stars smallint) LANGUAGE sql STABLE AS $$
    SELECT duration_step(e.opened_at - e.approved_at), (SELECT 5 - f.appraise FROM feedback f WHERE f.order_id = e.order_id)::smallint
    WHERE e.round = 1
$$;

CREATE OR REPLACE FUNCTION enter_provided_deliveries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO provided_delivery (entry, day, unit, usage, scenes, bytes, handed_over, took, stars)
    SELECT e.number, china_day(e.opened_at), e.unit, e.usage, e.scene_count, e.scene_bytes,
           e.get_method = 2 AND e.completed_at IS NOT NULL, s.took, s.stars
    FROM added a JOIN registry_entry e ON e.number = a.number LEFT JOIN LATERAL served(e) s ON true;
    RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION correct_provided_delivery() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    handed_over_now boolean := NEW.get_method = 2 AND NEW.completed_at IS NOT NULL;
    took_now bigint;
    stars_now smallint;
BEGIN
    SELECT s.took, s.stars INTO took_now, stars_now FROM served(NEW) s;
    UPDATE provided_delivery SET day = china_day(NEW.opened_at), unit = NEW.unit, usage = NEW.usage, scenes = NEW.scene_count,
        bytes = NEW.scene_bytes, handed_over = handed_over_now, took = took_now, stars = stars_now
    WHERE entry = NEW.number AND (day, unit, usage, scenes, bytes, handed_over, took, stars) IS DISTINCT FROM
        (china_day(NEW.opened_at), NEW.unit, NEW.usage, NEW.scene_count::bigint, NEW.scene_bytes, handed_over_now, took_now, stars_now);
    RETURN NULL;
END $$;
DROP TRIGGER entry_provided_changed ON registry_entry;
CREATE TRIGGER entry_provided_changed AFTER UPDATE OF order_id, round, opened_at, approved_at, unit, usage, scene_count, scene_bytes,
    get_method, completed_at ON registry_entry FOR EACH ROW EXECUTE FUNCTION correct_provided_delivery();

-- An order that is rated, or no longer is.
CREATE FUNCTION rate_provided_delivery() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' THEN
        UPDATE provided_delivery d SET stars = NULL FROM registry_entry e
        WHERE e.order_id = OLD.order_id AND e.round = 1 AND d.entry = e.number AND d.stars IS NOT NULL;
    END IF;
    IF TG_OP <> 'DELETE' THEN
        UPDATE provided_delivery d SET stars = 5 - NEW.appraise FROM registry_entry e
        WHERE e.order_id = NEW.order_id AND e.round = 1 AND d.entry = e.number;
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER feedback_provided AFTER INSERT OR DELETE OR UPDATE ON feedback
    FOR EACH ROW EXECUTE FUNCTION rate_provided_delivery();

CREATE OR REPLACE FUNCTION count_provided_deliveries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO provided_change (tells, day, unit, value, entries, scenes, bytes, fetched, begun, repeated, last_at)
    SELECT 'usage', day, unit, usage, count(*), sum(scenes), sum(bytes), count(*) FILTER (WHERE fetched),
           count(*) FILTER (WHERE begun), sum(repeated), max(last_at)
    FROM added GROUP BY day, unit, usage;
    INSERT INTO provided_change (tells, day, unit, value, entries, scenes, bytes)
    SELECT v.tells, a.day, a.unit, v.value::text, count(*), 0, 0
    FROM added a CROSS JOIN LATERAL (VALUES ('took', a.took), ('rating', a.stars::bigint)) AS v (tells, value)
    WHERE v.value IS NOT NULL GROUP BY v.tells, a.day, a.unit, v.value;
    RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION count_changed_provided_deliveries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO provided_change (tells, day, unit, value, entries, scenes, bytes, fetched, begun, repeated, last_at)
    SELECT 'usage', day, unit, usage, sum(sign), sum(sign * scenes), sum(sign * bytes), sum(sign * fetched::integer),
           sum(sign * begun::integer), sum(sign * repeated), max(last_at) FILTER (WHERE sign = 1)
    FROM (SELECT 1 AS sign, day, unit, usage, scenes, bytes, fetched, begun, repeated, last_at FROM added
          UNION ALL SELECT -1, day, unit, usage, scenes, bytes, fetched, begun, repeated, last_at FROM removed) each
    GROUP BY day, unit, usage
    HAVING (sum(sign), sum(sign * scenes), sum(sign * bytes), sum(sign * fetched::integer), sum(sign * begun::integer),
            sum(sign * repeated)) <> (0, 0, 0, 0, 0, 0)
        OR max(last_at) FILTER (WHERE sign = 1) IS DISTINCT FROM max(last_at) FILTER (WHERE sign = -1);
    INSERT INTO provided_change (tells, day, unit, value, entries, scenes, bytes)
    SELECT v.tells, m.day, m.unit, v.value::text, sum(m.sign), 0, 0
    FROM (SELECT 1 AS sign, day, unit, took, stars FROM added UNION ALL SELECT -1, day, unit, took, stars FROM removed) m
    CROSS JOIN LATERAL (VALUES ('took', m.took), ('rating', m.stars::bigint)) AS v (tells, value)
    WHERE v.value IS NOT NULL GROUP BY v.tells, m.day, m.unit, v.value HAVING sum(m.sign) <> 0;
    -- Its scenes go with it to another day or unit.
    INSERT INTO provided_change (tells, day, unit, value, entries, scenes, bytes)
    SELECT v.tells, m.day, m.unit, v.value, m.sign, m.sign * v.scenes, m.sign * v.bytes
    FROM (SELECT 1 AS sign, a.entry, a.day, a.unit FROM added a JOIN removed r USING (entry) WHERE (a.day, a.unit) <> (r.day, r.unit)
          UNION ALL SELECT -1, r.entry, r.day, r.unit FROM added a JOIN removed r USING (entry)
          WHERE (a.day, a.unit) <> (r.day, r.unit)) m
    CROSS JOIN LATERAL (SELECT 'satellite' AS tells, s.satellite AS value, count(*) AS scenes, sum(s.size) AS bytes
                        FROM registry_scene s WHERE s.entry = m.entry GROUP BY s.satellite
                        UNION ALL SELECT 'region', p.region, p.scenes, p.bytes FROM provided_region p WHERE p.entry = m.entry) v;
    RETURN NULL;
END $$;

-- Where the scenes of a delivery lie, as it is counted.
CREATE TABLE provided_region (
    entry   bigint NOT NULL REFERENCES registry_entry,
    -- The province's code; empty: in none, or in the catalogue no more.
    region  text NOT NULL,
    scenes  bigint NOT NULL,
    bytes   bigint NOT NULL,
    PRIMARY KEY (entry, region)
);
CREATE INDEX registry_scene_dataid ON registry_scene (dataid);

-- The one definition of it.
CREATE FUNCTION provided_region_counted(entries bigint[])
RETURNS TABLE (entry bigint, region text, scenes bigint, bytes bigint) LANGUAGE sql STABLE AS $$
    SELECT s.entry, coalesce(r.region, ''), count(*), sum(s.size)::bigint
    FROM registry_scene s LEFT JOIN scene c ON c.dataid = s.dataid LEFT JOIN scene_region r ON r.did = c.did
    WHERE s.entry = ANY (entries) GROUP BY 1, 2
$$;

-- Counts these deliveries anew: takes what they counted before, and adds what they count now. The caller has the lock of scene_region, so
-- that nobody else does it, and no scene moves meanwhile.
CREATE FUNCTION recount_provided_regions(entries bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    WITH before AS (DELETE FROM provided_region p WHERE p.entry = ANY (entries) RETURNING p.entry, p.region, p.scenes, p.bytes)
    INSERT INTO provided_change (tells, day, unit, value, entries, scenes, bytes)
    SELECT 'region', d.day, d.unit, b.region, -count(*), -sum(b.scenes), -sum(b.bytes)
    FROM before b JOIN provided_delivery d ON d.entry = b.entry GROUP BY d.day, d.unit, b.region;
    WITH now AS (INSERT INTO provided_region AS p (entry, region, scenes, bytes)
        SELECT c.entry, c.region, c.scenes, c.bytes FROM provided_region_counted(entries) c
        RETURNING p.entry, p.region, p.scenes, p.bytes)
    INSERT INTO provided_change (tells, day, unit, value, entries, scenes, bytes)
    SELECT 'region', d.day, d.unit, n.region, count(*), sum(n.scenes), sum(n.bytes)
    FROM now n JOIN provided_delivery d ON d.entry = n.entry GROUP BY d.day, d.unit, n.region;
END $$;

-- Scenes that a delivery hands out. Whoever looks in which provinces scenes lie has the lock alone: the two wait for each other, else the
-- delivery would not see where a scene lies now, and the other not the delivery. Deliveries do not wait for each other, corrections do.
CREATE FUNCTION count_provided_scene_regions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        PERFORM pg_advisory_xact_lock_shared(hashtextextended('scene_region', 0));
    ELSE
        PERFORM pg_advisory_xact_lock(hashtextextended('scene_region', 0));
    END IF;
    PERFORM recount_provided_regions(ARRAY(SELECT DISTINCT entry FROM changed));
    RETURN NULL;
END $$;
CREATE TRIGGER registry_scene_region AFTER INSERT ON registry_scene REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION count_provided_scene_regions();
CREATE TRIGGER registry_scene_region_changed AFTER UPDATE ON registry_scene REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION count_provided_scene_regions();

-- Scenes that lie elsewhere now. Whoever removes scenes that were never handed out does not wait for who looks at scenes, and might be
-- waiting for these.
CREATE FUNCTION count_moved_provided_scenes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM changed m JOIN scene c ON c.did = m.did JOIN registry_scene s ON s.dataid = c.dataid) THEN
        PERFORM pg_advisory_xact_lock(hashtextextended('scene_region', 0));
        PERFORM recount_provided_regions(ARRAY(SELECT DISTINCT s.entry FROM changed m JOIN scene c ON c.did = m.did
                                               JOIN registry_scene s ON s.dataid = c.dataid));
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER scene_region_provided_added AFTER INSERT ON scene_region REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION count_moved_provided_scenes();
CREATE TRIGGER scene_region_provided_changed AFTER UPDATE ON scene_region REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION count_moved_provided_scenes();
CREATE TRIGGER scene_region_provided_removed AFTER DELETE ON scene_region REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION count_moved_provided_scenes();
-- Scenes that are in the catalogue no more: their rows of scene_region went before, with nothing to say which they were.
CREATE FUNCTION count_removed_provided_scenes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM removed m JOIN registry_scene s ON s.dataid = m.dataid) THEN
        PERFORM pg_advisory_xact_lock(hashtextextended('scene_region', 0));
        PERFORM recount_provided_regions(ARRAY(SELECT DISTINCT s.entry FROM removed m JOIN registry_scene s ON s.dataid = m.dataid));
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER scene_z_provided_removed AFTER DELETE ON scene REFERENCING OLD TABLE AS removed
    FOR EACH STATEMENT EXECUTE FUNCTION count_removed_provided_scenes();

-- How many results (成果) there are, by the year in which they came out and by satellite, unit and kind. Counted anew, a year at a time.
CREATE TABLE result_figure (
    dimension  text NOT NULL CHECK (dimension IN ('satellite', 'unit', 'kind')),
    year       integer NOT NULL,
    value      text NOT NULL,
    results    bigint NOT NULL,
    checked    bigint NOT NULL,
    PRIMARY KEY (dimension, year, value)
);

-- What the results of those years say: the one definition of these figures.
CREATE FUNCTION result_figure_counted(years integer[])
RETURNS TABLE (dimension text, year integer, value text, results bigint, checked bigint) LANGUAGE sql STABLE AS $$
    SELECT v.dimension, y.year, v.value, count(*), count(*) FILTER (WHERE r.state = 'checked')
    FROM unnest(years) AS y (year)
    JOIN research_result r ON r.month >= make_date(y.year, 1, 1) AND r.month < make_date(y.year + 1, 1, 1)
    CROSS JOIN LATERAL (SELECT 'unit' AS dimension, r.unit AS value UNION ALL SELECT 'kind', r.kind
        UNION ALL (SELECT DISTINCT 'satellite', s.satellite FROM research_result_order b
            JOIN registry_entry e ON e.order_id = b.order_id JOIN registry_scene s ON s.entry = e.number WHERE b.result_id = r.id)) v
    WHERE r.state <> 'refused' GROUP BY 1, 2, 3
$$;
CREATE INDEX research_result_month ON research_result (month);

-- Years whose results were written since they were last counted. As order_figure_due: a mark is added, never changed.
CREATE TABLE result_figure_due (
    id    bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    year  integer NOT NULL
);
CREATE FUNCTION mark_result_figures() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' THEN
        INSERT INTO result_figure_due (year) VALUES (extract(year FROM OLD.month));
    END IF;
    IF TG_OP <> 'DELETE' THEN
        INSERT INTO result_figure_due (year) VALUES (extract(year FROM NEW.month));
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER result_counts_otherwise AFTER INSERT OR DELETE OR UPDATE OF unit, kind, month, state ON research_result
    FOR EACH ROW EXECUTE FUNCTION mark_result_figures();
CREATE FUNCTION mark_result_order_figures() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO result_figure_due (year)
    SELECT DISTINCT extract(year FROM r.month)::integer FROM changed c JOIN research_result r ON r.id = c.result_id;
    RETURN NULL;
END $$;
CREATE TRIGGER result_order_added AFTER INSERT ON research_result_order REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION mark_result_order_figures();
CREATE TRIGGER result_order_removed AFTER DELETE ON research_result_order REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION mark_result_order_figures();
-- An order that is handed out again may bring satellites to the results that are based on it. Whoever opens its delivery has the order's
-- lock, and waits for who changes one of these results; whoever bases another one on it waits for that lock: nobody misses the other.
CREATE FUNCTION mark_provided_result_figures() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO result_figure_due (year)
    SELECT DISTINCT extract(year FROM l.month)::integer
    FROM (SELECT r.month FROM research_result r JOIN research_result_order b ON b.result_id = r.id
          WHERE b.order_id IN (SELECT e.order_id FROM changed c JOIN registry_entry e ON e.number = c.entry) FOR SHARE OF r) l;
    RETURN NULL;
END $$;
CREATE TRIGGER registry_scene_result_added AFTER INSERT ON registry_scene REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION mark_provided_result_figures();
CREATE TRIGGER registry_scene_result_changed AFTER UPDATE ON registry_scene REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION mark_provided_result_figures();

-- Everything from before this. The trigger on provided_delivery counts what changes in it.
UPDATE provided_delivery d SET took = s.took, stars = s.stars
FROM registry_entry e CROSS JOIN LATERAL served(e) s WHERE e.number = d.entry;
INSERT INTO provided_region (entry, region, scenes, bytes)
SELECT entry, region, scenes, bytes FROM provided_region_counted(ARRAY(SELECT number FROM registry_entry));
INSERT INTO provided_change (tells, day, unit, value, entries, scenes, bytes)
SELECT 'region', d.day, d.unit, p.region, count(*), sum(p.scenes), sum(p.bytes)
FROM provided_region p JOIN provided_delivery d USING (entry) GROUP BY d.day, d.unit, p.region;
INSERT INTO result_figure_due (year) SELECT DISTINCT extract(year FROM month)::integer FROM research_result;
