//! `POST /api/orders/{id}/feedback`

use axum::extract::State;
use axum::http::StatusCode;
use domain::ids::{AttachmentId, OrderId};
use domain::order::feedback::{Feedback, MAX_CONTENT, Rating};
use serde::Deserialize;
use storage::lifecycle::feedback;
use texts::{FieldText, ProblemText};
use utoipa::ToSchema;
use uuid::Uuid;

use super::access::visible_with_papers;
use super::codes;
use super::payload;
use super::view::{self, OrderView};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::{Json, Path};
use crate::problem::{FieldError, Problem, ProblemBody};

/// What an applicant says about a completed order: in the order list three ratings and a text (`appraise`,
/// `responseSpeed`, `serviceAttitude`, `feedBack`), on the order's own page one rating and a text (`score`, `content`).
#[derive(Debug, Default, Deserialize, ToSchema)]
#[schema(as = Feedback)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct FeedbackPayload {
    /// Overall.
    #[schema(value_type = Option<codes::Rating>, nullable = false)]
    appraise: Option<i16>,
    #[schema(value_type = Option<codes::Rating>, nullable = false)]
    response_speed: Option<i16>,
    #[schema(value_type = Option<codes::Rating>, nullable = false)]
    service_attitude: Option<i16>,
    /// Up to 2000 characters.
    #[schema(nullable = false)]
    feed_back: Option<String>,
    /// Overall, in the short form.
    #[schema(value_type = Option<codes::Rating>, nullable = false)]
    score: Option<i16>,
    /// Up to 2000 characters, in the short form.
    #[schema(nullable = false)]
    content: Option<String>,
    /// A document of the caller's, uploaded with type 8.
    feed_back_upload: Option<Uuid>,
}

impl FeedbackPayload {
    fn parsed(self) -> Result<Feedback, Problem> {
        if self.is_short() {
            return self.parsed_short();
        }
        let ratings = [
            ("appraise", self.appraise),
            ("responseSpeed", self.response_speed),
            ("serviceAttitude", self.service_attitude),
        ];
        let missing: Vec<_> = ratings
            .into_iter()
            .filter(|(_, code)| code.is_none())
            .map(|(field, _)| field)
            .collect();
        if !missing.is_empty() {
            return Err(not_rated(ProblemText::NotRated, &missing));
        }
        let [overall, response_speed, service_attitude] = ratings.map(rating);
        Ok(Feedback {
            overall: overall?.ok_or_else(|| not_rated(ProblemText::NotRated, &["appraise"]))?,
            response_speed: response_speed?,
            service_attitude: service_attitude?,
            content: text("feedBack", self.feed_back)?,
        })
    }

    fn is_short(&self) -> bool {
        let long = [self.appraise, self.response_speed, self.service_attitude];
        (self.score.is_some() || self.content.is_some())
            && long.iter().all(Option::is_none)
            && self.feed_back.is_none()
    }

    fn parsed_short(self) -> Result<Feedback, Problem> {
        let score = rating(("score", self.score))?;
        Ok(Feedback {
            overall: score.ok_or_else(|| not_rated(ProblemText::NotScored, &["score"]))?,
            response_speed: None,
            service_attitude: None,
            content: text("content", self.content)?,
        })
    }
}

fn rating((field, code): (&'static str, Option<i16>)) -> Result<Option<Rating>, Problem> {
    code.map(Rating::try_from)
        .transpose()
        .map_err(|_| Problem::invalid_field(field, FieldText::RatingWrong))
}

fn text(field: &'static str, given: Option<String>) -> Result<String, Problem> {
    let text = given.unwrap_or_default().trim().to_owned();
    if text.chars().count() > MAX_CONTENT {
        let most = MAX_CONTENT as u64;
        return Err(Problem::invalid_field(
            field,
            FieldText::FeedbackTooLong { most },
        ));
    }
    payload::several_lines(field, &text)?;
    Ok(text)
}

fn not_rated(text: ProblemText, fields: &[&'static str]) -> Problem {
    let errors = fields
        .iter()
        .map(|field| FieldError::new(*field, text.clone()))
        .collect();
    Problem::new(StatusCode::UNPROCESSABLE_ENTITY, text).with_errors(errors)
}

/// Rates a completed order, once.
#[utoipa::path(post, path = "/api/orders/{id}/feedback", tag = "orders", operation_id = "userFeedback",
    params(("id" = Uuid, Path)), request_body = FeedbackPayload,
    responses((status = 200, body = OrderView), (status = 400, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody), (status = 422, body = ProblemBody)))]
pub(super) async fn feedback(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<OrderId>,
    Json(given): Json<FeedbackPayload>,
) -> Result<Json<OrderView>, Problem> {
    // Whose order it is not learns nothing of the form.
    visible_with_papers(&mut *context.connection().await?, &caller, id).await?;
    let document = given.feed_back_upload.map(AttachmentId);
    let feedback = given.parsed()?;
    let by = caller.by(&client);
    let (pool, now) = (&context.pool, context.now());
    let order = feedback::give_feedback(pool, id, &feedback, document, by, now).await?;
    view::answer(&context, &caller, &order).await
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn read(body: serde_json::Value) -> Result<Feedback, (u16, &'static str)> {
        let payload: FeedbackPayload = serde_json::from_value(body).unwrap();
        payload
            .parsed()
            .map_err(|problem| (problem.status().as_u16(), problem.code()))
    }

    #[test]
    fn both_forms_are_read() {
        let long =
            json!({"appraise": 0, "responseSpeed": 1, "serviceAttitude": 4, "feedBack": " 好 "});
        let want = Feedback {
            overall: Rating::VerySatisfied,
            response_speed: Some(Rating::Satisfied),
            service_attitude: Some(Rating::VeryDissatisfied),
            content: "好".into(),
        };
        assert_eq!(read(long), Ok(want));
        let short = Feedback {
            overall: Rating::Average,
            response_speed: None,
            service_attitude: None,
            content: String::new(),
        };
        assert_eq!(read(json!({"score": 2})), Ok(short.clone()));
        assert_eq!(read(json!({"score": 2, "content": " "})), Ok(short));
    }

    #[test]
    fn what_is_missing_or_wrong_is_told() {
        let long = "字".repeat(MAX_CONTENT + 1);
        let table = [
            (json!({}), (422, "not_rated")),
            (
                json!({"appraise": 0, "responseSpeed": 0}),
                (422, "not_rated"),
            ),
            (json!({"content": "好"}), (422, "not_rated")),
            (json!({"score": 0, "feedBack": "x"}), (422, "not_rated")),
            (json!({"score": 5}), (400, "invalid")),
            (json!({"score": -1}), (400, "invalid")),
            (
                json!({"appraise": 0, "responseSpeed": 9, "serviceAttitude": 0}),
                (400, "invalid"),
            ),
            (json!({"score": 0, "content": long}), (400, "invalid")),
        ];
        for (body, want) in table {
            assert_eq!(read(body.clone()), Err(want), "{body}");
        }
    }
}
