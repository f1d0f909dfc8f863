//! `GET /api/scopes`

use axum::extract::State;
use domain::ids::UserId;
use domain::list_order::GrantOrder;
use domain::scope::ScopeSubjectKind;
use serde::Deserialize;
use storage::db::Page;
use storage::db::scopes::{self, GrantFilter};
use utoipa::IntoParams;

use super::view::GrantView;
use crate::context::Context;
use crate::json::{Json, List, Query};
use crate::orders::codes;
use crate::problem::{Problem, ProblemBody};

/// Filters of the grants.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub(super) struct GrantQuery {
    /// Only those to this sort of subject.
    #[param(value_type = Option<codes::ScopeSubjectKind>)]
    subject: Option<ScopeSubjectKind>,
    /// Only those to this person.
    #[param(value_type = Option<uuid::Uuid>)]
    user_id: Option<UserId>,
    /// Part of the unit's or the person's name.
    q: Option<String>,
    /// What comes first. Default `subject`: to everybody first, then to persons and units by name.
    #[param(value_type = Option<codes::GrantOrder>, inline)]
    sort: GrantOrder,
    /// 1-based.
    page: Option<i64>,
    /// Rows per page.
    page_size: Option<i64>,
}

/// Grants. What somebody may see is what is in at least one of the
/// grants to everybody, to the own unit, to the units above it, and to the person.
#[utoipa::path(get, path = "/api/scopes", tag = "scopes", operation_id = "getScopeGrants", params(GrantQuery),
    responses((status = 200, body = List<GrantView>), (status = 400, body = ProblemBody)))]
pub(super) async fn list(
    State(context): State<Context>,
    Query(query): Query<GrantQuery>,
) -> Result<Json<List<GrantView>>, Problem> {
    let part = query.q.as_deref().map(str::trim);
    let filter = GrantFilter {
        kind: query.subject,
        person: query.user_id,
        unit: None,
        part: part.filter(|part| !part.is_empty()),
        order: query.sort,
    };
    let page = Page::new(query.page, query.page_size);
    let mut db = context.connection().await?;
    let found = scopes::list(&mut db, filter, page).await?;
    let now = context.now();
    Ok(Json(List::from_rows(found, |grant| {
        GrantView::without_area(grant, now)
    })))
}
