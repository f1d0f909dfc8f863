//! `GET /api/registry/figures`

use axum::extract::State;
use serde::{Deserialize, Serialize};
use storage::db::registry::{self, ProvidedDimension, ProvidedFigure};
use utoipa::{IntoParams, ToSchema};

use crate::context::Context;
use crate::exact_filter::exact;
use crate::json::{Json, Query};
use crate::problem::{Problem, ProblemBody};
use crate::statistics::PeriodQuery;

/// What tells the figures of the registry apart.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
enum ProvidedBy {
    Month,
    Unit,
    Usage,
    Satellite,
    Region,
}

/// By what to count, and of whom.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct ProvidedQuery {
    #[param(inline)]
    by: ProvidedBy,
    /// Only what was provided to this applying unit, whole.
    unit: Option<String>,
}

/// What was provided under one value.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ProvidedFigure)]
struct ProvidedFigureView {
    /// The month (`2026-11`), the unit, the usage, the satellite's code, or the province's (empty: in none).
    value: String,
    /// Deliveries opened; one with scenes of two satellites, or of two provinces, counts once at each.
    entries: i64,
    /// Scenes handed out; one that was handed out twice counts twice.
    scenes: i64,
    /// Bytes of these scenes.
    bytes: i64,
}

impl From<ProvidedFigure> for ProvidedFigureView {
    fn from(figure: ProvidedFigure) -> Self {
        Self {
            value: figure.value,
            entries: figure.entries,
            scenes: figure.scenes,
            bytes: figure.bytes,
        }
    }
}

/// What was provided in a period.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ProvidedFigures {
    items: Vec<ProvidedFigureView>,
}

/// What was provided, from sums of the entries of the registry: months in their order, everything else the largest first.
#[utoipa::path(get, path = "/api/registry/figures", tag = "registry", operation_id = "registryFigures",
    params(PeriodQuery, ProvidedQuery),
    responses((status = 200, body = ProvidedFigures), (status = 400, body = ProblemBody)))]
pub(super) async fn figures(
    State(context): State<Context>,
    Query(days): Query<PeriodQuery>,
    Query(query): Query<ProvidedQuery>,
) -> Result<Json<ProvidedFigures>, Problem> {
    let dimension = match query.by {
        ProvidedBy::Month => ProvidedDimension::Month,
        ProvidedBy::Unit => ProvidedDimension::Unit,
        ProvidedBy::Usage => ProvidedDimension::Usage,
        ProvidedBy::Satellite => ProvidedDimension::Satellite,
        ProvidedBy::Region => ProvidedDimension::Region,
    };
    let period = days.period(context.now());
    let mut db = context.connection().await?;
    let unit = exact(query.unit, false);
    let found = registry::figures(&mut db, dimension, period, unit.as_deref()).await?;
    Ok(Json(ProvidedFigures {
        items: found.into_iter().map(Into::into).collect(),
    }))
}
