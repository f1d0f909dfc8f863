//! `GET /api/processes`: the processing levels of reprocessing orders (处理级别).

use axum::extract::State;
use domain::dictionary::DictionaryKind;
use serde::Serialize;
use storage::db::dictionary;
use utoipa::ToSchema;
use utoipa_axum::routes;

use crate::context::Context;
use crate::json::{Json, List};
use crate::problem::Problem;
use crate::router::{RouteAccess, Routes};

pub(crate) fn declare(routes: &mut Routes) {
    routes.add(RouteAccess::Public, routes!(list));
}

/// A processing level; its name is an order's `assignment`.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ProcessingLevel)]
struct LevelBody {
    /// Stays the same whatever the level is called.
    id: i64,
    name: String,
}

/// The processing levels that are offered, in their order. The specification's call; `GET /api/dictionary` answers all
/// words of the form.
#[utoipa::path(get, path = "/api/processes", tag = "system", operation_id = "listProcess",
    responses((status = 200, body = List<LevelBody>)))]
async fn list(State(context): State<Context>) -> Result<Json<List<LevelBody>>, Problem> {
    let mut db = context.connection().await?;
    let levels = dictionary::list(&mut db, DictionaryKind::ProcessingLevel).await?;
    let levels = levels.offered().map(|stored| LevelBody {
        id: stored.id,
        name: stored.entry.name,
    });
    Ok(Json(List::whole(levels.collect())))
}
