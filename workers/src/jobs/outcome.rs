//! How what storage answers ends a job.

use storage::StorageError;
use storage::lifecycle::LifecycleError;

use crate::fault::Fault;

/// A failure of our own storage, as a job sees it.
pub(super) fn storage_fault(error: &StorageError) -> Fault {
    let what = error.to_string().into();
    if error.is_out_of_space() {
        Fault::NoSpace(what)
    } else if error.is_unavailable() || error.is_timeout() {
        Fault::DependencyAway(what)
    } else {
        Fault::Bug(what)
    }
}

/// A result that could not be published. An order that went another way meanwhile is no failure.
pub(super) fn publish_fault(error: &LifecycleError) -> Fault {
    match error {
        LifecycleError::Refused(_) => Fault::Cancelled,
        LifecycleError::Storage(error) => storage_fault(error),
        other => Fault::Bug(other.to_string().into()),
    }
}

/// A publication that changed nothing because the claim no longer stands.
pub(super) fn published(stands: bool) -> Result<(), Fault> {
    if stands {
        Ok(())
    } else {
        Err(Fault::Cancelled)
    }
}
