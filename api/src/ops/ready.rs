//! `GET /readyz`

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use serde::Serialize;
use utoipa::ToSchema;

use super::dependencies;
use crate::context::Context;

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
    let dependencies = dependencies::ask(&context).await.map(|asked| Dependency {
        name: asked.name,
        ready: asked.delay.is_some(),
    });
    let status = if dependencies.iter().all(|dependency| dependency.ready) {
        StatusCode::OK
    } else {
        StatusCode::SERVICE_UNAVAILABLE
    };
    let no_store = [(header::CACHE_CONTROL, "no-store")];
    (status, no_store, axum::Json(dependencies))
}
