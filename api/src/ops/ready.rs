//! `GET /readyz`

use std::time::Duration;

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use object_store::ObjectStoreExt as _;
use serde::Serialize;
use utoipa::ToSchema;

use crate::context::Context;

/// A dependency that does not answer within this is away.
const PATIENCE: Duration = Duration::from_secs(3);

/// One dependency.
#[derive(Debug, Serialize, ToSchema)]
pub struct Dependency {
    name: &'static str,
    ready: bool,
}

/// Each dependency, asked now. 503 if one is away.
#[utoipa::path(get, path = "/readyz", tag = "operations",
    responses((status = 200, body = Vec<Dependency>), (status = 503, body = Vec<Dependency>)))]
pub async fn readyz(State(context): State<Context>) -> impl IntoResponse {
    let (database, objects) = tokio::join!(
        tokio::time::timeout(PATIENCE, database(&context)),
        tokio::time::timeout(PATIENCE, objects(&context)),
    );
    let dependencies = [
        Dependency {
            name: "database",
            ready: database.unwrap_or(false),
        },
        Dependency {
            name: "objects",
            ready: objects.unwrap_or(false),
        },
    ];
    let status = if dependencies.iter().all(|dependency| dependency.ready) {
        StatusCode::OK
    } else {
        StatusCode::SERVICE_UNAVAILABLE
    };
    let no_store = [(header::CACHE_CONTROL, "no-store")];
    (status, no_store, axum::Json(dependencies))
}

async fn database(context: &Context) -> bool {
    storage::db::health::ping(&context.pool).await.is_ok()
}

/// That the probed object does not exist is an answer too.
async fn objects(context: &Context) -> bool {
    let probe = object_store::path::Path::from("readyz");
    matches!(
        context.objects.head(&probe).await,
        Ok(_) | Err(object_store::Error::NotFound { .. })
    )
}
