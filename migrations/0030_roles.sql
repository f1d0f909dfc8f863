-- Roles are sets of permissions (domain::permission) with a name; a person may have several. What `role` said of each person
-- becomes the three roles that every installation has.
CREATE TABLE role (
    id          text PRIMARY KEY CHECK (id ~ '^[a-z0-9]{2,36}$'),
    -- Empty for those that every installation has: the web apps name them.
    name        text NOT NULL,
    note        text NOT NULL DEFAULT '',
    -- Codes, with everything that they imply.
    permissions text[] NOT NULL,
    created_at  timestamptz NOT NULL
);
CREATE UNIQUE INDEX role_name ON role (lower(name)) WHERE name <> '';
INSERT INTO role (id, name, permissions, created_at) VALUES
    ('applicant', '', '{/shop/list,/order/mine,/order/create,/export/list,/unit/add}', now()),
    ('admin', '', '{/export/list,/unit/add,/order/all,/order/audit,/stat/orders,/stat/behaviours,/log/list,/user/list,/user/save,/role/save,/role/grant,/catalog/fields,/system/config,/webhook/list,/process/save}', now()),
    ('operator', '', '{/order/all,/stat/orders,/stat/behaviours}', now());

CREATE TABLE user_role (
    user_id uuid NOT NULL REFERENCES app_user,
    role_id text NOT NULL REFERENCES role,
    PRIMARY KEY (user_id, role_id)
);
CREATE INDEX user_role_of_role ON user_role (role_id, user_id);
INSERT INTO user_role (user_id, role_id) SELECT id, role FROM app_user;
ALTER TABLE app_user DROP COLUMN role;

-- What somebody may do, through all roles together.
CREATE FUNCTION permissions_of(person uuid) RETURNS text[] LANGUAGE sql STABLE AS $$
    SELECT coalesce(array_agg(DISTINCT code), '{}')
    FROM user_role h JOIN role r ON r.id = h.role_id, unnest(r.permissions) code WHERE h.user_id = person
$$;
-- The roles that somebody has.
CREATE FUNCTION roles_of(person uuid) RETURNS text[] LANGUAGE sql STABLE AS $$
    SELECT coalesce(array_agg(role_id ORDER BY role_id), '{}') FROM user_role WHERE user_id = person
$$;

-- Who changed which role. A role that is gone keeps its name here.
CREATE TABLE role_event (
    id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    role_id   text NOT NULL,
    role_name text NOT NULL,
    -- Nobody: the command line.
    by_id     uuid REFERENCES app_user,
    action    text NOT NULL,
    at        timestamptz NOT NULL,
    client_ip text NOT NULL DEFAULT '',
    agent     text NOT NULL DEFAULT '',
    changes   jsonb NOT NULL DEFAULT '[]'
);
CREATE INDEX role_event_of_role ON role_event (role_id, id);

-- As with account events: kept as it happened.
CREATE FUNCTION keep_role_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'TRUNCATE' OR EXISTS (SELECT FROM role_event) THEN
        RAISE EXCEPTION 'role events are kept as they are';
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER keep_role_events BEFORE UPDATE OR DELETE OR TRUNCATE ON role_event
    FOR EACH STATEMENT EXECUTE FUNCTION keep_role_events();
