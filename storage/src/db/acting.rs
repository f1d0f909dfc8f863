//! Whether who acts is still who was let in.

use domain::ids::{SignInEpoch, UserId};
use sqlx::PgConnection;

use crate::StorageError;

/// Whether the account may go on under this epoch. Whoever switches it off, or takes rights from it, waits until the transaction
/// ends; what they did before it is seen.
pub(crate) async fn lock(
    db: &mut PgConnection,
    user: UserId,
    epoch: SignInEpoch,
) -> Result<bool, StorageError> {
    let holds = sqlx::query_scalar!(
        "SELECT sign_in_epoch = $2 AND disabled_at IS NULL AS \"holds!\" FROM app_user WHERE id = $1 FOR SHARE",
        user.0,
        epoch.0
    )
    .fetch_optional(db)
    .await?;
    Ok(holds.unwrap_or(false))
}
