//! `GET` and `POST /api/results`, `PUT` and `DELETE /api/results/{id}`, `GET /api/results/orders`

use axum::extract::State;
use axum::http::StatusCode;
use domain::ids::{OrderId, ResearchResultId, UserId};
use domain::research_result::{MAX_RESULTS, ResultChange};
use serde::Deserialize;
use storage::PgConnection;
use storage::db::research_results::{self, Replaced, Reported, ResearchResult, ResultFilter};
use storage::db::{Page, handles};
use texts::{FieldText, ProblemText};
use utoipa::IntoParams;
use uuid::Uuid;

use super::form::FormBody;
use super::log::record;
use super::view::{ProvidedOrderView, ResultView};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::{Json, List, Path, Query};
use crate::problem::{Problem, ProblemBody};

/// Orders that a form offers.
const MAX_OFFERED: i64 = 500;

/// Which of one's own results.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(super) struct OwnQuery {
    /// Only those based on this order.
    order_id: Option<Uuid>,
    /// 1-based.
    page: Option<i64>,
    /// Rows per page.
    page_size: Option<i64>,
}

/// Results of one's own, those reported last first.
#[utoipa::path(get, path = "/api/results", tag = "results", operation_id = "listOwnResults",
    params(OwnQuery), responses((status = 200, body = List<ResultView>)))]
pub(super) async fn list(
    State(context): State<Context>,
    caller: Caller,
    Query(query): Query<OwnQuery>,
) -> Result<Json<List<ResultView>>, Problem> {
    let filter = ResultFilter {
        owner: Some(caller.id),
        based_on: query.order_id.map(OrderId),
        ..ResultFilter::default()
    };
    let page = Page::new(query.page, query.page_size);
    let mut db = context.connection().await?;
    let found = research_results::list(&mut db, &filter, page).await?;
    Ok(Json(List::from_rows(found, Into::into)))
}

/// Orders of one's own that a result may be based on: those of which data were handed out, the latest 500.
#[utoipa::path(get, path = "/api/results/orders", tag = "results", operation_id = "listProvidedOrders",
    responses((status = 200, body = List<ProvidedOrderView>)))]
pub(super) async fn orders(
    State(context): State<Context>,
    caller: Caller,
) -> Result<Json<List<ProvidedOrderView>>, Problem> {
    let mut db = context.connection().await?;
    let orders = research_results::provided_orders(&mut db, caller.id, MAX_OFFERED).await?;
    let items: Vec<_> = orders.into_iter().map(Into::into).collect();
    Ok(Json(List {
        total: i64::try_from(items.len()).unwrap_or(MAX_OFFERED),
        items,
    }))
}

/// Reports a result; one person at most 500.
#[utoipa::path(post, path = "/api/results", tag = "results", operation_id = "reportResult", request_body = FormBody,
    responses((status = 201, body = ResultView), (status = 400, body = ProblemBody), (status = 409, body = ProblemBody)))]
pub(super) async fn report(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Json(form): Json<FormBody>,
) -> Result<(StatusCode, Json<ResultView>), Problem> {
    let (form, orders) = form.checked(context.now())?;
    let mut tx = context.begin().await?;
    let made =
        research_results::insert(&mut tx, caller.id, (&form, &orders), context.now()).await?;
    let id = match made {
        Reported::Done(id) => id,
        Reported::OrderWrong => return Err(wrong_order()),
        Reported::Full => {
            let most = MAX_RESULTS.unsigned_abs();
            return Err(Problem::conflict(ProblemText::TooManyResults { most }));
        }
    };
    let result = read_own(&mut tx, caller.id, id).await?;
    let who = (caller.id, &client);
    let pair = (None, Some(&result));
    record(&context, &mut tx, who, ResultChange::Report, pair).await?;
    handles::commit(tx).await?;
    Ok((StatusCode::CREATED, Json(result.into())))
}

/// Changes a result of one's own, which waits then to be looked at again.
#[utoipa::path(put, path = "/api/results/{id}", tag = "results", operation_id = "changeResult",
    params(("id" = Uuid, Path)), request_body = FormBody,
    responses((status = 200, body = ResultView), (status = 400, body = ProblemBody), (status = 404, body = ProblemBody)))]
pub(super) async fn change(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<ResearchResultId>,
    Json(form): Json<FormBody>,
) -> Result<Json<ResultView>, Problem> {
    let mut tx = context.begin().await?;
    let before = locked_own(&mut tx, caller.id, id).await?;
    let (form, orders) = form.checked(context.now())?;
    let own = (caller.id, id);
    match research_results::replace(&mut tx, own, (&form, &orders), context.now()).await? {
        Replaced::Done => {}
        Replaced::Unknown => return Err(Problem::not_found()),
        Replaced::OrderWrong => return Err(wrong_order()),
    }
    let after = read_own(&mut tx, caller.id, id).await?;
    let who = (caller.id, &client);
    let pair = (Some(&before), Some(&after));
    record(&context, &mut tx, who, ResultChange::Change, pair).await?;
    handles::commit(tx).await?;
    Ok(Json(after.into()))
}

/// Withdraws a result of one's own.
#[utoipa::path(delete, path = "/api/results/{id}", tag = "results", operation_id = "withdrawResult",
    params(("id" = Uuid, Path)), responses((status = 204), (status = 404, body = ProblemBody)))]
pub(super) async fn withdraw(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<ResearchResultId>,
) -> Result<StatusCode, Problem> {
    let mut tx = context.begin().await?;
    let before = locked_own(&mut tx, caller.id, id).await?;
    if !research_results::remove(&mut tx, caller.id, id).await? {
        return Err(Problem::not_found());
    }
    let who = (caller.id, &client);
    let pair = (Some(&before), None);
    record(&context, &mut tx, who, ResultChange::Withdraw, pair).await?;
    handles::commit(tx).await?;
    Ok(StatusCode::NO_CONTENT)
}

fn wrong_order() -> Problem {
    Problem::invalid_field("orderIds", FieldText::ResultOrderWrong)
}

async fn read_own(
    db: &mut PgConnection,
    owner: UserId,
    id: ResearchResultId,
) -> Result<ResearchResult, Problem> {
    let filter = ResultFilter {
        owner: Some(owner),
        id: Some(id),
        ..ResultFilter::default()
    };
    let one = Page::new(Some(1), Some(1));
    let mut found = research_results::list(db, &filter, one).await?;
    found.items.pop().ok_or_else(Problem::not_found)
}

/// The result as it is until the transaction ends: nobody decides about it, or changes it, meanwhile.
async fn locked_own(
    db: &mut PgConnection,
    owner: UserId,
    id: ResearchResultId,
) -> Result<ResearchResult, Problem> {
    research_results::lock(db, id).await?;
    read_own(db, owner, id).await
}
