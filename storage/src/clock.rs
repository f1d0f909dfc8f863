//! The one place that reads the wall clock.

use chrono::{DateTime, Utc};

/// Now. Everything else takes time as an argument.
#[must_use]
#[expect(
    clippy::disallowed_methods,
    reason = "the one place that reads the wall clock"
)]
pub fn now() -> DateTime<Utc> {
    Utc::now()
}
