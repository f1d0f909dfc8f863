//! `GET /api/stats/open-services` and `/api/stats/open-services.xlsx`

use axum::extract::State;
use chrono::NaiveDate;
use domain::ids::UserId;
use domain::open_service::{OpenService, ServiceUse};
use domain::permission::Permission;
use domain::statistics::Period;
use serde::{Deserialize, Serialize};
use storage::db::open_services::{self, OpenServiceFigures, ServicesUsed, SystemUse};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::routes;
use uuid::Uuid;

use super::period::PeriodQuery;
use crate::caller::Caller;
use crate::context::Context;
use crate::json::{Json, Query};
use crate::moment::none_if_empty;
use crate::problem::{Problem, ProblemBody};
use crate::router::{RouteAccess, Routes};

mod table;
#[cfg(test)]
mod tests;

pub(super) fn declare(routes: &mut Routes) {
    let access = RouteAccess::Needs(Permission::OrderStatistics);
    routes.add(access, routes!(figures));
    routes.add(access, routes!(table::workbook));
}

/// Client system whose calls are counted.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
struct SystemQuery {
    /// Only of this client system, by its account. A client system is told of its own calls, whatever stands here.
    #[serde(deserialize_with = "none_if_empty")]
    #[param(value_type = Option<Uuid>)]
    system: Option<UserId>,
}

/// What a call is for.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[schema(as = OpenService)]
#[serde(rename_all = "lowercase")]
enum ServiceName {
    /// The tree of the catalogue, its fields, satellites, collections.
    Catalogue,
    /// Scenes, searched for or looked at.
    Scene,
    /// Pictures of scenes.
    Preview,
    Statistics,
    /// What was handed out, and the reports of it.
    Registry,
    /// Files of scenes.
    File,
    /// Any other service.
    Other,
    /// Calls of a version that did not tell services apart.
    Earlier,
}

impl From<OpenService> for ServiceName {
    fn from(service: OpenService) -> Self {
        match service {
            OpenService::Catalogue => Self::Catalogue,
            OpenService::Scene => Self::Scene,
            OpenService::Preview => Self::Preview,
            OpenService::Statistics => Self::Statistics,
            OpenService::Registry => Self::Registry,
            OpenService::File => Self::File,
            OpenService::Other => Self::Other,
            OpenService::Earlier => Self::Earlier,
        }
    }
}

/// Calls and bytes.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct OpenServiceCounts {
    /// Calls with a token that holds, refused ones among them.
    requests: u64,
    /// Those that were refused because the calls or bytes of the day were spent.
    over_quota: u64,
    /// Those that were refused because they were not allowed.
    forbidden: u64,
    /// Bytes of files.
    bytes: u64,
}

impl From<ServiceUse> for OpenServiceCounts {
    fn from(used: ServiceUse) -> Self {
        Self {
            requests: used.requests,
            over_quota: used.over_quota,
            forbidden: used.forbidden,
            bytes: used.bytes.0,
        }
    }
}

/// What was called for of one service.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OpenServiceUse)]
struct ServiceView {
    service: ServiceName,
    #[serde(flatten)]
    counts: OpenServiceCounts,
}

fn services(used: &ServicesUsed) -> Vec<ServiceView> {
    let views = used.iter().map(|(service, used)| ServiceView {
        service: (*service).into(),
        counts: (*used).into(),
    });
    views.collect()
}

fn sum<'a>(parts: impl IntoIterator<Item = &'a ServicesUsed>) -> ServiceUse {
    let mut sum = ServiceUse::default();
    for used in parts.into_iter().flat_map(ServicesUsed::values) {
        sum += *used;
    }
    sum
}

/// One client system; one that is none any more called all the same.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OpenServiceSystem)]
#[serde(rename_all = "camelCase")]
struct SystemView {
    /// Account of the client system.
    id: Uuid,
    login_name: String,
    /// The account's name.
    name: String,
    /// The account's unit.
    unit: String,
    #[serde(flatten)]
    total: OpenServiceCounts,
    /// Those that it called for.
    services: Vec<ServiceView>,
}

impl From<SystemUse> for SystemView {
    fn from(system: SystemUse) -> Self {
        Self {
            total: sum([&system.services]).into(),
            services: services(&system.services),
            id: system.user.0,
            login_name: system.login_name,
            name: system.name,
            unit: system.unit,
        }
    }
}

/// A day with calls.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OpenServiceDay)]
struct DayView {
    /// The day in China.
    day: NaiveDate,
    #[serde(flatten)]
    total: OpenServiceCounts,
    /// Those that were called for.
    services: Vec<ServiceView>,
}

/// What client systems called for.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OpenServiceFigures)]
struct FiguresView {
    /// Sum over the period.
    total: OpenServiceCounts,
    /// Those that called, the most calls first.
    systems: Vec<SystemView>,
    /// Days with calls, in their order.
    days: Vec<DayView>,
}

/// What client systems called for with their tokens, by system, by day and by service. A call counts on the day in China on which it
/// came. What is counted is kept for 400 days.
#[utoipa::path(get, path = "/api/stats/open-services", tag = "statistics", operation_id = "getOpenServiceFigures",
    params(SystemQuery, PeriodQuery),
    responses((status = 200, body = FiguresView), (status = 400, body = ProblemBody)))]
async fn figures(
    State(context): State<Context>,
    caller: Caller,
    Query(query): Query<SystemQuery>,
    Query(days): Query<PeriodQuery>,
) -> Result<Json<FiguresView>, Problem> {
    let period = days.period(context.now());
    let found = counted(&context, (&caller, &query), period).await?;
    let total = sum(found.days.values()).into();
    let days = found.days.into_iter().map(|(day, used)| DayView {
        day,
        total: sum([&used]).into(),
        services: services(&used),
    });
    Ok(Json(FiguresView {
        total,
        days: days.collect(),
        systems: found.systems.into_iter().map(Into::into).collect(),
    }))
}

/// The systems with the most calls first. Calls are about no scene, and no scope cuts them; what others call for is no business of a
/// client system.
async fn counted(
    context: &Context,
    (caller, query): (&Caller, &SystemQuery),
    period: Period,
) -> Result<OpenServiceFigures, Problem> {
    let system = match caller.token {
        Some(_) => Some(caller.id),
        None => query.system,
    };
    let mut db = context.connection().await?;
    let mut found = open_services::figures(&mut db, period, system).await?;
    let systems = &mut found.systems;
    systems.sort_by_key(|system| std::cmp::Reverse(sum([&system.services]).requests));
    Ok(found)
}
