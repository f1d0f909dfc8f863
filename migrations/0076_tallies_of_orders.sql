-- How many scenes of an order are extracted, being extracted and failed, kept by differences: what a scene costs does not grow
-- with its order, as it did when each that came in had all of them counted.
CREATE TABLE order_tally (
    order_id   uuid PRIMARY KEY REFERENCES orders ON DELETE CASCADE,
    extracted  bigint NOT NULL,
    extracting bigint NOT NULL,
    failed     bigint NOT NULL
) WITH (fillfactor = 50);

CREATE FUNCTION tally_written_scenes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO order_tally AS t (order_id, extracted, extracting, failed)
        SELECT order_id, count(*) FILTER (WHERE state = 0), count(*) FILTER (WHERE state = 1), count(*) FILTER (WHERE state = 2)
        FROM fresh WHERE state IS NOT NULL GROUP BY order_id
        ON CONFLICT (order_id) DO UPDATE SET extracted = t.extracted + excluded.extracted,
            extracting = t.extracting + excluded.extracting, failed = t.failed + excluded.failed;
    ELSIF TG_OP = 'UPDATE' THEN
        INSERT INTO order_tally AS t (order_id, extracted, extracting, failed)
        SELECT order_id, coalesce(sum(by) FILTER (WHERE state = 0), 0), coalesce(sum(by) FILTER (WHERE state = 1), 0),
            coalesce(sum(by) FILTER (WHERE state = 2), 0)
        FROM (SELECT order_id, state, 1 AS by FROM fresh UNION ALL SELECT order_id, state, -1 FROM former) AS difference
        WHERE state IS NOT NULL GROUP BY order_id
        ON CONFLICT (order_id) DO UPDATE SET extracted = t.extracted + excluded.extracted,
            extracting = t.extracting + excluded.extracting, failed = t.failed + excluded.failed
        WHERE excluded.extracted <> 0 OR excluded.extracting <> 0 OR excluded.failed <> 0;
    ELSE
        -- Where the order itself goes its tally may be gone already.
        UPDATE order_tally t SET extracted = t.extracted - d.extracted, extracting = t.extracting - d.extracting,
            failed = t.failed - d.failed
        FROM (SELECT order_id, count(*) FILTER (WHERE state = 0) AS extracted, count(*) FILTER (WHERE state = 1) AS extracting,
                  count(*) FILTER (WHERE state = 2) AS failed
              FROM former WHERE state IS NOT NULL GROUP BY order_id) d
        WHERE t.order_id = d.order_id;
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER tally_inserted_scenes AFTER INSERT ON order_scene REFERENCING NEW TABLE AS fresh
    FOR EACH STATEMENT EXECUTE FUNCTION tally_written_scenes();
CREATE TRIGGER tally_updated_scenes AFTER UPDATE ON order_scene REFERENCING NEW TABLE AS fresh OLD TABLE AS former
    FOR EACH STATEMENT EXECUTE FUNCTION tally_written_scenes();
CREATE TRIGGER tally_deleted_scenes AFTER DELETE ON order_scene REFERENCING OLD TABLE AS former
    FOR EACH STATEMENT EXECUTE FUNCTION tally_written_scenes();

-- The triggers' lock keeps scenes from being written until this is committed.
INSERT INTO order_tally (order_id, extracted, extracting, failed)
SELECT order_id, count(*) FILTER (WHERE state = 0), count(*) FILTER (WHERE state = 1), count(*) FILTER (WHERE state = 2)
FROM order_scene WHERE state IS NOT NULL GROUP BY order_id;
