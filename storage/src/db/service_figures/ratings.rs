//! The ratings that the figures count.

use chrono::{DateTime, Utc};
use domain::ids::OrderId;
use domain::order::feedback::{Feedback, Rating};
use domain::statistics::Period;
use sqlx::PgConnection;
use uuid::Uuid;

use super::RatingAspect;
use crate::StorageError;
use crate::db::known;
use crate::db::moment_cursor::MomentCursor;

/// Which ratings to read; `None` filters nothing.
#[derive(Debug, Clone)]
pub struct RatingFilter {
    /// Only ratings given on these days in China.
    pub period: Period,
    /// Only ratings that rate this aspect.
    pub aspect: RatingAspect,
    /// Only ratings that give the aspect this rating.
    pub rating: Option<Rating>,
    /// Where the page before ended; `None`: the first page.
    pub before: Option<RatingCursor>,
}

/// What somebody said of an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GivenRating {
    /// When the rating was given.
    pub at: DateTime<Utc>,
    pub order: OrderId,
    /// The order's number.
    pub ordername: String,
    /// The applying unit.
    pub unit: String,
    /// Ratings and comment.
    pub feedback: Feedback,
}

/// Where a page ends: when its last rating was given, and of which order.
pub type RatingCursor = MomentCursor<Uuid>;

/// Ratings, the last given first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RatingPage {
    /// The ratings.
    pub items: Vec<GivenRating>,
    /// Where the next ones begin; `None`: there are none.
    pub next: Option<RatingCursor>,
}

/// At most `limit` ratings.
pub async fn ratings(
    db: &mut PgConnection,
    filter: &RatingFilter,
    limit: usize,
) -> Result<RatingPage, StorageError> {
    let before = filter.before.unwrap_or(MomentCursor {
        at: filter.period.end(),
        id: Uuid::nil(),
    });
    let rows = sqlx::query!(
        "SELECT f.created_at, f.order_id, o.ordername, btrim(o.apply_user_unit) AS \"unit!\", f.appraise, f.response_speed, \
         f.service_attitude, f.content FROM feedback f JOIN orders o ON o.id = f.order_id, \
         LATERAL (SELECT CASE $4 WHEN 'speed' THEN f.response_speed WHEN 'attitude' THEN f.service_attitude \
          ELSE f.appraise END AS code) r \
         WHERE f.created_at >= $1::date::timestamp AT TIME ZONE interval '8 hours' \
         AND (f.created_at, f.order_id) < ($2::timestamptz, $3::uuid) \
         AND r.code IS NOT NULL AND ($5::smallint IS NULL OR r.code = $5) \
         ORDER BY f.created_at DESC, f.order_id DESC LIMIT $6",
        filter.period.first(),
        before.at,
        before.id,
        filter.aspect.as_str(),
        filter.rating.map(Rating::code),
        i64::try_from(limit).unwrap_or(i64::MAX - 1) + 1
    )
    .fetch_all(db)
    .await?;
    let has_more = rows.len() > limit;
    let rating = |code: i16| known("feedback.rating", code);
    let mut items = Vec::with_capacity(rows.len());
    for row in rows.into_iter().take(limit) {
        items.push(GivenRating {
            at: row.created_at,
            order: OrderId(row.order_id),
            ordername: row.ordername,
            unit: row.unit,
            feedback: Feedback {
                overall: rating(row.appraise)?,
                response_speed: row.response_speed.map(rating).transpose()?,
                service_attitude: row.service_attitude.map(rating).transpose()?,
                content: row.content,
            },
        });
    }
    let next = items.last().filter(|_| has_more);
    let next = next.map(|last| MomentCursor {
        at: last.at,
        id: last.order.0,
    });
    Ok(RatingPage { items, next })
}
