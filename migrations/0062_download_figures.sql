-- What applicants downloaded, by day, unit and protocol. Single transfers are removed after a time; these sums stay.
-- See docs/figures.md; kept as received_figure is (docs/decisions/0096-received-scenes-are-summed-by-differences.md).
CREATE TABLE download_figure (
    span       text NOT NULL CHECK (span IN ('day', 'month')),
    -- Its first day.
    starts     date NOT NULL,
    unit       text NOT NULL,
    protocol   text NOT NULL,
    transfers  bigint NOT NULL,
    -- Transfers that brought a file to its end.
    files      bigint NOT NULL,
    -- Transfers that the receiver broke off, or a fault.
    broken     bigint NOT NULL,
    bytes      bigint NOT NULL,
    PRIMARY KEY (span, starts, unit, protocol)
);

-- Transfers that are not in download_figure yet. Both together are exact at every moment.
CREATE TABLE download_change (
    id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    day       date NOT NULL,
    unit      text NOT NULL,
    protocol  text NOT NULL,
    files     smallint NOT NULL,
    broken    smallint NOT NULL,
    bytes     bigint NOT NULL
);

-- A transfer that has ended, as figures count it. Checks of workers are nobody's downloads.
CREATE FUNCTION note_ended_transfer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO download_change (day, unit, protocol, files, broken, bytes)
    SELECT china_day(NEW.ended_at), btrim(o.apply_user_unit), NEW.protocol,
           CASE WHEN NEW.outcome = 'done' AND NEW.from_offset + NEW.bytes = coalesce(NEW.size, f.size) THEN 1 ELSE 0 END,
           CASE WHEN NEW.outcome = 'done' THEN 0 ELSE 1 END, NEW.bytes
    FROM (SELECT 1) AS it LEFT JOIN delivery d ON d.id = NEW.delivery_id
    JOIN orders o ON o.id = coalesce(NEW.order_id, d.order_id)
    LEFT JOIN delivery_file f ON f.delivery_id = NEW.delivery_id AND f.path = NEW.path;
    RETURN NULL;
END $$;
CREATE TRIGGER transfer_ended AFTER UPDATE ON transfer
    FOR EACH ROW WHEN (OLD.outcome IS NULL AND NEW.outcome IS NOT NULL AND NOT NEW.by_check)
    EXECUTE FUNCTION note_ended_transfer();

-- The transfers behind a figure, the newest first.
CREATE INDEX transfer_ended ON transfer (ended_at, id) WHERE outcome IS NOT NULL AND NOT by_check;

-- Every transfer that there still is.
INSERT INTO download_figure (span, starts, unit, protocol, transfers, files, broken, bytes)
SELECT 'day', china_day(t.ended_at), btrim(o.apply_user_unit), t.protocol, count(*),
       count(*) FILTER (WHERE t.outcome = 'done' AND t.from_offset + t.bytes = coalesce(t.size, f.size)),
       count(*) FILTER (WHERE t.outcome <> 'done'), sum(t.bytes)
FROM transfer t LEFT JOIN delivery d ON d.id = t.delivery_id
JOIN orders o ON o.id = coalesce(t.order_id, d.order_id)
LEFT JOIN delivery_file f ON f.delivery_id = t.delivery_id AND f.path = t.path
WHERE t.outcome IS NOT NULL AND NOT t.by_check AND t.ended_at IS NOT NULL
GROUP BY 2, 3, 4;
INSERT INTO download_figure (span, starts, unit, protocol, transfers, files, broken, bytes)
SELECT 'month', date_trunc('month', starts::timestamp)::date, unit, protocol, sum(transfers), sum(files), sum(broken), sum(bytes)
FROM download_figure GROUP BY 2, 3, 4;
