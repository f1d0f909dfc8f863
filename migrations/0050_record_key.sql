-- What delivery records are signed with: made at the first start, sealed under the server's key. A key that signs no more stays,
-- so that what it signed can still be checked.
CREATE TABLE record_key (
    -- The first 8 bytes of the SHA-256 of the public key, hexadecimal.
    id          text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{16}$'),
    algorithm   text NOT NULL CHECK (algorithm IN ('Ed25519')),
    public_key  bytea NOT NULL,
    seed_sealed bytea NOT NULL,
    made_at     timestamptz NOT NULL,
    retired_at  timestamptz
);
-- One signs.
CREATE UNIQUE INDEX record_key_signing ON record_key ((retired_at IS NULL)) WHERE retired_at IS NULL;
