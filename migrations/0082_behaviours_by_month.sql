-- The record of what people did lies in a part for each month in China, so that a day's page reads one month and a month that is over for good
-- goes at once. See docs/decisions/0117-behaviours-lie-by-month.md.
ALTER TABLE behaviour RENAME TO behaviour_before;
ALTER TABLE behaviour_before RENAME CONSTRAINT behaviour_pkey TO behaviour_before_pkey;
ALTER TABLE behaviour_before RENAME CONSTRAINT behaviour_kind_check TO behaviour_before_kind_check;
ALTER TABLE behaviour_before RENAME CONSTRAINT behaviour_user_id_fkey TO behaviour_before_user_id_fkey;
ALTER SEQUENCE behaviour_id_seq RENAME TO behaviour_before_id_seq;
DROP INDEX behaviour_kind_at, behaviour_user_at, behaviour_searched, behaviour_at, behaviour_at_id;

CREATE TABLE behaviour (
    -- Of all months, and never given twice; the key has the moment as well, because it tells the month.
    id          bigint GENERATED ALWAYS AS IDENTITY,
    kind        smallint NOT NULL CHECK (kind BETWEEN 0 AND 8),
    at          timestamptz NOT NULL DEFAULT now(),
    user_id     uuid REFERENCES app_user,
    client_ip   text NOT NULL DEFAULT '',
    agent       text NOT NULL DEFAULT '',
    detail_url  text NOT NULL DEFAULT '',
    ordername   text,
    data_num    bigint,
    data_size   bigint,
    started_at  timestamptz,
    ended_at    timestamptz,
    -- What a person searched for (0016_searched.sql).
    searched    jsonb,
    PRIMARY KEY (at, id)
) PARTITION BY RANGE (at);
CREATE INDEX behaviour_kind_at ON behaviour (kind, at);
CREATE INDEX behaviour_user_at ON behaviour (user_id, at);
CREATE INDEX behaviour_searched ON behaviour (user_id, at DESC) WHERE searched IS NOT NULL;
-- Rows of months that have no part of their own yet: none is ever refused for the lack of one.
CREATE TABLE behaviour_rest PARTITION OF behaviour DEFAULT;

-- Makes the parts of these months that are not there, and takes their rows out of the rest; how many it made. It waits for nobody longer than half a
-- second, less than a deadlock takes to be found: who writes a row is never the one that is given up. What it did not get is left to the next time.
CREATE FUNCTION make_behaviour_months(months date[]) RETURNS integer LANGUAGE plpgsql SET lock_timeout = '500ms' AS $$
DECLARE
    month date;
    part text;
    begins timestamptz;
    ends timestamptz;
    made integer := 0;
BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended('behaviour months', 0));
    FOR month IN SELECT DISTINCT date_trunc('month', day::timestamp)::date FROM unnest(months) AS wanted (day) ORDER BY 1 LOOP
        part := 'behaviour_' || to_char(month, 'YYYY_MM');
        CONTINUE WHEN to_regclass(part) IS NOT NULL;
        begins := month::timestamp AT TIME ZONE interval '8 hours';
        ends := (month + interval '1 month') AT TIME ZONE interval '8 hours';
        EXECUTE format('CREATE TABLE %I (LIKE behaviour INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', part);
        -- What comes meanwhile for a month without a part waits here.
        LOCK TABLE behaviour_rest IN ACCESS EXCLUSIVE MODE;
        EXECUTE format('WITH moved AS (DELETE FROM behaviour_rest WHERE at >= %L AND at < %L RETURNING *) INSERT INTO %I SELECT * FROM moved',
            begins, ends, part);
        EXECUTE format('ALTER TABLE behaviour ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', part, begins, ends);
        made := made + 1;
    END LOOP;
    RETURN made;
EXCEPTION WHEN lock_not_available THEN
    RETURN 0;
END $$;

-- Makes the parts of this month and the next ones, and of every month that has rows in the rest.
CREATE FUNCTION make_due_behaviour_months(today date) RETURNS integer LANGUAGE sql AS $$
    SELECT make_behaviour_months(ARRAY(
        SELECT (today + n * interval '1 month')::date FROM generate_series(0, 3) n
        UNION SELECT china_day(at) FROM behaviour_rest))
$$;

-- Drops the parts of months that were over before this moment, with all their rows; how many.
CREATE FUNCTION drop_behaviour_months(before timestamptz) RETURNS integer LANGUAGE plpgsql SET lock_timeout = '500ms' AS $$
DECLARE
    part text;
    dropped integer := 0;
BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended('behaviour months', 0));
    FOR part IN SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
        WHERE i.inhparent = 'behaviour'::regclass AND c.relname ~ '^behaviour_\d{4}_\d\d$'
        AND (to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month') AT TIME ZONE interval '8 hours' <= before ORDER BY 1 LOOP
        EXECUTE format('DROP TABLE %I', part);
        dropped := dropped + 1;
    END LOOP;
    RETURN dropped;
EXCEPTION WHEN lock_not_available THEN
    RETURN 0;
END $$;

SELECT make_behaviour_months(ARRAY(SELECT DISTINCT china_day(at) FROM behaviour_before));
INSERT INTO behaviour (id, kind, at, user_id, client_ip, agent, detail_url, ordername, data_num, data_size, started_at, ended_at, searched)
    OVERRIDING SYSTEM VALUE
SELECT id, kind, at, user_id, client_ip, agent, detail_url, ordername, data_num, data_size, started_at, ended_at, searched FROM behaviour_before;
SELECT setval('behaviour_id_seq', last_value, is_called) FROM behaviour_before_id_seq;
DROP TABLE behaviour_before;
SELECT make_due_behaviour_months(china_day(now()));
