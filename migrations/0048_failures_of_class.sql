-- How often a task failed, by class of failure (domain::task::ErrorClass): each class has a limit of its own. `failures`
-- stays their sum, which says how many claims did not end without a word.
ALTER TABLE task ADD COLUMN failures_of_class jsonb NOT NULL DEFAULT '{}';
