//! Suggestions while somebody types: order numbers, and the units on orders. Found in the list that this process keeps
//! in its memory, see [`super::list()`].

use domain::ids::{OrderId, UserId};
use domain::order::state::OrderState;
use sqlx::PgConnection;

use super::filter::Filter;
use super::mirror::OrderList;
use crate::StorageError;
use crate::blocking::blocking;
use crate::db::{Listing, Page, containing};

/// Most suggestions.
pub(super) const MOST: i64 = 20;

/// A unit with the newest order on which it stands.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct UnitOrder {
    /// The applying unit.
    pub name: String,
    /// The number of the order.
    pub ordername: String,
}

/// Numbers of orders that contain `part`, newest first; of one person, or of everybody.
pub async fn names(
    orders: &OrderList,
    db: &mut PgConnection,
    owner: Option<UserId>,
    part: Option<&str>,
) -> Result<Listing<String>, StorageError> {
    let filter = Filter {
        owner,
        number: part.map(str::to_owned),
        ..Filter::default()
    };
    let Some(mirror) = orders.now(db).await? else {
        return names_in_database(db, &filter).await;
    };
    blocking(move || {
        mirror.read(|content| {
            let page = Page::new(None, Some(MOST));
            let (items, total) = content.rows.numbers(&filter, page);
            Listing { items, total }
        })
    })
    .await
}

/// Units that contain `part`, the one with the newest order first.
pub async fn groups(
    orders: &OrderList,
    db: &mut PgConnection,
    owner: Option<UserId>,
    part: Option<&str>,
) -> Result<Listing<UnitOrder>, StorageError> {
    let filter = Filter {
        owner,
        unit: part.map(str::to_owned),
        ..Filter::default()
    };
    let Some(mirror) = orders.now(db).await? else {
        return groups_in_database(db, &filter).await;
    };
    let found =
        blocking(move || mirror.read(|content| content.rows.newest_of_units(&filter, MOST)))
            .await?;
    let items = units_of(db, &found.page).await?;
    Ok(Listing {
        items,
        total: found.total,
    })
}

async fn units_of(
    db: &mut PgConnection,
    orders: &[OrderId],
) -> Result<Vec<UnitOrder>, StorageError> {
    let ids: Vec<_> = orders.iter().map(|order| order.0).collect();
    Ok(sqlx::query_as!(
        UnitOrder,
        "SELECT apply_user_unit AS name, ordername FROM orders WHERE id = ANY($1) \
         ORDER BY created_at DESC, id DESC",
        &ids[..]
    )
    .fetch_all(db)
    .await?)
}

async fn names_in_database(
    db: &mut PgConnection,
    filter: &Filter,
) -> Result<Listing<String>, StorageError> {
    let (owner, deleted) = (filter.owner.map(|user| user.0), OrderState::Deleted.code());
    let pattern = filter.number.as_deref().map(containing);
    let items = sqlx::query_scalar!(
        "SELECT ordername FROM orders WHERE state <> $1 AND ($2::uuid IS NULL OR user_id = $2) \
         AND ($3::text IS NULL OR ordername ILIKE $3) ORDER BY created_at DESC, id DESC LIMIT $4",
        deleted,
        owner,
        pattern,
        MOST
    )
    .fetch_all(&mut *db)
    .await?;
    let total = sqlx::query_scalar!(
        "SELECT count(*) AS \"count!\" FROM orders WHERE state <> $1 \
         AND ($2::uuid IS NULL OR user_id = $2) AND ($3::text IS NULL OR ordername ILIKE $3)",
        deleted,
        owner,
        pattern
    )
    .fetch_one(db)
    .await?;
    Ok(Listing { items, total })
}

async fn groups_in_database(
    db: &mut PgConnection,
    filter: &Filter,
) -> Result<Listing<UnitOrder>, StorageError> {
    let (owner, deleted) = (filter.owner.map(|user| user.0), OrderState::Deleted.code());
    let pattern = filter.unit.as_deref().map(containing);
    let items = sqlx::query_as!(
        UnitOrder,
        "SELECT name, ordername FROM (SELECT DISTINCT ON (apply_user_unit) apply_user_unit AS name, \
         ordername, created_at, id FROM orders WHERE state <> $1 AND ($2::uuid IS NULL OR user_id = $2) \
         AND apply_user_unit <> '' AND ($3::text IS NULL OR apply_user_unit ILIKE $3) \
         ORDER BY apply_user_unit, created_at DESC, id DESC) AS newest \
         ORDER BY created_at DESC, id DESC LIMIT $4",
        deleted,
        owner,
        pattern,
        MOST
    )
    .fetch_all(&mut *db)
    .await?;
    let total = sqlx::query_scalar!(
        "SELECT count(DISTINCT apply_user_unit) AS \"count!\" FROM orders WHERE state <> $1 \
         AND ($2::uuid IS NULL OR user_id = $2) AND apply_user_unit <> '' \
         AND ($3::text IS NULL OR apply_user_unit ILIKE $3)",
        deleted,
        owner,
        pattern
    )
    .fetch_one(db)
    .await?;
    Ok(Listing { items, total })
}
