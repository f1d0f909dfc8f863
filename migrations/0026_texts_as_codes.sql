-- What is said to people is stored as a code with parameters beside its Chinese words, so that everybody reads it in
-- their own language. A JSON string: somebody's own words. NULL: a row of an earlier version, which has the words alone.
ALTER TABLE order_event ADD COLUMN detail jsonb;
ALTER TABLE order_scene ADD COLUMN flog_detail jsonb;
ALTER TABLE notice ADD COLUMN detail jsonb;
ALTER TABLE export ADD COLUMN detail jsonb;
ALTER TABLE task ADD COLUMN error_detail jsonb;
ALTER TABLE scene_preview ADD COLUMN error_detail jsonb;
ALTER TABLE webhook_delivery ADD COLUMN error_detail jsonb;

-- The language of the mails that a person is sent.
ALTER TABLE app_user ADD COLUMN language text NOT NULL DEFAULT 'zh-CN' CHECK (language IN ('zh-CN', 'en'));
