//! `POST /api/survey`

use axum::extract::State;
use axum::http::StatusCode;
use domain::survey::{
    DataQuality, Occupation, ServiceImprovement, ServiceProblem, SurveyAnswer, UsageFrequency,
    Willingness, checked_other, checked_suggestions,
};
use serde::Deserialize;
use storage::db::survey;
use texts::FieldText;
use utoipa::ToSchema;

use crate::caller::Caller;
use crate::context::Context;
use crate::json::Json;
use crate::orders::codes;
use crate::problem::{FieldError, Problem, ProblemBody};

/// An answer, in the specification's names (portal specification, section 3).
#[derive(Debug, Default, Deserialize, ToSchema)]
#[schema(as = SurveyAnswer)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct SurveyForm {
    #[schema(required, value_type = codes::SurveyOccupation)]
    occupation: String,
    /// Needed beside `other`, and kept only there.
    other_occupation: String,
    #[schema(required, value_type = codes::SurveyFrequency)]
    frequency: String,
    #[schema(required, value_type = codes::SurveyDataQuality)]
    data_quality: String,
    /// Any number of them.
    #[schema(required, value_type = Vec<codes::SurveyProblem>)]
    problems: Vec<String>,
    /// Needed beside `other`, and kept only there.
    other_problems: String,
    /// Any number of them.
    #[schema(required, value_type = Vec<codes::SurveyImprovement>)]
    customer_service_improvements: Vec<String>,
    /// Needed beside `other`, and kept only there.
    other_customer_service_improvements: String,
    #[schema(required, value_type = codes::SurveyWillingness)]
    recommendation_willingness: String,
    /// At most 2,000 characters.
    suggestions: String,
}

/// Errors as they are found, so that all are told at once.
#[derive(Default)]
struct Faults(Vec<FieldError>);

impl Faults {
    fn take<T>(&mut self, field: &'static str, checked: Result<T, FieldText>) -> Option<T> {
        checked
            .map_err(|text| self.0.push(FieldError::new(field, text)))
            .ok()
    }

    /// The one choice of a question.
    fn one<T>(&mut self, field: &'static str, parsed: Option<T>) -> Option<T> {
        self.take(field, parsed.ok_or(FieldText::SurveyChoiceWrong))
    }

    /// The choices of a question, each once, as they are shown.
    fn several<T: Ord>(&mut self, field: &'static str, parsed: Option<Vec<T>>) -> Option<Vec<T>> {
        let mut choices = self.one(field, parsed)?;
        choices.sort();
        choices.dedup();
        Some(choices)
    }
}

impl SurveyForm {
    fn checked(&self) -> Result<SurveyAnswer, Problem> {
        let mut faults = Faults::default();
        let occupation = faults.one("occupation", Occupation::parse(&self.occupation));
        let frequency = faults.one("frequency", UsageFrequency::parse(&self.frequency));
        let quality = faults.one("dataQuality", DataQuality::parse(&self.data_quality));
        let problems = self.problems.iter().map(|one| ServiceProblem::parse(one));
        let problems = faults.several("problems", problems.collect());
        let improvements = self.customer_service_improvements.iter();
        let improvements = improvements.map(|one| ServiceImprovement::parse(one));
        let improvements = faults.several("customerServiceImprovements", improvements.collect());
        let willingness = Willingness::parse(&self.recommendation_willingness);
        let willingness = faults.one("recommendationWillingness", willingness);
        let is_other = occupation == Some(Occupation::Other);
        let other_occupation = faults.take(
            "otherOccupation",
            checked_other(&self.other_occupation, is_other),
        );
        let is_other = (problems.iter().flatten()).any(|one| *one == ServiceProblem::Other);
        let other_problems = faults.take(
            "otherProblems",
            checked_other(&self.other_problems, is_other),
        );
        let is_other = (improvements.iter().flatten()).any(|one| *one == ServiceImprovement::Other);
        let other_improvements = faults.take(
            "otherCustomerServiceImprovements",
            checked_other(&self.other_customer_service_improvements, is_other),
        );
        let suggestions = faults.take("suggestions", checked_suggestions(&self.suggestions));
        let whole = || {
            Some(SurveyAnswer {
                occupation: occupation?,
                other_occupation: other_occupation?,
                frequency: frequency?,
                data_quality: quality?,
                problems: problems?,
                other_problems: other_problems?,
                improvements: improvements?,
                other_improvements: other_improvements?,
                willingness: willingness?,
                suggestions: suggestions?,
            })
        };
        whole().ok_or_else(|| Problem::invalid(faults.0))
    }
}

/// Keeps what the caller says about the service. A second answer on the same day takes the place of the first.
#[utoipa::path(post, path = "/api/survey", tag = "survey", operation_id = "submitSurvey", request_body = SurveyForm,
    responses((status = 204), (status = 400, body = ProblemBody)))]
pub(super) async fn submit(
    State(context): State<Context>,
    caller: Caller,
    Json(form): Json<SurveyForm>,
) -> Result<StatusCode, Problem> {
    let answer = form.checked()?;
    let mut db = context.connection().await?;
    survey::save(&mut db, caller.id, &answer, context.now()).await?;
    Ok(StatusCode::NO_CONTENT)
}
