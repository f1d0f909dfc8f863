//! `GET /api/survey/answers`

use axum::extract::State;
use chrono::{DateTime, Utc};
use domain::list_order::AnswerOrder;
use domain::survey::{SurveyChoice, SurveyQuestion};
use serde::{Deserialize, Serialize};
use storage::db::Page;
use storage::db::survey::{self, SurveyRow};
use texts::FieldText;
use utoipa::{IntoParams, ToSchema};

use crate::context::Context;
use crate::json::{Json, List, Query};
use crate::moment::none_if_empty;
use crate::orders::codes;
use crate::problem::{Problem, ProblemBody};
use crate::statistics::PeriodQuery;

/// What somebody answered, in the specification's names.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = GivenSurveyAnswer)]
#[serde(rename_all = "camelCase")]
pub(super) struct SurveyAnswerView {
    login_name: String,
    unit: String,
    answered_at: DateTime<Utc>,
    #[schema(value_type = codes::SurveyOccupation)]
    occupation: String,
    other_occupation: String,
    #[schema(value_type = codes::SurveyFrequency)]
    frequency: String,
    #[schema(value_type = codes::SurveyDataQuality)]
    data_quality: String,
    #[schema(value_type = Vec<codes::SurveyProblem>)]
    problems: Vec<String>,
    other_problems: String,
    #[schema(value_type = Vec<codes::SurveyImprovement>)]
    customer_service_improvements: Vec<String>,
    other_customer_service_improvements: String,
    #[schema(value_type = codes::SurveyWillingness)]
    recommendation_willingness: String,
    suggestions: String,
}

impl From<SurveyRow> for SurveyAnswerView {
    fn from(row: SurveyRow) -> Self {
        Self {
            login_name: row.login_name,
            unit: row.unit,
            answered_at: row.answered_at,
            occupation: row.occupation,
            other_occupation: row.other_occupation,
            frequency: row.frequency,
            data_quality: row.data_quality,
            problems: row.problems,
            other_problems: row.other_problems,
            customer_service_improvements: row.improvements,
            other_customer_service_improvements: row.other_improvements,
            recommendation_willingness: row.willingness,
            suggestions: row.suggestions,
        }
    }
}

/// Filters of the answers.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub(super) struct AnswersQuery {
    /// Only answers in which `choice` was chosen here.
    #[serde(deserialize_with = "none_if_empty")]
    #[param(value_type = Option<codes::SurveyQuestionName>, inline)]
    question: Option<SurveyQuestion>,
    /// A choice of `question`.
    choice: Option<String>,
    /// What comes first. Default `-answered`.
    #[param(value_type = Option<codes::AnswerOrder>, inline)]
    sort: AnswerOrder,
    /// 1-based.
    page: Option<i64>,
    /// Rows per page.
    page_size: Option<i64>,
}

impl AnswersQuery {
    /// What was chosen; a question and its choice say it together.
    fn chosen(&self) -> Result<Option<SurveyChoice>, Problem> {
        let wrong =
            |field: &'static str| Problem::invalid_field(field, FieldText::SurveyChoiceWrong);
        let word = self.choice.as_deref().map(str::trim);
        match (self.question, word.filter(|word| !word.is_empty())) {
            (None, None) => Ok(None),
            (None, Some(_)) => Err(wrong("question")),
            (Some(question), word) => {
                let choice = word.and_then(|word| SurveyChoice::parse(question, word));
                choice.map(Some).ok_or_else(|| wrong("choice"))
            }
        }
    }
}

/// What people answered; with a question and a choice, the answers that the figure of this choice counts. Days as in `/api/stats/orders`.
#[utoipa::path(get, path = "/api/survey/answers", tag = "survey", operation_id = "getSurveyAnswers",
    params(PeriodQuery, AnswersQuery),
    responses((status = 200, body = List<SurveyAnswerView>), (status = 400, body = ProblemBody)))]
pub(super) async fn list(
    State(context): State<Context>,
    Query(days): Query<PeriodQuery>,
    Query(query): Query<AnswersQuery>,
) -> Result<Json<List<SurveyAnswerView>>, Problem> {
    let period = days.period(context.now());
    let chosen = query.chosen()?;
    let mut db = context.connection().await?;
    let found = survey::list(
        &mut db,
        (period, chosen),
        query.sort,
        Page::new(query.page, query.page_size),
    )
    .await?;
    Ok(Json(List::from_rows(found, Into::into)))
}
