//! Looks that may take long: on threads of their own, and no longer than somebody waits for them.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use domain::budget::{Budget, Exhausted};

use super::super::Filter;
use crate::StorageError;
use crate::blocking::blocking;

/// How this process's looks on threads of their own are doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LookCounts {
    /// At this moment.
    pub under_way: usize,
    /// Since the process began: those that ended early because whoever asked went away.
    pub abandoned: u64,
}

/// Counts them.
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

    /// Looks; nobody may be waiting for it any more.
    fn look<T>(
        &self,
        filter: &Filter,
        budget: &Budget,
        look: impl FnOnce(&Filter) -> Option<T>,
    ) -> Option<T> {
        let _running = RunningLook::begin(self);
        let looked = look(filter);
        if looked.is_none() && budget.check() == Err(Exhausted::Abandoned) {
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

/// Looks on a thread of its own, which ends soon after nobody waits for it any more, or when its budget is spent.
pub(super) async fn at_length<T: Send + 'static>(
    looks: &Arc<Looks>,
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
    let (looks, spending) = (Arc::clone(looks), budget.clone());
    let looked = blocking(move || looks.look(&filter, &spending, look)).await?;
    budget.check()?;
    Ok(looked)
}
