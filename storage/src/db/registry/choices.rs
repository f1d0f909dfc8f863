//! What a filter of the registry can ask for.

use sqlx::PgConnection;

use crate::StorageError;

/// Values that entries have, for choices.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RegistryChoices {
    pub units: Vec<String>,
    pub usages: Vec<String>,
    /// Satellites, by their codes.
    pub satellites: Vec<String>,
}

/// Most values of each sort that are offered.
const MOST_CHOICES: i64 = 1000;

/// The values that a filter can ask for.
pub async fn choices(db: &mut PgConnection) -> Result<RegistryChoices, StorageError> {
    let units = sqlx::query_scalar!(
        "SELECT DISTINCT unit FROM registry_entry WHERE unit <> '' ORDER BY unit LIMIT $1",
        MOST_CHOICES
    )
    .fetch_all(&mut *db)
    .await?;
    let usages = sqlx::query_scalar!(
        "SELECT DISTINCT usage FROM registry_entry WHERE usage <> '' ORDER BY usage LIMIT $1",
        MOST_CHOICES
    )
    .fetch_all(&mut *db)
    .await?;
    let satellites = sqlx::query_scalar!(
        "SELECT DISTINCT satellite FROM registry_scene WHERE satellite <> '' ORDER BY satellite LIMIT $1",
        MOST_CHOICES
    )
    .fetch_all(db)
    .await?;
    Ok(RegistryChoices {
        units,
        usages,
        satellites,
    })
}
