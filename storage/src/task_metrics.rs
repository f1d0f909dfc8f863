//! How long tasks wait for the workers of this process, and how long these take. In memory since the process began; the
//! workers write here, and whoever answers `/metrics` reads.

use std::time::Duration;

use chrono::{DateTime, Utc};
use domain::ids::TaskId;
use domain::task::TaskKind;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

/// Upper bounds in seconds: a task is claimed in milliseconds on an idle machine and in hours behind a large order; a
/// picture takes a tenth of a second and a package of a hundred gigabytes an hour.
const BUCKETS: [f64; 13] = [
    0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 15.0, 60.0, 300.0, 900.0, 3600.0, 14_400.0,
];

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct KindLabels {
    kind: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct OutcomeLabels {
    kind: &'static str,
    outcome: &'static str,
}

type Histograms<L> = Family<L, Histogram, fn() -> Histogram>;

/// Histograms of waits and durations. Clones count into the same ones.
#[derive(Debug, Clone)]
pub struct TaskMetrics {
    waits: Histograms<KindLabels>,
    durations: Histograms<OutcomeLabels>,
}

impl Default for TaskMetrics {
    fn default() -> Self {
        Self {
            waits: Family::new_with_constructor(histogram),
            durations: Family::new_with_constructor(histogram),
        }
    }
}

fn histogram() -> Histogram {
    Histogram::new(BUCKETS)
}

impl TaskMetrics {
    /// A task is claimed for the first time. Its id says when it was written (RFC 9562 section 5.7); tasks whose id does
    /// not, which are those of pictures, are not counted.
    pub fn claimed(&self, kind: TaskKind, task: TaskId, now: DateTime<Utc>) {
        let Some(written) = task.written() else {
            return;
        };
        let waited = (now - written).to_std().unwrap_or_default();
        let labels = KindLabels {
            kind: kind.as_str(),
        };
        self.waits
            .get_or_create(&labels)
            .observe(waited.as_secs_f64());
    }

    /// One attempt at a task has ended, well or not.
    pub fn ended(&self, kind: TaskKind, is_done: bool, took: Duration) {
        let labels = OutcomeLabels {
            kind: kind.as_str(),
            outcome: if is_done { "done" } else { "failed" },
        };
        self.durations
            .get_or_create(&labels)
            .observe(took.as_secs_f64());
    }

    /// Adds both to what a scrape answers.
    pub fn register(&self, registry: &mut Registry) {
        registry.register(
            "task_wait_seconds",
            "Time between the writing of a task and its first claim by a worker of this process",
            self.waits.clone(),
        );
        registry.register(
            "task_duration_seconds",
            "Time that an attempt at a task took in this process",
            self.durations.clone(),
        );
    }
}

#[cfg(test)]
mod tests {
    use prometheus_client::encoding::text::encode;

    use super::*;

    #[test]
    fn waits_and_durations_are_counted_by_kind() {
        let metrics = TaskMetrics::default();
        let task = TaskId::fresh();
        let later = task.written().unwrap() + chrono::TimeDelta::seconds(20);
        metrics.claimed(TaskKind::Export, task, later);
        metrics.ended(TaskKind::Export, true, Duration::from_millis(300));
        metrics.ended(TaskKind::ExtractScene, false, Duration::from_secs(2));
        let mut registry = Registry::with_prefix("scenedock");
        metrics.register(&mut registry);
        let mut text = String::new();
        encode(&mut text, &registry).unwrap();
        for line in [
            "scenedock_task_wait_seconds_bucket{le=\"15.0\",kind=\"export\"} 0",
            "scenedock_task_wait_seconds_bucket{le=\"60.0\",kind=\"export\"} 1",
            "scenedock_task_duration_seconds_count{kind=\"export\",outcome=\"done\"} 1",
            "scenedock_task_duration_seconds_sum{kind=\"extract_scene\",outcome=\"failed\"} 2.0",
        ] {
            assert!(text.contains(line), "{line} in {text}");
        }
    }
}
