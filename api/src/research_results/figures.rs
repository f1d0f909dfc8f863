//! `GET /api/result-desk/figures`

use axum::extract::State;
use serde::{Deserialize, Serialize};
use storage::db::research_results::{self, ResultDimension, ResultFigure};
use utoipa::{IntoParams, ToSchema};

use crate::context::Context;
use crate::json::{Json, Query};
use crate::problem::{Problem, ProblemBody};
use crate::statistics::{FigureList, wait_until_results_counted};

/// What results are counted by.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[schema(as = ResultDimension)]
#[serde(rename_all = "snake_case")]
enum DimensionName {
    /// A result counts once for each satellite with whose scenes it was made.
    Satellite,
    Unit,
    /// The year of publication.
    Year,
    Kind,
}

impl DimensionName {
    const fn dimension(self) -> ResultDimension {
        match self {
            Self::Satellite => ResultDimension::Satellite,
            Self::Unit => ResultDimension::Unit,
            Self::Year => ResultDimension::Year,
            Self::Kind => ResultDimension::Kind,
        }
    }
}

/// Which results to count, and by what.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct FigureQuery {
    #[param(inline)]
    by: DimensionName,
    /// Only results published in this year.
    year: Option<i32>,
}

/// How many results have something in common.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ResultFigure)]
pub(super) struct FigureView {
    /// A satellite's code, a unit, a year or a sort.
    value: String,
    results: i64,
    /// Of them, those that an administrator has checked.
    checked: i64,
}

impl From<ResultFigure> for FigureView {
    fn from(figure: ResultFigure) -> Self {
        Self {
            value: figure.value,
            results: figure.results,
            checked: figure.checked,
        }
    }
}

/// Results counted, none that were refused: the most first, years by themselves.
#[utoipa::path(get, path = "/api/result-desk/figures", tag = "results", operation_id = "countResults",
    params(FigureQuery), responses((status = 200, body = FigureList<FigureView>), (status = 400, body = ProblemBody)))]
pub(super) async fn figures(
    State(context): State<Context>,
    Query(query): Query<FigureQuery>,
) -> Result<Json<FigureList<FigureView>>, Problem> {
    let is_current = wait_until_results_counted(&context).await?;
    let mut db = context.connection().await?;
    let figures = research_results::figures(&mut db, query.by.dimension(), query.year).await?;
    let items = figures.into_iter().map(Into::into).collect();
    Ok(Json(FigureList::new(items, is_current)))
}
