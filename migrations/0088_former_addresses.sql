-- That the address of an account is another is told to the former one, which the account has no longer; null: the mail goes to
-- the address that the account has when it goes out.
ALTER TABLE account_mail ADD COLUMN address text;
