//! `GET /api/stats/preparation/failures`

use axum::extract::State;
use chrono::{DateTime, Utc};
use domain::ids::OrderId;
use domain::task::ErrorClass;
use serde::{Deserialize, Serialize};
use storage::db::service_figures::{self, FailureCursor, FailureFilter, PreparationFailure};
use utoipa::{IntoParams, ToSchema};

use super::super::period::PeriodQuery;
use crate::context::Context;
use crate::json::{Json, Query};
use crate::message::MessageBody;
use crate::moment::cursor;
use crate::orders::codes;
use crate::problem::{Problem, ProblemBody};

/// Failures on a page.
const PAGE: usize = 50;

/// Filters of the failures.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub(super) struct FailureQuery {
    /// Only those of this class.
    #[param(value_type = Option<codes::ErrorClassWord>, inline)]
    cause: Option<ErrorClass>,
    /// `next` of the page before.
    #[serde(deserialize_with = "cursor")]
    #[param(value_type = Option<String>)]
    before: Option<FailureCursor>,
}

/// A step of a preparation that failed for good.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PreparationFailure)]
#[serde(rename_all = "camelCase")]
struct PreparationFailureView {
    id: i64,
    at: DateTime<Utc>,
    #[schema(value_type = Uuid)]
    order_id: OrderId,
    ordername: String,
    /// The applying unit.
    unit: String,
    /// What was being done: `extract_scene`, `package_order` or `verify_delivery`.
    kind: &'static str,
    /// Class of the failure.
    #[schema(value_type = codes::ErrorClassWord)]
    cause: String,
    /// What it says, in Chinese.
    text: String,
    /// The same as a code with parameters; null: words of a system.
    #[schema(required)]
    message: Option<MessageBody>,
}

impl From<PreparationFailure> for PreparationFailureView {
    fn from(failure: PreparationFailure) -> Self {
        Self {
            id: failure.id,
            at: failure.at,
            order_id: failure.order,
            ordername: failure.ordername,
            unit: failure.unit,
            kind: failure.kind.as_str(),
            cause: failure.cause,
            text: failure.detail.chinese(),
            message: MessageBody::from_detail(failure.detail),
        }
    }
}

/// Failures, the last first.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PreparationFailurePage {
    items: Vec<PreparationFailureView>,
    /// Where the next ones begin; null: there are none.
    #[schema(required)]
    next: Option<String>,
}

/// The failures that figures of the same days and cause count, the last first.
#[utoipa::path(get, path = "/api/stats/preparation/failures", tag = "statistics", operation_id = "getPreparationFailures",
    params(FailureQuery, PeriodQuery),
    responses((status = 200, body = PreparationFailurePage), (status = 400, body = ProblemBody)))]
pub(super) async fn list(
    State(context): State<Context>,
    Query(query): Query<FailureQuery>,
    Query(days): Query<PeriodQuery>,
) -> Result<Json<PreparationFailurePage>, Problem> {
    let filter = FailureFilter {
        period: days.period(context.now()),
        cause: query.cause,
        before: query.before,
    };
    let mut db = context.connection().await?;
    let page = service_figures::preparation_failures(&mut db, &filter, PAGE).await?;
    Ok(Json(PreparationFailurePage {
        items: page.items.into_iter().map(Into::into).collect(),
        next: page.next.map(|next| next.to_string()),
    }))
}
