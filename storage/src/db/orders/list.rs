//! The order list: any filter, any page, and the exact total.
//!
//! Counting is what takes a database long: of a million orders, those whose unit contains 地质. So every process keeps
//! what the filters look at in its memory, asks the database at every call what was written since, finds the page
//! there, and reads the orders of the page: see docs/decisions/0011-order-list-in-memory.md.

use std::sync::Arc;

use domain::ids::{OrderId, UserId};
use domain::order::attention::Attention;
use domain::order::get_method::GetMethod;
use domain::order::state::OrderState;
use sqlx::{PgConnection, Row};

use super::filter::{Filter, Sort};
use super::mirror::{OrderList, OrderMirror};
use super::rows::OrderPage;
use super::{COLUMNS, Order, TABLES, order};
use crate::StorageError;
use crate::blocking::blocking;
use crate::db::order_figures::FigureSource;
use crate::db::{Listing, Page, containing};

/// How often a page is read again because one of its orders was written meanwhile.
const ATTEMPTS: u32 = 5;

/// A page of the orders that match, by the time they were made, and how many there are.
///
/// The first call for an [`OrderList`] reads all orders once; see [`OrderList::warm_up`].
pub async fn list(
    orders: &OrderList,
    db: &mut PgConnection,
    filter: &Filter,
    page: Page,
) -> Result<Listing<Order>, StorageError> {
    if filter.attention.is_some() || filter.counted.is_some() {
        return list_in_database(db, filter, page).await;
    }
    let mut attempt = 1;
    loop {
        let Some(mirror) = orders.now(db).await? else {
            return list_in_database(db, filter, page).await;
        };
        let accounts = accounts(db, filter).await?;
        let (snapshot, found) = find(mirror, filter, accounts, page).await?;
        let (items, as_found) = read_page(db, &found.page, &snapshot).await?;
        if as_found || attempt == ATTEMPTS {
            let total = found.total;
            return Ok(Listing { items, total });
        }
        attempt += 1;
    }
}

async fn find(
    mirror: Arc<OrderMirror>,
    filter: &Filter,
    accounts: Option<Vec<UserId>>,
    page: Page,
) -> Result<(String, OrderPage), StorageError> {
    let filter = filter.clone();
    blocking(move || {
        mirror.read(|content| {
            let found = content.rows.find(&filter, accounts.as_deref(), page);
            (content.snapshot.clone(), found)
        })
    })
    .await
}

/// The people whose account matches, if that is asked. They are few, so the database looks for them.
async fn accounts(
    db: &mut PgConnection,
    filter: &Filter,
) -> Result<Option<Vec<UserId>>, StorageError> {
    let Some(part) = &filter.login else {
        return Ok(None);
    };
    let users = sqlx::query_scalar!(
        "SELECT id FROM app_user WHERE login_name ILIKE $1",
        containing(part)
    )
    .fetch_all(db)
    .await?;
    Ok(Some(users.into_iter().map(UserId).collect()))
}

/// The orders, and whether all of them still are what they were in the snapshot.
async fn read_page(
    db: &mut PgConnection,
    ids: &[OrderId],
    snapshot: &str,
) -> Result<(Vec<Order>, bool), StorageError> {
    if ids.is_empty() {
        return Ok((Vec::new(), true));
    }
    let sql = format!(
        "SELECT {COLUMNS}, pg_visible_in_snapshot(o.version, $2::pg_snapshot) AS as_found \
         FROM {TABLES} WHERE o.id = ANY($1) ORDER BY array_position($1, o.id)"
    );
    let ids: Vec<_> = ids.iter().map(|id| id.0).collect();
    let rows = sqlx::query(sqlx::AssertSqlSafe(sql))
        .bind(&ids)
        .bind(snapshot)
        .fetch_all(db)
        .await?;
    let mut as_found = rows.len() == ids.len();
    let mut orders = Vec::with_capacity(rows.len());
    for row in &rows {
        as_found &= row.try_get::<bool, _>("as_found")?;
        orders.push(order(row)?);
    }
    Ok((orders, as_found))
}

const fn direction(ascending: bool) -> &'static str {
    if ascending { "ASC" } else { "DESC" }
}

/// Codes of the states that are listed: of deleted orders only where they are named, or were counted.
fn listed_states(filter: &Filter) -> Vec<i16> {
    let listed = OrderState::ALL
        .into_iter()
        .filter(|state| match filter.states[..] {
            [] => *state != OrderState::Deleted || filter.counted.is_some(),
            _ => filter.states.contains(state),
        });
    listed.map(OrderState::code).collect()
}

/// The same by SQL alone: for a transaction that must see its own changes, and for conditions that are not kept in memory.
async fn list_in_database(
    db: &mut PgConnection,
    filter: &Filter,
    page: Page,
) -> Result<Listing<Order>, StorageError> {
    const WHERE: &str = "($1::uuid IS NULL OR o.user_id = $1) \
        AND o.state = ANY($2::smallint[]) \
        AND ($3::text IS NULL OR o.ordername ILIKE $3) \
        AND ($4::text IS NULL OR o.apply_user_unit ILIKE $4) \
        AND ($5::text IS NULL OR o.applyuser ILIKE $5) \
        AND ($6::text IS NULL OR u.login_name ILIKE $6) \
        AND ($7::timestamptz IS NULL OR o.created_at >= $7) \
        AND ($8::timestamptz IS NULL OR o.created_at < $8) \
        AND ($9::boolean IS NULL OR (o.cancelled_by IS NOT NULL) = $9) \
        AND (cardinality($10::smallint[]) = 0 OR o.kind = ANY($10)) \
        AND ($11::text IS NULL OR EXISTS (SELECT FROM order_attention t WHERE t.order_id = o.id AND t.kind = $11)) \
        AND ($12::text IS NULL OR (o.submitted_at IS NOT NULL AND o.get_method IS NOT NULL AND CASE $12 \
         WHEN 'total' THEN true WHEN 'unit' THEN btrim(o.apply_user_unit) = $13 WHEN 'usage' THEN o.apply_user_used = $13 \
         WHEN 'kind' THEN o.kind::text = $13 ELSE EXISTS (SELECT FROM order_scene os JOIN scene s ON s.did = os.did \
          LEFT JOIN scene_region r ON r.did = os.did WHERE os.order_id = o.id AND ($15::bigint[] IS NULL OR os.did = ANY($15)) \
          AND ($16::bigint[] IS NULL OR s.nodeid = ANY($16)) \
          AND CASE $12 WHEN 'satellite' THEN s.satellite WHEN 'region' THEN coalesce(r.region, '') ELSE s.nodeid::text END = $13) END)) \
        AND ($14::smallint IS NULL OR o.get_method = $14) \
        AND ($15::bigint[] IS NULL OR EXISTS (SELECT FROM order_scene os WHERE os.order_id = o.id AND os.did = ANY($15))) \
        AND ($16::bigint[] IS NULL OR EXISTS (SELECT FROM order_scene os JOIN scene s ON s.did = os.did \
         WHERE os.order_id = o.id AND s.nodeid = ANY($16)))";
    let direction = direction(filter.ascending);
    let first = match filter.sort {
        Sort::Created => String::new(),
        Sort::Priority => format!("o.priority {direction}, "),
    };
    let select = format!(
        "SELECT {COLUMNS} FROM {TABLES} WHERE {WHERE} \
         ORDER BY {first}o.created_at {direction}, o.id {direction} LIMIT $17 OFFSET $18"
    );
    let count = format!("SELECT count(*) FROM {TABLES} WHERE {WHERE}");
    let codes = listed_states(filter);
    let kinds: Vec<i16> = filter.kinds.iter().map(|kind| kind.code()).collect();
    let counted = filter.counted.as_ref();
    let (scenes, nodes) = match counted.map(|counted| &counted.source) {
        None | Some(FigureSource::RolledUp) => (None, None),
        Some(FigureSource::Nodes(nodes)) => (None, Some(nodes)),
        Some(FigureSource::Scenes(scenes)) => (Some(scenes), None),
    };
    let part = |text: &Option<String>| text.as_deref().map(containing);
    macro_rules! bound {
        ($query:expr) => {
            $query
                .bind(filter.owner.map(|user| user.0))
                .bind(&codes)
                .bind(part(&filter.number))
                .bind(part(&filter.unit))
                .bind(part(&filter.applicant))
                .bind(part(&filter.login))
                .bind(filter.from)
                .bind(filter.to)
                .bind(filter.cancelled)
                .bind(&kinds)
                .bind(filter.attention.map(Attention::as_str))
                .bind(counted.map(|counted| counted.by.as_str()))
                .bind(counted.map(|counted| counted.value.as_str()))
                .bind(
                    counted
                        .and_then(|counted| counted.method)
                        .map(GetMethod::code),
                )
                .bind(scenes)
                .bind(nodes)
        };
    }
    let rows = bound!(sqlx::query(sqlx::AssertSqlSafe(select)))
        .bind(page.limit())
        .bind(page.offset())
        .fetch_all(&mut *db)
        .await?;
    let total: i64 = bound!(sqlx::query_scalar(sqlx::AssertSqlSafe(count)))
        .fetch_one(db)
        .await?;
    Ok(Listing {
        items: rows.iter().map(order).collect::<Result<_, _>>()?,
        total,
    })
}

#[cfg(test)]
mod tests {
    use testkit::postgres::TestDatabase;
    use uuid::Uuid;

    use super::*;

    #[tokio::test]
    async fn a_page_whose_order_was_written_since_is_not_as_found() {
        let pool = TestDatabase::new().await.pool;
        let mut db = pool.acquire().await.unwrap();
        let id = Uuid::now_v7();
        for statement in [
            "INSERT INTO app_user (id, login_name, password_hash, user_name) \
             VALUES ($1, 'wang', '', '')",
            "INSERT INTO orders (id, ordername, state, kind, user_id, created_at, updated_at) \
             VALUES ($1, '20260501WP093000000', 0, 0, $1, now(), now())",
        ] {
            sqlx::query(statement)
                .bind(id)
                .execute(&mut *db)
                .await
                .unwrap();
        }
        let mut as_found = Vec::new();
        let snapshot: String = sqlx::query_scalar("SELECT pg_current_snapshot()::text")
            .fetch_one(&mut *db)
            .await
            .unwrap();
        for change in [" WHERE false", "", ""] {
            let read = read_page(&mut db, &[OrderId(id)], &snapshot).await;
            as_found.push(read.unwrap().1);
            let sql = format!("UPDATE orders SET state = 7{change}");
            sqlx::query(sqlx::AssertSqlSafe(sql))
                .execute(&mut *db)
                .await
                .unwrap();
        }
        assert_eq!(as_found, [true, true, false]);
        let gone = read_page(&mut db, &[OrderId(Uuid::nil())], &snapshot).await;
        assert!(!gone.unwrap().1);
    }
}
