//! How many results there are, and of what.

use domain::research_result::ResultState;
use sqlx::PgConnection;

use crate::StorageError;

/// What results are counted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResultDimension {
    /// The satellites whose scenes their orders handed out: a result counts once for each.
    Satellite,
    /// The unit from which they were reported.
    Unit,
    /// The year in which they came out.
    Year,
    /// Their sort.
    Kind,
}

impl ResultDimension {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Satellite => "satellite",
            Self::Unit => "unit",
            Self::Year => "year",
            Self::Kind => "kind",
        }
    }
}

/// How many results have something in common.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResultFigure {
    /// A satellite's code, a unit, a year or a sort.
    pub value: String,
    /// Results.
    pub results: i64,
    /// Of them, those that somebody has checked.
    pub checked: i64,
}

/// Results by what they have in common, the most first; none that were refused. Years have an order of their own.
pub async fn figures(
    db: &mut PgConnection,
    by: ResultDimension,
    year: Option<i32>,
) -> Result<Vec<ResultFigure>, StorageError> {
    Ok(sqlx::query_as!(
        ResultFigure,
        "SELECT v.value AS \"value!\", count(*) AS \"results!\", count(*) FILTER (WHERE r.state = 'checked') AS \"checked!\" \
         FROM research_result r CROSS JOIN LATERAL (SELECT r.unit AS value WHERE $1::text = 'unit' \
             UNION ALL SELECT extract(year FROM r.month)::int::text WHERE $1 = 'year' \
             UNION ALL SELECT r.kind WHERE $1 = 'kind' \
             UNION ALL (SELECT DISTINCT s.satellite FROM research_result_order b \
                 JOIN registry_entry e ON e.order_id = b.order_id JOIN registry_scene s ON s.entry = e.number \
                 WHERE b.result_id = r.id AND $1 = 'satellite')) v \
         WHERE r.state <> 'refused' AND ($2::int IS NULL OR extract(year FROM r.month) = $2) GROUP BY v.value \
         ORDER BY CASE WHEN $1 = 'year' THEN v.value END DESC, count(*) DESC, v.value",
        by.as_str(),
        year
    )
    .fetch_all(db)
    .await?)
}

/// How many results stand where, of everybody.
pub async fn count_states(db: &mut PgConnection) -> Result<Vec<(ResultState, i64)>, StorageError> {
    let rows =
        sqlx::query!("SELECT state, count(*) AS \"count!\" FROM research_result GROUP BY state")
            .fetch_all(db)
            .await?;
    rows.into_iter()
        .map(|row| {
            let state = ResultState::parse(&row.state).ok_or(StorageError::UnknownValue {
                column: "research_result.state",
                value: row.state,
            })?;
            Ok((state, row.count))
        })
        .collect()
}
