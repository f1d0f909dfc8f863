//! `GET /api/dashboard`: what there is to do, as the first page of the back office shows it.

use axum::extract::State;
use chrono::{DateTime, Utc};
use domain::permission::Permission;
use serde::Serialize;
use storage::db::order_attention::{self, WorkFigures};
use utoipa::ToSchema;
use utoipa_axum::routes;
use uuid::Uuid;

use crate::context::Context;
use crate::json::Json;
use crate::problem::Problem;
use crate::router::{RouteAccess, Routes};

pub(crate) fn declare(routes: &mut Routes) {
    routes.add(
        RouteAccess::Needs(Permission::AllOrders),
        routes!(dashboard),
    );
}

/// How many orders wait for what. Each figure is the total of a list of orders.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Dashboard {
    /// Orders that wait for their audit (`status` 0).
    waiting: i64,
    /// Of the orders waiting, those with a decision at the audit desk that is not carried out yet.
    pending: i64,
    /// The one that waits longest; null: none waits.
    #[schema(required)]
    oldest: Option<OldestOrder>,
    /// `attention` `failed_scenes`.
    failed_scenes: i64,
    /// `attention` `failed_packaging`.
    failed_packaging: i64,
    /// `attention` `expiring`.
    expiring: i64,
    /// Orders that are being prepared (`status` 1 and 3).
    preparing: i64,
}

/// The order that waits longest.
#[derive(Debug, Serialize, ToSchema)]
struct OldestOrder {
    id: Uuid,
    ordername: String,
    /// Since when it waits.
    since: DateTime<Utc>,
}

impl From<WorkFigures> for Dashboard {
    fn from(figures: WorkFigures) -> Self {
        Self {
            waiting: figures.waiting,
            pending: figures.pending,
            oldest: figures.oldest.map(|order| OldestOrder {
                id: order.id.0,
                ordername: order.number,
                since: order.since,
            }),
            failed_scenes: figures.failed_scenes,
            failed_packaging: figures.failed_packaging,
            expiring: figures.expiring,
            preparing: figures.preparing,
        }
    }
}

/// Numbers of orders by the work that they wait for.
#[utoipa::path(get, path = "/api/dashboard", tag = "orders", operation_id = "getDashboard",
    responses((status = 200, body = Dashboard)))]
async fn dashboard(State(context): State<Context>) -> Result<Json<Dashboard>, Problem> {
    let mut db = context.connection().await?;
    Ok(Json(order_attention::figures(&mut db).await?.into()))
}
