//! Looks through the scenes: short ones where the request is, long ones on threads of their own, and no longer than
//! somebody waits for them.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use domain::budget::{Budget, Exhausted};
use tokio::runtime::{Handle, RuntimeFlavor};

use crate::StorageError;
use crate::blocking::blocking;

/// A look of fewer steps (see [`Budget`]) may hold up the other tasks of its thread: about a millisecond.
const QUICK: u64 = 1_000;
/// With more steps than this it goes to a thread of its own, where it ends when nobody waits for it: some 20 milliseconds.
const SHORT: u64 = 20_000;

/// How this process's looks on threads of their own are doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LookCounts {
    /// Searches that run now.
    pub under_way: usize,
    /// Since the process began: those that ended early because whoever asked went away.
    pub abandoned: u64,
}

/// Counters of the searches that run on threads of their own.
#[derive(Debug, Default)]
pub(super) struct Looks {
    under_way: AtomicUsize,
    abandoned: AtomicU64,
}

impl Looks {
    pub(super) fn counts(&self) -> LookCounts {
        LookCounts {
            under_way: self.under_way.load(Ordering::Relaxed),
            abandoned: self.abandoned.load(Ordering::Relaxed),
        }
    }

    fn look<T>(
        &self,
        budget: &Budget,
        look: impl FnOnce(&Budget) -> Result<T, Exhausted>,
    ) -> Result<T, Exhausted> {
        let _running = RunningLook::begin(self);
        let looked = look(budget).and_then(|found| budget.check().map(|()| found));
        if budget.check() == Err(Exhausted::Abandoned) {
            self.abandoned.fetch_add(1, Ordering::Relaxed);
        }
        looked
    }
}

/// Counts a look as long as it lives.
struct RunningLook<'a>(&'a Looks);

impl<'a> RunningLook<'a> {
    fn begin(looks: &'a Looks) -> Self {
        looks.under_way.fetch_add(1, Ordering::Relaxed);
        Self(looks)
    }
}

impl Drop for RunningLook<'_> {
    fn drop(&mut self) {
        self.0.under_way.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Looks here if that is soon done: going to another thread and back costs a busy machine milliseconds. Otherwise the look
/// begins again, at length.
pub(super) async fn soon_or_at_length<T: Send + 'static>(
    looks: &Arc<Looks>,
    budget: Option<&Budget>,
    look: impl Fn(&Budget) -> Result<T, Exhausted> + Send + 'static,
) -> Result<T, StorageError> {
    if let Some(budget) = budget {
        budget.check()?;
    }
    if let Ok(found) = look(&Budget::of_steps(QUICK)) {
        return Ok(found);
    }
    if Handle::current().runtime_flavor() == RuntimeFlavor::MultiThread {
        // The other tasks of this thread go on elsewhere.
        let short = || look(&Budget::of_steps(SHORT));
        if let Ok(found) = tokio::task::block_in_place(short) {
            return Ok(found);
        }
    }
    at_length(looks, budget, look).await
}

/// Looks on a thread of its own, which ends soon after nobody waits for it any more, or when its budget is spent.
pub(super) async fn at_length<T: Send + 'static>(
    looks: &Arc<Looks>,
    budget: Option<&Budget>,
    look: impl FnOnce(&Budget) -> Result<T, Exhausted> + Send + 'static,
) -> Result<T, StorageError> {
    let spending = budget.cloned().unwrap_or_default();
    // Whoever gave a budget stops it himself, and goes on with it after this.
    let _stop = budget.is_none().then(|| spending.stop_on_drop());
    let looks = Arc::clone(looks);
    let looked = blocking(move || looks.look(&spending, look)).await?;
    Ok(looked?)
}
