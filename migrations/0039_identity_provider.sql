-- Signing in through an OpenID Connect provider (docs/decisions/0064).

-- Which account a person of a provider has. Only issuer and subject together name somebody: names and addresses change hands.
CREATE TABLE provider_link (
    issuer    text NOT NULL CHECK (octet_length(issuer) BETWEEN 1 AND 1000),
    subject   text NOT NULL CHECK (octet_length(subject) BETWEEN 1 AND 255),
    user_id   uuid NOT NULL REFERENCES app_user ON DELETE CASCADE,
    linked_at timestamptz NOT NULL,
    PRIMARY KEY (issuer, subject),
    UNIQUE (user_id, issuer)
);

-- Browsers that went to the provider and have not come back: each comes back once.
CREATE TABLE provider_flow (
    state_hash     bytea PRIMARY KEY CHECK (octet_length(state_hash) = 32),
    browser_hash   bytea NOT NULL CHECK (octet_length(browser_hash) = 32),
    -- The nonce and the verifier of the code, SM4-CCM under the hash of the state.
    secrets_sealed bytea NOT NULL,
    return_to      text NOT NULL,
    -- Who links the account; NULL: somebody signs in.
    link_user      uuid REFERENCES app_user ON DELETE CASCADE,
    link_epoch     bigint,
    expires_at     timestamptz NOT NULL,
    CHECK ((link_user IS NULL) = (link_epoch IS NULL))
);
CREATE INDEX provider_flow_expires_at ON provider_flow (expires_at);

-- Who came back, for as long as a session of it may live: what the provider needs to hear at signing out.
CREATE TABLE provider_sign_in (
    id               uuid PRIMARY KEY,
    browser_hash     bytea NOT NULL CHECK (octet_length(browser_hash) = 32),
    issuer           text NOT NULL,
    subject          text NOT NULL,
    -- The provider's name for its session (`sid`), where it has told one.
    provider_session text,
    -- SM4-CCM under the id.
    id_token_sealed  bytea NOT NULL,
    at               timestamptz NOT NULL
);
CREATE INDEX provider_sign_in_at ON provider_sign_in (at);
CREATE INDEX provider_sign_in_subject ON provider_sign_in (issuer, subject);

ALTER TABLE sign_in_ticket ADD COLUMN provider_sign_in uuid REFERENCES provider_sign_in ON DELETE CASCADE;
ALTER TABLE session ADD COLUMN provider_sign_in uuid REFERENCES provider_sign_in ON DELETE SET NULL;
CREATE INDEX session_provider_sign_in ON session (provider_sign_in) WHERE provider_sign_in IS NOT NULL;
