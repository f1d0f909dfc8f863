//! `GET` and `PUT /api/settings`: what administrators switch for everybody.

use axum::extract::State;
use domain::setting::Setting;
use serde::{Deserialize, Serialize};
use storage::PgConnection;
use storage::db::{handles, settings};
use utoipa::ToSchema;
use utoipa_axum::routes;

use crate::caller::Admin;
use crate::context::Context;
use crate::json::Json;
use crate::problem::{Problem, ProblemBody};
use crate::router::{RouteAccess, Routes};

pub(crate) fn declare(routes: &mut Routes) {
    routes.add(RouteAccess::Staff, routes!(get));
    routes.add(RouteAccess::Admin, routes!(put));
}

/// The switches.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[schema(as = Settings)]
pub struct Switches {
    /// Whether whole orders may be extracted again (重提).
    reorder: bool,
}

async fn read(db: &mut PgConnection) -> Result<Switches, Problem> {
    Ok(Switches {
        reorder: settings::is_on(db, Setting::Reorder).await?,
    })
}

/// The switches as they are.
#[utoipa::path(get, path = "/api/settings", tag = "system", operation_id = "getSettings",
    responses((status = 200, body = Switches)))]
pub async fn get(State(context): State<Context>) -> Result<Json<Switches>, Problem> {
    Ok(Json(read(&mut *context.connection().await?).await?))
}

/// Switches for everybody, from now on.
#[utoipa::path(put, path = "/api/settings", tag = "system", operation_id = "putSettings", request_body = Switches,
    responses((status = 200, body = Switches), (status = 400, body = ProblemBody)))]
pub async fn put(
    State(context): State<Context>,
    Admin(admin): Admin,
    Json(wanted): Json<Switches>,
) -> Result<Json<Switches>, Problem> {
    let mut tx = context.begin().await?;
    let now = context.now();
    settings::switch(&mut tx, Setting::Reorder, wanted.reorder, admin.id, now).await?;
    handles::commit(tx).await?;
    Ok(Json(read(&mut *context.connection().await?).await?))
}
