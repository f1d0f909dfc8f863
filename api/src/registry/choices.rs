//! `GET /api/registry/choices`

use axum::extract::State;
use serde::Serialize;
use storage::db::registry;
use utoipa::ToSchema;

use crate::context::Context;
use crate::json::Json;
use crate::problem::Problem;

/// Values that entries of the registry have.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RegistryChoices)]
pub(super) struct RegistryChoicesView {
    units: Vec<String>,
    usages: Vec<String>,
    /// Codes of the satellites.
    satellites: Vec<String>,
}

/// The units, usages and satellites that the registry can be searched by.
#[utoipa::path(get, path = "/api/registry/choices", tag = "registry", operation_id = "registryChoices",
    responses((status = 200, body = RegistryChoicesView)))]
pub(super) async fn choices(
    State(context): State<Context>,
) -> Result<Json<RegistryChoicesView>, Problem> {
    let found = registry::choices(&mut *context.connection().await?).await?;
    Ok(Json(RegistryChoicesView {
        units: found.units,
        usages: found.usages,
        satellites: found.satellites,
    }))
}
