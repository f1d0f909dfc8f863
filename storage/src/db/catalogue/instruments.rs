//! What satellites and sensors are called.

use std::collections::BTreeMap;

use domain::catalogue::instruments::{InstrumentCode, InstrumentName, InstrumentNames};
use sqlx::PgConnection;

use crate::StorageError;

/// The version of an instrument that has no name.
pub const UNNAMED: i64 = 0;

/// A name, and how often it was changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptName {
    /// Name in both languages.
    pub name: InstrumentName,
    /// What a change has to name.
    pub version: i64,
}

/// Until the transaction ends nobody else changes names.
pub(crate) async fn lock(db: &mut PgConnection) -> Result<(), StorageError> {
    sqlx::query!("LOCK TABLE instrument_name IN SHARE ROW EXCLUSIVE MODE")
        .execute(db)
        .await?;
    Ok(())
}

/// Every name that there is, to be changed.
pub async fn kept_names(
    db: &mut PgConnection,
) -> Result<BTreeMap<InstrumentCode, KeptName>, StorageError> {
    let rows =
        sqlx::query!("SELECT satellite, sensor, name, name_en, version FROM instrument_name")
            .fetch_all(db)
            .await?;
    let rows = rows.into_iter().map(|row| {
        let name = InstrumentName {
            name: row.name,
            name_en: row.name_en,
        };
        let version = row.version;
        let code = InstrumentCode::new(row.satellite, row.sensor);
        (code, KeptName { name, version })
    });
    Ok(rows.collect())
}

/// Every name that there is, to be shown.
pub async fn names(db: &mut PgConnection) -> Result<InstrumentNames, StorageError> {
    let kept = kept_names(db).await?.into_iter();
    Ok(InstrumentNames(
        kept.map(|(code, kept)| (code, kept.name)).collect(),
    ))
}

/// Names an instrument.
pub(crate) async fn put(
    db: &mut PgConnection,
    code: &InstrumentCode,
    name: &InstrumentName,
) -> Result<(), StorageError> {
    sqlx::query!(
        "INSERT INTO instrument_name AS n (satellite, sensor, name, name_en) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (satellite, sensor) DO UPDATE SET name = excluded.name, name_en = excluded.name_en, \
         version = n.version + 1",
        code.satellite,
        code.sensor,
        name.name,
        name.name_en
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Takes a name away.
pub(crate) async fn remove(
    db: &mut PgConnection,
    code: &InstrumentCode,
) -> Result<(), StorageError> {
    sqlx::query!(
        "DELETE FROM instrument_name WHERE satellite = $1 AND sensor = $2",
        code.satellite,
        code.sensor
    )
    .execute(db)
    .await?;
    Ok(())
}
