-- What an event made different in its order, field by field, and with what program: the audit log has both from here on.
ALTER TABLE order_event
    ADD COLUMN changes jsonb NOT NULL DEFAULT '[]',
    ADD COLUMN agent text NOT NULL DEFAULT '';

CREATE OR REPLACE FUNCTION audit_order_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO audit_entry (at, by_id, by_name, subject, action, subject_id, subject_name, outcome, reason, changes, client_ip, agent)
    SELECT NEW.at, u.id, u.login_name, 'order', NEW.action, o.id::text, o.ordername, 'done', NEW.text,
        CASE WHEN NEW.from_state IS DISTINCT FROM NEW.to_state THEN jsonb_build_array(jsonb_build_object(
            'field', 'sstatus', 'before', coalesce(NEW.from_state::text, ''), 'after', NEW.to_state::text))
        ELSE '[]'::jsonb END || NEW.changes, NEW.client_ip, NEW.agent
    FROM orders o, app_user u WHERE o.id = NEW.order_id AND u.id = NEW.user_id;
    RETURN NULL;
END
$$;
