//! `GET /api/orders`

use axum::extract::State;
use chrono::NaiveDate;
use domain::calendar::china_day;
use domain::order::attention::Attention;
use domain::order::get_method::GetMethod;
use domain::order::kind::OrderKind;
use domain::order::state::OrderState;
use domain::statistics::{Dimension, Period};
use serde::Deserialize;
use storage::PgConnection;
use storage::db::Page;
use storage::db::order_figures::FigureSource;
use storage::db::orders::{self, CountedOrders, Filter, Sort};
use texts::FieldText;
use utoipa::{IntoParams, ToSchema};

use super::codes;
use super::view::{self, OrderView};
use crate::caller::Caller;
use crate::catalogue_scope::{scope_of, viewer};
use crate::context::Context;
use crate::json::{Json, List, Query};
use crate::moment::{self, none_if_empty};
use crate::problem::{Problem, ProblemBody};

/// Filters of the orders.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub(super) struct OrderQuery {
    /// `sstatus`, one or several divided by commas.
    status: Option<String>,
    /// Kind of order, one or several divided by commas: 0 existing product, 1 routine demand, 2 reprocessing.
    #[serde(rename = "type")]
    kind: Option<String>,
    /// Part of the order number.
    ordername: Option<String>,
    /// Part of the applying unit.
    unit: Option<String>,
    /// Part of the applicant's name.
    applicant: Option<String>,
    /// Part of the ordering account.
    login_name: Option<String>,
    /// Made at or after: RFC 3339, or a day.
    #[serde(deserialize_with = "none_if_empty")]
    #[param(value_type = Option<String>)]
    from: Option<moment::PeriodBegin>,
    /// Made before (RFC 3339), or up to the end of a day.
    #[serde(deserialize_with = "none_if_empty")]
    #[param(value_type = Option<String>)]
    to: Option<moment::PeriodEnd>,
    /// 1-based.
    page: Option<i64>,
    /// Rows per page.
    page_size: Option<i64>,
    /// `true`: only orders whose preparation was cancelled, which have `sstatus` 2; `false`: only the others.
    cancelled: Option<bool>,
    /// Only orders that somebody has to look at: `failed_scenes` (scenes that could not be extracted), `failed_packaging`,
    /// or `expiring` (a delivery that closes within three days, of an order that is not completed).
    #[param(value_type = Option<codes::Attention>, inline)]
    attention: Option<String>,
    /// Just the orders that a figure of the order statistics counts, deleted ones too: those that were submitted once and
    /// have a get method, and here of one `value`.
    #[param(value_type = Option<CountedBy>, inline)]
    counted: Option<CountedBy>,
    /// Exactly what the figure is of, as `/api/stats/breakdown` and `/api/stats/units` name it; left out: of nothing filled in.
    /// Only with `counted`, and not of the total.
    value: Option<String>,
    /// 0 online, 2 offline: only with `counted`.
    #[param(value_type = Option<codes::GetMethod>, inline)]
    get_method: Option<String>,
    /// `creattime`, `ordername` or `sorder` (the priority), with `-` newest, or most urgent, first. Default `-creattime`.
    sort: Option<String>,
}

/// What tells the orders of a figure apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[schema(as = CountedBy)]
#[serde(rename_all = "lowercase")]
pub(super) enum CountedBy {
    /// All orders together, without a breakdown.
    Total,
    /// The applying unit.
    Unit,
    /// `applyUserUsed`.
    Usage,
    /// `type`.
    Kind,
    /// The satellite of a scene.
    Satellite,
    /// The catalogue node of a scene.
    Node,
    /// The province in which a scene lies, by its code; of nothing: in none.
    Region,
}

impl From<CountedBy> for Dimension {
    fn from(by: CountedBy) -> Self {
        match by {
            CountedBy::Total => Self::Total,
            CountedBy::Unit => Self::Unit,
            CountedBy::Usage => Self::Usage,
            CountedBy::Kind => Self::Kind,
            CountedBy::Satellite => Self::Satellite,
            CountedBy::Node => Self::Node,
            CountedBy::Region => Self::Region,
        }
    }
}

/// Orders: an applicant's own, or everybody's for administrators and operators.
#[utoipa::path(get, path = "/api/orders", tag = "orders", operation_id = "getManOrderListForPage",
    params(OrderQuery),
    responses((status = 200, body = List<OrderView>), (status = 400, body = ProblemBody)))]
pub(super) async fn list(
    State(context): State<Context>,
    caller: Caller,
    Query(query): Query<OrderQuery>,
) -> Result<Json<List<OrderView>>, Problem> {
    let mut filter = filter(&query, &caller)?;
    let page = Page::new(query.page, query.page_size);
    let mut db = context.connection().await?;
    if let Some(by) = query.counted {
        filter.counted = Some(counted(&context, &mut db, &caller, by, &query).await?);
        // Their own deleted orders are gone for applicants, whatever the figures count.
        if filter.owner.is_some() && filter.states.is_empty() {
            filter.states = OrderState::ALL.to_vec();
            filter.states.retain(|state| *state != OrderState::Deleted);
        }
    }
    let found = orders::list(&context.order_list, &mut db, &filter, page).await?;
    let items = view::rows(&context, &mut db, &caller, &found.items).await?;
    Ok(Json(List {
        items,
        total: found.total,
    }))
}

fn filter(query: &OrderQuery, caller: &Caller) -> Result<Filter, Problem> {
    let (sort, ascending) = sorted(query.sort.as_deref())?;
    Ok(Filter {
        owner: caller.visible_owner(),
        states: states(query.status.as_deref().unwrap_or_default())?,
        kinds: kinds(query.kind.as_deref().unwrap_or_default())?,
        number: text(query.ordername.as_deref()),
        unit: text(query.unit.as_deref()),
        applicant: text(query.applicant.as_deref()),
        login: text(query.login_name.as_deref()),
        from: query.from.map(|from| from.0),
        to: query.to.map(|to| to.0),
        cancelled: query.cancelled,
        attention: attention(query.attention.as_deref())?,
        counted: None,
        sort,
        ascending,
    })
}

/// The orders behind a figure, from what the caller's figures are counted from.
async fn counted(
    context: &Context,
    db: &mut PgConnection,
    caller: &Caller,
    by: CountedBy,
    query: &OrderQuery,
) -> Result<CountedOrders, Problem> {
    let period = Period::new(
        query.from.map_or(NaiveDate::MIN, |from| china_day(from.0)),
        query.to.map_or(NaiveDate::MAX, |to| china_day(to.0)),
    );
    let scope = scope_of(context, db, viewer(Some(caller))).await?;
    Ok(CountedOrders {
        source: FigureSource::read(db, &scope, period).await?,
        by: by.into(),
        value: query.value.clone().unwrap_or_default(),
        method: method(query.get_method.as_deref().unwrap_or_default())?,
    })
}

fn method(code: &str) -> Result<Option<GetMethod>, Problem> {
    let code = code.trim();
    if code.is_empty() {
        return Ok(None);
    }
    let code: Option<i16> = code.parse().ok();
    let method = code.and_then(|code| GetMethod::try_from(code).ok());
    match method {
        Some(method) => Ok(Some(method)),
        None => Err(Problem::invalid_field(
            "getMethod",
            FieldText::GetMethodWrong,
        )),
    }
}

/// A filter field that is left empty filters nothing.
fn text(value: Option<&str>) -> Option<String> {
    value
        .map(str::trim)
        .filter(|text| !text.is_empty())
        .map(str::to_owned)
}

fn states(list: &str) -> Result<Vec<OrderState>, Problem> {
    list.split(',')
        .map(str::trim)
        .filter(|code| !code.is_empty())
        .map(|code| {
            let code: Option<i16> = code.parse().ok();
            code.and_then(|code| OrderState::try_from(code).ok())
                .filter(|state| *state != OrderState::Deleted)
                .ok_or_else(|| Problem::invalid_field("status", FieldText::OrderStatusWrong))
        })
        .collect()
}

fn kinds(list: &str) -> Result<Vec<OrderKind>, Problem> {
    list.split(',')
        .map(str::trim)
        .filter(|code| !code.is_empty())
        .map(|code| {
            let code: Option<i16> = code.parse().ok();
            code.and_then(|code| OrderKind::try_from(code).ok())
                .ok_or_else(|| Problem::invalid_field("type", FieldText::OrderTypeWrong))
        })
        .collect()
}

fn attention(word: Option<&str>) -> Result<Option<Attention>, Problem> {
    match word.map(str::trim).filter(|word| !word.is_empty()) {
        None => Ok(None),
        Some(word) => Attention::parse(word)
            .map(Some)
            .ok_or_else(|| Problem::invalid_field("attention", FieldText::AttentionWrong)),
    }
}

/// What is sorted by, and whether the least comes first. The number is the time at which the order was made, so both sort
/// alike.
fn sorted(sort: Option<&str>) -> Result<(Sort, bool), Problem> {
    match sort.unwrap_or_default() {
        "" | "-creattime" | "-ordername" => Ok((Sort::Created, false)),
        "creattime" | "ordername" => Ok((Sort::Created, true)),
        "-sorder" => Ok((Sort::Priority, false)),
        "sorder" => Ok((Sort::Priority, true)),
        _ => Err(Problem::invalid_field("sort", FieldText::SortUnknown)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_read_from_a_list() {
        use OrderKind::{ExistingProduct, Reprocessing};
        assert_eq!(kinds("2, 0").unwrap(), [Reprocessing, ExistingProduct]);
        assert_eq!(kinds("").unwrap(), []);
        assert!(kinds("3").is_err() && kinds("x").is_err());
    }

    #[test]
    fn states_are_read_from_a_list_without_the_tombstone() {
        use OrderState::{PendingSubmission, Rejected};
        assert_eq!(states("-1, 2").unwrap(), [PendingSubmission, Rejected]);
        assert_eq!(states("").unwrap(), []);
        for wrong in ["-2", "4", "x", "1;2"] {
            assert!(states(wrong).is_err(), "{wrong}");
        }
    }
}
