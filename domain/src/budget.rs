//! How much computing one request may cost, and whether anybody still waits for it.

use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU8, Ordering};

/// Why work ends early.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Exhausted {
    /// All steps are spent: what was asked is too elaborate.
    #[error("all steps of the budget are spent")]
    Steps,
    /// The time is over.
    #[error("the time of the budget is over")]
    Time,
    /// Whoever asked went away.
    #[error("nobody waits for the result")]
    Abandoned,
}

/// What one request may cost, shared by all that work for it; a clone is the same budget.
///
/// A step is about a microsecond of work: an edge that is cut, a few dozen edges that are looked at. Loops spend
/// steps as they go and end at the first refusal; what they have by then is incomplete and thrown away. Time is not
/// measured here: whoever waits [`Budget::stop`]s the work when the time is over, or by dropping a [`StopOnDrop`]
/// when the client hangs up.
#[derive(Debug, Clone)]
pub struct Budget(Arc<State>);

#[derive(Debug)]
struct State {
    left: AtomicI64,
    stopped: AtomicU8,
    _held: Option<Box<dyn Any + Send + Sync>>,
}

const RUNNING: u8 = 0;
/// More than any budget has, so few that a thousand threads that spend it at the same time do not wrap around.
const MAX_AT_ONCE: i64 = i64::MAX / 1024;

impl Default for Budget {
    /// Enough for anything: for outlines and footprints that this system ships or has checked itself.
    fn default() -> Self {
        Self::of_steps(u64::MAX)
    }
}

impl Budget {
    /// A budget of `steps`, without a time limit.
    #[must_use]
    pub fn of_steps(steps: u64) -> Self {
        Self::with(steps, None)
    }

    /// So many steps; `held` is dropped with the last clone, so when the last work that may spend them has ended.
    #[must_use]
    pub fn holding(steps: u64, held: impl Send + Sync + 'static) -> Self {
        Self::with(steps, Some(Box::new(held)))
    }

    fn with(steps: u64, held: Option<Box<dyn Any + Send + Sync>>) -> Self {
        Self(Arc::new(State {
            left: AtomicI64::new(i64::try_from(steps).unwrap_or(MAX_AT_ONCE).min(MAX_AT_ONCE)),
            stopped: AtomicU8::new(RUNNING),
            _held: held,
        }))
    }

    /// Takes steps off, or says why the work ends.
    pub fn spend(&self, steps: usize) -> Result<(), Exhausted> {
        self.check()?;
        let steps = i64::try_from(steps).unwrap_or(MAX_AT_ONCE).min(MAX_AT_ONCE);
        if self.0.left.fetch_sub(steps, Ordering::Relaxed) < steps {
            self.stop(Exhausted::Steps);
        }
        self.check()
    }

    /// Whether the work may go on.
    pub fn check(&self) -> Result<(), Exhausted> {
        match self.0.stopped.load(Ordering::Relaxed) {
            RUNNING => Ok(()),
            1 => Err(Exhausted::Steps),
            2 => Err(Exhausted::Time),
            _ => Err(Exhausted::Abandoned),
        }
    }

    /// Ends the work at its next step; the first reason stays.
    pub fn stop(&self, reason: Exhausted) {
        let code = match reason {
            Exhausted::Steps => 1,
            Exhausted::Time => 2,
            Exhausted::Abandoned => 3,
        };
        // Another reason was first: it stays.
        let _ =
            self.0
                .stopped
                .compare_exchange(RUNNING, code, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// Ends the work when it is dropped, as the future of a request is when its client hangs up.
    #[must_use]
    pub fn stop_on_drop(&self) -> StopOnDrop {
        StopOnDrop(self.clone())
    }
}

/// Ends the work of a budget with [`Exhausted::Abandoned`] when it is dropped.
#[derive(Debug)]
pub struct StopOnDrop(Budget);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop(Exhausted::Abandoned);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_run_out_once_and_for_all() {
        let budget = Budget::of_steps(10);
        assert_eq!(budget.spend(10), Ok(()));
        assert_eq!(budget.clone().spend(1), Err(Exhausted::Steps));
        assert_eq!(budget.spend(0), Err(Exhausted::Steps));
        assert_eq!(budget.spend(usize::MAX), Err(Exhausted::Steps));
        budget.stop(Exhausted::Time);
        assert_eq!(budget.check(), Err(Exhausted::Steps), "the first reason");
        assert_eq!(Budget::default().spend(1 << 40), Ok(()));
    }

    #[test]
    fn what_it_holds_goes_back_with_the_last_that_works() {
        let held = Arc::new(());
        let budget = Budget::holding(10, Arc::clone(&held));
        let working = budget.clone();
        drop(budget);
        assert_eq!(Arc::strong_count(&held), 2);
        drop(working);
        assert_eq!(Arc::strong_count(&held), 1);
    }

    #[test]
    fn who_hangs_up_ends_the_work() {
        let budget = Budget::of_steps(10);
        let waiting = budget.stop_on_drop();
        assert_eq!(budget.check(), Ok(()));
        drop(waiting);
        assert_eq!(budget.spend(1), Err(Exhausted::Abandoned));
    }
}
