//! Processing levels (处理级别) of orders against the administrators' dictionary.

use domain::order::application::{ApplicationContent, Incomplete};
use domain::order::kind::OrderKind;
use sqlx::PgConnection;

use super::LifecycleError;
use crate::db::processing_levels;

/// The processing level of a reprocessing order must be one of the dictionary, or none.
pub(super) async fn check(
    db: &mut PgConnection,
    kind: OrderKind,
    content: &ApplicationContent,
) -> Result<(), LifecycleError> {
    let level = content.form.assignment.as_str();
    if kind != OrderKind::Reprocessing
        || level.is_empty()
        || processing_levels::exists(db, level).await?
    {
        return Ok(());
    }
    Err(Incomplete::unknown_level().into())
}
