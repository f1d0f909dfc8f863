//! Scenes that are only in the catalogue, when an order is handed in.

use domain::order::application::{ApplicationContent, CatalogueOnly, Intent, check_catalogued};
use sqlx::PgConnection;

use super::LifecycleError;
use crate::db::order_scenes;

/// Whether the content may be kept or handed in with the scenes that have no file.
pub(super) async fn check(
    db: &mut PgConnection,
    content: &ApplicationContent,
    (intent, choice): (Intent, Option<CatalogueOnly>),
) -> Result<(), LifecycleError> {
    if intent == Intent::Save || choice.is_some() {
        return Ok(());
    }
    let catalogued = order_scenes::without_files(db, &content.scenes).await?;
    Ok(check_catalogued(catalogued, intent, choice)?)
}
