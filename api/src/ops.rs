//! For those who run the system: is it alive, is it ready, how much does it do.

pub(crate) mod audit_head;
pub(crate) mod dependencies;
pub mod figure_metrics;
pub(crate) mod head_watch;
mod health;
pub mod metrics;
pub mod ready;
pub mod requests;

use axum::Router;
use axum::routing::get;
use utoipa_axum::routes;

pub use self::ready::WorkerState;
use crate::context::Context;
use crate::router::{RouteAccess, Routes};

pub(crate) fn declare(routes: &mut Routes, here: bool) {
    if here {
        routes.add(RouteAccess::Public, routes!(health::healthz));
        routes.add(RouteAccess::Public, routes!(ready::readyz));
        routes.add(RouteAccess::Public, routes!(metrics::metrics));
    }
}

/// The same three on their own, for a second address.
pub fn operations_app(context: Context) -> Router {
    Router::new()
        .route("/healthz", get(health::healthz))
        .route("/readyz", get(ready::readyz))
        .route("/metrics", get(metrics::metrics))
        .with_state(context)
}

/// The same of a process that has workers and no API, for a second address.
pub fn worker_operations_app(worker: WorkerState) -> Router {
    Router::new()
        .route("/healthz", get(health::healthz))
        .route("/readyz", get(ready::worker_readyz))
        .route("/metrics", get(metrics::task_metrics))
        .with_state(worker)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::sync::Arc;
    use std::time::Duration;

    use axum::body::Body;
    use axum::http::{Request, StatusCode};
    use chrono::TimeDelta;
    use domain::ids::TaskId;
    use domain::task::TaskKind;
    use serde_json::{Value, json};
    use storage::clock::CorrectedClock;
    use storage::db::worker_registry;
    use storage::loop_health::LoopHealth;
    use storage::task_metrics::TaskMetrics;
    use tower::ServiceExt as _;

    use super::WorkerState;
    use crate::context::Settings;
    use crate::disks::Disks;
    use crate::testing::TestApi;

    #[tokio::test]
    async fn a_working_system_says_so() {
        let api = TestApi::new().await;
        assert_eq!(api.get("/healthz", "").await.bytes, b"ok");
        let ready = api.get("/readyz", "").await;
        assert_eq!(ready.status, StatusCode::OK);
        let expected =
            json!([{"name": "database", "ready": true}, {"name": "objects", "ready": true}]);
        assert_eq!(ready.json(), expected);
    }

    #[tokio::test]
    async fn without_its_database_it_says_so_and_requests_may_be_tried_again() {
        let api = TestApi::new().await;
        api.context.pool.close().await;
        assert_eq!(api.get("/healthz", "").await.status, StatusCode::OK);
        let ready = api.get("/readyz", "").await;
        assert_eq!(ready.status, StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(ready.json()[0]["ready"], false);
        let tree = api.get("/api/catalog/tree", "").await;
        assert_eq!(tree.status, StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(tree.header("retry-after"), "5");
    }

    /// What is named beside the two dependencies.
    async fn wrong(settings: Settings) -> (StatusCode, Value) {
        let api = TestApi::with(settings).await;
        let ready = api.get("/readyz", "").await;
        let body = ready.json();
        assert_eq!(body.as_array().unwrap().len(), 3, "{body}");
        (ready.status, body[2].clone())
    }

    #[tokio::test]
    async fn a_wrong_clock_a_full_disk_a_stuck_loop_and_a_stop_make_it_unready() {
        let away = StatusCode::SERVICE_UNAVAILABLE;
        let named = |name: &str| (away, json!({"name": name, "ready": false}));
        for minutes in [-2, 2] {
            let off = move || storage::clock::now() + TimeDelta::minutes(minutes);
            let settings = Settings {
                machine_clock: CorrectedClock::new(Arc::new(off)),
                ..Settings::default()
            };
            assert_eq!(wrong(settings).await, named("clock"));
        }
        let settings = Settings {
            disks: Disks {
                folders: vec![std::env::temp_dir()],
                least_free: u64::MAX,
            },
            ..Settings::default()
        };
        assert_eq!(wrong(settings).await, named("disk"));
        let settings = Settings::default();
        settings.loops.gives_up("dispatch");
        assert_eq!(wrong(settings).await, named("dispatch"));
        let settings = Settings::default();
        settings.stopping.cancel();
        assert_eq!(wrong(settings).await, named("process"));
    }

    #[tokio::test]
    async fn a_process_of_workers_says_whether_it_is_ready() {
        let api = TestApi::new().await;
        let worker = WorkerState {
            pool: api.context.pool.clone(),
            tasks: TaskMetrics::default(),
            loops: LoopHealth::default(),
        };
        let ask = async || {
            let request = Request::get("/readyz").body(Body::empty()).unwrap();
            let app = super::worker_operations_app(worker.clone());
            app.oneshot(request).await.unwrap().status()
        };
        assert_eq!(ask().await, StatusCode::OK);
        worker.loops.gives_up("recover");
        assert_eq!(ask().await, StatusCode::SERVICE_UNAVAILABLE);
        worker.loops.ends("recover");
        assert_eq!(ask().await, StatusCode::OK);
        worker.pool.close().await;
        assert_eq!(ask().await, StatusCode::SERVICE_UNAVAILABLE);
    }

    #[tokio::test]
    async fn requests_are_counted_by_route_and_not_by_path() {
        let api = TestApi::new().await;
        api.get("/api/scenes/one", "").await;
        api.get("/api/scenes/other", "").await;
        api.get("/api/nothing/here", "").await;
        let text = String::from_utf8(api.get("/metrics", "").await.bytes).unwrap();
        let line = "scenedock_http_requests_total{method=\"GET\",route=\"/api/scenes/{dataId}\",status=\"404\"} 2";
        assert!(text.contains(line), "{text}");
        assert!(!text.contains("nothing/here"));
        let line = "scenedock_http_request_duration_seconds_count{method=\"GET\",route=\"/api/scenes/{dataId}\",status=\"4xx\"} 2";
        assert!(text.contains(line), "{text}");
        assert!(text.ends_with("# EOF\n"), "{text}");
    }

    /// Names of the metrics that a text mentions.
    fn names(text: &str) -> BTreeSet<String> {
        let is_part = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        let rests = text.match_indices("scenedock_").map(|(at, _)| &text[at..]);
        rests
            .map(|rest| rest[..rest.find(|c| !is_part(c)).unwrap_or(rest.len())].to_owned())
            .collect()
    }

    async fn scrape() -> String {
        let api = TestApi::new().await;
        api.get("/api/scenes/one", "").await;
        let tasks = &api.context.settings.task_metrics;
        tasks.claimed(TaskKind::Export, TaskId::fresh(), api.context.now());
        tasks.ended(TaskKind::Export, true, Duration::from_secs(1));
        let mut db = api.context.connection().await.unwrap();
        worker_registry::beat(&mut db, "one", (2, 0)).await.unwrap();
        let index = api.context.scenes.clone();
        let keeper = tokio::spawn(async move { index.keep().await });
        while api.context.scenes.confirmed().is_none() {
            tokio::task::yield_now().await;
        }
        let answer = api.get("/metrics", "").await.bytes;
        keeper.abort();
        String::from_utf8(answer).unwrap()
    }

    #[tokio::test]
    async fn dashboard_and_alerts_name_only_what_is_answered() {
        let text = scrape().await;
        let samples: BTreeSet<&str> = text
            .lines()
            .filter(|line| !line.starts_with('#'))
            .filter_map(|line| line.split(['{', ' ']).next())
            .collect();
        for file in ["grafana/scenedock.json", "prometheus/alerts.yml"] {
            let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../deploy/").to_owned() + file;
            let named = names(&std::fs::read_to_string(path).unwrap());
            assert!(named.len() > 5, "{file} names {named:?}");
            for name in named {
                assert!(
                    samples.contains(name.as_str()),
                    "{file}: {name} is not answered"
                );
            }
        }
    }

    #[tokio::test]
    async fn every_metric_is_explained() {
        let text = scrape().await;
        let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/operations.md");
        let page = std::fs::read_to_string(page).unwrap();
        let families = text.lines().filter_map(|line| line.strip_prefix("# TYPE "));
        for family in families.filter_map(|line| line.split(' ').next()) {
            assert!(
                page.contains(&format!("`{family}")),
                "{family} stands nowhere in docs/operations.md"
            );
        }
    }
}
