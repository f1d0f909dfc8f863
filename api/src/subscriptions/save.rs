//! `POST /api/subscriptions`, `PUT /api/subscriptions/{id}`

use axum::extract::State;
use axum::http::StatusCode;
use domain::ids::SubscriptionId;
use storage::lifecycle::subscriptions::SubscriptionDesk;

use super::form::FormBody;
use super::list::visible;
use super::view::{SubscriptionView, view};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::{Json, Path};
use crate::problem::{Problem, ProblemBody};

/// Makes a subscription, which waits for approval. It needs its papers.
#[utoipa::path(post, path = "/api/subscriptions", tag = "subscriptions", operation_id = "subscribeSave",
    request_body = FormBody,
    responses((status = 201, body = SubscriptionView), (status = 400, body = ProblemBody), (status = 409, body = ProblemBody),
        (status = 422, body = ProblemBody)))]
pub(super) async fn create(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Json(form): Json<FormBody>,
) -> Result<(StatusCode, Json<SubscriptionView>), Problem> {
    let form = form.check(&context, &caller, &client, None).await?;
    let desk = desk(&context, &caller, &client);
    let made = desk.create(&form).await?;
    let view = view(&context, &caller, made).await?;
    Ok((StatusCode::CREATED, Json(view)))
}

/// Changes a subscription of one's own. Another search, target, purpose, a longer time or other papers wait for approval anew,
/// which needs all papers; what came in before is kept and goes out then.
#[utoipa::path(put, path = "/api/subscriptions/{id}", tag = "subscriptions", operation_id = "subscribeUpdate",
    params(("id" = Uuid, Path)), request_body = FormBody,
    responses((status = 200, body = SubscriptionView), (status = 400, body = ProblemBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody), (status = 422, body = ProblemBody)))]
pub(super) async fn change(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<SubscriptionId>,
    Json(form): Json<FormBody>,
) -> Result<Json<SubscriptionView>, Problem> {
    let mut db = context.connection().await?;
    let before = visible(&context, &mut db, &caller, id).await?.form;
    drop(db);
    let before = Some((before.criteria, before.query));
    let form = form.check(&context, &caller, &client, before).await?;
    let desk = desk(&context, &caller, &client);
    let changed = desk.change(id, &form).await?;
    Ok(Json(view(&context, &caller, changed).await?))
}

pub(super) fn desk<'a>(
    context: &'a Context,
    caller: &'a Caller,
    client: &'a Client,
) -> SubscriptionDesk<'a> {
    SubscriptionDesk {
        pool: &context.pool,
        by: caller.by(client),
        user: caller.id,
        now: context.now(),
    }
}
