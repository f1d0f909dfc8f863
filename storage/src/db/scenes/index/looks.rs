//! Looks that may take long: on threads of their own, and no longer than somebody waits for them.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use super::super::Filter;
use super::mirror;
use crate::StorageError;

static UNDER_WAY: AtomicUsize = AtomicUsize::new(0);
static ABANDONED: AtomicU64 = AtomicU64::new(0);

/// How this process's looks on threads of their own are doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LookCounts {
    /// At this moment.
    pub under_way: usize,
    /// Since the process began: those that ended early because whoever asked went away.
    pub abandoned: u64,
}

/// Of all databases together.
#[must_use]
pub fn looks() -> LookCounts {
    LookCounts {
        under_way: UNDER_WAY.load(Ordering::Relaxed),
        abandoned: ABANDONED.load(Ordering::Relaxed),
    }
}

pub(super) fn count_abandoned() {
    ABANDONED.fetch_add(1, Ordering::Relaxed);
}

/// Counts a look as long as it lives.
struct RunningLook;

impl RunningLook {
    fn begin() -> Self {
        UNDER_WAY.fetch_add(1, Ordering::Relaxed);
        Self
    }
}

impl Drop for RunningLook {
    fn drop(&mut self) {
        UNDER_WAY.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Looks on a thread of its own, which ends soon after nobody waits for it any more, or when its budget is spent.
pub(super) async fn at_length<T: Send + 'static>(
    filter: &Filter,
    look: impl FnOnce(&Filter) -> Option<T> + Send + 'static,
) -> Result<Option<T>, StorageError> {
    let budget = filter.budget.clone().unwrap_or_default();
    // Whoever gave a budget stops it himself, and goes on with it after this.
    let _stop = filter.budget.is_none().then(|| budget.stop_on_drop());
    let filter = Filter {
        budget: Some(budget.clone()),
        ..filter.clone()
    };
    let looking = mirror::blocking(move || {
        let _under_way = RunningLook::begin();
        look(&filter)
    });
    let looked = looking.await?;
    budget.check()?;
    Ok(looked)
}
