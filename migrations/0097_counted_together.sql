-- Deliveries and ratings that come in by the thousand, as an old portal's do, are counted together: a trigger for each row was half the time of
-- taking one over. See docs/performance.md.

DROP TRIGGER entry_service ON registry_entry;
CREATE TRIGGER entry_service AFTER DELETE OR UPDATE OF order_id, round, opened_at, approved_at, promised_hours
    ON registry_entry FOR EACH ROW EXECUTE FUNCTION count_entry_service();
CREATE FUNCTION count_added_entry_services() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO service_change (day, measure, value, count)
    SELECT s.day, s.measure, s.value, count(*) FROM added a JOIN registry_entry e ON e.number = a.number
    CROSS JOIN LATERAL service_of_entry(e) s GROUP BY 1, 2, 3;
    RETURN NULL;
END $$;
CREATE TRIGGER entry_service_added AFTER INSERT ON registry_entry REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION count_added_entry_services();

DROP TRIGGER feedback_service ON feedback;
CREATE TRIGGER feedback_service AFTER DELETE OR UPDATE ON feedback FOR EACH ROW EXECUTE FUNCTION count_feedback_service();
CREATE FUNCTION count_added_feedback_services() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO service_change (day, measure, value, count)
    SELECT s.day, s.measure, s.value, count(*) FROM added a JOIN feedback f ON f.order_id = a.order_id
    CROSS JOIN LATERAL service_of_feedback(f) s GROUP BY 1, 2, 3;
    RETURN NULL;
END $$;
CREATE TRIGGER feedback_service_added AFTER INSERT ON feedback REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION count_added_feedback_services();

DROP TRIGGER feedback_provided ON feedback;
CREATE TRIGGER feedback_provided AFTER DELETE OR UPDATE ON feedback FOR EACH ROW EXECUTE FUNCTION rate_provided_delivery();
CREATE FUNCTION rate_added_provided_deliveries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE provided_delivery d SET stars = 5 - f.appraise FROM added f JOIN registry_entry e ON e.order_id = f.order_id AND e.round = 1
    WHERE d.entry = e.number;
    RETURN NULL;
END $$;
CREATE TRIGGER feedback_provided_added AFTER INSERT ON feedback REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION rate_added_provided_deliveries();
