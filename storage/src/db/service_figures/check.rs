//! Whether the sums say what deliveries, failures, ratings and scenes say.

use chrono::NaiveDate;
use sqlx::PgConnection;

use crate::StorageError;

/// Differences that one check names.
const MOST: i64 = 100;

/// A sum that says something else than what it sums.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServiceDifference {
    /// `day` or `month`.
    pub span: String,
    /// First day of the span.
    pub starts: NaiveDate,
    /// Word of the measure.
    pub measure: String,
    /// Value of the dimension whose sum differs.
    pub value: String,
    /// What the sums say, with what is not folded into them yet.
    pub summed: i64,
    /// Value as counted from the rows.
    pub counted: i64,
}

/// Every sum beside what it sums; at most 100 differences. Reads all of it.
pub async fn differences(db: &mut PgConnection) -> Result<Vec<ServiceDifference>, StorageError> {
    Ok(sqlx::query_as!(
        ServiceDifference,
        "WITH each AS (SELECT s.day, s.measure, s.value FROM registry_entry e, service_of_entry(e) s \
          UNION ALL SELECT s.day, s.measure, s.value FROM feedback f, service_of_feedback(f) s WHERE s.measure <> 'rated' \
          UNION ALL SELECT china_day(at), 'failure', cause FROM preparation_failure \
          UNION ALL SELECT china_day(d.delivered_at), 'scene', s.satellite FROM delivered_scene d JOIN scene s USING (did)), \
         counted AS MATERIALIZED (SELECT day, measure, value, count(*) AS count FROM each GROUP BY 1, 2, 3), \
         truth AS (SELECT 'day' AS span, day AS starts, measure, value, count FROM counted \
          UNION ALL SELECT 'month', date_trunc('month', day::timestamp)::date, measure, value, sum(count)::bigint FROM counted \
          GROUP BY 2, 3, 4), \
         summed AS (SELECT span, starts, measure, value, sum(count)::bigint AS count \
          FROM (SELECT span, starts, measure, value, count FROM service_figure \
           UNION ALL SELECT 'day', day, measure, value, count FROM service_change \
           UNION ALL SELECT 'month', date_trunc('month', day::timestamp)::date, measure, value, count FROM service_change) both_of_them \
          GROUP BY 1, 2, 3, 4 HAVING sum(count) <> 0) \
         SELECT coalesce(t.span, s.span) AS \"span!\", coalesce(t.starts, s.starts) AS \"starts!\", \
         coalesce(t.measure, s.measure) AS \"measure!\", coalesce(t.value, s.value) AS \"value!\", \
         coalesce(s.count, 0) AS \"summed!\", coalesce(t.count, 0) AS \"counted!\" \
         FROM truth t FULL JOIN summed s ON (s.span, s.starts, s.measure, s.value) = (t.span, t.starts, t.measure, t.value) \
         WHERE t.count IS DISTINCT FROM s.count ORDER BY 2, 1, 3, 4 LIMIT $1",
        MOST
    )
    .fetch_all(db)
    .await?)
}
