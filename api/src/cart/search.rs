//! `POST /api/cart/search`

use axum::extract::State;
use domain::behaviour::Behaviour;
use serde::Serialize;
use storage::db::behaviours::{self, BehaviourEntry};
use storage::db::cart;
use utoipa::ToSchema;

use super::visible_count;
use crate::caller::{Caller, Client};
use crate::catalogue_scope;
use crate::context::Context;
use crate::json::Json;
use crate::problem::{Problem, ProblemBody};
use crate::scenes::bounded_search::BoundedSearch;
use crate::scenes::request::Search;
use crate::scenes::search_area::read_area;

/// What putting in all found scenes came to.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CartSearched)]
pub struct CartAdditionView {
    /// Scenes that are in now and were not before.
    added: u64,
    /// Found scenes that were in before.
    already: usize,
    /// Scenes in the cart now that may be seen.
    total: i64,
    /// Whether something did not fit: the cart holds 5000.
    full: bool,
}

/// Puts everything that a search finds at this moment into the caller's cart, newest first, until the cart is full.
#[utoipa::path(post, path = "/api/cart/search", tag = "cart", operation_id = "ShopSaveSearch", request_body = Search,
    responses((status = 200, body = CartAdditionView), (status = 400, body = ProblemBody)))]
pub async fn search(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Json(search): Json<Search>,
) -> Result<Json<CartAdditionView>, Problem> {
    let permit = context.geometry.admit(Some(&caller), &client).await?;
    let viewer = catalogue_scope::viewer(Some(&caller));
    let area = read_area(&search, &context, Some(&permit)).await?;
    let bounded = BoundedSearch::new(search, area, viewer)?.within(permit.budget());
    let putting = add_found(&context, &caller, &client, bounded);
    let (put, total) = permit.within(putting).await?;
    Ok(Json(CartAdditionView {
        added: put.added,
        already: put.already,
        total,
        full: put.full,
    }))
}

async fn add_found(
    context: &Context,
    caller: &Caller,
    client: &Client,
    search: BoundedSearch,
) -> Result<(cart::CartAddition, i64), Problem> {
    let mut transaction = context.begin_search().await?;
    let filter = search.filter(context, &mut transaction).await?;
    let put = cart::add_found(&context.scenes, &mut transaction, caller.id, &filter).await?;
    let entry = BehaviourEntry {
        kind: Behaviour::AddToCart,
        at: context.now(),
        user: Some(caller.id),
        client_ip: &client.ip,
        agent: &client.agent,
        detail_url: "/api/cart/search",
        ordername: None,
        data_num: i64::try_from(put.added).ok(),
        data_size: None,
    };
    behaviours::record(&mut transaction, &entry).await?;
    let total = visible_count(context, &mut transaction, caller).await?;
    transaction.commit().await?;
    Ok((put, total))
}

#[cfg(test)]
mod tests;
