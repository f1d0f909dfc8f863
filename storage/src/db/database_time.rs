//! The database's clock, by which deliveries end and things are removed: of many processes one may have a wrong clock.

use chrono::{DateTime, TimeDelta, Utc};
use sqlx::{PgConnection, PgPool};

use crate::StorageError;
use crate::clock::MOST_DRIFT;

/// The database's time.
pub async fn now(db: &mut PgConnection) -> Result<DateTime<Utc>, StorageError> {
    Ok(sqlx::query_scalar!("SELECT clock_timestamp() AS \"now!\"")
        .fetch_one(db)
        .await?)
}

/// The database's time, and how far this process's clock is ahead of it (behind: negative), as far as the way between them
/// does not explain it.
pub async fn compare(
    pool: &PgPool,
    clock: impl Fn() -> DateTime<Utc>,
) -> Result<(DateTime<Utc>, TimeDelta), StorageError> {
    let mut db = pool.acquire().await?;
    let before = clock();
    let database = sqlx::query_scalar!("SELECT clock_timestamp() AS \"now!\"")
        .fetch_one(&mut *db)
        .await?;
    let after = clock();
    let ahead = if before > database {
        before - database
    } else {
        (after - database).min(TimeDelta::zero())
    };
    Ok((database, ahead))
}

/// The database's time, where this process's clock agrees with it. One that does not is a sign that something is wrong, and
/// it does not matter with whom: nothing is ended or removed meanwhile.
pub async fn agreed(
    pool: &PgPool,
    clock: impl Fn() -> DateTime<Utc>,
) -> Result<DateTime<Utc>, StorageError> {
    let (database, ahead) = compare(pool, clock).await?;
    if ahead.abs() > MOST_DRIFT {
        return Err(StorageError::ClocksDiffer { ahead });
    }
    Ok(database)
}
