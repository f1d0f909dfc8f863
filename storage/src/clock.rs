//! The one place that reads the wall clock.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use chrono::{DateTime, TimeDelta, Utc};

/// Where time comes from; tests have clocks of their own.
pub type Clock = Arc<dyn Fn() -> DateTime<Utc> + Send + Sync>;

/// What a process's clock may differ from the database's before nothing is ended or removed by it.
pub const MAX_DRIFT: TimeDelta = TimeDelta::minutes(1);

/// Now. Everything else takes time as an argument.
#[must_use]
#[expect(
    clippy::disallowed_methods,
    reason = "the one place that reads the wall clock"
)]
pub fn now() -> DateTime<Utc> {
    Utc::now()
}

/// The database's time without asking for it each time: a clock, put right by what it was off when it was last compared.
#[derive(Clone)]
pub struct CorrectedClock {
    clock: Clock,
    /// Milliseconds that it is ahead.
    ahead: Arc<AtomicI64>,
}

impl CorrectedClock {
    /// Not put right yet.
    #[must_use]
    pub fn new(clock: Clock) -> Self {
        Self {
            clock,
            ahead: Arc::default(),
        }
    }

    /// Now, by the database.
    #[must_use]
    pub fn now(&self) -> DateTime<Utc> {
        self.uncorrected() - TimeDelta::milliseconds(self.ahead.load(Ordering::Relaxed))
    }

    /// What the clock itself says.
    #[must_use]
    pub fn uncorrected(&self) -> DateTime<Utc> {
        (self.clock)()
    }

    /// Puts it right.
    pub fn correct(&self, ahead: TimeDelta) {
        self.ahead
            .store(ahead.num_milliseconds(), Ordering::Relaxed);
    }
}

impl Default for CorrectedClock {
    fn default() -> Self {
        Self::new(Arc::new(now))
    }
}

impl std::fmt::Debug for CorrectedClock {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "CorrectedClock({:?} ms ahead)", self.ahead)
    }
}
