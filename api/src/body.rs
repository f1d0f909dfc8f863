//! Bodies of requests: how long they may take, and how many large ones arrive at the same time.
//!
//! Whoever sends a body byte by byte keeps what has arrived in memory for as long as he likes. Only the time is counted
//! that is spent waiting for the sender, so that a slow object store costs nobody his upload.

pub(crate) mod admission;
pub mod arrivals;

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context as TaskContext, Poll};
use std::time::Duration;
use texts::ProblemText;

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use http_body::{Frame, SizeHint};
use tokio::time::{Instant, Sleep};

pub use arrivals::{Arrivals, BodyLimits};

use crate::caller::Client;
use crate::context::Context;
use crate::problem::Problem;

fn too_slow() -> Problem {
    Problem::new(StatusCode::REQUEST_TIMEOUT, ProblemText::TooSlowUpload)
}

/// Times the body of every request, and lets only so many large ones in.
pub async fn limit(State(context): State<Context>, request: Request, next: Next) -> Response {
    if request.body().is_end_stream() {
        return next.run(request).await;
    }
    let limits = context.settings.bodies;
    let _slots = if is_large(request.headers(), limits.large_from) {
        let proxies = &context.settings.trusted_proxies;
        let client = Client::of_request(request.headers(), request.extensions(), proxies);
        match context.arrivals.enter(client.network, &limits) {
            Ok(slots) => Some(slots),
            Err(problem) => return closing(problem),
        }
    } else {
        None
    };
    let ran_out = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&ran_out);
    let request = request.map(|body| Body::new(TimedBody::new(body, limits, flag)));
    let response = next.run(request).await;
    if ran_out.load(Ordering::Relaxed) {
        return closing(too_slow());
    }
    response
}

/// The rest of the body is not read: the connection cannot be used again.
fn closing(problem: Problem) -> Response {
    let mut response = problem.into_response();
    let close = HeaderValue::from_static("close");
    response.headers_mut().insert(header::CONNECTION, close);
    response
}

fn is_large(headers: &HeaderMap, large_from: u64) -> bool {
    let length = headers.get(header::CONTENT_LENGTH);
    let length = length.and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    length.is_none_or(|length| length > large_from)
}

/// A body that ends in an error when its sender is too slow.
struct TimedBody {
    body: Body,
    limits: BodyLimits,
    received: u64,
    /// What was spent waiting until now.
    waited: Duration,
    /// Since when the sender is being waited for, and until when.
    waiting: Option<(Instant, Pin<Box<Sleep>>)>,
    ran_out: Arc<AtomicBool>,
}

impl TimedBody {
    fn new(body: Body, limits: BodyLimits, ran_out: Arc<AtomicBool>) -> Self {
        Self {
            body,
            limits,
            received: 0,
            waited: Duration::ZERO,
            waiting: None,
            ran_out,
        }
    }

    /// How long the next byte may be waited for.
    fn patience(&self) -> Duration {
        let earned = Duration::from_secs(self.received / self.limits.least_rate.max(1));
        let left = (self.limits.grace + earned).saturating_sub(self.waited);
        left.min(self.limits.gap)
    }

    fn is_over(&mut self, context: &mut TaskContext<'_>) -> bool {
        let patience = self.patience();
        let (_, sleep) = self.waiting.get_or_insert_with(|| {
            let now = Instant::now();
            (now, Box::pin(tokio::time::sleep_until(now + patience)))
        });
        sleep.as_mut().poll(context).is_ready()
    }
}

impl HttpBody for TimedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut TaskContext<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let this = &mut *self;
        let polled = Pin::new(&mut this.body).poll_frame(context);
        if polled.is_pending() {
            if this.is_over(context) {
                this.ran_out.store(true, Ordering::Relaxed);
                let late = std::io::Error::from(std::io::ErrorKind::TimedOut);
                return Poll::Ready(Some(Err(axum::Error::new(late))));
            }
            return Poll::Pending;
        }
        if let Some((since, _)) = this.waiting.take() {
            this.waited += since.elapsed();
        }
        if let Poll::Ready(Some(Ok(frame))) = &polled {
            this.received += frame.data_ref().map_or(0, |data| data.len() as u64);
        }
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use futures::StreamExt as _;

    use super::*;

    const NEVER: Duration = Duration::from_hours(1);

    fn limits() -> BodyLimits {
        BodyLimits {
            gap: NEVER,
            grace: NEVER,
            least_rate: 10,
            ..BodyLimits::default()
        }
    }

    async fn arrives(body: Body, limits: BodyLimits) -> bool {
        let flag = Arc::default();
        let timed = Body::new(TimedBody::new(body, limits, Arc::clone(&flag)));
        let whole = axum::body::to_bytes(timed, usize::MAX).await;
        assert_eq!(whole.is_err(), flag.load(Ordering::Relaxed));
        whole.is_ok()
    }

    /// A byte after each wait, without end.
    fn sent(wait: Duration) -> Body {
        let byte = futures::stream::repeat(()).then(move |()| async move {
            tokio::time::sleep(wait).await;
            Ok::<_, std::io::Error>("x")
        });
        Body::from_stream(byte)
    }

    #[tokio::test]
    async fn who_stops_sending_is_not_waited_for() {
        let stopping = futures::stream::iter([Ok::<_, std::io::Error>("half")]);
        let half = Body::from_stream(stopping.chain(futures::stream::pending()));
        let hasty = BodyLimits {
            gap: Duration::from_millis(50),
            ..limits()
        };
        assert!(!arrives(half, hasty).await);
        assert!(arrives(Body::from("whole"), hasty).await);
    }

    #[tokio::test]
    async fn who_sends_byte_by_byte_is_not_waited_for_either() {
        let hasty = BodyLimits {
            grace: Duration::from_millis(200),
            least_rate: 1 << 20,
            ..limits()
        };
        assert!(!arrives(sent(Duration::from_millis(5)), hasty).await);
    }

    #[test]
    fn every_byte_earns_its_time_and_only_waiting_costs() {
        let limits = BodyLimits {
            gap: Duration::from_secs(30),
            grace: Duration::from_mins(1),
            ..limits()
        };
        let mut body = TimedBody::new(Body::empty(), limits, Arc::default());
        for (received, waited, patience) in [
            (0, 0, 30),
            (0, 45, 15),
            (0, 70, 0),
            (99, 60, 9),
            (1000, 60, 30),
        ] {
            body.received = received;
            body.waited = Duration::from_secs(waited);
            assert_eq!(body.patience(), Duration::from_secs(patience));
        }
    }

    #[test]
    fn large_is_what_says_so_or_says_nothing() {
        let mut headers = HeaderMap::new();
        assert!(is_large(&headers, 10));
        for (length, large) in [("10", false), ("11", true), ("x", true)] {
            headers.insert(header::CONTENT_LENGTH, length.parse().unwrap());
            assert_eq!(is_large(&headers, 10), large, "{length}");
        }
    }

    #[test]
    fn one_network_leaves_room_for_others() {
        let arrivals = Arrivals::default();
        let limits = BodyLimits {
            large: 3,
            large_per_network: 2,
            ..limits()
        };
        let network = |address: &str| address.parse::<std::net::IpAddr>().unwrap().into();
        let (one, other) = (network("2001:db8::1"), network("192.0.2.1"));
        let held: Vec<_> = (0..2).map(|_| arrivals.enter(one, &limits)).collect();
        assert!(held.iter().all(Result::is_ok));
        let refused = arrivals.enter(one, &limits).unwrap_err();
        assert_eq!(refused.code(), "too_many_uploads");
        let third = arrivals.enter(other, &limits);
        assert!(third.is_ok() && arrivals.enter(other, &limits).is_err());
        drop(held);
        assert!(arrivals.enter(one, &limits).is_ok());
        assert_eq!(arrivals.in_progress(), 1);
    }
}
