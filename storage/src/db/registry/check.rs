//! Whether the sums say what the registry says.

use chrono::NaiveDate;
use domain::order::feedback::Rating;
use domain::order::get_method::GetMethod;
use sqlx::PgConnection;

use crate::StorageError;

/// Differences that one check names.
const MOST: i64 = 100;

/// Sums of entries, scenes and bytes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ProvidedCount {
    /// Deliveries opened.
    pub entries: i64,
    /// Scenes handed out.
    pub scenes: i64,
    /// Bytes of these scenes.
    pub bytes: i64,
    /// Deliveries of which a file was fetched to its end, or that were completed as offline copies.
    pub fetched: i64,
    /// Deliveries of which something was fetched, but no file to its end.
    pub begun: i64,
    /// How often a file was fetched to its end that had been before.
    pub repeated: i64,
    /// By satellite and province: scenes of these deliveries, the others too.
    pub delivery_scenes: i64,
    /// Bytes of the deliveries.
    pub delivery_bytes: i64,
}

/// A sum that says something else than the registry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProvidedDifference {
    /// `day`, `month`, `year` or `ever`.
    pub span: String,
    /// First day of the span.
    pub starts: NaiveDate,
    /// What `value` is: `usage`, `satellite`, `region`, `took`, `rating` or `state`; with `all_` of all units together.
    pub tells: String,
    /// The applying unit.
    pub unit: String,
    /// The usage, satellite, province, step of a duration, stars, or letters of a state.
    pub value: String,
    /// What the sums say, with what is not folded into them yet.
    pub summed: ProvidedCount,
    /// Sums as counted from the registry.
    pub counted: ProvidedCount,
}

/// Every sum beside the registry's entries, scenes and fetches; at most 100 differences. Reads all of them.
pub async fn differences(db: &mut PgConnection) -> Result<Vec<ProvidedDifference>, StorageError> {
    let rows = sqlx::query!(
        "WITH entry AS MATERIALIZED (SELECT e.number, e.round, e.opened_at - e.approved_at AS took, china_day(e.opened_at) AS day, \
          e.unit, e.usage, e.scene_count, e.scene_bytes, e.get_method, \
          CASE WHEN e.round = 1 THEN e.opened_at <= e.approved_at + make_interval(hours => e.promised_hours) END AS in_time, \
          CASE WHEN e.round = 1 THEN $3::smallint - b.appraise END AS stars, \
          coalesce(f.files, 0) > 0 OR (e.get_method = $1 AND e.completed_at IS NOT NULL) AS fetched, coalesce(f.paths, 0) AS paths, \
          coalesce(f.repeated, 0) AS repeated FROM registry_entry e LEFT JOIN feedback b USING (order_id) \
          LEFT JOIN (SELECT entry, count(*) AS paths, count(*) FILTER (WHERE times > 0) AS files, \
           sum(times - 1) FILTER (WHERE times > 1) AS repeated FROM registry_fetch GROUP BY entry) f ON f.entry = e.number), \
         counted AS MATERIALIZED (SELECT 'usage' AS tells, day, unit, usage AS value, count(*) AS entries, sum(scene_count) AS scenes, \
          sum(scene_bytes) AS bytes, count(*) FILTER (WHERE fetched) AS fetched, count(*) FILTER (WHERE NOT fetched AND paths > 0) AS begun, \
          sum(repeated) AS repeated, 0 AS delivery_scenes, 0 AS delivery_bytes FROM entry GROUP BY day, unit, usage \
          UNION ALL SELECT 'state', day, '', concat(get_method, CASE round WHEN 1 THEN '1' ELSE '0' END, \
           CASE in_time WHEN true THEN 'k' WHEN false THEN 'l' ELSE '-' END, coalesce(stars::text, '-'), \
           CASE WHEN fetched THEN 'f' WHEN paths > 0 THEN 'b' ELSE 'u' END, CASE WHEN repeated > 0 THEN 'r' ELSE '-' END), \
           count(*), sum(scene_count), sum(scene_bytes), 0, 0, 0, 0, 0 FROM entry GROUP BY 2, 4 \
          UNION ALL SELECT 'satellite', e.day, e.unit, s.satellite, count(*), sum(s.scenes), sum(s.bytes), 0, 0, 0, \
           sum(e.scene_count), sum(e.scene_bytes) \
           FROM (SELECT entry, satellite, count(*) AS scenes, sum(size) AS bytes FROM registry_scene GROUP BY 1, 2) s \
           JOIN entry e ON e.number = s.entry GROUP BY 2, 3, 4 \
          UNION ALL SELECT 'region', e.day, e.unit, s.region, count(*), sum(s.scenes), sum(s.bytes), 0, 0, 0, \
           sum(e.scene_count), sum(e.scene_bytes) \
           FROM (SELECT p.entry, coalesce(r.region, '') AS region, count(*) AS scenes, sum(p.size) AS bytes FROM registry_scene p \
            LEFT JOIN scene c ON c.dataid = p.dataid LEFT JOIN scene_region r ON r.did = c.did GROUP BY 1, 2) s \
           JOIN entry e ON e.number = s.entry GROUP BY 2, 3, 4 \
          UNION ALL SELECT 'took', day, unit, duration_step(took)::text, count(*), 0, 0, 0, 0, 0, 0, 0 FROM entry \
           WHERE round = 1 AND took IS NOT NULL GROUP BY 2, 3, 4 \
          UNION ALL SELECT 'rating', day, unit, stars::text, count(*), 0, 0, 0, 0, 0, 0, 0 FROM entry \
           WHERE stars IS NOT NULL GROUP BY 2, 3, 4), \
         truth AS (SELECT s.span, s.starts, s.tells, s.unit, c.value, sum(c.entries) AS entries, sum(c.scenes) AS scenes, \
          sum(c.bytes) AS bytes, sum(c.fetched) AS fetched, sum(c.begun) AS begun, sum(c.repeated) AS repeated, \
          sum(c.delivery_scenes) AS delivery_scenes, sum(c.delivery_bytes) AS delivery_bytes \
          FROM counted c CROSS JOIN LATERAL provided_sums(c.tells, c.day, c.unit) s GROUP BY 1, 2, 3, 4, 5), \
         each AS (SELECT span, starts, tells, unit, value, entries, scenes, bytes, fetched, begun, repeated, delivery_scenes, \
          delivery_bytes FROM provided_figure \
          UNION ALL SELECT s.span, s.starts, s.tells, s.unit, c.value, c.entries, c.scenes, c.bytes, c.fetched, c.begun, c.repeated, \
          c.delivery_scenes, c.delivery_bytes FROM provided_change c CROSS JOIN LATERAL provided_sums(c.tells, c.day, c.unit) s), \
         summed AS (SELECT span, starts, tells, unit, value, sum(entries) AS entries, sum(scenes) AS scenes, sum(bytes) AS bytes, \
          sum(fetched) AS fetched, sum(begun) AS begun, sum(repeated) AS repeated, sum(delivery_scenes) AS delivery_scenes, \
          sum(delivery_bytes) AS delivery_bytes FROM each GROUP BY 1, 2, 3, 4, 5 \
          HAVING (sum(entries), sum(scenes), sum(bytes), sum(fetched), sum(begun), sum(repeated), sum(delivery_scenes), \
           sum(delivery_bytes)) <> (0, 0, 0, 0, 0, 0, 0, 0)) \
         SELECT coalesce(t.span, s.span) AS \"span!\", coalesce(t.starts, s.starts) AS \"starts!\", \
         coalesce(t.tells, s.tells) AS \"tells!\", coalesce(t.unit, s.unit) AS \"unit!\", coalesce(t.value, s.value) AS \"value!\", \
         ARRAY[s.entries, s.scenes, s.bytes, s.fetched, s.begun, s.repeated, s.delivery_scenes, s.delivery_bytes]::bigint[] \
          AS \"summed!: Vec<Option<i64>>\", \
         ARRAY[t.entries, t.scenes, t.bytes, t.fetched, t.begun, t.repeated, t.delivery_scenes, t.delivery_bytes]::bigint[] \
          AS \"counted!: Vec<Option<i64>>\" \
         FROM truth t FULL JOIN summed s \
         ON (s.span, s.starts, s.tells, s.unit, s.value) = (t.span, t.starts, t.tells, t.unit, t.value) \
         WHERE (t.entries, t.scenes, t.bytes, t.fetched, t.begun, t.repeated, t.delivery_scenes, t.delivery_bytes) \
          IS DISTINCT FROM (s.entries, s.scenes, s.bytes, s.fetched, s.begun, s.repeated, s.delivery_scenes, s.delivery_bytes) \
         ORDER BY 2, 1, 3, 4, 5 LIMIT $2",
        GetMethod::OfflineCopy.code(),
        MOST,
        Rating::MAX_STARS
    )
    .fetch_all(db)
    .await?;
    let differences = rows.into_iter().map(|row| ProvidedDifference {
        span: row.span,
        starts: row.starts,
        tells: row.tells,
        unit: row.unit,
        value: row.value,
        summed: count(&row.summed),
        counted: count(&row.counted),
    });
    Ok(differences.collect())
}

fn count(columns: &[Option<i64>]) -> ProvidedCount {
    let column = |index: usize| columns.get(index).copied().flatten().unwrap_or_default();
    ProvidedCount {
        entries: column(0),
        scenes: column(1),
        bytes: column(2),
        fetched: column(3),
        begun: column(4),
        repeated: column(5),
        delivery_scenes: column(6),
        delivery_bytes: column(7),
    }
}
