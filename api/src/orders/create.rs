//! `POST /api/orders`

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use sha2::{Digest as _, Sha256};
use storage::lifecycle::application::{self, Application, Idempotency};
use texts::ProblemText;

use super::payload::{self, NewOrderPayload};
use super::view::{self, OrderView};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::Json;
use crate::problem::{Problem, ProblemBody};

/// Longest `Idempotency-Key`, in bytes.
const LONGEST_KEY: usize = 200;

/// Makes an order, kept as a draft or handed in. With an `Idempotency-Key` a repeated request makes one order only.
#[utoipa::path(post, path = "/api/orders", tag = "orders", operation_id = "createOrder",
    params(("Idempotency-Key" = Option<String>, Header, description = "Up to 200 characters of the client's choice")),
    request_body = NewOrderPayload,
    responses((status = 201, body = OrderView), (status = 422, body = ProblemBody)))]
pub(super) async fn create(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    headers: HeaderMap,
    Json(new): Json<NewOrderPayload>,
) -> Result<(StatusCode, Json<OrderView>), Problem> {
    let key = idempotency_key(&headers)?;
    let digest = digest(&new)?;
    let papers = payload::papers(&new.attachments)?;
    let application = Application {
        kind: payload::kind(new.kind)?,
        data_type: payload::data_type(&new.data_type)?,
        form: payload::form(new.form)?,
        scenes: payload::scenes(&new.data_ids)?,
        papers: &papers,
        intent: new.action.into(),
        catalogue_only: new.catalogue_only.map(Into::into),
    };
    let idempotency = key.map(|key| Idempotency {
        key,
        request: &digest,
    });
    let order = application::create(
        (&context.pool, &context.server_key),
        application,
        caller.id,
        caller.by(&client),
        &context.settings.quotas,
        idempotency,
        context.now(),
    )
    .await?;
    let mut db = context.connection().await?;
    let detail = view::detail(&context, &mut db, &caller, &order).await?;
    Ok((StatusCode::CREATED, Json(detail)))
}

/// The key that a request carries.
pub(super) fn idempotency_key(headers: &HeaderMap) -> Result<Option<&str>, Problem> {
    let Some(value) = headers.get("idempotency-key") else {
        return Ok(None);
    };
    match value.to_str() {
        Ok(key) if !key.is_empty() && key.len() <= LONGEST_KEY => Ok(Some(key)),
        _ => Err(Problem::bad_request(ProblemText::BadIdempotencyKey)),
    }
}

/// Over what the request means, so that blanks and the order of its fields do not matter.
fn digest(new: &NewOrderPayload) -> Result<Vec<u8>, Problem> {
    let text = serde_json::to_vec(new).map_err(|_| Problem::internal())?;
    Ok(Sha256::digest(text).to_vec())
}
