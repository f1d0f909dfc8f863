-- What was handed out and how far it was fetched, by day and month: figures of the registry read no entry, scene or fetch.
-- See docs/figures.md and docs/decisions/0116-provided-data-are-summed-by-differences.md.

-- How far one delivery was fetched. Files of it may be fetched, and its order be completed, at once: whoever changes this row waits for
-- the other, so that what changed is known exactly. Like the registry, never taken back.
CREATE TABLE provided_delivery (
    entry        bigint PRIMARY KEY REFERENCES registry_entry,
    -- The day in China on which it was opened.
    day          date NOT NULL,
    unit         text NOT NULL,
    usage        text NOT NULL,
    scenes       bigint NOT NULL,
    bytes        bigint NOT NULL,
    -- An offline copy that was completed.
    handed_over  boolean NOT NULL,
    -- Files of which something was fetched; and to their end; and how often one was that had been before.
    paths        bigint NOT NULL DEFAULT 0,
    files        bigint NOT NULL DEFAULT 0,
    repeated     bigint NOT NULL DEFAULT 0,
    last_at      timestamptz,
    fetched      boolean NOT NULL GENERATED ALWAYS AS (files > 0 OR handed_over) STORED,
    begun        boolean NOT NULL GENERATED ALWAYS AS (files = 0 AND NOT handed_over AND paths > 0) STORED
);

CREATE TABLE provided_figure (
    -- What `value` is. By usage every delivery is counted once; by satellite once at each, and not how far it was fetched.
    tells     text NOT NULL CHECK (tells IN ('usage', 'satellite')),
    span      text NOT NULL CHECK (span IN ('day', 'month')),
    -- Its first day.
    starts    date NOT NULL,
    unit      text NOT NULL,
    value     text NOT NULL,
    entries   bigint NOT NULL,
    scenes    bigint NOT NULL,
    bytes     bigint NOT NULL,
    fetched   bigint NOT NULL,
    begun     bigint NOT NULL,
    repeated  bigint NOT NULL,
    -- When something of them was fetched last.
    last_at   timestamptz,
    PRIMARY KEY (tells, span, starts, unit, value)
);

-- Differences that are not in provided_figure yet. Both together are exact at every moment. A row is added, never changed.
CREATE TABLE provided_change (
    id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    tells     text NOT NULL,
    day       date NOT NULL,
    unit      text NOT NULL,
    value     text NOT NULL,
    entries   bigint NOT NULL,
    scenes    bigint NOT NULL,
    bytes     bigint NOT NULL,
    fetched   bigint NOT NULL DEFAULT 0,
    begun     bigint NOT NULL DEFAULT 0,
    repeated  bigint NOT NULL DEFAULT 0,
    last_at   timestamptz
);

-- Everything from before this.
INSERT INTO provided_delivery (entry, day, unit, usage, scenes, bytes, handed_over, paths, files, repeated, last_at)
SELECT e.number, china_day(e.opened_at), e.unit, e.usage, e.scene_count, e.scene_bytes,
       e.get_method = 2 AND e.completed_at IS NOT NULL, coalesce(f.paths, 0), coalesce(f.files, 0), coalesce(f.repeated, 0), f.last_at
FROM registry_entry e LEFT JOIN (
    SELECT entry, count(*) AS paths, count(*) FILTER (WHERE times > 0) AS files, sum(greatest(times - 1, 0)) AS repeated,
           max(last_at) AS last_at FROM registry_fetch GROUP BY entry) f ON f.entry = e.number;
INSERT INTO provided_figure (tells, span, starts, unit, value, entries, scenes, bytes, fetched, begun, repeated, last_at)
SELECT 'usage', 'day', day, unit, usage, count(*), sum(scenes), sum(bytes), count(*) FILTER (WHERE fetched),
       count(*) FILTER (WHERE begun), sum(repeated), max(last_at)
FROM provided_delivery GROUP BY day, unit, usage;
INSERT INTO provided_figure (tells, span, starts, unit, value, entries, scenes, bytes, fetched, begun, repeated)
SELECT 'satellite', 'day', d.day, d.unit, s.satellite, count(DISTINCT s.entry), count(*), sum(s.size), 0, 0, 0
FROM registry_scene s JOIN provided_delivery d USING (entry) GROUP BY d.day, d.unit, s.satellite;
INSERT INTO provided_figure (tells, span, starts, unit, value, entries, scenes, bytes, fetched, begun, repeated, last_at)
SELECT tells, 'month', date_trunc('month', starts::timestamp)::date, unit, value, sum(entries), sum(scenes), sum(bytes), sum(fetched),
       sum(begun), sum(repeated), max(last_at)
FROM provided_figure GROUP BY 1, 3, 4, 5;

-- A delivery that is opened, and one that its order's completion or a correction changes.
CREATE FUNCTION enter_provided_deliveries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO provided_delivery (entry, day, unit, usage, scenes, bytes, handed_over)
    SELECT number, china_day(opened_at), unit, usage, scene_count, scene_bytes, get_method = 2 AND completed_at IS NOT NULL FROM added;
    RETURN NULL;
END $$;
CREATE TRIGGER entry_provided AFTER INSERT ON registry_entry REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION enter_provided_deliveries();
CREATE FUNCTION correct_provided_delivery() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    handed_over_now boolean := NEW.get_method = 2 AND NEW.completed_at IS NOT NULL;
BEGIN
    UPDATE provided_delivery SET day = china_day(NEW.opened_at), unit = NEW.unit, usage = NEW.usage, scenes = NEW.scene_count,
        bytes = NEW.scene_bytes, handed_over = handed_over_now
    WHERE entry = NEW.number AND (day, unit, usage, scenes, bytes, handed_over)
        <> (china_day(NEW.opened_at), NEW.unit, NEW.usage, NEW.scene_count::bigint, NEW.scene_bytes, handed_over_now);
    RETURN NULL;
END $$;
CREATE TRIGGER entry_provided_changed AFTER UPDATE OF opened_at, unit, usage, scene_count, scene_bytes, get_method, completed_at
    ON registry_entry FOR EACH ROW EXECUTE FUNCTION correct_provided_delivery();

-- What is fetched of it.
CREATE FUNCTION note_provided_fetches() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE provided_delivery d SET paths = d.paths + f.paths, files = d.files + f.files, repeated = d.repeated + f.repeated,
        last_at = greatest(d.last_at, f.last_at)
    FROM (SELECT entry, count(*) AS paths, count(*) FILTER (WHERE times > 0) AS files, sum(greatest(times - 1, 0)) AS repeated,
          max(last_at) AS last_at FROM added GROUP BY entry) f WHERE d.entry = f.entry;
    RETURN NULL;
END $$;
CREATE TRIGGER fetch_provided AFTER INSERT ON registry_fetch REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION note_provided_fetches();
CREATE FUNCTION note_provided_fetches_again() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE provided_delivery d SET files = d.files + f.files, repeated = d.repeated + f.repeated,
        last_at = greatest(d.last_at, f.last_at)
    FROM (SELECT entry, sum(sign * (times > 0)::integer) AS files, sum(sign * greatest(times - 1, 0)) AS repeated,
          max(last_at) AS last_at
          FROM (SELECT entry, 1 AS sign, times, last_at FROM added UNION ALL SELECT entry, -1, times, NULL FROM removed) each
          GROUP BY entry) f WHERE d.entry = f.entry;
    RETURN NULL;
END $$;
CREATE TRIGGER fetch_provided_again AFTER UPDATE ON registry_fetch REFERENCING NEW TABLE AS added OLD TABLE AS removed
    FOR EACH STATEMENT EXECUTE FUNCTION note_provided_fetches_again();

-- What deliveries count.
CREATE FUNCTION count_provided_deliveries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO provided_change (tells, day, unit, value, entries, scenes, bytes, fetched, begun, repeated, last_at)
    SELECT 'usage', day, unit, usage, count(*), sum(scenes), sum(bytes), count(*) FILTER (WHERE fetched),
           count(*) FILTER (WHERE begun), sum(repeated), max(last_at)
    FROM added GROUP BY day, unit, usage;
    RETURN NULL;
END $$;
CREATE TRIGGER provided_delivery_added AFTER INSERT ON provided_delivery REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION count_provided_deliveries();
CREATE FUNCTION count_changed_provided_deliveries() RETURNS trigger LANGUAGE plpgsql AS $$
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
    -- Its scenes go with it to another day or unit.
    INSERT INTO provided_change (tells, day, unit, value, entries, scenes, bytes)
    SELECT 'satellite', m.day, m.unit, s.satellite, m.sign, m.sign * count(*), m.sign * sum(s.size)
    FROM (SELECT 1 AS sign, a.entry, a.day, a.unit FROM added a JOIN removed r USING (entry) WHERE (a.day, a.unit) <> (r.day, r.unit)
          UNION ALL SELECT -1, r.entry, r.day, r.unit FROM added a JOIN removed r USING (entry)
          WHERE (a.day, a.unit) <> (r.day, r.unit)) m
    JOIN registry_scene s ON s.entry = m.entry GROUP BY m.sign, m.entry, m.day, m.unit, s.satellite;
    RETURN NULL;
END $$;
CREATE TRIGGER provided_delivery_changed AFTER UPDATE ON provided_delivery REFERENCING NEW TABLE AS added OLD TABLE AS removed
    FOR EACH STATEMENT EXECUTE FUNCTION count_changed_provided_deliveries();

-- Scenes of deliveries. A delivery counts at a satellite while it has a scene of it: `now` are those that it has after the statement.
CREATE FUNCTION count_provided_scenes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO provided_change (tells, day, unit, value, entries, scenes, bytes)
    SELECT 'satellite', d.day, d.unit, m.satellite, sum((n.now = m.scenes)::integer), sum(m.scenes), sum(m.bytes)
    FROM (SELECT entry, satellite, count(*) AS scenes, sum(size) AS bytes FROM added GROUP BY entry, satellite) m
    JOIN provided_delivery d ON d.entry = m.entry
    CROSS JOIN LATERAL (SELECT count(*) AS now FROM registry_scene s WHERE s.entry = m.entry AND s.satellite = m.satellite) n
    GROUP BY d.day, d.unit, m.satellite;
    RETURN NULL;
END $$;
CREATE TRIGGER registry_scene_provided AFTER INSERT ON registry_scene REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION count_provided_scenes();
CREATE FUNCTION count_changed_provided_scenes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO provided_change (tells, day, unit, value, entries, scenes, bytes)
    SELECT 'satellite', d.day, d.unit, m.satellite, sum((n.now > 0)::integer - (n.now - m.scenes > 0)::integer), sum(m.scenes),
           sum(m.bytes)
    FROM (SELECT entry, satellite, sum(sign) AS scenes, sum(sign * size) AS bytes
          FROM (SELECT 1 AS sign, entry, satellite, size FROM added UNION ALL SELECT -1, entry, satellite, size FROM removed) each
          GROUP BY entry, satellite) m
    JOIN provided_delivery d ON d.entry = m.entry
    CROSS JOIN LATERAL (SELECT count(*) AS now FROM registry_scene s WHERE s.entry = m.entry AND s.satellite = m.satellite) n
    WHERE (m.scenes, m.bytes) <> (0, 0) GROUP BY d.day, d.unit, m.satellite;
    RETURN NULL;
END $$;
CREATE TRIGGER registry_scene_provided_changed AFTER UPDATE ON registry_scene REFERENCING NEW TABLE AS added OLD TABLE AS removed
    FOR EACH STATEMENT EXECUTE FUNCTION count_changed_provided_scenes();
