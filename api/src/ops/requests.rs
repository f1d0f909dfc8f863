//! How many requests this process has answered, and how long they took.

use std::time::Duration;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

/// Upper bounds in seconds: a search takes milliseconds, an upload seconds; a stream of progress lasts.
const BUCKETS: [f64; 11] = [
    0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0, 30.0,
];

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RequestLabels {
    method: &'static str,
    route: String,
    status: u16,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct DurationLabels {
    method: &'static str,
    route: String,
    status: &'static str,
}

/// Requests by method, route and status; durations by method, route and class of status.
#[derive(Debug)]
pub struct RequestMetrics {
    requests: Family<RequestLabels, Counter>,
    durations: Family<DurationLabels, Histogram, fn() -> Histogram>,
}

impl Default for RequestMetrics {
    fn default() -> Self {
        Self {
            requests: Family::default(),
            durations: Family::new_with_constructor(|| Histogram::new(BUCKETS)),
        }
    }
}

impl RequestMetrics {
    /// One request was answered; `route` is the pattern of a path.
    pub fn answered(&self, method: &'static str, route: String, status: u16, took: Duration) {
        let durations = DurationLabels {
            method,
            route: route.clone(),
            status: class(status),
        };
        self.durations
            .get_or_create(&durations)
            .observe(took.as_secs_f64());
        let requests = RequestLabels {
            method,
            route,
            status,
        };
        self.requests.get_or_create(&requests).inc();
    }

    /// Adds both to what a scrape answers.
    pub fn register(&self, registry: &mut Registry) {
        registry.register(
            "http_requests",
            "Requests answered by this process",
            self.requests.clone(),
        );
        registry.register(
            "http_request_duration_seconds",
            "Time from the head of a request to the head of its answer",
            self.durations.clone(),
        );
    }
}

const fn class(status: u16) -> &'static str {
    match status {
        100..200 => "1xx",
        200..300 => "2xx",
        300..400 => "3xx",
        400..500 => "4xx",
        _ => "5xx",
    }
}
