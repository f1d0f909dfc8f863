//! Bringing the sums of results up to date: years whose results were written are counted anew from the results.

use sqlx::PgConnection;

use crate::StorageError;

/// Marks that one transaction takes: it must not hold its locks for long.
const MOST: i64 = 20_000;

/// Differences that one check names.
const MAX_DIFFERENCES: i64 = 100;

/// Counts the years anew whose results were written; whether more may be due. Call inside a transaction of the default isolation:
/// what is counted must be read after the marks were taken.
pub async fn roll_up_due(db: &mut PgConnection) -> Result<bool, StorageError> {
    // One at a time: two who count one year would write each other's rows. Who comes second leaves it to the first.
    let is_mine = sqlx::query_scalar!(
        "SELECT pg_try_advisory_xact_lock(hashtextextended('result_figure', 0)) AS \"mine!\""
    )
    .fetch_one(&mut *db)
    .await?;
    if !is_mine {
        return Ok(false);
    }
    let mut years: Vec<i32> = sqlx::query_scalar!(
        "DELETE FROM result_figure_due WHERE id IN (SELECT id FROM result_figure_due ORDER BY id LIMIT $1) RETURNING year",
        MOST
    )
    .fetch_all(&mut *db)
    .await?;
    let may_be_more = i64::try_from(years.len()).unwrap_or(MOST) >= MOST;
    years.sort_unstable();
    years.dedup();
    if years.is_empty() {
        return Ok(false);
    }
    sqlx::query!(
        "WITH counted AS (SELECT * FROM result_figure_counted($1)), \
         gone AS (DELETE FROM result_figure f WHERE f.year = ANY ($1) AND NOT EXISTS \
          (SELECT FROM counted c WHERE (c.dimension, c.year, c.value) = (f.dimension, f.year, f.value))) \
         INSERT INTO result_figure AS f (dimension, year, value, results, checked) \
         SELECT dimension, year, value, results, checked FROM counted \
         ON CONFLICT (dimension, year, value) DO UPDATE SET results = excluded.results, checked = excluded.checked \
         WHERE (f.results, f.checked) <> (excluded.results, excluded.checked)",
        &years
    )
    .execute(db)
    .await?;
    Ok(may_be_more)
}

/// Whether results were written that are not counted yet.
pub async fn is_due(db: &mut PgConnection) -> Result<bool, StorageError> {
    Ok(
        sqlx::query_scalar!("SELECT EXISTS (SELECT FROM result_figure_due) AS \"due!\"")
            .fetch_one(db)
            .await?,
    )
}

/// A sum that says something else than the results.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResultDifference {
    /// Year of publication.
    pub year: i32,
    /// `satellite`, `unit` or `kind`.
    pub dimension: String,
    /// Value of the dimension whose sum differs.
    pub value: String,
    /// Results, and of them those that are checked, as the sums say.
    pub summed: (i64, i64),
    /// Sums as counted from the results.
    pub counted: (i64, i64),
}

/// Every sum beside the results themselves, years that are due left out; at most 100 differences. Reads all results.
pub async fn differences(db: &mut PgConnection) -> Result<Vec<ResultDifference>, StorageError> {
    let rows = sqlx::query!(
        "WITH truth AS (SELECT * FROM result_figure_counted( \
          ARRAY(SELECT DISTINCT extract(year FROM month)::integer FROM research_result))) \
         SELECT coalesce(t.year, f.year) AS \"year!\", coalesce(t.dimension, f.dimension) AS \"dimension!\", \
         coalesce(t.value, f.value) AS \"value!\", coalesce(f.results, 0) AS \"summed!\", \
         coalesce(f.checked, 0) AS \"summed_checked!\", coalesce(t.results, 0) AS \"counted!\", \
         coalesce(t.checked, 0) AS \"counted_checked!\" \
         FROM truth t FULL JOIN result_figure f ON (f.dimension, f.year, f.value) = (t.dimension, t.year, t.value) \
         WHERE (t.results, t.checked) IS DISTINCT FROM (f.results, f.checked) \
         AND coalesce(t.year, f.year) NOT IN (SELECT year FROM result_figure_due) ORDER BY 1, 2, 3 LIMIT $1",
        MAX_DIFFERENCES
    )
    .fetch_all(db)
    .await?;
    let differences = rows.into_iter().map(|row| ResultDifference {
        year: row.year,
        dimension: row.dimension,
        value: row.value,
        summed: (row.summed, row.summed_checked),
        counted: (row.counted, row.counted_checked),
    });
    Ok(differences.collect())
}
