//! What a long step shares with whoever started it.

use std::sync::Arc;

use tokio_util::sync::CancellationToken;

use crate::fault::Fault;

type Progress = Arc<dyn Fn(u64) + Send + Sync>;

/// Progress out, cancellation in.
#[derive(Clone)]
pub struct ProgressWatch {
    progress: Progress,
    cancel: CancellationToken,
}

impl ProgressWatch {
    /// `progress` is told the bytes done so far, about once a MiB, from the task that does the work: it must be quick.
    pub fn new(progress: impl Fn(u64) + Send + Sync + 'static, cancel: CancellationToken) -> Self {
        Self {
            progress: Arc::new(progress),
            cancel,
        }
    }

    /// Nobody looks and nobody cancels.
    #[must_use]
    pub fn nobody() -> Self {
        Self::new(|_| (), CancellationToken::new())
    }

    pub(crate) fn report(&self, done: u64) {
        (self.progress)(done);
    }

    /// The result of `work`, or [`Fault::Cancelled`] as soon as cancellation is asked for.
    pub(crate) async fn guard<T>(
        &self,
        work: impl Future<Output = Result<T, Fault>>,
    ) -> Result<T, Fault> {
        tokio::select! {
            biased;
            () = self.cancel.cancelled() => Err(Fault::Cancelled),
            result = work => result,
        }
    }
}

impl std::fmt::Debug for ProgressWatch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Watch").finish_non_exhaustive()
    }
}
