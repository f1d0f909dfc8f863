-- What one person may hold, and what goes by itself.

-- Papers of a cloned order name the objects of the papers they came from: an object lives as long as a row names it.
ALTER TABLE attachment DROP CONSTRAINT attachment_object_key_key;
CREATE INDEX attachment_object ON attachment (object_key);
CREATE INDEX attachment_user ON attachment (user_id);

-- Who had an area kept first: 'user:<id>', or 'network:<address>' of a guest.
ALTER TABLE kept_area ADD COLUMN keeper text NOT NULL DEFAULT '';
CREATE INDEX kept_area_keeper ON kept_area (keeper, used_at DESC);

ALTER TABLE unit ADD COLUMN added_by uuid REFERENCES app_user;
CREATE INDEX unit_added_by ON unit (added_by) WHERE added_by IS NOT NULL;

-- Sweeps go by age. Both tables are written in the order of time.
CREATE INDEX behaviour_at ON behaviour USING brin (at);
CREATE INDEX transfer_started_at ON transfer USING brin (started_at);

ALTER TABLE notice_mail DROP CONSTRAINT notice_mail_notice_id_fkey;
ALTER TABLE notice_mail ADD CONSTRAINT notice_mail_notice_id_fkey
    FOREIGN KEY (notice_id) REFERENCES notice ON DELETE CASCADE;
