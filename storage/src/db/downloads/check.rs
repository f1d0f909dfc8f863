//! Whether the sums say what the single transfers say.

use chrono::NaiveDate;
use domain::size::ByteCount;
use sqlx::PgConnection;

use super::cell::DownloadFigures;
use crate::StorageError;

/// Differences that one check names.
const MOST: i64 = 100;

/// A sum that says something else than the transfers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DownloadDifference {
    /// `day` or `month`.
    pub span: String,
    /// First day of the span.
    pub starts: NaiveDate,
    /// `ftp`, `ftps`, `https` or `push`.
    pub protocol: String,
    /// What the sums say, with what is not folded into them yet. Files are not compared: how large one was is forgotten when its
    /// delivery is removed.
    pub summed: DownloadFigures,
    /// What the transfers say; of a month, its days.
    pub counted: DownloadFigures,
}

/// Every sum of a day from `since` on beside the transfers themselves, and every month beside its days, of all units together: an
/// order that names another unit today does not move what was counted. At most 100 differences. Single transfers of earlier days may be
/// removed.
pub async fn differences(
    db: &mut PgConnection,
    since: NaiveDate,
) -> Result<Vec<DownloadDifference>, StorageError> {
    let rows = sqlx::query!(
        "WITH counted AS MATERIALIZED (SELECT china_day(ended_at) AS starts, protocol, count(*) AS transfers, \
           count(*) FILTER (WHERE outcome <> 'done') AS broken, sum(bytes)::bigint AS bytes FROM transfer \
           WHERE outcome IS NOT NULL AND NOT by_check AND shelf_user_id IS NULL \
           AND ended_at >= $1::date::timestamp AT TIME ZONE interval '8 hours' GROUP BY 1, 2), \
         each AS (SELECT span, starts, protocol, transfers, broken, bytes FROM download_figure \
          UNION ALL SELECT 'day', day, protocol, 1, broken, bytes FROM download_change \
          UNION ALL SELECT 'month', date_trunc('month', day::timestamp)::date, protocol, 1, broken, bytes FROM download_change), \
         summed AS (SELECT span, starts, protocol, sum(transfers)::bigint AS transfers, sum(broken)::bigint AS broken, \
          sum(bytes)::bigint AS bytes FROM each GROUP BY 1, 2, 3), \
         truth AS (SELECT 'day' AS span, starts, protocol, transfers, broken, bytes FROM counted \
          UNION ALL SELECT 'month', date_trunc('month', starts::timestamp)::date, protocol, sum(transfers)::bigint, \
           sum(broken)::bigint, sum(bytes)::bigint FROM summed WHERE span = 'day' GROUP BY 2, 3) \
         SELECT coalesce(t.span, s.span) AS \"span!\", coalesce(t.starts, s.starts) AS \"starts!\", \
         coalesce(t.protocol, s.protocol) AS \"protocol!\", coalesce(s.transfers, 0) AS \"summed_transfers!\", \
         coalesce(s.broken, 0) AS \"summed_broken!\", coalesce(s.bytes, 0) AS \"summed_bytes!\", \
         coalesce(t.transfers, 0) AS \"transfers!\", coalesce(t.broken, 0) AS \"broken!\", coalesce(t.bytes, 0) AS \"bytes!\" \
         FROM truth t FULL JOIN summed s ON (s.span, s.starts, s.protocol) = (t.span, t.starts, t.protocol) \
         WHERE (t.transfers, t.broken, t.bytes) IS DISTINCT FROM (s.transfers, s.broken, s.bytes) \
         AND (coalesce(t.span, s.span) = 'month' OR coalesce(t.starts, s.starts) >= $1) ORDER BY 2, 1, 3 LIMIT $2",
        since,
        MOST
    )
    .fetch_all(db)
    .await?;
    let differences = rows.into_iter().map(|row| DownloadDifference {
        summed: figures(row.summed_transfers, row.summed_broken, row.summed_bytes),
        counted: figures(row.transfers, row.broken, row.bytes),
        span: row.span,
        starts: row.starts,
        protocol: row.protocol,
    });
    Ok(differences.collect())
}

fn figures(transfers: i64, broken: i64, bytes: i64) -> DownloadFigures {
    DownloadFigures {
        transfers: transfers.unsigned_abs(),
        broken: broken.unsigned_abs(),
        bytes: ByteCount(bytes.unsigned_abs()),
        ..DownloadFigures::default()
    }
}
