//! `POST /api/cart`

use axum::extract::State;
use domain::behaviour::Behaviour;
use storage::db::behaviours::{self, BehaviourEntry};
use storage::db::{cart, handles};

use super::{Changed, DataIds, make_room, visible_count};
use crate::caller::{Caller, Client};
use crate::catalogue_scope;
use crate::context::Context;
use crate::json::Json;
use crate::problem::Problem;

/// Puts scenes into the caller's cart. Those that are in, that do not exist or that the
/// caller may not see change nothing.
#[utoipa::path(post, path = "/api/cart", tag = "cart", operation_id = "ShopSave", request_body = DataIds,
    responses((status = 200, body = Changed), (status = 400, body = crate::problem::ProblemBody)))]
pub async fn add(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Json(data_ids): Json<DataIds>,
) -> Result<Json<Changed>, Problem> {
    let data_ids = data_ids.checked()?;
    let mut transaction = context.begin().await?;
    let viewer = catalogue_scope::viewer(Some(&caller));
    let data_ids =
        catalogue_scope::without_hidden(&context, &mut transaction, viewer, data_ids).await?;
    let changed = cart::add(&mut transaction, caller.id, &data_ids).await?;
    make_room(&context, &mut transaction, &caller).await?;
    let total = visible_count(&context, &mut transaction, &caller).await?;
    let entry = BehaviourEntry {
        kind: Behaviour::AddToCart,
        at: context.now(),
        user: Some(caller.id),
        client_ip: &client.ip,
        agent: &client.agent,
        detail_url: "/api/cart",
        ordername: None,
        data_num: i64::try_from(changed).ok(),
        data_size: None,
    };
    behaviours::record(&mut transaction, &entry).await?;
    handles::commit(transaction).await?;
    Ok(Json(Changed { changed, total }))
}
