//! `GET /api/audit-desk/phrases`: what rejections mostly say.

use axum::extract::State;
use domain::dictionary::DictionaryKind;
use storage::db::dictionary;

use crate::context::Context;
use crate::dictionary::DictionaryWord;
use crate::json::{Json, List};
use crate::problem::Problem;

/// What rejections mostly say, in the order in which it is offered.
#[utoipa::path(get, path = "/api/audit-desk/phrases", tag = "audit-desk", operation_id = "getRejectPhrases",
    responses((status = 200, body = List<DictionaryWord>)))]
pub(super) async fn list(
    State(context): State<Context>,
) -> Result<Json<List<DictionaryWord>>, Problem> {
    let mut db = context.connection().await?;
    let kind = DictionaryKind::RejectPhrase;
    let phrases = dictionary::list(&mut db, kind).await?.offered();
    let words = phrases.map(|stored| DictionaryWord::new(kind, stored.entry));
    Ok(Json(List::whole(words.collect())))
}
