-- Totals and choices of the registry, its figures of all units together, and what people did today are read from sums, however many deliveries
-- there are and whatever people do. See docs/figures.md and docs/decisions/0130-a-page-reads-no-rows.md.

-- What tells deliveries apart besides their unit and usage: how they were handed out, whether they are the first of their order, what was promised
-- and kept, the stars, how far they were fetched, and whether something was fetched again. A letter each.
ALTER TABLE provided_delivery
    ADD COLUMN get_method smallint,
    ADD COLUMN is_first boolean NOT NULL DEFAULT false,
    -- Of the first delivery of an order alone, and where something was promised.
    ADD COLUMN promise_kept boolean;
ALTER TABLE provided_delivery DISABLE TRIGGER provided_delivery_changed;
UPDATE provided_delivery d SET get_method = e.get_method, is_first = e.round = 1,
    promise_kept = CASE WHEN e.round = 1 THEN e.opened_at <= e.approved_at + make_interval(hours => e.promised_hours) END
FROM registry_entry e WHERE e.number = d.entry;
ALTER TABLE provided_delivery ENABLE TRIGGER provided_delivery_changed;
ALTER TABLE provided_delivery ALTER COLUMN get_method SET NOT NULL, ALTER COLUMN is_first DROP DEFAULT;
ALTER TABLE provided_delivery ADD COLUMN state text NOT NULL GENERATED ALWAYS AS (
    get_method::text || CASE WHEN is_first THEN '1' ELSE '0' END || CASE promise_kept WHEN true THEN 'k' WHEN false THEN 'l' ELSE '-' END
    || coalesce(stars::text, '-') || CASE WHEN files > 0 OR handed_over THEN 'f' WHEN paths > 0 THEN 'b' ELSE 'u' END
    || CASE WHEN repeated > 0 THEN 'r' ELSE '-' END) STORED;

-- By `state` and those that begin with `all_`, deliveries to all units together: what ever so many units were given is one row. Years are there
-- for units with their usages alone; `ever` has these, and every satellite: what can be chosen.
ALTER TABLE provided_figure DROP CONSTRAINT provided_figure_tells_check;
ALTER TABLE provided_figure ADD CONSTRAINT provided_figure_tells_check
    CHECK (tells IN ('usage', 'satellite', 'took', 'rating', 'region', 'state', 'all_usage', 'all_satellite', 'all_region'));
ALTER TABLE provided_figure DROP CONSTRAINT provided_figure_span_check;
ALTER TABLE provided_figure ADD CONSTRAINT provided_figure_span_check CHECK (span IN ('day', 'month', 'year', 'ever'));
-- By satellite and region: the scenes and bytes of these deliveries, those of other satellites and provinces too.
ALTER TABLE provided_change
    ADD COLUMN delivery_scenes bigint NOT NULL DEFAULT 0,
    ADD COLUMN delivery_bytes bigint NOT NULL DEFAULT 0;
ALTER TABLE provided_figure
    ADD COLUMN delivery_scenes bigint NOT NULL DEFAULT 0,
    ADD COLUMN delivery_bytes bigint NOT NULL DEFAULT 0;

-- The sums to which a difference of this day and unit belongs.
CREATE FUNCTION provided_sums(kind text, day date, receiver text)
RETURNS TABLE (tells text, span text, starts date, unit text) LANGUAGE sql IMMUTABLE AS $$
    SELECT kind, s.span, s.starts, receiver FROM (VALUES
        ('day', day), ('month', date_trunc('month', day::timestamp)::date), ('year', date_trunc('year', day::timestamp)::date),
        ('ever', '0001-01-01'::date)) AS s (span, starts)
    WHERE kind = 'usage' OR s.span IN ('day', 'month')
    UNION ALL
    SELECT 'all_' || kind, s.span, s.starts, '' FROM (VALUES
        ('day', day), ('month', date_trunc('month', day::timestamp)::date), ('ever', '0001-01-01'::date)) AS s (span, starts)
    WHERE kind IN ('usage', 'satellite', 'region') AND (s.span <> 'ever' OR kind = 'satellite')
$$;

CREATE OR REPLACE FUNCTION enter_provided_deliveries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO provided_delivery (entry, day, unit, usage, scenes, bytes, handed_over, took, stars, get_method, is_first, promise_kept)
    SELECT e.number, china_day(e.opened_at), e.unit, e.usage, e.scene_count, e.scene_bytes,
           e.get_method = 2 AND e.completed_at IS NOT NULL, s.took, s.stars, e.get_method, e.round = 1,
           CASE WHEN e.round = 1 THEN e.opened_at <= e.approved_at + make_interval(hours => e.promised_hours) END
    FROM added a JOIN registry_entry e ON e.number = a.number LEFT JOIN LATERAL served(e) s ON true;
    RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION correct_provided_delivery() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    handed_over_now boolean := NEW.get_method = 2 AND NEW.completed_at IS NOT NULL;
    kept_now boolean := CASE WHEN NEW.round = 1 THEN NEW.opened_at <= NEW.approved_at + make_interval(hours => NEW.promised_hours) END;
    took_now bigint;
    stars_now smallint;
BEGIN
    SELECT s.took, s.stars INTO took_now, stars_now FROM served(NEW) s;
    UPDATE provided_delivery SET day = china_day(NEW.opened_at), unit = NEW.unit, usage = NEW.usage, scenes = NEW.scene_count,
        bytes = NEW.scene_bytes, handed_over = handed_over_now, took = took_now, stars = stars_now, get_method = NEW.get_method,
        is_first = NEW.round = 1, promise_kept = kept_now
    WHERE entry = NEW.number
      AND (day, unit, usage, scenes, bytes, handed_over, took, stars, get_method, is_first, promise_kept) IS DISTINCT FROM
        (china_day(NEW.opened_at), NEW.unit, NEW.usage, NEW.scene_count::bigint, NEW.scene_bytes, handed_over_now, took_now, stars_now,
         NEW.get_method, NEW.round = 1, kept_now);
    RETURN NULL;
END $$;
DROP TRIGGER entry_provided_changed ON registry_entry;
CREATE TRIGGER entry_provided_changed AFTER UPDATE OF order_id, round, opened_at, approved_at, promised_hours, unit, usage, scene_count,
    scene_bytes, get_method, completed_at ON registry_entry FOR EACH ROW EXECUTE FUNCTION correct_provided_delivery();

CREATE OR REPLACE FUNCTION count_provided_deliveries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO provided_change (tells, day, unit, value, entries, scenes, bytes, fetched, begun, repeated, last_at)
    SELECT 'usage', day, unit, usage, count(*), sum(scenes), sum(bytes), count(*) FILTER (WHERE fetched),
           count(*) FILTER (WHERE begun), sum(repeated), max(last_at)
    FROM added GROUP BY day, unit, usage;
    INSERT INTO provided_change (tells, day, unit, value, entries, scenes, bytes)
    SELECT 'state', day, '', state, count(*), sum(scenes), sum(bytes) FROM added GROUP BY day, state;
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
    SELECT 'state', day, '', state, sum(sign), sum(sign * scenes), sum(sign * bytes)
    FROM (SELECT 1 AS sign, day, state, scenes, bytes FROM added UNION ALL SELECT -1, day, state, scenes, bytes FROM removed) each
    GROUP BY day, state HAVING (sum(sign), sum(sign * scenes), sum(sign * bytes)) <> (0, 0, 0);
    INSERT INTO provided_change (tells, day, unit, value, entries, scenes, bytes)
    SELECT v.tells, m.day, m.unit, v.value::text, sum(m.sign), 0, 0
    FROM (SELECT 1 AS sign, day, unit, took, stars FROM added UNION ALL SELECT -1, day, unit, took, stars FROM removed) m
    CROSS JOIN LATERAL (VALUES ('took', m.took), ('rating', m.stars::bigint)) AS v (tells, value)
    WHERE v.value IS NOT NULL GROUP BY v.tells, m.day, m.unit, v.value HAVING sum(m.sign) <> 0;
    -- Its scenes go with it to another day or unit, and say how much the whole delivery is.
    INSERT INTO provided_change (tells, day, unit, value, entries, scenes, bytes, delivery_scenes, delivery_bytes)
    SELECT v.tells, m.day, m.unit, v.value, m.sign, m.sign * v.scenes, m.sign * v.bytes, m.sign * m.scenes, m.sign * m.bytes
    FROM (SELECT 1 AS sign, a.entry, a.day, a.unit, a.scenes, a.bytes FROM added a JOIN removed r USING (entry)
          WHERE (a.day, a.unit, a.scenes, a.bytes) <> (r.day, r.unit, r.scenes, r.bytes)
          UNION ALL SELECT -1, r.entry, r.day, r.unit, r.scenes, r.bytes FROM added a JOIN removed r USING (entry)
          WHERE (a.day, a.unit, a.scenes, a.bytes) <> (r.day, r.unit, r.scenes, r.bytes)) m
    CROSS JOIN LATERAL (SELECT 'satellite' AS tells, s.satellite AS value, count(*) AS scenes, sum(s.size) AS bytes
                        FROM registry_scene s WHERE s.entry = m.entry GROUP BY s.satellite
                        UNION ALL SELECT 'region', p.region, p.scenes, p.bytes FROM provided_region p WHERE p.entry = m.entry) v;
    RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION count_provided_scenes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO provided_change (tells, day, unit, value, entries, scenes, bytes, delivery_scenes, delivery_bytes)
    SELECT 'satellite', d.day, d.unit, m.satellite, sum(n.comes), sum(m.scenes), sum(m.bytes), sum(n.comes * d.scenes), sum(n.comes * d.bytes)
    FROM (SELECT entry, satellite, count(*) AS scenes, sum(size) AS bytes FROM added GROUP BY entry, satellite) m
    JOIN provided_delivery d ON d.entry = m.entry
    CROSS JOIN LATERAL (SELECT (count(*) = m.scenes)::integer AS comes FROM registry_scene s
                        WHERE s.entry = m.entry AND s.satellite = m.satellite) n
    GROUP BY d.day, d.unit, m.satellite;
    RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION count_changed_provided_scenes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO provided_change (tells, day, unit, value, entries, scenes, bytes, delivery_scenes, delivery_bytes)
    SELECT 'satellite', d.day, d.unit, m.satellite, sum(n.comes), sum(m.scenes), sum(m.bytes), sum(n.comes * d.scenes), sum(n.comes * d.bytes)
    FROM (SELECT entry, satellite, sum(sign) AS scenes, sum(sign * size) AS bytes
          FROM (SELECT 1 AS sign, entry, satellite, size FROM added UNION ALL SELECT -1, entry, satellite, size FROM removed) each
          GROUP BY entry, satellite) m
    JOIN provided_delivery d ON d.entry = m.entry
    CROSS JOIN LATERAL (SELECT (count(*) > 0)::integer - (count(*) - m.scenes > 0)::integer AS comes FROM registry_scene s
                        WHERE s.entry = m.entry AND s.satellite = m.satellite) n
    WHERE (m.scenes, m.bytes) <> (0, 0) GROUP BY d.day, d.unit, m.satellite;
    RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION recount_provided_regions(entries bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    WITH before AS (DELETE FROM provided_region p WHERE p.entry = ANY (entries) RETURNING p.entry, p.region, p.scenes, p.bytes)
    INSERT INTO provided_change (tells, day, unit, value, entries, scenes, bytes, delivery_scenes, delivery_bytes)
    SELECT 'region', d.day, d.unit, b.region, -count(*), -sum(b.scenes), -sum(b.bytes), -sum(d.scenes), -sum(d.bytes)
    FROM before b JOIN provided_delivery d ON d.entry = b.entry GROUP BY d.day, d.unit, b.region;
    WITH now AS (INSERT INTO provided_region AS p (entry, region, scenes, bytes)
        SELECT c.entry, c.region, c.scenes, c.bytes FROM provided_region_counted(entries) c
        RETURNING p.entry, p.region, p.scenes, p.bytes)
    INSERT INTO provided_change (tells, day, unit, value, entries, scenes, bytes, delivery_scenes, delivery_bytes)
    SELECT 'region', d.day, d.unit, n.region, count(*), sum(n.scenes), sum(n.bytes), sum(d.scenes), sum(d.bytes)
    FROM now n JOIN provided_delivery d ON d.entry = n.entry GROUP BY d.day, d.unit, n.region;
END $$;

-- Everything from before this, anew: the sums of all units together need what is in both tables.
TRUNCATE provided_change, provided_figure;
WITH counted AS (
    SELECT 'usage' AS tells, day, unit, usage AS value, count(*) AS entries, sum(scenes) AS scenes, sum(bytes) AS bytes,
           count(*) FILTER (WHERE fetched) AS fetched, count(*) FILTER (WHERE begun) AS begun, sum(repeated) AS repeated,
           max(last_at) AS last_at, 0 AS delivery_scenes, 0 AS delivery_bytes FROM provided_delivery GROUP BY day, unit, usage
    UNION ALL SELECT 'state', day, '', state, count(*), sum(scenes), sum(bytes), 0, 0, 0, NULL, 0, 0 FROM provided_delivery GROUP BY day, state
    UNION ALL SELECT v.tells, d.day, d.unit, v.value::text, count(*), 0, 0, 0, 0, 0, NULL, 0, 0
    FROM provided_delivery d CROSS JOIN LATERAL (VALUES ('took', d.took), ('rating', d.stars::bigint)) AS v (tells, value)
    WHERE v.value IS NOT NULL GROUP BY v.tells, d.day, d.unit, v.value
    UNION ALL SELECT 'satellite', d.day, d.unit, s.satellite, count(*), sum(s.scenes), sum(s.bytes), 0, 0, 0, NULL, sum(d.scenes), sum(d.bytes)
    FROM (SELECT entry, satellite, count(*) AS scenes, sum(size) AS bytes FROM registry_scene GROUP BY entry, satellite) s
    JOIN provided_delivery d USING (entry) GROUP BY d.day, d.unit, s.satellite
    UNION ALL SELECT 'region', d.day, d.unit, p.region, count(*), sum(p.scenes), sum(p.bytes), 0, 0, 0, NULL, sum(d.scenes), sum(d.bytes)
    FROM provided_region p JOIN provided_delivery d USING (entry) GROUP BY d.day, d.unit, p.region
)
INSERT INTO provided_figure (tells, span, starts, unit, value, entries, scenes, bytes, fetched, begun, repeated, last_at, delivery_scenes,
    delivery_bytes)
SELECT s.tells, s.span, s.starts, s.unit, c.value, sum(c.entries), sum(c.scenes), sum(c.bytes), sum(c.fetched), sum(c.begun),
       sum(c.repeated), max(c.last_at), sum(c.delivery_scenes), sum(c.delivery_bytes)
FROM counted c CROSS JOIN LATERAL provided_sums(c.tells, c.day, c.unit) s GROUP BY s.tells, s.span, s.starts, s.unit, c.value;

-- Orders of units by years: there are many units, and long periods need not add up each month of each.
ALTER TABLE order_figure DROP CONSTRAINT order_figure_span_check;
ALTER TABLE order_figure ADD CONSTRAINT order_figure_span_check CHECK (span IN ('day', 'month', 'year'));
INSERT INTO order_figure (span, starts, dimension, value, get_method, orders, scenes, bytes)
SELECT 'year', date_trunc('year', starts::timestamp)::date, dimension, value, get_method, sum(orders), sum(scenes), sum(bytes)
FROM order_figure WHERE span = 'month' AND dimension = 'unit' GROUP BY 2, 3, 4, 5;

-- What people did on days that are not over for good (behaviour_figure). Of these days alone: whoever rolls one up removes them.
CREATE TABLE recent_behaviour (
    day     date NOT NULL,
    kind    smallint NOT NULL,
    times   bigint NOT NULL,
    people  bigint NOT NULL,
    scenes  bigint NOT NULL,
    bytes   bigint NOT NULL,
    PRIMARY KEY (day, kind)
);
-- Who is among the people of recent_behaviour, without a reference: whoever is removed was there all the same.
CREATE TABLE recent_behaviour_person (
    day      date NOT NULL,
    kind     smallint NOT NULL,
    user_id  uuid NOT NULL,
    PRIMARY KEY (day, kind, user_id)
);
-- What is not in recent_behaviour yet. A row is added, never changed: nobody waits for anybody.
CREATE TABLE recent_behaviour_change (
    id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    day      date NOT NULL,
    kind     smallint NOT NULL,
    -- NULL: guests.
    user_id  uuid,
    times    bigint NOT NULL,
    scenes   bigint NOT NULL,
    bytes    bigint NOT NULL
);

CREATE FUNCTION note_recent_behaviours() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    through date := coalesce((SELECT max(day) FROM behaviour_figure), '2000-01-01'::date - 1);
BEGIN
    INSERT INTO recent_behaviour_change (day, kind, user_id, times, scenes, bytes)
    SELECT china_day(at), kind, user_id, count(*), coalesce(sum(data_num), 0), coalesce(sum(data_size), 0)
    FROM added WHERE china_day(at) > through GROUP BY 1, 2, 3;
    RETURN NULL;
END $$;
CREATE TRIGGER behaviour_recent AFTER INSERT ON behaviour REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION note_recent_behaviours();

-- Everything from before this.
INSERT INTO recent_behaviour (day, kind, times, people, scenes, bytes)
SELECT china_day(b.at), b.kind, count(*), count(DISTINCT b.user_id), coalesce(sum(b.data_num), 0), coalesce(sum(b.data_size), 0)
FROM behaviour b
WHERE b.at >= (coalesce((SELECT max(day) FROM behaviour_figure), '2000-01-01'::date - 1) + 1)::timestamp AT TIME ZONE interval '8 hours'
GROUP BY 1, 2;
INSERT INTO recent_behaviour_person (day, kind, user_id)
SELECT DISTINCT china_day(b.at), b.kind, b.user_id FROM behaviour b
WHERE b.at >= (coalesce((SELECT max(day) FROM behaviour_figure), '2000-01-01'::date - 1) + 1)::timestamp AT TIME ZONE interval '8 hours'
  AND b.user_id IS NOT NULL;
