//! `POST /api/searches`

use axum::extract::State;
use axum::http::StatusCode;
use domain::ids::SavedSearchId;
use domain::text::is_forbidden;
use serde::Deserialize;
use storage::db::bookmarks::NamedOutcome;
use storage::db::{handles, saved_searches};
use texts::{FieldText, ProblemText};
use utoipa::ToSchema;

use super::SavedSearch;
use crate::bookmarks::checked_name;
use crate::caller::Caller;
use crate::context::Context;
use crate::json::Json;
use crate::problem::{Problem, ProblemBody};

/// Longest query string, in characters.
const LONGEST_QUERY: usize = 8000;

/// A search to keep.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct NewSearch {
    #[serde(default)]
    #[schema(required)]
    name: String,
    /// The query string of the portal's search page.
    #[schema(max_length = 8000)]
    query: String,
    /// How many scenes it finds now.
    count: Option<i64>,
}

/// Keeps a search, under a name of one's own; at most 200.
#[utoipa::path(post, path = "/api/searches", tag = "bookmarks", operation_id = "saveSearch",
    request_body = NewSearch,
    responses((status = 201, body = SavedSearch), (status = 400, body = ProblemBody),
        (status = 409, body = ProblemBody), (status = 422, body = ProblemBody)))]
pub(super) async fn create(
    State(context): State<Context>,
    caller: Caller,
    Json(new): Json<NewSearch>,
) -> Result<(StatusCode, Json<SavedSearch>), Problem> {
    let name = checked_name(&new.name)?.ok_or_else(|| {
        Problem::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            ProblemText::SearchNameMissing,
        )
    })?;
    let long = new.query.chars().count() > LONGEST_QUERY;
    if long || new.query.chars().any(|c| is_forbidden(c, true)) {
        return Err(Problem::invalid_field("query", FieldText::QueryUnfit));
    }
    let row = saved_searches::SavedSearch {
        id: SavedSearchId::fresh(),
        name: name.to_owned(),
        query: new.query,
        found: new.count.filter(|count| *count >= 0),
        created: context.now(),
    };
    let mut tx = context.begin().await?;
    match saved_searches::insert(&mut tx, caller.id, &row).await? {
        NamedOutcome::Done => handles::commit(tx).await?,
        NamedOutcome::NameTaken => return Err(Problem::conflict(ProblemText::SearchNameTaken)),
        NamedOutcome::Full => return Err(Problem::conflict(ProblemText::TooManySearches)),
    }
    Ok((StatusCode::CREATED, Json(row.into())))
}
