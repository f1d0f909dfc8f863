//! How many results there are, and of what. See docs/figures.md.

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
    /// The year of publication.
    Year,
    /// Sort of the result.
    Kind,
}

impl ResultDimension {
    /// What the sums tell apart that are added up: every result has one sort.
    const fn summed(self) -> &'static str {
        match self {
            Self::Satellite => "satellite",
            Self::Unit => "unit",
            Self::Year | Self::Kind => "kind",
        }
    }
}

/// How many results have something in common.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResultFigure {
    /// A satellite's code, a unit, a year or a sort.
    pub value: String,
    pub results: i64,
    /// Results that an administrator has checked.
    pub checked: i64,
}

/// Results by what they have in common, the most first; none that were refused. Years have an order of their own. From sums that
/// workers bring up to date ([`super::roll_up_due`]).
pub async fn figures(
    db: &mut PgConnection,
    by: ResultDimension,
    year: Option<i32>,
) -> Result<Vec<ResultFigure>, StorageError> {
    Ok(sqlx::query_as!(
        ResultFigure,
        "SELECT v.value AS \"value!\", sum(f.results)::bigint AS \"results!\", sum(f.checked)::bigint AS \"checked!\" \
         FROM result_figure f CROSS JOIN LATERAL (SELECT CASE WHEN $2 THEN f.year::text ELSE f.value END AS value) v \
         WHERE f.dimension = $1 AND ($3::int IS NULL OR f.year = $3) GROUP BY v.value \
         ORDER BY CASE WHEN $2 THEN v.value END DESC, sum(f.results) DESC, v.value",
        by.summed(),
        by == ResultDimension::Year,
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
