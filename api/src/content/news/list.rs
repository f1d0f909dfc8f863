//! `GET /api/content/news`

use axum::extract::State;
use domain::content::NewsState;
use domain::ids::NewsTypeId;
use domain::list_order::NewsOrder;
use serde::Deserialize;
use storage::db::Page;
use storage::db::content::news::{self, NewsFilter};
use texts::FieldText;
use utoipa::IntoParams;
use uuid::Uuid;

use super::NewsView;
use crate::context::Context;
use crate::json::{Json, List, Query};
use crate::orders::codes;
use crate::problem::{Problem, ProblemBody};

/// Filters of the articles.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub(super) struct WrittenNewsQuery {
    /// Only articles of this type.
    #[serde(rename = "type")]
    #[param(rename = "type")]
    type_id: Option<Uuid>,
    /// Only articles in this state.
    #[param(value_type = Option<codes::NewsState>)]
    state: Option<String>,
    /// Part of the title.
    q: Option<String>,
    /// What comes first. Default `-changed`.
    #[param(value_type = Option<codes::NewsOrder>, inline)]
    sort: NewsOrder,
    /// 1-based.
    page: Option<i64>,
    /// Rows per page.
    page_size: Option<i64>,
}

/// Articles in whatever state, without their texts.
#[utoipa::path(get, path = "/api/content/news", tag = "content", operation_id = "getWrittenNews",
    params(WrittenNewsQuery),
    responses((status = 200, body = List<NewsView>), (status = 400, body = ProblemBody)))]
pub(super) async fn list(
    State(context): State<Context>,
    Query(query): Query<WrittenNewsQuery>,
) -> Result<Json<List<NewsView>>, Problem> {
    let state = query.state.as_deref().map(|word| {
        let state = NewsState::parse(word);
        state.ok_or_else(|| Problem::invalid_field("state", FieldText::ContentChoiceWrong))
    });
    let part = query.q.map(|part| part.trim().to_owned());
    let filter = NewsFilter {
        type_id: query.type_id.map(NewsTypeId),
        state: state.transpose()?,
        part: part.filter(|part| !part.is_empty()),
    };
    let mut db = context.connection().await?;
    let page = Page::new(query.page, query.page_size);
    let rows = news::list(&mut db, &filter, query.sort, page).await?;
    Ok(Json(List::from_rows(rows, NewsView::from)))
}
