//! The database's clock, by which deliveries end and things are removed: of many processes one may have a wrong clock.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use chrono::{DateTime, TimeDelta, Utc};
use sqlx::{PgConnection, PgPool};

use crate::StorageError;
use crate::clock::MAX_DRIFT;

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

/// How long an answer of the database's is good for: two clocks do not come apart in that time.
const GOOD_FOR: Duration = Duration::from_secs(1);

/// The database's time, where this process's clock agrees with it; asked for once a second, however many want to know.
#[derive(Debug, Default)]
pub struct AgreedTime {
    heard: Mutex<Option<HeardTime>>,
}

/// The database's time, and when it was read.
#[derive(Debug, Clone, Copy)]
struct HeardTime {
    /// Before it was asked: what is added later is the way there as well, so it is never ahead of the database by more.
    at: Instant,
    database: DateTime<Utc>,
}

impl HeardTime {
    /// The database's time at a later moment, as long as the answer is good for.
    fn as_of(self, now: Instant) -> Option<DateTime<Utc>> {
        let since = now.saturating_duration_since(self.at);
        (since < GOOD_FOR).then(|| self.database + since)
    }
}

impl AgreedTime {
    /// A clock that does not agree is a sign that something is wrong, and it does not matter with whom: nothing is ended or
    /// removed meanwhile.
    ///
    /// # Errors
    /// [`StorageError::ClocksDiffer`], and when the database does not answer.
    pub async fn now(
        &self,
        pool: &PgPool,
        clock: impl Fn() -> DateTime<Utc>,
    ) -> Result<DateTime<Utc>, StorageError> {
        let (database, ahead) = match self.heard_lately() {
            Some(database) => (database, clock() - database),
            None => self.ask(pool, &clock).await?,
        };
        if ahead.abs() > MAX_DRIFT {
            return Err(StorageError::ClocksDiffer { ahead });
        }
        Ok(database)
    }

    async fn ask(
        &self,
        pool: &PgPool,
        clock: impl Fn() -> DateTime<Utc>,
    ) -> Result<(DateTime<Utc>, TimeDelta), StorageError> {
        let at = Instant::now();
        let (database, ahead) = compare(pool, clock).await?;
        *self.heard.lock().unwrap_or_else(PoisonError::into_inner) =
            Some(HeardTime { at, database });
        Ok((database, ahead))
    }

    fn heard_lately(&self) -> Option<DateTime<Utc>> {
        let heard = *self.heard.lock().unwrap_or_else(PoisonError::into_inner);
        heard?.as_of(Instant::now())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_goes_on_for_a_second_and_then_is_asked_for_again() {
        let at = Instant::now();
        let database = DateTime::UNIX_EPOCH;
        let heard = HeardTime { at, database };
        let later = |millis| heard.as_of(at + Duration::from_millis(millis));
        assert_eq!(later(0), Some(database));
        assert_eq!(later(999), Some(database + TimeDelta::milliseconds(999)));
        assert_eq!(later(1000), None);
    }
}
