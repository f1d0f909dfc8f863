//! `GET /api/units/tree`, `PUT /api/units/{id}/parent`

use axum::extract::State;
use axum::http::StatusCode;
use domain::ids::UnitId;
use domain::unit::UnitStatus;
use serde::{Deserialize, Serialize};
use storage::db::scopes::{self, UnitNode};
use utoipa::ToSchema;
use uuid::Uuid;

use super::desk;
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::{Json, List, Path};
use crate::problem::{Problem, ProblemBody};

/// A unit with the one above it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = UnitNode)]
#[serde(rename_all = "camelCase")]
pub(super) struct UnitNodeView {
    id: Uuid,
    name: String,
    /// The unit above it.
    #[schema(required)]
    parent_id: Option<Uuid>,
    /// 1 in use, 0 no longer offered.
    #[schema(value_type = i16)]
    status: UnitStatus,
    /// People who share its grants.
    members: i64,
    /// Number of grants to the unit.
    grants: i64,
}

impl From<UnitNode> for UnitNodeView {
    fn from(unit: UnitNode) -> Self {
        Self {
            id: unit.id,
            name: unit.name,
            parent_id: unit.parent_id,
            status: unit.status,
            members: unit.members,
            grants: unit.grants,
        }
    }
}

/// All units by name, each with the one above it.
#[utoipa::path(get, path = "/api/units/tree", tag = "scopes", operation_id = "getUnitTree",
    responses((status = 200, body = List<UnitNodeView>)))]
pub(super) async fn tree(
    State(context): State<Context>,
) -> Result<Json<List<UnitNodeView>>, Problem> {
    let units = scopes::unit_tree(&mut *context.connection().await?).await?;
    let items: Vec<_> = units.into_iter().map(UnitNodeView::from).collect();
    let total = i64::try_from(items.len()).unwrap_or(i64::MAX);
    Ok(Json(List { items, total }))
}

/// New parent of a unit.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct UnitParent {
    /// The unit above; null: none.
    #[serde(deserialize_with = "Option::deserialize")]
    #[schema(required)]
    parent_id: Option<Uuid>,
}

/// Puts a unit below another one, whose grants its members then share; all of them the caller must see.
#[utoipa::path(put, path = "/api/units/{id}/parent", tag = "scopes", operation_id = "moveUnit",
    params(("id" = Uuid, Path)), request_body = UnitParent,
    responses((status = 204), (status = 400, body = ProblemBody), (status = 409, body = ProblemBody)))]
pub(super) async fn set_parent(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<UnitId>,
    Json(parent): Json<UnitParent>,
) -> Result<StatusCode, Problem> {
    let parent = parent.parent_id.map(UnitId);
    let permit = context.geometry.admit(Some(&caller), &client).await?;
    let moved = async {
        let desk = desk(&context, &caller, &client);
        Ok::<_, Problem>(desk.move_unit(id, parent, permit.budget()).await?)
    };
    permit.within(moved).await?;
    Ok(StatusCode::NO_CONTENT)
}
