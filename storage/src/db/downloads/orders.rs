//! What was downloaded of some orders, from the transfers themselves as long as they are kept.

use std::collections::BTreeMap;

use domain::statistics::Period;
use sqlx::PgConnection;
use uuid::Uuid;

use super::cell::{CellRow, DownloadCell, DownloadDimension, DownloadFigures};
use crate::StorageError;

/// As [`super::figures`].
pub(super) async fn figures(
    db: &mut PgConnection,
    (orders, period): (&[Uuid], Period),
    unit: Option<&str>,
    by: DownloadDimension,
) -> Result<BTreeMap<String, DownloadFigures>, StorageError> {
    let mut figures: BTreeMap<String, DownloadFigures> = BTreeMap::new();
    for cell in cells(db, (orders, period), unit).await? {
        let value = match by {
            DownloadDimension::Unit => cell.unit,
            DownloadDimension::Protocol => cell.protocol,
            DownloadDimension::Month => cell.day.format("%Y-%m").to_string(),
            DownloadDimension::Day => cell.day.to_string(),
        };
        *figures.entry(value).or_default() += cell.figures;
    }
    Ok(figures)
}

/// As [`super::cells`].
pub(super) async fn cells(
    db: &mut PgConnection,
    (orders, period): (&[Uuid], Period),
    unit: Option<&str>,
) -> Result<Vec<DownloadCell>, StorageError> {
    let rows = sqlx::query_as!(
        CellRow,
        "SELECT china_day(t.ended_at) AS \"day!\", btrim(o.apply_user_unit) AS \"unit!\", t.protocol, \
         count(*) AS \"transfers!\", \
         count(*) FILTER (WHERE t.outcome = 'done' AND t.from_offset + t.bytes = coalesce(t.size, f.size)) AS \"files!\", \
         count(*) FILTER (WHERE t.outcome <> 'done') AS \"broken!\", sum(t.bytes)::bigint AS \"bytes!\" \
         FROM transfer t LEFT JOIN delivery d ON d.id = t.delivery_id \
         JOIN orders o ON o.id = coalesce(t.order_id, d.order_id) \
         LEFT JOIN delivery_file f ON f.delivery_id = t.delivery_id AND f.path = t.path \
         WHERE t.outcome IS NOT NULL AND NOT t.by_check AND o.id = ANY ($1) \
         AND t.ended_at >= $2::date::timestamp AT TIME ZONE interval '8 hours' \
         AND t.ended_at < ($3::date + 1)::timestamp AT TIME ZONE interval '8 hours' \
         AND ($4::text IS NULL OR btrim(o.apply_user_unit) = $4) GROUP BY 1, 2, 3 ORDER BY 1, 2, 3",
        orders,
        period.first(),
        period.last(),
        unit
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(Into::into).collect())
}
