//! How often one network may have areas kept: anybody may, and each takes up to two megabytes of the database.

use std::num::NonZeroU32;

use axum::http::StatusCode;
use domain::network::Network;
use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use crate::problem::Problem;

/// Areas a minute, and at once. Whoever draws by hand needs a few.
pub(crate) const A_MINUTE: NonZeroU32 = NonZeroU32::MIN.saturating_add(29);
/// Networks that are remembered before those are forgotten that may have areas kept again.
const MANY_NETWORKS: usize = 10_000;

/// Who has had areas kept lately.
pub struct Pace(DefaultKeyedRateLimiter<Network>);

impl Default for Pace {
    fn default() -> Self {
        Self(RateLimiter::keyed(Quota::per_minute(A_MINUTE)))
    }
}

impl Pace {
    /// One more for this network, or how long it has to wait.
    pub(super) fn step(&self, network: Network) -> Result<(), Problem> {
        if self.0.len() > MANY_NETWORKS {
            self.0.retain_recent();
        }
        self.0.check_key(&network).map_err(|until| {
            let wait = until.wait_time_from(DefaultClock::default().now());
            let seconds = u32::try_from(wait.as_secs() + 1).unwrap_or(u32::MAX);
            Problem::new(
                StatusCode::TOO_MANY_REQUESTS,
                "too_often",
                "操作过于频繁，请稍后再试！",
            )
            .retry_after(seconds)
        })
    }
}
