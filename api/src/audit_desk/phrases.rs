//! `GET` and `PUT /api/audit-desk/phrases`: what rejections mostly say.

use std::collections::HashSet;

use axum::extract::State;
use domain::order::decision::{LONGEST_PHRASE, MOST_PHRASES};
use domain::text::{is_blank, is_forbidden};
use serde::{Deserialize, Serialize};
use storage::db::{handles, reject_phrases};
use texts::FieldText;
use utoipa::ToSchema;

use crate::caller::Caller;
use crate::context::Context;
use crate::json::Json;
use crate::problem::{Problem, ProblemBody};

/// The phrases, in the order in which they are offered.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(super) struct RejectPhrases {
    /// 1 to 50 phrases of 1 to 200 characters each, none twice.
    #[schema(min_items = 1, max_items = 50)]
    phrases: Vec<String>,
}

impl RejectPhrases {
    fn checked(self) -> Result<Vec<String>, Problem> {
        let phrases: Vec<String> = self.phrases.iter().map(|p| p.trim().to_owned()).collect();
        let refused = |text: FieldText| Err(Problem::invalid_field("phrases", text));
        if phrases.is_empty() || phrases.len() > MOST_PHRASES {
            let most = MOST_PHRASES as u64;
            return refused(FieldText::PhraseCountWrong { most });
        }
        if phrases.iter().any(|phrase| is_blank(phrase)) {
            return refused(FieldText::PhraseBlank);
        }
        if phrases.iter().any(|p| p.chars().count() > LONGEST_PHRASE) {
            let most = LONGEST_PHRASE as u64;
            return refused(FieldText::PhraseTooLong { most });
        }
        if phrases
            .iter()
            .any(|p| p.chars().any(|c| is_forbidden(c, true)))
        {
            return refused(FieldText::ControlCharacters);
        }
        if phrases.iter().collect::<HashSet<_>>().len() < phrases.len() {
            return refused(FieldText::PhraseTwice);
        }
        Ok(phrases)
    }
}

/// What rejections mostly say.
#[utoipa::path(get, path = "/api/audit-desk/phrases", tag = "audit-desk", operation_id = "getRejectPhrases",
    responses((status = 200, body = RejectPhrases)))]
pub(super) async fn list(State(context): State<Context>) -> Result<Json<RejectPhrases>, Problem> {
    let mut db = context.connection().await?;
    let phrases = reject_phrases::list(&mut db).await?;
    Ok(Json(RejectPhrases { phrases }))
}

/// Replaces what rejections mostly say.
#[utoipa::path(put, path = "/api/audit-desk/phrases", tag = "audit-desk", operation_id = "putRejectPhrases",
    request_body = RejectPhrases,
    responses((status = 200, body = RejectPhrases), (status = 400, body = ProblemBody)))]
pub(super) async fn replace(
    State(context): State<Context>,
    caller: Caller,
    Json(body): Json<RejectPhrases>,
) -> Result<Json<RejectPhrases>, Problem> {
    let phrases = body.checked()?;
    let mut tx = handles::begin(&context.pool).await?;
    reject_phrases::replace(&mut tx, &phrases, caller.id, context.now()).await?;
    handles::commit(tx).await?;
    Ok(Json(RejectPhrases { phrases }))
}
