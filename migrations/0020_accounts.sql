-- Accounts that are cut off, and accounts that only a demonstration may use.

-- Counted up whenever everything that the account opened ends: it gets a new password, or is switched off. A session,
-- an FTP session or a running download that began under an earlier count is over.
ALTER TABLE app_user ADD COLUMN sign_in_epoch bigint NOT NULL DEFAULT 0;

-- Made by the demo, with a password that everybody knows. A server without the demo switches such accounts off.
ALTER TABLE app_user ADD COLUMN demo boolean NOT NULL DEFAULT false;
-- Those that earlier versions made, by everything that the demo wrote into them.
UPDATE app_user SET demo = true
WHERE (login_name, role, user_name) IN (('applicant', 'applicant', '申请人（演示）'), ('admin', 'admin', '管理员（演示）'),
      ('operator', 'operator', '运维人员（演示）'))
  AND phone = '13800000000';
