//! What people say about the service.

use chrono::{DateTime, NaiveDate, Utc};
use domain::calendar::china_day;
use domain::ids::UserId;
use domain::list_order::AnswerOrder;
use domain::statistics::Period;
use domain::survey::{SurveyAnswer, SurveyChoice};
use sqlx::PgConnection;

use super::{Listing, Page};
use crate::StorageError;

/// Keeps an answer. A second one on the same day in China takes the place of the first.
pub async fn save(
    db: &mut PgConnection,
    user: UserId,
    answer: &SurveyAnswer,
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    let problems: Vec<String> = (answer.problems.iter())
        .map(|one| one.as_str().to_owned())
        .collect();
    let improvements: Vec<String> = (answer.improvements.iter())
        .map(|one| one.as_str().to_owned())
        .collect();
    sqlx::query!(
        "INSERT INTO survey_answer (user_id, day, answered_at, occupation, other_occupation, frequency, data_quality, \
         problems, other_problems, improvements, other_improvements, willingness, suggestions) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) \
         ON CONFLICT (user_id, day) DO UPDATE SET answered_at = excluded.answered_at, occupation = excluded.occupation, \
         other_occupation = excluded.other_occupation, frequency = excluded.frequency, \
         data_quality = excluded.data_quality, problems = excluded.problems, other_problems = excluded.other_problems, \
         improvements = excluded.improvements, other_improvements = excluded.other_improvements, \
         willingness = excluded.willingness, suggestions = excluded.suggestions",
        user.0,
        china_day(now),
        now,
        answer.occupation.as_str(),
        answer.other_occupation,
        answer.frequency.as_str(),
        answer.data_quality.as_str(),
        &problems,
        answer.other_problems,
        &improvements,
        answer.other_improvements,
        answer.willingness.as_str(),
        answer.suggestions
    )
    .execute(db)
    .await?;
    Ok(())
}

/// How many people chose one choice of one question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChoiceCount {
    /// The question, by the name of its field.
    pub question: String,
    /// The choice, by its word.
    pub choice: String,
    /// Number of people who chose it.
    pub answers: i64,
}

/// How many answers there are of a period, and how many chose what.
pub async fn counts(
    db: &mut PgConnection,
    period: Period,
) -> Result<(i64, Vec<ChoiceCount>), StorageError> {
    let total = sqlx::query_scalar!(
        "SELECT count(*) AS \"count!\" FROM survey_answer WHERE day BETWEEN $1 AND $2",
        period.first(),
        period.last()
    )
    .fetch_one(&mut *db)
    .await?;
    let counts = sqlx::query_as!(
        ChoiceCount,
        "SELECT c.question AS \"question!\", c.choice AS \"choice!\", count(*) AS \"answers!\" FROM survey_answer a, \
         LATERAL (SELECT 'occupation' AS question, a.occupation AS choice \
           UNION ALL SELECT 'frequency', a.frequency UNION ALL SELECT 'dataQuality', a.data_quality \
           UNION ALL SELECT 'recommendationWillingness', a.willingness \
           UNION ALL SELECT 'problems', unnest(a.problems) \
           UNION ALL SELECT 'customerServiceImprovements', unnest(a.improvements)) c \
         WHERE a.day BETWEEN $1 AND $2 GROUP BY 1, 2 ORDER BY 1, 2",
        period.first(),
        period.last()
    )
    .fetch_all(db)
    .await?;
    Ok((total, counts))
}

/// An answer with who gave it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SurveyRow {
    /// Login name of who answered.
    pub login_name: String,
    /// The person's unit, or empty.
    pub unit: String,
    /// The day in China.
    pub day: NaiveDate,
    pub answered_at: DateTime<Utc>,
    /// The words of the choices, and the texts beside them.
    pub occupation: String,
    /// See [`SurveyAnswer`].
    pub other_occupation: String,
    /// See [`SurveyAnswer`].
    pub frequency: String,
    /// See [`SurveyAnswer`].
    pub data_quality: String,
    /// See [`SurveyAnswer`].
    pub problems: Vec<String>,
    /// See [`SurveyAnswer`].
    pub other_problems: String,
    /// See [`SurveyAnswer`].
    pub improvements: Vec<String>,
    /// See [`SurveyAnswer`].
    pub other_improvements: String,
    /// See [`SurveyAnswer`].
    pub willingness: String,
    /// See [`SurveyAnswer`].
    pub suggestions: String,
}

/// Answers of a period; of one choice, those that [`counts`] counts there.
pub async fn list(
    db: &mut PgConnection,
    (period, chosen): (Period, Option<SurveyChoice>),
    order: AnswerOrder,
    page: Page,
) -> Result<Listing<SurveyRow>, StorageError> {
    let question = chosen.map(|choice| choice.question().as_str());
    let word = chosen.map(SurveyChoice::word);
    let total = sqlx::query_scalar!(
        "SELECT count(*) AS \"count!\" FROM survey_answer a WHERE a.day BETWEEN $1 AND $2 \
         AND ($3::text IS NULL OR $4::text = ANY (CASE $3 WHEN 'problems' THEN a.problems \
         WHEN 'customerServiceImprovements' THEN a.improvements WHEN 'occupation' THEN ARRAY[a.occupation] \
         WHEN 'frequency' THEN ARRAY[a.frequency] WHEN 'dataQuality' THEN ARRAY[a.data_quality] \
         WHEN 'recommendationWillingness' THEN ARRAY[a.willingness] END))",
        period.first(),
        period.last(),
        question,
        word
    )
    .fetch_one(&mut *db)
    .await?;
    let items = sqlx::query_as!(
        SurveyRow,
        "SELECT u.login_name, u.unit, a.day, a.answered_at, a.occupation, a.other_occupation, a.frequency, a.data_quality, \
         a.problems, a.other_problems, a.improvements, a.other_improvements, a.willingness, a.suggestions \
         FROM survey_answer a JOIN app_user u ON u.id = a.user_id WHERE a.day BETWEEN $1 AND $2 \
         AND ($6::text IS NULL OR $7::text = ANY (CASE $6 WHEN 'problems' THEN a.problems \
         WHEN 'customerServiceImprovements' THEN a.improvements WHEN 'occupation' THEN ARRAY[a.occupation] \
         WHEN 'frequency' THEN ARRAY[a.frequency] WHEN 'dataQuality' THEN ARRAY[a.data_quality] \
         WHEN 'recommendationWillingness' THEN ARRAY[a.willingness] END)) \
         ORDER BY CASE WHEN $5::text = 'answered' THEN a.answered_at END ASC, CASE WHEN $5 = '-answered' THEN a.answered_at END DESC, \
         CASE WHEN $5 = 'loginName' THEN lower(u.login_name) END ASC, CASE WHEN $5 = '-loginName' THEN lower(u.login_name) END DESC, a.answered_at DESC, a.user_id LIMIT $3 OFFSET $4",
        period.first(),
        period.last(),
        page.limit(),
        page.offset(),
        order.as_str(),
        question,
        word
    )
    .fetch_all(db)
    .await?;
    Ok(Listing { items, total })
}
