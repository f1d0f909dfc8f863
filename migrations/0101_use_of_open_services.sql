-- What client systems call for, by day of China's calendar and service (`domain::open_service`). The statement that counts a call against the
-- quota of its day (`client_use`) counts it here. Rows outlive the client system: it did call. See docs/decisions/0142-calls-are-counted-by-service.md.
CREATE TABLE open_service_use (
    user_id    uuid NOT NULL REFERENCES app_user,
    day        date NOT NULL,
    service    text NOT NULL CHECK (service <> ''),
    -- Those that were refused are among them.
    requests   bigint NOT NULL DEFAULT 0,
    over_quota bigint NOT NULL DEFAULT 0,
    forbidden  bigint NOT NULL DEFAULT 0,
    -- Of files.
    bytes      bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (user_id, day, service)
);
CREATE INDEX open_service_use_day ON open_service_use (day);

-- For what earlier versions were called they did not keep.
INSERT INTO open_service_use (user_id, day, service, requests, over_quota, bytes)
    SELECT user_id, day, 'earlier', calls + refused, refused, bytes FROM client_use;
