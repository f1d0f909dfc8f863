//! What subscriptions brought on a day, and that their owners were told.

use chrono::{DateTime, NaiveDate, Utc};
use domain::ids::UserId;
use domain::notice::DIGEST;
use domain::task::ErrorClass;
use sqlx::PgConnection;
use sqlx::types::Json;
use texts::Message;

use super::unknown;
use crate::StorageError;

/// What became of a day's scenes of one subscription by the end of the day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DayOutcome {
    /// They lay at the target.
    Delivered,
    /// They had been delivered, and were taken out of the catalogue.
    Withdrawn,
    /// They were neither delivered nor given up.
    Waiting,
    /// They are never delivered, for this class of error.
    Missed(ErrorClass),
}

/// How many scenes of a subscription had the same outcome on a day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DayCount {
    /// Owner of the subscription.
    pub owner: UserId,
    /// Number that people call the subscription by.
    pub number: i64,
    pub name: String,
    /// Outcome that these scenes share.
    pub outcome: DayOutcome,
    /// Count of the scenes.
    pub scenes: u64,
}

/// Writes that owners are told of a day; false when they were, or another process is about to.
pub(crate) async fn begin_digest(
    db: &mut PgConnection,
    day: NaiveDate,
    now: DateTime<Utc>,
) -> Result<bool, StorageError> {
    let done = sqlx::query!(
        "INSERT INTO subscription_digest (day, told_at) VALUES ($1, $2) ON CONFLICT DO NOTHING",
        day,
        now
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Scenes that subscriptions whose owners want to be told matched between two moments, or that ended between them, by
/// owner and subscription.
pub(crate) async fn day_counts(
    db: &mut PgConnection,
    (begin, end): (DateTime<Utc>, DateTime<Utc>),
) -> Result<Vec<DayCount>, StorageError> {
    let rows = sqlx::query!(
        "SELECT s.user_id, s.number, s.name, d.outcome AS \"outcome!\", d.error_class, count(*) AS \"scenes!\" \
         FROM subscription s JOIN app_user u ON u.id = s.user_id AND u.disabled_at IS NULL CROSS JOIN LATERAL ( \
             SELECT CASE WHEN m.state = 'delivered' AND w.withdrawn_at < $2 THEN 'withdrawn' \
                 WHEN m.ended_at < $2 THEN m.state ELSE 'waiting' END AS outcome, \
             CASE WHEN m.ended_at < $2 THEN m.error_class END AS error_class FROM subscription_match m \
             LEFT JOIN subscription_withdrawal w ON w.match_id = m.id \
             WHERE m.subscription_id = s.id AND m.matched_at < $2 AND (m.matched_at >= $1 OR (m.ended_at >= $1 AND m.ended_at < $2) \
                 OR (m.state = 'delivered' AND w.withdrawn_at >= $1 AND w.withdrawn_at < $2))) d \
         WHERE s.digest AND (s.state <> 'ended' OR s.unsettled_since IS NOT NULL) GROUP BY 1, 2, 3, 4, 5 ORDER BY s.user_id, s.number, 4, 5",
        begin,
        end
    )
    .fetch_all(db)
    .await?;
    rows.into_iter()
        .map(|row| {
            let class = row.error_class.as_deref();
            let outcome = match (&*row.outcome, class) {
                ("delivered", _) => DayOutcome::Delivered,
                ("withdrawn", _) => DayOutcome::Withdrawn,
                ("missed", Some(class)) => DayOutcome::Missed(
                    ErrorClass::ALL
                        .into_iter()
                        .find(|one| one.as_str() == class)
                        .ok_or_else(|| unknown("subscription_match.error_class", class))?,
                ),
                _ => DayOutcome::Waiting,
            };
            Ok(DayCount {
                owner: UserId(row.user_id),
                number: row.number,
                name: row.name,
                outcome,
                scenes: row.scenes.unsigned_abs(),
            })
        })
        .collect()
}

/// Puts a digest into its owner's inbox, and queues its mail where this server sends any and the owner wants them.
pub(crate) async fn tell_digest(
    db: &mut PgConnection,
    owner: UserId,
    message: &Message,
    (now, with_mail): (DateTime<Utc>, bool),
) -> Result<(), StorageError> {
    let notice = sqlx::query_scalar!(
        "INSERT INTO notice (user_id, at, kind, text, detail) VALUES ($1, $2, $3, $4, $5) RETURNING id",
        owner.0,
        now,
        DIGEST,
        message.chinese(),
        Json(message) as _
    )
    .fetch_one(&mut *db)
    .await?;
    if with_mail {
        sqlx::query!(
            "INSERT INTO notice_mail (notice_id, next_at) SELECT $1, $3 FROM app_user u \
             WHERE u.id = $2 AND u.email <> '' AND u.mail_notices AND u.disabled_at IS NULL",
            notice,
            owner.0,
            now
        )
        .execute(db)
        .await?;
    }
    Ok(())
}
