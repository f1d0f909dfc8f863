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
const MAX_CHOICES: i64 = 1000;

/// The units that something was ever provided to, by name.
pub async fn units(db: &mut PgConnection) -> Result<Vec<String>, StorageError> {
    Ok(sqlx::query_scalar!(
        "SELECT r.unit AS \"unit!\" FROM (SELECT unit, entries FROM provided_figure WHERE tells = 'usage' AND span = 'ever' \
         UNION ALL SELECT unit, entries FROM provided_change WHERE tells = 'usage') r \
         WHERE r.unit <> '' GROUP BY r.unit HAVING sum(r.entries) <> 0 ORDER BY r.unit LIMIT $1",
        MAX_CHOICES
    )
    .fetch_all(db)
    .await?)
}

/// The values that a filter can ask for, from the sums of everything that was ever provided.
pub async fn choices(db: &mut PgConnection) -> Result<RegistryChoices, StorageError> {
    let units = units(db).await?;
    let usages = sqlx::query_scalar!(
        "SELECT r.value AS \"value!\" FROM (SELECT value, entries FROM provided_figure WHERE tells = 'usage' AND span = 'ever' \
         UNION ALL SELECT value, entries FROM provided_change WHERE tells = 'usage') r \
         WHERE r.value <> '' GROUP BY r.value HAVING sum(r.entries) <> 0 ORDER BY r.value LIMIT $1",
        MAX_CHOICES
    )
    .fetch_all(&mut *db)
    .await?;
    let satellites = sqlx::query_scalar!(
        "SELECT r.value AS \"value!\" FROM (SELECT value, entries FROM provided_figure \
          WHERE tells = 'all_satellite' AND span = 'ever' \
         UNION ALL SELECT value, entries FROM provided_change WHERE tells = 'satellite') r \
         WHERE r.value <> '' GROUP BY r.value HAVING sum(r.entries) <> 0 ORDER BY r.value LIMIT $1",
        MAX_CHOICES
    )
    .fetch_all(db)
    .await?;
    Ok(RegistryChoices {
        units,
        usages,
        satellites,
    })
}
