-- Switching an account off ends its tokens for good. Those of accounts that are off by now would come back with them.
DELETE FROM access_token WHERE user_id IN (SELECT id FROM app_user WHERE disabled_at IS NOT NULL);
