-- What operators say of months that stand out; a report that is published takes them over.
CREATE TABLE yearly_report_note (
    year       smallint NOT NULL CHECK (year BETWEEN 2000 AND 2099),
    -- 申请单位, empty: of all units.
    unit       text NOT NULL,
    month      smallint NOT NULL CHECK (month BETWEEN 1 AND 12),
    subject    text NOT NULL CHECK (subject IN ('orders', 'provided')),
    text       text NOT NULL CHECK (text <> ''),
    written_by uuid NOT NULL REFERENCES app_user,
    written_at timestamptz NOT NULL,
    PRIMARY KEY (year, unit, month, subject)
);

-- Published reports. An edition stays as it is; what was counted or said differently later is another edition.
CREATE TABLE yearly_report (
    id           uuid PRIMARY KEY,
    year         smallint NOT NULL CHECK (year BETWEEN 2000 AND 2099),
    unit         text NOT NULL,
    edition      integer NOT NULL CHECK (edition >= 1),
    -- Canonical JSON (RFC 8785), byte for byte what the digest is of.
    content      text NOT NULL,
    sha256       bytea NOT NULL CHECK (octet_length(sha256) = 32),
    published_by uuid NOT NULL REFERENCES app_user,
    published_at timestamptz NOT NULL,
    UNIQUE (year, unit, edition)
);
CREATE FUNCTION refuse_report_change() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'a published report stays as it is'; END $$;
CREATE TRIGGER yearly_report_frozen BEFORE UPDATE OR DELETE ON yearly_report
    FOR EACH ROW EXECUTE FUNCTION refuse_report_change();

UPDATE role SET permissions = permissions || '{/report/publish}' WHERE id = 'admin';
