//! `GET /metrics`

use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::http::{Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, Utc};
use domain::task::TaskKind;
use domain::task_state::TaskState;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::ConstCounter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::{ConstGauge, Gauge};
use prometheus_client::registry::Registry;
use storage::db::{health, monitor};
use storage::{PgConnection, StorageError};

use super::ready::WorkerState;
use super::{audit_head, figure_metrics};
use crate::context::Context;
use crate::problem::Problem;

/// Begins every name.
const PREFIX: &str = "scenedock";
/// OpenMetrics 1.0, which Prometheus reads since 2.5.
const CONTENT_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct TaskLabels {
    kind: String,
    state: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct KindLabels {
    kind: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct PreviewLabels {
    state: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct SlotLabels {
    of: &'static str,
}

/// Counts one request under its route, never under its path: a stranger must not make labels.
pub async fn count(State(context): State<Context>, request: Request, next: Next) -> Response {
    let method = method(request.method());
    let route = request
        .extensions()
        .get::<MatchedPath>()
        .map_or_else(|| "unmatched".to_owned(), |path| path.as_str().to_owned());
    let begun = Instant::now();
    let response = next.run(request).await;
    let status = response.status().as_u16();
    context
        .requests
        .answered(method, route, status, begun.elapsed());
    response
}

fn method(method: &Method) -> &'static str {
    const KNOWN: [&str; 7] = ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"];
    let known = KNOWN.into_iter().find(|known| *known == method.as_str());
    known.unwrap_or("OTHER")
}

/// Requests and tasks of this process, tasks by state, scenes by the state of their pictures and the database pool, as
/// OpenMetrics text.
#[utoipa::path(get, path = "/metrics", tag = "operations", responses((status = 200, body = String)))]
pub async fn metrics(State(context): State<Context>) -> Result<Response, Problem> {
    let mut registry = Registry::with_prefix(PREFIX);
    context.requests.register(&mut registry);
    context.settings.task_metrics.register(&mut registry);
    register_process(&mut registry, &context);
    register_scene_index(&mut registry, &context);
    register_rows(&mut registry, &context).await?;
    register_audit_head(&mut registry, &context).await;
    exposition(&registry)
}

/// The same of a process with workers and no API: its tasks alone.
pub async fn task_metrics(State(worker): State<WorkerState>) -> Result<Response, Problem> {
    let mut registry = Registry::with_prefix(PREFIX);
    worker.tasks.register(&mut registry);
    exposition(&registry)
}

fn exposition(registry: &Registry) -> Result<Response, Problem> {
    let mut text = String::new();
    encode(&mut text, registry).map_err(|_| Problem::internal())?;
    let headers = [
        (header::CONTENT_TYPE, CONTENT_TYPE),
        (header::CACHE_CONTROL, "no-store"),
    ];
    Ok((headers, text).into_response())
}

/// What is held in memory at this moment.
fn register_process(registry: &mut Registry, context: &Context) {
    registry.register(
        "database_connections",
        "Open connections of the pool",
        ConstGauge::new(context.pool.size()),
    );
    registry.register(
        "database_idle_connections",
        "Of these, connections that nobody uses",
        ConstGauge::new(context.pool.num_idle()),
    );
    let slots: Family<SlotLabels, Gauge> = Family::default();
    let (guests, people) = context.geometry.slots_in_use();
    for (of, held) in [("guests", guests), ("signed_in", people)] {
        slots.get_or_create(&SlotLabels { of }).set(number(held));
    }
    registry.register(
        "geometry_slots_held",
        "Requests that compute with areas",
        slots,
    );
    let looks = context.scenes.look_counts();
    registry.register(
        "scene_looks",
        "Looks through the scenes that are under way",
        ConstGauge::new(looks.under_way),
    );
    registry.register(
        "scene_looks_abandoned",
        "Looks that ended early because their client hung up",
        ConstCounter::new(looks.abandoned),
    );
}

/// What searches of this process are answered from.
fn register_scene_index(registry: &mut Registry, context: &Context) {
    let Some(facts) = context.scenes.facts() else {
        return;
    };
    registry.register(
        "scene_index_scenes",
        "Scenes that searches of this process look through",
        ConstGauge::new(number(facts.scenes)),
    );
    registry.register(
        "scene_index_segments",
        "Segments of the scene index, parts of what was written since included",
        ConstGauge::new(number(facts.segments)),
    );
    registry.register(
        "scene_index_bytes",
        "Bytes of these segments, most of them mapped",
        ConstGauge::new(number(facts.bytes)),
    );
    registry.register(
        "scene_index_manifest",
        "Manifest whose segments this process began with; 0: it has read all scenes itself",
        ConstGauge::new(facts.manifest.unwrap_or(0)),
    );
    if let Some(age) = facts.age {
        registry.register(
            "scene_index_age_seconds",
            "How long ago the scene index was last found to be what the database holds",
            ConstGauge::new(age.as_secs_f64()),
        );
    }
}

fn number(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// What the database counts, whichever process wrote it.
async fn register_rows(registry: &mut Registry, context: &Context) -> Result<(), StorageError> {
    let mut connection = context.connection().await?;
    let tasks: Family<TaskLabels, Gauge> = Family::default();
    for kind in TaskKind::ALL {
        for state in TaskState::ALL {
            let labels = TaskLabels {
                kind: kind.as_str().to_owned(),
                state: state.as_str().to_owned(),
            };
            tasks.get_or_create(&labels).set(0);
        }
    }
    for row in health::tasks_by_state(&mut connection).await? {
        let labels = TaskLabels {
            kind: row.kind,
            state: row.state,
        };
        tasks.get_or_create(&labels).set(row.count);
    }
    registry.register("tasks", "Tasks of the ledger", tasks);
    figure_metrics::register(registry, &mut connection).await?;
    register_queue(registry, &mut connection, context.now()).await?;
    let previews: Family<PreviewLabels, Gauge> = Family::default();
    // Series that are there from the start can be compared with what they were.
    for state in ["none", "made", "impossible"] {
        let labels = PreviewLabels {
            state: state.to_owned(),
        };
        previews.get_or_create(&labels).set(0);
    }
    for (state, count) in health::previews_by_state(&mut connection).await? {
        previews.get_or_create(&PreviewLabels { state }).set(count);
    }
    registry.register(
        "previews",
        "Scenes by the state of their pictures",
        previews,
    );
    Ok(())
}

/// Whether somebody has to look at the audit log; nothing where the object store does not tell.
async fn register_audit_head(registry: &mut Registry, context: &Context) {
    if let Some(is_wrong) = audit_head::look(context).await.is_wrong() {
        registry.register(
            "audit_head_fault",
            "1: the chain of the audit log does not hold the head that stands outside the database",
            ConstGauge::new(i64::from(is_wrong)),
        );
    }
}

/// Who works, and what waits longest.
async fn register_queue(
    registry: &mut Registry,
    connection: &mut PgConnection,
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    let workers = monitor::workers(connection).await?;
    registry.register(
        "workers",
        "Worker processes that are alive",
        ConstGauge::new(number(workers.len())),
    );
    registry.register(
        "worker_slots",
        "Tasks that they take at once",
        ConstGauge::new(
            workers
                .iter()
                .map(|worker| i64::from(worker.slots))
                .sum::<i64>(),
        ),
    );
    let oldest: Family<KindLabels, Gauge> = Family::default();
    for queue in monitor::queues(connection).await? {
        let waited = queue
            .oldest
            .map_or(0, |since| (now - since).num_seconds().max(0));
        let labels = KindLabels {
            kind: queue.kind.as_str(),
        };
        oldest.get_or_create(&labels).set(waited);
    }
    registry.register(
        "oldest_task_seconds",
        "How long the task waits that waits longest; 0: none waits",
        oldest,
    );
    Ok(())
}
