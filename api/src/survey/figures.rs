//! `GET /api/survey/figures`

use axum::extract::State;
use domain::survey::SurveyQuestion;
use serde::Serialize;
use storage::db::survey::{self, ChoiceCount};
use utoipa::ToSchema;

use crate::context::Context;
use crate::json::{Json, Query};
use crate::orders::codes;
use crate::problem::{Problem, ProblemBody};
use crate::statistics::PeriodQuery;

/// How many chose one choice.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SurveyChoice)]
struct ChoiceView {
    choice: &'static str,
    answers: u64,
}

/// How a question was answered.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SurveyQuestion)]
struct QuestionView {
    #[schema(value_type = codes::SurveyQuestionName)]
    question: &'static str,
    /// Every choice as it is shown, those that nobody chose too.
    choices: Vec<ChoiceView>,
}

/// Counts of the survey's answers by question.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct SurveyFigures {
    /// How many answers there are: one a person and day.
    answers: u64,
    questions: Vec<QuestionView>,
}

fn answered(counts: &[ChoiceCount], question: &str, choice: &str) -> u64 {
    counts
        .iter()
        .find(|count| count.question == question && count.choice == choice)
        .map_or(0, |count| count.answers.unsigned_abs())
}

/// How many chose what. Days as in `/api/stats/orders`. `/api/survey/answers` with the same days, a question and a choice lists just these answers.
#[utoipa::path(get, path = "/api/survey/figures", tag = "survey", operation_id = "getSurveyFigures", params(PeriodQuery),
    responses((status = 200, body = SurveyFigures), (status = 400, body = ProblemBody)))]
pub(super) async fn figures(
    State(context): State<Context>,
    Query(days): Query<PeriodQuery>,
) -> Result<Json<SurveyFigures>, Problem> {
    let period = days.period(context.now());
    let (answers, counts) = survey::counts(&mut *context.connection().await?, period).await?;
    let questions = SurveyQuestion::ALL
        .iter()
        .map(|question| QuestionView {
            question: question.as_str(),
            choices: question
                .choices()
                .into_iter()
                .map(|choice| ChoiceView {
                    choice,
                    answers: answered(&counts, question.as_str(), choice),
                })
                .collect(),
        })
        .collect();
    Ok(Json(SurveyFigures {
        answers: answers.unsigned_abs(),
        questions,
    }))
}
