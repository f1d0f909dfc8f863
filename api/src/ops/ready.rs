//! `GET /readyz`

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use storage::PgPool;
use storage::loop_health::LoopHealth;
use storage::task_metrics::TaskMetrics;
use utoipa::ToSchema;

use super::dependencies;
use crate::context::Context;

/// State of a dependency, or of a setting that must not stay as it is.
#[derive(Debug, Serialize, ToSchema)]
pub struct Dependency {
    name: &'static str,
    ready: bool,
}

/// A process of workers without an API, as far as it is asked about itself.
#[derive(Debug, Clone)]
pub struct WorkerState {
    /// The database.
    pub pool: PgPool,
    /// Counters of the tasks of its workers.
    pub tasks: TaskMetrics,
    /// Whether its loops go on.
    pub loops: LoopHealth,
}

/// Each dependency, asked now, and what else is wrong: `clock`, `disk`, loops that do not go on, `process` when it stops. 503
/// if anything is.
#[utoipa::path(get, path = "/readyz", tag = "operations",
    responses((status = 200, body = Vec<Dependency>), (status = 503, body = Vec<Dependency>)))]
pub async fn readyz(State(context): State<Context>) -> Response {
    let stops = context.settings.stopping.is_cancelled();
    let stops = stops.then_some(Dependency {
        name: "process",
        ready: false,
    });
    let dependencies = dependencies::ask(&context).await;
    let dependencies = dependencies.into_iter().map(|dependency| Dependency {
        name: dependency.name,
        ready: dependency.delay.is_some(),
    });
    answer(dependencies.chain(stops).collect())
}

/// The same of a process with workers and no API: the database and its loops.
pub async fn worker_readyz(State(worker): State<WorkerState>) -> Response {
    let ping = storage::db::health::ping(&worker.pool);
    let pinged = tokio::time::timeout(dependencies::PATIENCE, ping).await;
    let database = Dependency {
        name: "database",
        ready: matches!(pinged, Ok(Ok(()))),
    };
    let stuck = worker.loops.stuck().into_iter();
    let stuck = stuck.map(|name| Dependency { name, ready: false });
    answer(std::iter::once(database).chain(stuck).collect())
}

fn answer(dependencies: Vec<Dependency>) -> Response {
    let status = if dependencies.iter().all(|dependency| dependency.ready) {
        StatusCode::OK
    } else {
        StatusCode::SERVICE_UNAVAILABLE
    };
    let no_store = [(header::CACHE_CONTROL, "no-store")];
    (status, no_store, axum::Json(dependencies)).into_response()
}
