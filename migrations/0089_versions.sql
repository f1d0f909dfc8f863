-- Whoever changes a grant or a list of fields has read one version of it; two who change it at once learn of one another.
ALTER TABLE scope_grant ADD COLUMN version bigint NOT NULL DEFAULT 1;
ALTER TABLE field_list ADD COLUMN version bigint NOT NULL DEFAULT 1;
