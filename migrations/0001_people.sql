-- People, sessions and what protects signing in.
CREATE TABLE app_user (
    id             uuid PRIMARY KEY,
    login_name     text NOT NULL,
    password_hash  text NOT NULL,
    role           text NOT NULL CHECK (role IN ('applicant', 'admin', 'operator')),
    user_name      text NOT NULL,
    unit           text NOT NULL DEFAULT '',
    phone          text NOT NULL DEFAULT '',
    email          text NOT NULL DEFAULT '',
    disabled_at    timestamptz,
    created_at     timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX app_user_login_name ON app_user (lower(login_name));

-- Only the SHA-256 of a token is kept: a stolen backup signs nobody in.
CREATE TABLE session (
    token_hash    bytea PRIMARY KEY,
    user_id       uuid NOT NULL REFERENCES app_user ON DELETE CASCADE,
    created_at    timestamptz NOT NULL DEFAULT now(),
    -- Moved forward by use; a session that is not used for long enough has ended.
    last_seen_at  timestamptz NOT NULL DEFAULT now(),
    -- The end that use does not move.
    expires_at    timestamptz NOT NULL,
    client_ip     text NOT NULL DEFAULT '',
    agent         text NOT NULL DEFAULT ''
);
CREATE INDEX session_of_user ON session (user_id);
CREATE INDEX session_expires_at ON session (expires_at);

CREATE TABLE captcha (
    id          uuid PRIMARY KEY,
    answer      text NOT NULL,
    expires_at  timestamptz NOT NULL
);
CREATE INDEX captcha_expires_at ON captcha (expires_at);

-- One row per (what is guessed, from where): an account name for web sign-in, an address for FTP.
CREATE TABLE sign_in_failure (
    subject       text NOT NULL,
    client_ip     text NOT NULL,
    failures      integer NOT NULL,
    last_at       timestamptz NOT NULL DEFAULT now(),
    locked_until  timestamptz,
    PRIMARY KEY (subject, client_ip)
);

-- Applying units (单位).
CREATE TABLE unit (
    id      uuid PRIMARY KEY,
    name    text NOT NULL UNIQUE,
    status  smallint NOT NULL DEFAULT 1
);

-- fBehaviortype of the portal specification: 0 register ... 4 order create, 5 download ...
CREATE TABLE behaviour (
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind        smallint NOT NULL CHECK (kind BETWEEN 0 AND 8),
    at          timestamptz NOT NULL DEFAULT now(),
    user_id     uuid REFERENCES app_user,
    client_ip   text NOT NULL DEFAULT '',
    agent       text NOT NULL DEFAULT '',
    detail_url  text NOT NULL DEFAULT '',
    ordername   text,
    data_num    bigint,
    data_size   bigint
);
CREATE INDEX behaviour_kind_at ON behaviour (kind, at);
CREATE INDEX behaviour_user_at ON behaviour (user_id, at);
