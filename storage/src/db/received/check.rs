//! Whether the sums say what the scenes say.

use chrono::NaiveDate;
use sqlx::PgConnection;

use super::cell::ReceivedFigures;
use crate::StorageError;

/// Differences that one check names.
const MOST: i64 = 100;

/// A sum that says something else than the scenes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReceivedDifference {
    /// `day` or `month`.
    pub span: String,
    /// First day of the span.
    pub starts: NaiveDate,
    pub satellite: String,
    /// The catalogue node.
    pub node: i64,
    /// What the sums say, with what is not folded into them yet.
    pub summed: ReceivedFigures,
    /// Figures as counted from the scenes.
    pub counted: ReceivedFigures,
}

/// Every sum beside the scenes themselves; at most 100 differences. Reads all scenes.
pub async fn differences(db: &mut PgConnection) -> Result<Vec<ReceivedDifference>, StorageError> {
    let rows = sqlx::query!(
        "WITH counted AS MATERIALIZED (SELECT china_day(scene_received(received, entered_at, ingested_at)) AS day, satellite, \
           nodeid, count(*) AS scenes, sum(size)::bigint AS bytes FROM scene GROUP BY 1, 2, 3), \
         truth AS (SELECT 'day' AS span, day AS starts, satellite, nodeid, scenes, bytes FROM counted \
          UNION ALL SELECT 'month', date_trunc('month', day::timestamp)::date, satellite, nodeid, sum(scenes)::bigint, \
           sum(bytes)::bigint FROM counted GROUP BY 2, 3, 4), \
         summed AS (SELECT span, starts, satellite, nodeid, sum(scenes)::bigint AS scenes, sum(bytes)::bigint AS bytes \
          FROM (SELECT span, starts, satellite, nodeid, scenes, bytes FROM received_figure \
           UNION ALL SELECT 'day', day, satellite, nodeid, scenes, bytes FROM received_change \
           UNION ALL SELECT 'month', date_trunc('month', day::timestamp)::date, satellite, nodeid, scenes, bytes \
           FROM received_change) both_of_them \
          GROUP BY 1, 2, 3, 4 HAVING sum(scenes) <> 0 OR sum(bytes) <> 0) \
         SELECT coalesce(t.span, s.span) AS \"span!\", coalesce(t.starts, s.starts) AS \"starts!\", \
         coalesce(t.satellite, s.satellite) AS \"satellite!\", coalesce(t.nodeid, s.nodeid) AS \"nodeid!\", \
         coalesce(s.scenes, 0) AS \"summed_scenes!\", coalesce(s.bytes, 0) AS \"summed_bytes!\", \
         coalesce(t.scenes, 0) AS \"scenes!\", coalesce(t.bytes, 0) AS \"bytes!\" \
         FROM truth t FULL JOIN summed s \
          ON (s.span, s.starts, s.satellite, s.nodeid) = (t.span, t.starts, t.satellite, t.nodeid) \
         WHERE (t.scenes, t.bytes) IS DISTINCT FROM (s.scenes, s.bytes) ORDER BY 2, 1, 3, 4 LIMIT $1",
        MOST
    )
    .fetch_all(db)
    .await?;
    let differences = rows.into_iter().map(|row| ReceivedDifference {
        summed: ReceivedFigures::new(row.summed_scenes, row.summed_bytes),
        counted: ReceivedFigures::new(row.scenes, row.bytes),
        span: row.span,
        starts: row.starts,
        satellite: row.satellite,
        node: row.nodeid,
    });
    Ok(differences.collect())
}
