//! `GET /healthz`

use axum::http::header;
use axum::response::IntoResponse;

/// The process answers.
#[utoipa::path(get, path = "/healthz", tag = "operations", responses((status = 200, body = String)))]
pub async fn healthz() -> impl IntoResponse {
    ([(header::CACHE_CONTROL, "no-store")], "ok")
}
