-- Orders that come in by the thousand, as an old portal's do, cost less: what a delivery counts is told from its own row, and it is counted
-- once, with what was said and fetched of it before. See docs/decisions/0150-orders-of-an-old-portal-are-counted-once.md.

-- Arithmetic and not a query, which was begun anew for each duration.
CREATE OR REPLACE FUNCTION duration_step(duration interval) RETURNS bigint LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
    seconds bigint := greatest(ceil(extract(epoch FROM duration)), 1);
    step bigint := 1::bigint << greatest(length(ltrim((seconds - 1)::bit(64)::text, '0')) - 6, 0);
BEGIN
    RETURN (seconds + step - 1) / step * step;
END $$;

-- What a delivery and a rating count, from columns: rows that were just added need not be looked for among all.
CREATE FUNCTION service_of_delivery(delivered uuid, round integer, opened_at timestamptz, approved_at timestamptz, promised_hours integer)
RETURNS TABLE (day date, measure text, value text) LANGUAGE sql STABLE AS $$
    SELECT china_day(opened_at), v.measure, v.value FROM (VALUES
        ('delivered', ''),
        ('took', duration_step(opened_at - approved_at)::text),
        ('promise', CASE opened_at <= approved_at + make_interval(hours => promised_hours)
            WHEN true THEN 'kept' WHEN false THEN 'late' END),
        ('rated', CASE WHEN EXISTS (SELECT FROM feedback f WHERE f.order_id = delivered) THEN '' END)
    ) AS v (measure, value) WHERE round = 1 AND v.value IS NOT NULL
$$;
CREATE OR REPLACE FUNCTION service_of_entry(e registry_entry) RETURNS TABLE (day date, measure text, value text) LANGUAGE sql STABLE AS $$
    SELECT s.day, s.measure, s.value FROM service_of_delivery(e.order_id, e.round, e.opened_at, e.approved_at, e.promised_hours) s
$$;
CREATE FUNCTION service_of_rating(rated uuid, given_at timestamptz, overall smallint, speed smallint, attitude smallint)
RETURNS TABLE (day date, measure text, value text) LANGUAGE sql STABLE AS $$
    SELECT china_day(given_at), v.measure, (5 - v.code)::text FROM (VALUES
        ('overall', overall), ('speed', speed), ('attitude', attitude)
    ) AS v (measure, code) WHERE v.code IS NOT NULL
    UNION ALL
    SELECT china_day(e.opened_at), 'rated', '' FROM registry_entry e WHERE e.order_id = rated AND e.round = 1
$$;
CREATE OR REPLACE FUNCTION service_of_feedback(f feedback) RETURNS TABLE (day date, measure text, value text) LANGUAGE sql STABLE AS $$
    SELECT s.day, s.measure, s.value FROM service_of_rating(f.order_id, f.created_at, f.appraise, f.response_speed, f.service_attitude) s
$$;
CREATE FUNCTION served_delivery(delivered uuid, round integer, opened_at timestamptz, approved_at timestamptz)
RETURNS TABLE (took bigint, stars smallint) LANGUAGE sql STABLE AS $$
    SELECT duration_step(opened_at - approved_at), (SELECT 5 - f.appraise FROM feedback f WHERE f.order_id = delivered)::smallint
    WHERE round = 1
$$;
CREATE OR REPLACE FUNCTION served(e registry_entry) RETURNS TABLE (took bigint, stars smallint) LANGUAGE sql STABLE AS $$
    SELECT s.took, s.stars FROM served_delivery(e.order_id, e.round, e.opened_at, e.approved_at) s
$$;

-- Keys only: a plan is kept for as long as its session, and one from when these tables were empty would read all of them for each row.
CREATE OR REPLACE FUNCTION count_added_entry_services() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
    INSERT INTO service_change (day, measure, value, count)
    SELECT s.day, s.measure, s.value, count(*) FROM added a
    CROSS JOIN LATERAL service_of_delivery(a.order_id, a.round, a.opened_at, a.approved_at, a.promised_hours) s GROUP BY 1, 2, 3;
    RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION count_added_feedback_services() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
    INSERT INTO service_change (day, measure, value, count)
    SELECT s.day, s.measure, s.value, count(*) FROM added a
    CROSS JOIN LATERAL service_of_rating(a.order_id, a.created_at, a.appraise, a.response_speed, a.service_attitude) s GROUP BY 1, 2, 3;
    RETURN NULL;
END $$;

-- What was fetched may be written before the entry that it is of, in one transaction: the delivery is then counted with it, at once. What is
-- written after the entry finds the delivery there, and changes what it counts.
ALTER TABLE registry_fetch ALTER CONSTRAINT registry_fetch_entry_fkey DEFERRABLE INITIALLY IMMEDIATE;
CREATE OR REPLACE FUNCTION enter_provided_deliveries() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
    INSERT INTO provided_delivery (entry, day, unit, usage, scenes, bytes, handed_over, took, stars, get_method, is_first, promise_kept,
        paths, files, repeated, last_at)
    SELECT a.number, china_day(a.opened_at), a.unit, a.usage, a.scene_count, a.scene_bytes,
           a.get_method = 2 AND a.completed_at IS NOT NULL, s.took, s.stars, a.get_method, a.round = 1,
           CASE WHEN a.round = 1 THEN a.opened_at <= a.approved_at + make_interval(hours => a.promised_hours) END,
           f.paths, f.files, f.repeated, f.last_at
    FROM added a LEFT JOIN LATERAL served_delivery(a.order_id, a.round, a.opened_at, a.approved_at) s ON true
    CROSS JOIN LATERAL (SELECT count(*) AS paths, count(*) FILTER (WHERE r.times > 0) AS files,
                        coalesce(sum(greatest(r.times - 1, 0)), 0) AS repeated, max(r.last_at) AS last_at
                        FROM registry_fetch r WHERE r.entry = a.number) f;
    RETURN NULL;
END $$;

-- One mark for a day, however many of its orders come in together.
DROP TRIGGER order_added_or_removed ON orders;
CREATE TRIGGER order_removed_from_day AFTER DELETE ON orders FOR EACH ROW EXECUTE FUNCTION mark_order_figures();
CREATE FUNCTION mark_added_order_figures() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO order_figure_due (day) SELECT DISTINCT china_day(created_at) FROM added WHERE submitted_at IS NOT NULL;
    RETURN NULL;
END $$;
CREATE TRIGGER order_added AFTER INSERT ON orders REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION mark_added_order_figures();
