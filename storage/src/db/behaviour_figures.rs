//! How often people did what, by day. Days that are over are rolled up, so that they stay countable when the record itself
//! has been removed. Of the last days there are sums as the record is written (`recent_behaviour`), read with what is not in them yet
//! (`recent_behaviour_change`): no answer reads the record. See docs/figures.md.

use chrono::{DateTime, Days, NaiveDate, Utc};
use domain::behaviour::Behaviour;
use domain::calendar::china_day;
use domain::size::ByteCount;
use domain::statistics::Period;
use sqlx::{Connection as _, PgConnection};

use super::known;
use crate::StorageError;

/// Differences that one transaction folds: it must not hold its locks for long.
const MOST: i64 = 20_000;

/// A day is rolled up when the whole day after it is over too: until then a process whose clock is slow may add to it.
const REST: Days = Days::new(2);

/// What people did of one kind on one day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BehaviourDay {
    /// The day in China.
    pub day: NaiveDate,
    pub kind: Behaviour,
    /// Number of acts.
    pub times: u64,
    /// How many people who were signed in, each counted once.
    pub people: u64,
    /// Scenes that the acts concern.
    pub scenes: u64,
    /// Bytes that the acts moved.
    pub bytes: ByteCount,
}

/// By day and kind, in their order; only what happened.
pub async fn by_day(
    db: &mut PgConnection,
    period: Period,
) -> Result<Vec<BehaviourDay>, StorageError> {
    let rows = sqlx::query!(
        // One statement sees a day rolled up or not, never both.
        "WITH through AS (SELECT coalesce(max(day), '2000-01-01'::date - 1) AS day FROM behaviour_figure), \
         recent AS (SELECT day, kind, times, people, scenes, bytes FROM recent_behaviour WHERE day BETWEEN $1 AND $2 \
          UNION ALL SELECT c.day, c.kind, sum(c.times), count(DISTINCT c.user_id) FILTER (WHERE NOT EXISTS \
           (SELECT FROM recent_behaviour_person p WHERE (p.day, p.kind, p.user_id) = (c.day, c.kind, c.user_id))), \
          sum(c.scenes), sum(c.bytes) FROM recent_behaviour_change c WHERE c.day BETWEEN $1 AND $2 GROUP BY 1, 2) \
         SELECT day AS \"day!\", kind AS \"kind!\", times AS \"times!\", people AS \"people!\", scenes AS \"scenes!\", \
         bytes AS \"bytes!\" FROM behaviour_figure WHERE day BETWEEN $1 AND $2 \
         UNION ALL SELECT r.day, r.kind, sum(r.times)::bigint, sum(r.people)::bigint, sum(r.scenes)::bigint, sum(r.bytes)::bigint \
         FROM through, recent r WHERE r.day > through.day \
         GROUP BY 1, 2 ORDER BY 1, 2",
        period.first(),
        period.last()
    )
    .fetch_all(db)
    .await?;
    let days = rows.into_iter().map(|row| {
        Ok(BehaviourDay {
            day: row.day,
            kind: known("behaviour.kind", row.kind)?,
            times: row.times.unsigned_abs(),
            people: row.people.unsigned_abs(),
            scenes: row.scenes.unsigned_abs(),
            bytes: ByteCount(row.bytes.unsigned_abs()),
        })
    });
    days.collect()
}

/// The last day that is over for good.
pub(crate) fn last_over(now: DateTime<Utc>) -> Option<NaiveDate> {
    china_day(now).checked_sub_days(REST)
}

/// Until the transaction ends nobody else rolls days up, or adds to days that are.
pub(crate) async fn lock(db: &mut PgConnection) -> Result<(), StorageError> {
    sqlx::query!("SELECT pg_advisory_xact_lock(hashtextextended('behaviour_figure', 0))")
        .execute(db)
        .await?;
    Ok(())
}

/// Adds the oldest differences to the sums of the last days; whether there may be more. Call inside a transaction: a difference is in one of
/// both tables at every moment.
pub async fn fold_changes(db: &mut PgConnection) -> Result<bool, StorageError> {
    // Not while days are rolled up: their differences go then. Who comes second leaves it to the next time.
    let is_mine = sqlx::query_scalar!(
        "SELECT pg_try_advisory_xact_lock(hashtextextended('behaviour_figure', 0)) AS \"mine!\""
    )
    .fetch_one(&mut *db)
    .await?;
    if !is_mine {
        return Ok(false);
    }
    let taken = sqlx::query_scalar!(
        "WITH taken AS (DELETE FROM recent_behaviour_change WHERE id IN \
          (SELECT id FROM recent_behaviour_change ORDER BY id LIMIT $1) RETURNING day, kind, user_id, times, scenes, bytes), \
         fresh AS (INSERT INTO recent_behaviour_person (day, kind, user_id) \
          SELECT DISTINCT day, kind, user_id FROM taken WHERE user_id IS NOT NULL ON CONFLICT DO NOTHING RETURNING day, kind), \
         each AS (SELECT day, kind, times, 0 AS people, scenes, bytes FROM taken UNION ALL SELECT day, kind, 0, 1, 0, 0 FROM fresh), \
         added AS (INSERT INTO recent_behaviour AS f (day, kind, times, people, scenes, bytes) \
          SELECT day, kind, sum(times), sum(people), sum(scenes), sum(bytes) FROM each GROUP BY 1, 2 \
          ON CONFLICT (day, kind) DO UPDATE SET times = f.times + excluded.times, people = f.people + excluded.people, \
          scenes = f.scenes + excluded.scenes, bytes = f.bytes + excluded.bytes) \
         SELECT count(*) AS \"taken!\" FROM taken",
        MOST
    )
    .fetch_one(db)
    .await?;
    Ok(taken >= MOST)
}

/// Rolls up the days that are over for good and not rolled up yet, and forgets what was summed of them while they were not. Doing it again
/// changes nothing.
pub async fn roll_up(db: &mut PgConnection, now: DateTime<Utc>) -> Result<(), StorageError> {
    let Some(last) = last_over(now) else {
        return Ok(());
    };
    let mut tx = db.begin().await?;
    // Rows of an old portal come late: those that are being written are waited for.
    lock(&mut tx).await?;
    sqlx::query!(
        "WITH through AS (SELECT coalesce(max(day), '2000-01-01'::date - 1) AS day FROM behaviour_figure), \
         sums AS (DELETE FROM recent_behaviour WHERE day <= $1), \
         changes AS (DELETE FROM recent_behaviour_change WHERE day <= $1), \
         people AS (DELETE FROM recent_behaviour_person WHERE day <= $1) \
         INSERT INTO behaviour_figure (day, kind, times, people, scenes, bytes) \
         SELECT china_day(b.at), b.kind, count(*), count(DISTINCT b.user_id), \
         coalesce(sum(b.data_num), 0), coalesce(sum(b.data_size), 0) FROM through, behaviour b \
         WHERE b.at >= (through.day + 1)::timestamp AT TIME ZONE interval '8 hours' \
         AND b.at < ($1::date + 1)::timestamp AT TIME ZONE interval '8 hours' \
         GROUP BY 1, 2 ON CONFLICT DO NOTHING",
        last
    )
    .execute(&mut *tx)
    .await?;
    Ok(tx.commit().await?)
}

/// A day of which the sums, or what is to be added to them, say something else than the record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BehaviourDifference {
    /// The day in China.
    pub day: NaiveDate,
    /// The code of what people did.
    pub kind: i16,
    /// How often, scenes and bytes, as the sums say.
    pub summed: (i64, i64, i64),
    /// Sums as counted from the record.
    pub counted: (i64, i64, i64),
}

/// Every day from `since` on beside the record itself; at most 100 differences. The record of earlier days may be removed. People are
/// not compared: a removed account leaves its rows to nobody.
pub async fn differences(
    db: &mut PgConnection,
    since: NaiveDate,
) -> Result<Vec<BehaviourDifference>, StorageError> {
    const MAX_DIFFERENCES: i64 = 100;
    let rows = sqlx::query!(
        "WITH through AS (SELECT coalesce(max(day), '2000-01-01'::date - 1) AS day FROM behaviour_figure), \
         counted AS MATERIALIZED (SELECT china_day(b.at) AS day, b.kind, count(*) AS times, \
          coalesce(sum(b.data_num), 0)::bigint AS scenes, coalesce(sum(b.data_size), 0)::bigint AS bytes FROM behaviour b \
          WHERE b.at >= $1::date::timestamp AT TIME ZONE interval '8 hours' GROUP BY 1, 2), \
         summed AS (SELECT day, kind, times, scenes, bytes FROM behaviour_figure WHERE day >= $1 \
          UNION ALL SELECT r.day, r.kind, sum(r.times)::bigint, sum(r.scenes)::bigint, sum(r.bytes)::bigint \
          FROM through, (SELECT day, kind, times, scenes, bytes FROM recent_behaviour \
           UNION ALL SELECT day, kind, times, scenes, bytes FROM recent_behaviour_change) r \
          WHERE r.day > through.day AND r.day >= $1 GROUP BY 1, 2) \
         SELECT coalesce(c.day, s.day) AS \"day!\", coalesce(c.kind, s.kind) AS \"kind!\", \
         coalesce(s.times, 0) AS \"summed_times!\", coalesce(s.scenes, 0) AS \"summed_scenes!\", \
         coalesce(s.bytes, 0) AS \"summed_bytes!\", coalesce(c.times, 0) AS \"times!\", \
         coalesce(c.scenes, 0) AS \"scenes!\", coalesce(c.bytes, 0) AS \"bytes!\" \
         FROM counted c FULL JOIN summed s ON (s.day, s.kind) = (c.day, c.kind) \
         WHERE (c.times, c.scenes, c.bytes) IS DISTINCT FROM (s.times, s.scenes, s.bytes) ORDER BY 1, 2 LIMIT $2",
        since,
        MAX_DIFFERENCES
    )
    .fetch_all(db)
    .await?;
    let differences = rows.into_iter().map(|row| BehaviourDifference {
        day: row.day,
        kind: row.kind,
        summed: (row.summed_times, row.summed_scenes, row.summed_bytes),
        counted: (row.times, row.scenes, row.bytes),
    });
    Ok(differences.collect())
}

/// Counts all days from the record again: for a record that got rows of days that were rolled up already, as a demo's does.
/// Only while nothing has been removed from the record.
pub async fn start_over(db: &mut PgConnection, now: DateTime<Utc>) -> Result<(), StorageError> {
    lock(db).await?;
    sqlx::query!("DELETE FROM behaviour_figure")
        .execute(&mut *db)
        .await?;
    roll_up(db, now).await
}
