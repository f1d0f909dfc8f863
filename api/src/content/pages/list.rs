//! `GET /api/content/pages`

use axum::extract::State;
use chrono::{DateTime, Utc};
use domain::content::ContentPage;
use serde::Serialize;
use storage::db::content::pages;
use utoipa::ToSchema;

use crate::context::Context;
use crate::json::{Json, List};
use crate::orders::codes;
use crate::problem::Problem;

/// A page, and whether its own text is replaced.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PageState {
    #[schema(value_type = codes::ContentPage)]
    page: ContentPage,
    /// Whether another text stands in place of its own.
    replaced: bool,
    /// When the page's own text was saved; null if it has none.
    #[schema(required)]
    saved_at: Option<DateTime<Utc>>,
    /// Name of who saved it; null if it has no text of its own.
    #[schema(required)]
    saved_by: Option<String>,
}

/// The pages whose texts may be replaced.
#[utoipa::path(get, path = "/api/content/pages", tag = "content", operation_id = "getContentPages",
    responses((status = 200, body = List<PageState>)))]
pub(super) async fn list(State(context): State<Context>) -> Result<Json<List<PageState>>, Problem> {
    let mut db = context.connection().await?;
    let replaced = pages::replaced(&mut db).await?;
    let states = ContentPage::ALL.iter().map(|page| {
        let found = replaced.iter().find(|(one, ..)| one == page);
        PageState {
            page: *page,
            replaced: found.is_some(),
            saved_at: found.map(|(_, saved, _)| *saved),
            saved_by: found.map(|(.., by)| by.clone()),
        }
    });
    Ok(Json(List::whole(states.collect())))
}
