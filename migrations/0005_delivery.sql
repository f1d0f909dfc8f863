-- What an order hands out: an FTP account and the files behind it.
CREATE TABLE delivery (
    id               uuid PRIMARY KEY,
    order_id         uuid NOT NULL REFERENCES orders,
    attempt_task     uuid NOT NULL UNIQUE REFERENCES task,
    account          text NOT NULL UNIQUE,
    -- SM4-CCM: nonce, ciphertext, tag.
    password_sealed  bytea NOT NULL,
    state            text NOT NULL CHECK (state IN ('verifying', 'active', 'ended')),
    created_at       timestamptz NOT NULL,
    expires_at       timestamptz NOT NULL,
    removed_at       timestamptz
);
CREATE INDEX delivery_order ON delivery (order_id, created_at DESC);
CREATE UNIQUE INDEX delivery_one_live ON delivery (order_id) WHERE state <> 'ended';
CREATE INDEX delivery_expiry ON delivery (expires_at) WHERE removed_at IS NULL;

CREATE TABLE delivery_file (
    delivery_id  uuid NOT NULL REFERENCES delivery,
    path         text NOT NULL,
    object_key   text NOT NULL,
    size         bigint NOT NULL,
    sha256       bytea NOT NULL CHECK (octet_length(sha256) = 32),
    modified     timestamptz NOT NULL,
    PRIMARY KEY (delivery_id, path)
);
CREATE INDEX delivery_file_object ON delivery_file (object_key);

-- One row per transfer begun; the end is written when it ends, whole or broken.
CREATE TABLE transfer (
    id           uuid PRIMARY KEY,
    delivery_id  uuid NOT NULL REFERENCES delivery,
    account      text NOT NULL,
    path         text NOT NULL,
    protocol     text NOT NULL CHECK (protocol IN ('ftp', 'ftps', 'https')),
    from_offset  bigint NOT NULL,
    bytes        bigint NOT NULL DEFAULT 0,
    outcome      text CHECK (outcome IN ('done', 'aborted', 'failed')),
    client_ip    text NOT NULL,
    started_at   timestamptz NOT NULL,
    ended_at     timestamptz
);
CREATE INDEX transfer_delivery ON transfer (delivery_id, started_at);
