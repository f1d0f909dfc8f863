-- What lists of the back office are ordered by.
CREATE INDEX app_user_user_name ON app_user (user_name, id);
CREATE INDEX app_user_unit ON app_user (unit, id);
CREATE INDEX registry_entry_applicant ON registry_entry (applicant, number);
CREATE INDEX registry_entry_by_unit ON registry_entry (unit, number);
CREATE INDEX registry_entry_scene_count ON registry_entry (scene_count, number);
CREATE INDEX registry_entry_scene_bytes ON registry_entry (scene_bytes, number);
