-- What the registration form asks beyond what an order needs (portal specification, section 3), whether an administrator
-- has let the person in, and whether an administrator chose the password.
ALTER TABLE app_user
    ADD COLUMN nick_name text NOT NULL DEFAULT '',
    ADD COLUMN phone_work text NOT NULL DEFAULT '',
    ADD COLUMN fax text NOT NULL DEFAULT '',
    ADD COLUMN address text NOT NULL DEFAULT '',
    ADD COLUMN sex smallint CHECK (sex IN (0, 1)),
    ADD COLUMN approval text NOT NULL DEFAULT 'approved' CHECK (approval IN ('waiting', 'approved', 'refused')),
    ADD COLUMN refusal_reason text NOT NULL DEFAULT '',
    ADD COLUMN password_temporary boolean NOT NULL DEFAULT false;
CREATE INDEX app_user_created_at ON app_user (created_at, id);
CREATE INDEX app_user_waiting ON app_user (created_at) WHERE approval = 'waiting';

-- Who did what to which account, with what stood there before and after. Passwords are never among it.
CREATE TABLE account_event (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    user_id    uuid NOT NULL REFERENCES app_user,
    -- Nobody: the command line.
    by_id      uuid REFERENCES app_user,
    action     text NOT NULL,
    at         timestamptz NOT NULL,
    client_ip  text NOT NULL DEFAULT '',
    agent      text NOT NULL DEFAULT '',
    reason     text NOT NULL DEFAULT '',
    changes    jsonb NOT NULL DEFAULT '[]'
);
CREATE INDEX account_event_of_user ON account_event (user_id, id);

-- What happened stays as it happened, for the program too. To empty what is empty changes nothing: a restore does.
CREATE FUNCTION keep_account_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'TRUNCATE' OR EXISTS (SELECT FROM account_event) THEN
        RAISE EXCEPTION 'account events are kept as they are';
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER keep_account_events BEFORE UPDATE OR DELETE OR TRUNCATE ON account_event
    FOR EACH STATEMENT EXECUTE FUNCTION keep_account_events();
