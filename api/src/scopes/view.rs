//! `GET /api/scopes/{id}`, and a grant as it is shown.

use axum::extract::State;
use chrono::{DateTime, Utc};
use domain::ids::ScopeGrantId;
use domain::scope::{ScopeSubject, ScopeSubjectKind};
use serde::Serialize;
use storage::db::scopes::{self, StoredGrant};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::context::Context;
use crate::json::{Json, Path};
use crate::orders::codes;
use crate::problem::{Problem, ProblemBody};

/// What a unit, a person or everybody may see.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ScopeGrant)]
#[serde(rename_all = "camelCase")]
pub(super) struct GrantView {
    id: Uuid,
    #[schema(value_type = codes::ScopeSubjectKind)]
    subject: ScopeSubjectKind,
    /// The unit or the person.
    #[schema(required)]
    subject_id: Option<Uuid>,
    /// Name of the unit, or the person's name and login name; empty: everybody.
    subject_name: String,
    /// Catalogue nodes with all below them; null: all.
    #[schema(required)]
    node_ids: Option<Vec<i64>>,
    /// Whether it is about an area, and not about everywhere.
    has_area: bool,
    /// Of an administrative region its code.
    #[schema(required)]
    region: Option<String>,
    /// What people call the area, or empty.
    area_name: String,
    /// The area as WKT, where one grant is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    wkt: Option<String>,
    /// The last moment; null: for good.
    #[schema(required)]
    until: Option<DateTime<Utc>>,
    /// Whether it still holds.
    valid: bool,
    /// Why, or empty.
    note: String,
    created: DateTime<Utc>,
    /// Name of who made it, or empty.
    created_by: String,
    /// For `changeScopeGrant`.
    version: i64,
}

impl GrantView {
    /// Without the area's text, which may be long.
    pub(super) fn without_area(grant: StoredGrant, now: DateTime<Utc>) -> Self {
        let subject_id = match grant.subject {
            ScopeSubject::Everybody => None,
            ScopeSubject::Unit(unit) => Some(unit.0),
            ScopeSubject::Person(person) => Some(person.0),
        };
        let nodes = grant.extent.nodes.as_ref();
        Self {
            id: grant.id.0,
            subject: grant.subject.kind(),
            subject_id,
            subject_name: grant.subject_name,
            node_ids: nodes.map(|nodes| nodes.iter().copied().collect()),
            has_area: grant.extent.area.is_some(),
            region: grant.region,
            area_name: grant.area_name,
            wkt: None,
            until: grant.extent.until,
            valid: grant.extent.is_valid(now),
            note: grant.note,
            created: grant.created,
            created_by: grant.created_by,
            version: grant.version,
        }
    }
}

/// A grant with its area.
pub(super) async fn find(context: &Context, id: ScopeGrantId) -> Result<Json<GrantView>, Problem> {
    let found = scopes::find(&mut *context.connection().await?, id).await?;
    let grant = found.ok_or_else(Problem::not_found)?;
    let wkt = grant.extent.area.clone();
    Ok(Json(GrantView {
        wkt,
        ..GrantView::without_area(grant, context.now())
    }))
}

/// One grant, with its area.
#[utoipa::path(get, path = "/api/scopes/{id}", tag = "scopes", operation_id = "getScopeGrant",
    params(("id" = Uuid, Path)), responses((status = 200, body = GrantView), (status = 404, body = ProblemBody)))]
pub(super) async fn get(
    State(context): State<Context>,
    Path(id): Path<ScopeGrantId>,
) -> Result<Json<GrantView>, Problem> {
    find(&context, id).await
}
