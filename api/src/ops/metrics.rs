//! `GET /metrics`

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Mutex;
use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::http::header;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use storage::db::{health, scenes};

use crate::context::Context;
use crate::problem::Problem;

#[derive(Debug, Default, Clone, Copy)]
struct Answered {
    requests: u64,
    seconds: f64,
}

/// Requests by method, route and status.
#[derive(Debug, Default)]
pub struct Counters(Mutex<BTreeMap<(String, String, u16), Answered>>);

impl Counters {
    fn add(&self, method: &str, route: &str, status: u16, seconds: f64) {
        let mut table = self
            .0
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        let entry = table
            .entry((method.to_owned(), route.to_owned(), status))
            .or_default();
        entry.requests += 1;
        entry.seconds += seconds;
    }

    fn render(&self, text: &mut String) {
        let table = self
            .0
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
            .clone();
        text.push_str("# TYPE scenedock_http_requests_total counter\n");
        for ((method, route, status), answered) in &table {
            let labels = format!("method=\"{method}\",route=\"{route}\",status=\"{status}\"");
            let requests = answered.requests;
            let _ = writeln!(text, "scenedock_http_requests_total{{{labels}}} {requests}");
        }
        text.push_str("# TYPE scenedock_http_request_seconds_total counter\n");
        for ((method, route, status), answered) in &table {
            let labels = format!("method=\"{method}\",route=\"{route}\",status=\"{status}\"");
            let seconds = answered.seconds;
            let _ = writeln!(
                text,
                "scenedock_http_request_seconds_total{{{labels}}} {seconds:.6}"
            );
        }
    }
}

/// Counts one request under its route, never under its path: a stranger must not make labels.
pub async fn count(State(context): State<Context>, request: Request, next: Next) -> Response {
    let method = match request.method().as_str() {
        known @ ("GET" | "HEAD" | "POST" | "PUT" | "DELETE" | "PATCH" | "OPTIONS") => known,
        _ => "OTHER",
    }
    .to_owned();
    let route = request
        .extensions()
        .get::<MatchedPath>()
        .map_or_else(|| "unmatched".to_owned(), |path| path.as_str().to_owned());
    let begun = Instant::now();
    let response = next.run(request).await;
    let seconds = begun.elapsed().as_secs_f64();
    context
        .counters
        .add(&method, &route, response.status().as_u16(), seconds);
    response
}

/// Requests of this process, tasks by state, scenes by the state of their pictures and the database pool, as Prometheus text.
#[utoipa::path(get, path = "/metrics", tag = "operations", responses((status = 200, body = String)))]
pub async fn metrics(State(context): State<Context>) -> Result<impl IntoResponse, Problem> {
    let mut text = String::new();
    context.counters.render(&mut text);
    let pool = &context.pool;
    text.push_str("# TYPE scenedock_database_connections gauge\n");
    let _ = writeln!(text, "scenedock_database_connections {}", pool.size());
    let _ = writeln!(text, "# TYPE scenedock_database_idle_connections gauge");
    let _ = writeln!(
        text,
        "scenedock_database_idle_connections {}",
        pool.num_idle()
    );
    let (guests, people) = context.geometry.held();
    text.push_str("# TYPE scenedock_geometry_slots_held gauge\n");
    let _ = writeln!(
        text,
        "scenedock_geometry_slots_held{{of=\"guests\"}} {guests}"
    );
    let _ = writeln!(
        text,
        "scenedock_geometry_slots_held{{of=\"signed_in\"}} {people}"
    );
    let scenes::Looks {
        under_way,
        abandoned,
    } = scenes::looks();
    text.push_str("# TYPE scenedock_scene_looks gauge\n");
    let _ = writeln!(text, "scenedock_scene_looks {under_way}");
    text.push_str("# TYPE scenedock_scene_looks_abandoned_total counter\n");
    let _ = writeln!(text, "scenedock_scene_looks_abandoned_total {abandoned}");
    let mut connection = context.connection().await?;
    text.push_str("# TYPE scenedock_tasks gauge\n");
    for tasks in health::tasks_by_state(&mut connection).await? {
        let (kind, state, count) = (tasks.kind, tasks.state, tasks.count);
        let _ = writeln!(
            text,
            "scenedock_tasks{{kind=\"{kind}\",state=\"{state}\"}} {count}"
        );
    }
    text.push_str("# TYPE scenedock_previews gauge\n");
    for (state, count) in health::previews_by_state(&mut connection).await? {
        let _ = writeln!(text, "scenedock_previews{{state=\"{state}\"}} {count}");
    }
    Ok((
        [
            (header::CONTENT_TYPE, "text/plain; version=0.0.4"),
            (header::CACHE_CONTROL, "no-store"),
        ],
        text,
    ))
}
