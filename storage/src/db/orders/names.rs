//! Suggestions while somebody types: order numbers, and the units on orders. Found in the list that this process keeps
//! in its memory, see [`super::list()`].

use domain::ids::{OrderId, UserId};
use sqlx::PgConnection;

use super::list::Filter;
use super::mirror;
use crate::StorageError;
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
    db: &mut PgConnection,
    owner: Option<UserId>,
    part: Option<&str>,
) -> Result<Listing<String>, StorageError> {
    let filter = Filter {
        owner,
        number: part.map(str::to_owned),
        ..Filter::default()
    };
    let Some(mirror) = mirror::for_database(db).await? else {
        return names_in_database(db, &filter).await;
    };
    mirror.refresh(db).await?;
    mirror::blocking(move || {
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
    db: &mut PgConnection,
    owner: Option<UserId>,
    part: Option<&str>,
) -> Result<Listing<UnitOrder>, StorageError> {
    let filter = Filter {
        owner,
        unit: part.map(str::to_owned),
        ..Filter::default()
    };
    let Some(mirror) = mirror::for_database(db).await? else {
        return groups_in_database(db, &filter).await;
    };
    mirror.refresh(db).await?;
    let found = mirror::blocking(move || {
        mirror.read(|content| content.rows.newest_of_units(&filter, MOST))
    })
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

const VISIBLE: &str = "state <> -2 AND ($1::uuid IS NULL OR user_id = $1)";

async fn names_in_database(
    db: &mut PgConnection,
    filter: &Filter,
) -> Result<Listing<String>, StorageError> {
    let matching =
        format!("FROM orders WHERE {VISIBLE} AND ($2::text IS NULL OR ordername ILIKE $2)");
    let select =
        format!("SELECT ordername {matching} ORDER BY created_at DESC, id DESC LIMIT {MOST}");
    let count = format!("SELECT count(*) {matching}");
    let pattern = filter.number.as_deref().map(containing);
    let items = sqlx::query_scalar(sqlx::AssertSqlSafe(select))
        .bind(filter.owner.map(|user| user.0))
        .bind(&pattern)
        .fetch_all(&mut *db)
        .await?;
    let total = sqlx::query_scalar(sqlx::AssertSqlSafe(count))
        .bind(filter.owner.map(|user| user.0))
        .bind(&pattern)
        .fetch_one(db)
        .await?;
    Ok(Listing { items, total })
}

async fn groups_in_database(
    db: &mut PgConnection,
    filter: &Filter,
) -> Result<Listing<UnitOrder>, StorageError> {
    let units = format!(
        "SELECT DISTINCT ON (apply_user_unit) apply_user_unit AS name, ordername, created_at, id FROM orders \
         WHERE {VISIBLE} AND apply_user_unit <> '' AND ($2::text IS NULL OR apply_user_unit ILIKE $2) \
         ORDER BY apply_user_unit, created_at DESC, id DESC"
    );
    let select = format!(
        "SELECT name, ordername FROM ({units}) AS newest ORDER BY created_at DESC, id DESC LIMIT {MOST}"
    );
    let count = format!("SELECT count(*) FROM ({units}) AS newest");
    let pattern = filter.unit.as_deref().map(containing);
    let items = sqlx::query_as(sqlx::AssertSqlSafe(select))
        .bind(filter.owner.map(|user| user.0))
        .bind(&pattern)
        .fetch_all(&mut *db)
        .await?;
    let total = sqlx::query_scalar(sqlx::AssertSqlSafe(count))
        .bind(filter.owner.map(|user| user.0))
        .bind(&pattern)
        .fetch_one(db)
        .await?;
    Ok(Listing { items, total })
}
