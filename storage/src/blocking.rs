//! Work that takes milliseconds, on threads where it holds up nobody.

use crate::StorageError;

/// Runs it there. Going away does not stop it.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, StorageError> {
    tokio::task::spawn_blocking(work)
        .await
        .map_err(|error| StorageError::Setting(error.to_string()))
}
