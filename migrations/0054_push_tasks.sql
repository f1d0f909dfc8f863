-- Sending a scene to where a subscription wants it. Such a task goes when it is over; what became of it stands in subscription_match.
ALTER TABLE task ADD COLUMN match_id uuid REFERENCES subscription_match ON DELETE CASCADE;
ALTER TABLE task DROP CONSTRAINT task_kind_check;
ALTER TABLE task ADD CONSTRAINT task_kind_check
    CHECK (kind IN ('extract_scene', 'package_order', 'verify_delivery', 'export', 'make_preview', 'push_scene'));
ALTER TABLE task DROP CONSTRAINT IF EXISTS task_subject_check;
ALTER TABLE task ADD CONSTRAINT task_subject_check
    CHECK (num_nonnulls(order_id, export_id, preview_did, match_id) = 1
           AND (kind = 'export') = (export_id IS NOT NULL)
           AND (kind = 'make_preview') = (preview_did IS NOT NULL)
           AND (kind = 'push_scene') = (match_id IS NOT NULL)
           AND (user_id IS NULL) = (kind = 'make_preview'));
-- A match is worked on by one task.
CREATE UNIQUE INDEX task_match ON task (match_id) WHERE match_id IS NOT NULL;
