-- Places of people that scenes are pushed to. The secret is sealed under the server's key, as those of deliveries and webhooks are.
CREATE TABLE push_target (
    id              uuid PRIMARY KEY,
    user_id         uuid NOT NULL REFERENCES app_user,
    name            text NOT NULL,
    kind            text NOT NULL CHECK (kind IN ('ftp', 'ftps', 's3')),
    -- With host, port and folder (of S3: endpoint, bucket and prefix), without a user and a password.
    address         text NOT NULL,
    region          text NOT NULL DEFAULT '',
    login_name      text NOT NULL DEFAULT '',
    secret_sealed   bytea NOT NULL,
    created_at      timestamptz NOT NULL,
    -- When a file was last written, read and removed there before it was saved.
    tested_at       timestamptz NOT NULL,
    -- What administrators allow.
    most_parallel   integer NOT NULL DEFAULT 2 CHECK (most_parallel BETWEEN 1 AND 16),
    daily_bytes     bigint CHECK (daily_bytes > 0),
    -- Failures in a row, and until when it is left alone.
    failures        integer NOT NULL DEFAULT 0,
    rests_until     timestamptz,
    failure_detail  jsonb,
    CHECK (rests_until IS NULL OR failures > 0),
    UNIQUE (user_id, name)
);
