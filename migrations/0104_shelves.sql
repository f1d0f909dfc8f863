-- One's own shelf on our gateway, for who has no server: where files are pushed to that one fetches from there.
-- See docs/decisions/0149-a-shelf-of-ones-own.md.
ALTER TABLE push_target DROP CONSTRAINT IF EXISTS push_target_kind_check;
ALTER TABLE push_target
    ADD CONSTRAINT push_target_kind_check CHECK (kind IN ('ftp', 'ftps', 'sftp', 's3', 'shelf'));
-- One for each person.
CREATE UNIQUE INDEX push_target_shelf ON push_target (user_id) WHERE kind = 'shelf';

-- It goes with its target, and its files with it; their objects are swept.
CREATE TABLE shelf (
    user_id          uuid PRIMARY KEY REFERENCES app_user,
    target_id        uuid NOT NULL UNIQUE REFERENCES push_target ON DELETE CASCADE,
    -- The FTP account, and its password as that of a delivery is sealed.
    account          text NOT NULL UNIQUE,
    password_sealed  bytea NOT NULL,
    -- Sessions that signed in with another one than this end.
    password_number  bigint NOT NULL DEFAULT 1,
    -- Grows with whatever is put there or goes: by this the gateway knows that its list is no longer the same.
    version          bigint NOT NULL DEFAULT 0,
    created_at       timestamptz NOT NULL
);

CREATE TABLE shelf_file (
    id               uuid PRIMARY KEY,
    user_id          uuid NOT NULL REFERENCES shelf ON DELETE CASCADE,
    -- NULL: the note of a withdrawal.
    match_id         uuid UNIQUE REFERENCES subscription_match ON DELETE SET NULL,
    -- What the scene is called, or the file of an order, and which subscription brought it. NULL: it is of an order.
    dataname         text NOT NULL,
    subscription_id  uuid REFERENCES subscription,
    path             text NOT NULL,
    object_key       text NOT NULL UNIQUE,
    size             bigint NOT NULL CHECK (size >= 0),
    sha256           bytea NOT NULL CHECK (length(sha256) = 32),
    stored_at        timestamptz NOT NULL,
    expires_at       timestamptz NOT NULL,
    UNIQUE (user_id, path)
);
CREATE INDEX shelf_file_stored ON shelf_file (user_id, stored_at DESC, id DESC);
CREATE INDEX shelf_file_expires ON shelf_file (expires_at);

-- A file of an order may have been sent to a shelf; that has no address.
ALTER TABLE subscription_match DROP CONSTRAINT IF EXISTS subscription_match_sent_kind_check;
ALTER TABLE subscription_match
    ADD CONSTRAINT subscription_match_sent_kind_check CHECK (sent_kind IN ('ftp', 'ftps', 'sftp', 's3', 'shelf'));

-- A session shows a delivery, or somebody's shelf.
ALTER TABLE ftp_session ALTER COLUMN delivery_id DROP NOT NULL;
ALTER TABLE ftp_session
    ADD COLUMN shelf_user_id uuid,
    ADD CONSTRAINT ftp_session_root CHECK (num_nonnulls(delivery_id, shelf_user_id) = 1);

-- A transfer is of a file of a delivery, of one extracted scene of an order, or of a file of a shelf.
ALTER TABLE transfer DROP CONSTRAINT IF EXISTS transfer_of;
ALTER TABLE transfer
    ADD COLUMN shelf_user_id uuid REFERENCES app_user,
    ADD CONSTRAINT transfer_of CHECK (
        (delivery_id IS NOT NULL AND order_id IS NULL AND did IS NULL AND size IS NULL AND shelf_user_id IS NULL)
        OR (delivery_id IS NULL AND order_id IS NOT NULL AND did IS NOT NULL AND size IS NOT NULL AND shelf_user_id IS NULL)
        OR (delivery_id IS NULL AND order_id IS NULL AND did IS NULL AND size IS NOT NULL AND shelf_user_id IS NOT NULL)
    );
