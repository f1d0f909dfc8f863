-- Sources that one signs in at: what is signed in with, sealed under the id of the task, or of the dry run.
ALTER TABLE receive_task ADD COLUMN secret_sealed bytea;
ALTER TABLE receive_run ADD COLUMN secret_sealed bytea
    CHECK (secret_sealed IS NULL OR (receive_task_id IS NULL AND state = 'live'));
-- What a bucket calls the content of an object.
ALTER TABLE receive_seen ADD COLUMN etag text;
