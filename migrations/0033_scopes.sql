-- What people may see of the catalogue (domain::scope): grants to everybody, to units and to persons, which add up.
ALTER TABLE unit ADD COLUMN parent_id uuid REFERENCES unit CHECK (parent_id <> id);
CREATE INDEX unit_parent ON unit (parent_id);

-- Whose grants somebody shares. Administrators say so; what people write about themselves (app_user.unit) opens nothing.
CREATE TABLE unit_member (
    user_id uuid PRIMARY KEY REFERENCES app_user ON DELETE CASCADE,
    unit_id uuid NOT NULL REFERENCES unit
);
CREATE INDEX unit_member_of_unit ON unit_member (unit_id);

CREATE TABLE scope_grant (
    id         uuid PRIMARY KEY,
    subject    text NOT NULL CHECK (subject IN ('everybody', 'unit', 'person')),
    unit_id    uuid REFERENCES unit,
    user_id    uuid REFERENCES app_user ON DELETE CASCADE,
    -- Catalogue nodes with all below them; NULL: all.
    node_ids   bigint[] CHECK (node_ids <> '{}'),
    -- WKT, longitude and latitude; NULL: everywhere.
    area       text,
    -- Of an administrative region its code, and what people call the area.
    region     text,
    area_name  text NOT NULL DEFAULT '',
    -- The last moment; NULL: for good.
    until      timestamptz,
    note       text NOT NULL DEFAULT '',
    created_at timestamptz NOT NULL,
    -- Nobody: the command line, or this migration.
    created_by uuid REFERENCES app_user,
    CHECK ((subject = 'unit') = (unit_id IS NOT NULL)),
    CHECK ((subject = 'person') = (user_id IS NOT NULL)),
    CHECK (region IS NULL OR area IS NOT NULL)
);
CREATE INDEX scope_grant_of_unit ON scope_grant (unit_id) WHERE unit_id IS NOT NULL;
CREATE INDEX scope_grant_of_person ON scope_grant (user_id) WHERE user_id IS NOT NULL;

-- As it was before: everybody sees everything, until an administrator takes that back.
INSERT INTO scope_grant (id, subject, created_at) VALUES ('019ae000-0000-7000-8000-000000000033', 'everybody', now());

-- The transaction that changed any of it last: whoever holds it in memory reads it anew when that differs.
CREATE TABLE scope_version (
    is_one  boolean PRIMARY KEY DEFAULT true CHECK (is_one),
    version xid8 NOT NULL DEFAULT pg_current_xact_id()
);
INSERT INTO scope_version (version) VALUES (pg_current_xact_id());
-- Searches hear of it as they hear of written scenes: what is confirmed ends when this commits.
CREATE FUNCTION note_changed_scopes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE scope_version SET version = pg_current_xact_id();
    PERFORM pg_notify('scene_written', '');
    RETURN NULL;
END
$$;
CREATE TRIGGER scope_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON scope_grant
    FOR EACH STATEMENT EXECUTE FUNCTION note_changed_scopes();
CREATE TRIGGER scope_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON unit_member
    FOR EACH STATEMENT EXECUTE FUNCTION note_changed_scopes();
CREATE TRIGGER scope_changed AFTER UPDATE OF parent_id ON unit
    FOR EACH STATEMENT EXECUTE FUNCTION note_changed_scopes();

-- Who sees everybody's orders sees every scene, as before.
UPDATE role SET permissions = permissions || '{/scene/all}' WHERE '/order/all' = ANY (permissions);
UPDATE role SET permissions = permissions || '{/scope/save}' WHERE id = 'admin';
