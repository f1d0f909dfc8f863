-- Everybody signs in over SSH with a key of their own: docs/decisions/0134-a-key-for-each-person.md. What was let in somewhere with the
-- installation's key goes on with it.
ALTER TABLE push_target ADD COLUMN sign_in_key text CHECK (sign_in_key IN ('installation', 'person'));
UPDATE push_target SET sign_in_key = 'installation' WHERE sign_in = 'key';
-- Without a default: whoever writes a target says which.
ALTER TABLE push_target ADD CONSTRAINT push_target_sign_in_key_fits CHECK ((sign_in = 'key') = (sign_in_key IS NOT NULL));
