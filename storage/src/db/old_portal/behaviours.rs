//! What people did at an old portal.

use chrono::{DateTime, NaiveDate, Utc};
use domain::behaviour::Behaviour;
use domain::old_portal::behaviour::CheckedBehaviour;
use sqlx::PgConnection;
use uuid::Uuid;

use super::column;
use crate::StorageError;

/// Of these ids those whose rows were taken over before.
pub(crate) async fn known(
    db: &mut PgConnection,
    ids: &[String],
) -> Result<Vec<String>, StorageError> {
    Ok(
        sqlx::query_scalar!("SELECT id FROM imported_behaviour WHERE id = ANY ($1)", ids)
            .fetch_all(db)
            .await?,
    )
}

/// The last day that is rolled up.
pub(crate) async fn rolled_up_through(
    db: &mut PgConnection,
) -> Result<Option<NaiveDate>, StorageError> {
    Ok(sqlx::query_scalar!("SELECT max(day) FROM behaviour_figure")
        .fetch_one(db)
        .await?)
}

/// Adds rows to the record, but none whose id was taken over before, and to the sums of days until `rolled_up`, which nobody
/// counts again; how many rows. The caller holds the lock of the sums. A person counts once a day: those of whom the record has
/// something of that day and kind are counted in its sum.
pub(crate) async fn insert(
    db: &mut PgConnection,
    rows: &[CheckedBehaviour],
    rolled_up: NaiveDate,
) -> Result<u64, StorageError> {
    let text = |value: fn(&CheckedBehaviour) -> &String| -> Vec<String> {
        column(rows, |row| value(row).clone())
    };
    let added = sqlx::query_scalar!(
        "WITH n AS (SELECT * FROM unnest($1::text[], $2::smallint[], $3::timestamptz[], $4::uuid[], $5::text[], $6::text[], \
          $7::text[], $8::text[], $9::bigint[], $10::bigint[], $11::timestamptz[], $12::timestamptz[]) \
          AS n (old_id, kind, at, user_id, client_ip, agent, detail_url, ordername, data_num, data_size, started_at, ended_at)), \
         fresh AS (INSERT INTO imported_behaviour (id) SELECT old_id FROM n ORDER BY old_id ON CONFLICT DO NOTHING RETURNING id), \
         added AS (INSERT INTO behaviour (kind, at, user_id, client_ip, agent, detail_url, ordername, data_num, data_size, \
          started_at, ended_at) SELECT n.kind, n.at, n.user_id, n.client_ip, n.agent, n.detail_url, n.ordername, n.data_num, \
          n.data_size, n.started_at, n.ended_at FROM n JOIN fresh ON fresh.id = n.old_id ORDER BY n.at \
          RETURNING kind, at, user_id, data_num, data_size), \
         over AS (SELECT a.*, china_day(a.at) AS day, NOT EXISTS (SELECT FROM behaviour b \
          WHERE b.user_id = a.user_id AND b.kind = a.kind AND b.at >= china_day(a.at)::timestamp AT TIME ZONE interval '8 hours' \
          AND b.at < (china_day(a.at) + 1)::timestamp AT TIME ZONE interval '8 hours') AS is_new \
          FROM added a WHERE china_day(a.at) <= $13), \
         summed AS (INSERT INTO behaviour_figure AS f (day, kind, times, people, scenes, bytes) \
          SELECT day, kind, count(*), count(DISTINCT user_id) FILTER (WHERE is_new), coalesce(sum(data_num), 0), \
          coalesce(sum(data_size), 0) FROM over GROUP BY 1, 2 \
          ON CONFLICT (day, kind) DO UPDATE SET times = f.times + excluded.times, people = f.people + excluded.people, \
          scenes = f.scenes + excluded.scenes, bytes = f.bytes + excluded.bytes) \
         SELECT count(*) AS \"count!\" FROM added",
        &text(|row| &row.id),
        &column(rows, |row| Behaviour::code(row.kind)),
        &column(rows, |row| row.at),
        &column(rows, |row| row.user.map(|user| user.0)) as &[Option<Uuid>],
        &text(|row| &row.client_ip),
        &text(|row| &row.agent),
        &text(|row| &row.detail_url),
        &column(rows, |row| row.order.as_ref().map(ToString::to_string)) as &[Option<String>],
        &column(rows, |row| row.scenes) as &[Option<i64>],
        &column(rows, |row| row.bytes) as &[Option<i64>],
        &column(rows, |row| row.stay.map(|stay| stay.0)) as &[Option<DateTime<Utc>>],
        &column(rows, |row| row.stay.map(|stay| stay.1)) as &[Option<DateTime<Utc>>],
        rolled_up
    )
    .fetch_one(db)
    .await?;
    Ok(added.unsigned_abs())
}
