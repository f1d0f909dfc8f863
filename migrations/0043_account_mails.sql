-- Mails about accounts, which no notice carries: how a registration was decided, a link for a forgotten password, and that
-- the password is another. The address and the language are read when a mail goes out. `next_at` moves on when a try begins,
-- as in notice_mail.
CREATE TABLE account_mail (
    id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    user_id   uuid NOT NULL REFERENCES app_user,
    kind      text NOT NULL,
    -- Why a registration was refused, or empty.
    reason    text NOT NULL DEFAULT '',
    at        timestamptz NOT NULL,
    attempts  integer NOT NULL DEFAULT 0,
    next_at   timestamptz NOT NULL,
    -- Sent, or given up with `error` saying why.
    ended_at  timestamptz,
    error     text
);
CREATE INDEX account_mail_due ON account_mail (next_at) WHERE ended_at IS NULL;
CREATE INDEX account_mail_of_user ON account_mail (user_id, at);

-- What somebody typed who asks for a link, until a worker has looked whose account that is: whoever asks learns nothing from
-- how long the answer takes.
CREATE TABLE password_reset_request (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account    text NOT NULL,
    client_ip  text NOT NULL,
    agent      text NOT NULL,
    at         timestamptz NOT NULL
);

-- The link that was sent last, and opens: one a person. Only the SHA-256 of its token is kept.
CREATE TABLE password_reset_link (
    user_id     uuid PRIMARY KEY REFERENCES app_user,
    token_hash  bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
    expires_at  timestamptz NOT NULL
);

-- Whose address it is.
CREATE INDEX app_user_email ON app_user (lower(email)) WHERE email <> '';
