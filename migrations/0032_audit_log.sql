-- Who did what to what, from where, with what outcome, and what stood there before and after (domain::audit_log).
CREATE TABLE audit_entry (
    id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at           timestamptz NOT NULL,
    -- Nobody: the command line, or somebody who is not known.
    by_id        uuid REFERENCES app_user,
    -- The login name as it was then.
    by_name      text NOT NULL,
    -- What sort of thing was acted on, and how: words of the domain.
    subject      text NOT NULL,
    action       text NOT NULL,
    -- Which one: its id, and what people called it then.
    subject_id   text NOT NULL,
    subject_name text NOT NULL,
    outcome      text NOT NULL CHECK (outcome IN ('done', 'refused')),
    reason       text NOT NULL DEFAULT '',
    changes      jsonb NOT NULL DEFAULT '[]',
    client_ip    text NOT NULL DEFAULT '',
    agent        text NOT NULL DEFAULT ''
);
CREATE INDEX audit_entry_by ON audit_entry (by_id, id);
CREATE INDEX audit_entry_subject ON audit_entry (subject, subject_id, id);
CREATE INDEX audit_entry_at ON audit_entry USING brin (at);

-- Entries whose link of the chain is not made yet.
CREATE TABLE audit_unsealed (
    entry_id bigint PRIMARY KEY REFERENCES audit_entry
);

-- The chain: each code follows from the key that only the server has, the code before, and the entry.
CREATE TABLE audit_seal (
    position bigint PRIMARY KEY CHECK (position > 0),
    entry_id bigint NOT NULL UNIQUE REFERENCES audit_entry,
    code     bytea NOT NULL CHECK (octet_length(code) = 32)
);

CREATE FUNCTION expect_audit_seal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO audit_unsealed (entry_id) VALUES (NEW.id);
    RETURN NULL;
END
$$;
CREATE TRIGGER expect_audit_seal AFTER INSERT ON audit_entry FOR EACH ROW EXECUTE FUNCTION expect_audit_seal();

-- What has a record of its own is in the log whoever writes it.
CREATE FUNCTION audit_account_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO audit_entry (at, by_id, by_name, subject, action, subject_id, subject_name, outcome, reason, changes, client_ip, agent)
    SELECT NEW.at, NEW.by_id, coalesce((SELECT login_name FROM app_user WHERE id = NEW.by_id), ''), 'account', NEW.action,
        u.id::text, u.login_name, 'done', NEW.reason, NEW.changes, NEW.client_ip, NEW.agent
    FROM app_user u WHERE u.id = NEW.user_id;
    RETURN NULL;
END
$$;
CREATE FUNCTION audit_role_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO audit_entry (at, by_id, by_name, subject, action, subject_id, subject_name, outcome, changes, client_ip, agent)
    VALUES (NEW.at, NEW.by_id, coalesce((SELECT login_name FROM app_user WHERE id = NEW.by_id), ''), 'role', NEW.action,
        NEW.role_id, NEW.role_name, 'done', NEW.changes, NEW.client_ip, NEW.agent);
    RETURN NULL;
END
$$;
-- What workers do to orders stands in the time line of the order.
CREATE FUNCTION audit_order_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO audit_entry (at, by_id, by_name, subject, action, subject_id, subject_name, outcome, reason, changes, client_ip)
    SELECT NEW.at, u.id, u.login_name, 'order', NEW.action, o.id::text, o.ordername, 'done', NEW.text,
        CASE WHEN NEW.from_state IS DISTINCT FROM NEW.to_state THEN jsonb_build_array(jsonb_build_object(
            'field', 'sstatus', 'before', coalesce(NEW.from_state::text, ''), 'after', NEW.to_state::text))
        ELSE '[]' END, NEW.client_ip
    FROM orders o, app_user u WHERE o.id = NEW.order_id AND u.id = NEW.user_id;
    RETURN NULL;
END
$$;
CREATE TRIGGER audit_account_event AFTER INSERT ON account_event FOR EACH ROW EXECUTE FUNCTION audit_account_event();
CREATE TRIGGER audit_role_event AFTER INSERT ON role_event FOR EACH ROW EXECUTE FUNCTION audit_role_event();
CREATE TRIGGER audit_order_event AFTER INSERT ON order_event FOR EACH ROW EXECUTE FUNCTION audit_order_event();

-- What happened before there was a log.
INSERT INTO audit_entry (at, by_id, by_name, subject, action, subject_id, subject_name, outcome, reason, changes, client_ip, agent)
SELECT at, by_id, by_name, subject, action, subject_id, subject_name, 'done', reason, changes, client_ip, agent FROM (
    SELECT e.at, e.by_id, coalesce(b.login_name, '') AS by_name, 'account' AS subject, e.action, u.id::text AS subject_id,
        u.login_name AS subject_name, e.reason, e.changes, e.client_ip, e.agent
    FROM account_event e JOIN app_user u ON u.id = e.user_id LEFT JOIN app_user b ON b.id = e.by_id
    UNION ALL
    SELECT e.at, e.by_id, coalesce(b.login_name, ''), 'role', e.action, e.role_id, e.role_name, '', e.changes, e.client_ip, e.agent
    FROM role_event e LEFT JOIN app_user b ON b.id = e.by_id
    UNION ALL
    SELECT e.at, u.id, u.login_name, 'order', e.action, o.id::text, o.ordername, e.text,
        CASE WHEN e.from_state IS DISTINCT FROM e.to_state THEN jsonb_build_array(jsonb_build_object(
            'field', 'sstatus', 'before', coalesce(e.from_state::text, ''), 'after', e.to_state::text))
        ELSE '[]' END, e.client_ip, ''
    FROM order_event e JOIN orders o ON o.id = e.order_id JOIN app_user u ON u.id = e.user_id
) before ORDER BY at;

-- As with the events: kept as it happened. Only a restore empties the tables, while they are empty.
CREATE FUNCTION keep_audit_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'TRUNCATE' OR EXISTS (SELECT FROM audit_entry) THEN
        RAISE EXCEPTION 'the audit log is kept as it is';
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER keep_audit_log BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entry
    FOR EACH STATEMENT EXECUTE FUNCTION keep_audit_log();
CREATE TRIGGER keep_audit_log BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_seal
    FOR EACH STATEMENT EXECUTE FUNCTION keep_audit_log();

UPDATE role SET permissions = permissions || '{/log/audit}' WHERE id = 'admin';
