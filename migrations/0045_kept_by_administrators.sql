-- What satellites and sensors are called. Codes stay in scenes, filters and addresses; a code without a row shows as it is written.
CREATE TABLE instrument_name (
    satellite text NOT NULL,
    -- Empty: the satellite itself.
    sensor    text NOT NULL,
    name      text NOT NULL CHECK (name <> ''),
    -- The same in English, or empty.
    name_en   text NOT NULL,
    -- Whoever read an older one changes nothing.
    version   bigint NOT NULL DEFAULT 1,
    PRIMARY KEY (satellite, sensor),
    CHECK (satellite <> '' OR sensor <> '')
);

-- Administrative regions as administrators changed them (domain::region). What ships, or stands in REGIONS_FILE, is no row.
CREATE TABLE region_overlay (
    code       text PRIMARY KEY CHECK (code ~ '^[0-9]{9}$'),
    -- It shipped, and is no more.
    removed    boolean NOT NULL,
    -- Of a region that did not ship: 0 nation, 1 province, 2 city, 3 county; and what it is part of.
    level      smallint CHECK (level BETWEEN 0 AND 3),
    parent     text,
    -- NULL: as shipped.
    name       text CHECK (name <> ''),
    pinyin     text,
    outline    text,
    version    bigint NOT NULL DEFAULT 1,
    changed_at timestamptz NOT NULL,
    changed_by uuid NOT NULL REFERENCES app_user,
    CHECK ((level IS NULL) = (parent IS NULL)),
    CHECK ((name IS NULL) = (pinyin IS NULL)),
    CHECK (level IS NULL OR (name IS NOT NULL AND outline IS NOT NULL AND NOT removed))
);

-- The transaction that changed any of them last: whoever holds them in memory reads them anew when that differs.
CREATE TABLE region_version (
    is_one  boolean PRIMARY KEY DEFAULT true CHECK (is_one),
    version xid8 NOT NULL DEFAULT pg_current_xact_id()
);
INSERT INTO region_version (version) VALUES (pg_current_xact_id());
CREATE FUNCTION note_changed_regions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE region_version SET version = pg_current_xact_id();
    RETURN NULL;
END
$$;
CREATE TRIGGER region_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON region_overlay
    FOR EACH STATEMENT EXECUTE FUNCTION note_changed_regions();
