-- Which keys of SM2 this installation has signed with. Their secrets are settings of its processes; what they signed can be checked
-- for as long as the row stays, also when another key is set. Apart from record_key, whose rows hold sealed secrets.
CREATE TABLE record_sm2_key (
    -- The first 8 bytes of the SHA-256 of the public key, hexadecimal.
    id          text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{16}$'),
    -- 4, x, y.
    public_key  bytea NOT NULL CHECK (octet_length(public_key) = 65),
    made_at     timestamptz NOT NULL
);
