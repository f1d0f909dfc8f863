-- Notes of yearly reports have a permission of their own. Whoever may publish holds it; operators of a new installation do, too.
-- Where people are already, what roles allow is theirs to decide.
UPDATE role SET permissions = permissions || '{/report/note}' WHERE '/report/publish' = ANY (permissions);
UPDATE role SET permissions = permissions || '{/report/note}' WHERE id = 'operator' AND NOT EXISTS (SELECT FROM app_user);
