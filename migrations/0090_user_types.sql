-- What sort of user somebody registered as.
ALTER TABLE app_user ADD COLUMN user_type text NOT NULL DEFAULT 'formal' CHECK (user_type = 'formal');
