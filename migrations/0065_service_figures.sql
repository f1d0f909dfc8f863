-- How well the survey served: how soon data were ready and what failed on the way, how the service was rated, and how much of
-- what the archive holds was ever handed out. See docs/figures.md and docs/decisions/0099-service-is-counted-by-differences.md.

-- Hours from approval within which data are to be ready, and since when that is promised. NULL: nothing is.
CREATE TABLE preparation_promise (
    since  timestamptz PRIMARY KEY,
    hours  integer CHECK (hours > 0)
);

-- What administrators configure now holds for orders that are approved from now on.
CREATE FUNCTION note_preparation_promise() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO preparation_promise (since, hours)
    VALUES (NEW.set_at, nullif(nullif(btrim(NEW.value #>> '{}'), '')::integer, 0))
    ON CONFLICT (since) DO UPDATE SET hours = excluded.hours;
    RETURN NULL;
END $$;
CREATE TRIGGER setting_promise AFTER INSERT OR UPDATE ON setting
    FOR EACH ROW WHEN (NEW.key = 'sys.preparationPromise') EXECUTE FUNCTION note_preparation_promise();

-- The last approval before the delivery was opened, and what was promised then.
ALTER TABLE registry_entry ADD COLUMN approved_at timestamptz;
ALTER TABLE registry_entry ADD COLUMN promised_hours integer;
UPDATE registry_entry e SET approved_at = (SELECT max(v.at) FROM order_event v
    WHERE v.order_id = e.order_id AND v.action = 'approve' AND v.at <= e.opened_at);

-- A step of a preparation that failed for good: a scene, a package, a check.
CREATE TABLE preparation_failure (
    id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    order_id  uuid NOT NULL REFERENCES orders,
    -- The scene; NULL: the package, or its check.
    did       bigint,
    kind      text NOT NULL,
    -- Class of the failure (domain::task::ErrorClass).
    cause     text NOT NULL,
    detail    jsonb NOT NULL,
    at        timestamptz NOT NULL
);
CREATE INDEX preparation_failure_at ON preparation_failure (at, id);

-- A scene that was ever handed out, with its first delivery.
CREATE TABLE delivered_scene (
    did           bigint PRIMARY KEY REFERENCES scene ON DELETE CASCADE,
    -- As the catalogue names it now.
    satellite     text NOT NULL,
    entry         bigint NOT NULL REFERENCES registry_entry,
    delivered_at  timestamptz NOT NULL
);
CREATE INDEX delivered_scene_at ON delivered_scene (delivered_at, did);
CREATE INDEX delivered_scene_satellite ON delivered_scene (satellite, delivered_at, did);

-- The ratings behind a figure, the newest first.
CREATE INDEX feedback_created ON feedback (created_at, order_id);

CREATE TABLE service_figure (
    measure  text NOT NULL CHECK (measure IN
        ('delivered', 'took', 'promise', 'failure', 'overall', 'speed', 'attitude', 'rated', 'scene')),
    span     text NOT NULL CHECK (span IN ('day', 'month')),
    -- Its first day.
    starts   date NOT NULL,
    -- What the measure tells apart: a duration, kept or late, a cause, stars, a satellite.
    value    text NOT NULL,
    count    bigint NOT NULL,
    PRIMARY KEY (measure, span, starts, value)
);
CREATE INDEX service_figure_empty ON service_figure (starts) WHERE count = 0;

-- Differences that are not in service_figure yet. Both together are exact at every moment. A row is added, never changed.
CREATE TABLE service_change (
    id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    day      date NOT NULL,
    measure  text NOT NULL,
    value    text NOT NULL,
    count    bigint NOT NULL
);

-- The upper end, in seconds, of the step of the histogram that a duration falls into: every second up to 64, then 32 steps for
-- each doubling. It is less than 1/32 longer than the duration, which is rounded up to whole seconds before.
CREATE FUNCTION duration_step(duration interval) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN (SELECT (t.seconds + w.step - 1) / w.step * w.step
            FROM (SELECT greatest(ceil(extract(epoch FROM duration)), 1)::bigint AS seconds) t,
            LATERAL (SELECT 1::bigint << greatest(length(ltrim((t.seconds - 1)::bit(64)::text, '0')) - 6, 0) AS step) w);

-- What a delivery counts: only an order's first one does.
CREATE FUNCTION service_of_entry(e registry_entry) RETURNS TABLE (day date, measure text, value text) LANGUAGE sql STABLE AS $$
    SELECT china_day(e.opened_at), v.measure, v.value FROM (VALUES
        ('delivered', ''),
        ('took', duration_step(e.opened_at - e.approved_at)::text),
        ('promise', CASE e.opened_at <= e.approved_at + make_interval(hours => e.promised_hours)
            WHEN true THEN 'kept' WHEN false THEN 'late' END),
        ('rated', CASE WHEN EXISTS (SELECT FROM feedback f WHERE f.order_id = e.order_id) THEN '' END)
    ) AS v (measure, value) WHERE e.round = 1 AND v.value IS NOT NULL
$$;

-- What a rating counts, from one star to five.
CREATE FUNCTION service_of_feedback(f feedback) RETURNS TABLE (day date, measure text, value text) LANGUAGE sql STABLE AS $$
    SELECT china_day(f.created_at), v.measure, (5 - v.code)::text FROM (VALUES
        ('overall', f.appraise), ('speed', f.response_speed), ('attitude', f.service_attitude)
    ) AS v (measure, code) WHERE v.code IS NOT NULL
    UNION ALL
    SELECT china_day(e.opened_at), 'rated', '' FROM registry_entry e WHERE e.order_id = f.order_id AND e.round = 1
$$;

CREATE FUNCTION count_entry_service() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' THEN
        INSERT INTO service_change (day, measure, value, count) SELECT s.*, -1 FROM service_of_entry(OLD) s;
    END IF;
    IF TG_OP <> 'DELETE' THEN
        INSERT INTO service_change (day, measure, value, count) SELECT s.*, 1 FROM service_of_entry(NEW) s;
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER entry_service AFTER INSERT OR DELETE OR UPDATE OF order_id, round, opened_at, approved_at, promised_hours
    ON registry_entry FOR EACH ROW EXECUTE FUNCTION count_entry_service();

CREATE FUNCTION count_feedback_service() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' THEN
        INSERT INTO service_change (day, measure, value, count) SELECT s.*, -1 FROM service_of_feedback(OLD) s;
    END IF;
    IF TG_OP <> 'DELETE' THEN
        INSERT INTO service_change (day, measure, value, count) SELECT s.*, 1 FROM service_of_feedback(NEW) s;
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER feedback_service AFTER INSERT OR DELETE OR UPDATE ON feedback
    FOR EACH ROW EXECUTE FUNCTION count_feedback_service();

CREATE FUNCTION count_failure_service() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' THEN
        INSERT INTO service_change (day, measure, value, count) VALUES (china_day(OLD.at), 'failure', OLD.cause, -1);
    END IF;
    IF TG_OP <> 'DELETE' THEN
        INSERT INTO service_change (day, measure, value, count) VALUES (china_day(NEW.at), 'failure', NEW.cause, 1);
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER failure_service AFTER INSERT OR DELETE OR UPDATE ON preparation_failure
    FOR EACH ROW EXECUTE FUNCTION count_failure_service();

-- An order may hand out thousands of scenes at once.
CREATE FUNCTION count_delivered_scenes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO service_change (day, measure, value, count)
    SELECT china_day(delivered_at), 'scene', satellite, count(*) FROM added GROUP BY 1, 3;
    RETURN NULL;
END $$;
CREATE TRIGGER delivered_scene_added AFTER INSERT ON delivered_scene REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION count_delivered_scenes();
CREATE FUNCTION count_changed_delivered_scene() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO service_change (day, measure, value, count) VALUES (china_day(OLD.delivered_at), 'scene', OLD.satellite, -1);
    IF TG_OP = 'UPDATE' THEN
        INSERT INTO service_change (day, measure, value, count)
        VALUES (china_day(NEW.delivered_at), 'scene', NEW.satellite, 1);
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER delivered_scene_changed AFTER DELETE OR UPDATE ON delivered_scene
    FOR EACH ROW EXECUTE FUNCTION count_changed_delivered_scene();

-- A scene that the catalogue names otherwise now counts there.
CREATE FUNCTION rename_delivered_scene() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE delivered_scene SET satellite = NEW.satellite WHERE did = NEW.did;
    RETURN NULL;
END $$;
CREATE TRIGGER scene_z_renamed_delivered AFTER UPDATE ON scene
    FOR EACH ROW WHEN (OLD.satellite IS DISTINCT FROM NEW.satellite) EXECUTE FUNCTION rename_delivered_scene();

-- Everything from before this. Of failures only those that nobody has done anything about are known.
INSERT INTO preparation_failure (order_id, did, kind, cause, detail, at)
SELECT order_id, did, kind, coalesce(error_class, 'bug'), coalesce(error_detail, to_jsonb(coalesce(error_text, ''))),
       coalesce(finished_at, state_since)
FROM task WHERE state = 'failed' AND kind IN ('extract_scene', 'package_order', 'verify_delivery');
INSERT INTO delivered_scene (did, satellite, entry, delivered_at)
SELECT DISTINCT ON (s.did) s.did, s.satellite, e.number, e.opened_at
FROM registry_scene r JOIN registry_entry e ON e.number = r.entry JOIN scene s ON s.dataid = r.dataid
ORDER BY s.did, e.number;
INSERT INTO service_change (day, measure, value, count)
SELECT s.day, s.measure, s.value, count(*) FROM registry_entry e, service_of_entry(e) s GROUP BY 1, 2, 3;
INSERT INTO service_change (day, measure, value, count)
SELECT s.day, s.measure, s.value, count(*) FROM feedback f, service_of_feedback(f) s WHERE s.measure <> 'rated' GROUP BY 1, 2, 3;
