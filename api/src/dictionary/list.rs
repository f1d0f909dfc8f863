//! `GET /api/dictionary/{kind}`

use axum::extract::State;
use domain::dictionary::DictionaryKind;
use storage::db::dictionary;

use super::{ListView, viewed};
use crate::context::Context;
use crate::json::{Json, Path};
use crate::orders::codes;
use crate::problem::{Problem, ProblemBody};

/// A list with everything that administrators have to know of it.
#[utoipa::path(get, path = "/api/dictionary/{kind}", tag = "dictionary", operation_id = "getDictionaryList",
    params(("kind" = codes::DictionaryKind, Path)),
    responses((status = 200, body = ListView), (status = 404, body = ProblemBody)))]
pub(super) async fn list(
    State(context): State<Context>,
    Path(kind): Path<DictionaryKind>,
) -> Result<Json<ListView>, Problem> {
    let mut db = context.connection().await?;
    let list = dictionary::list(&mut db, kind).await?;
    viewed(&mut db, kind, list).await.map(Json)
}
