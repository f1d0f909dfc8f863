-- What people say about the service (portal specification, section 3). One answer a person and day: a later one takes its place.
CREATE TABLE survey_answer (
    user_id            uuid NOT NULL REFERENCES app_user,
    -- The day in China.
    day                date NOT NULL,
    answered_at        timestamptz NOT NULL,
    occupation         text NOT NULL,
    other_occupation   text NOT NULL,
    frequency          text NOT NULL,
    data_quality       text NOT NULL,
    problems           text[] NOT NULL,
    other_problems     text NOT NULL,
    improvements       text[] NOT NULL,
    other_improvements text NOT NULL,
    willingness        text NOT NULL,
    suggestions        text NOT NULL,
    PRIMARY KEY (user_id, day)
);
CREATE INDEX survey_answer_at ON survey_answer (answered_at, user_id);
CREATE INDEX survey_answer_day ON survey_answer (day);
UPDATE role SET permissions = permissions || '{/survey/list}' WHERE id = 'admin';
