-- The link with which the first administrator is made from a browser: one at a time, and gone once it was used. Only the
-- SHA-256 of its token is kept.
CREATE TABLE set_up_link (
    only_one   boolean PRIMARY KEY DEFAULT true CHECK (only_one),
    token_hash bytea NOT NULL CHECK (octet_length(token_hash) = 32),
    expires_at timestamptz NOT NULL
);
