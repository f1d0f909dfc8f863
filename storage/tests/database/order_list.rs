//! The order list: whatever is asked, it says what a plain query says at that moment.

mod concurrent;

use chrono::{DateTime, TimeDelta, Utc};
use domain::ids::{OrderId, UserId};
use domain::order::state::OrderState;
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use sqlx::{PgConnection, PgPool};
use storage::db::Page;
use storage::db::handles::{begin, commit, connection};
use storage::db::orders::{self, Filter, OrderList, Sort};
use testkit::builders::person;
use testkit::postgres::TestDatabase;
use uuid::Uuid;

const STATES: [i16; 10] = [-2, -1, 0, 1, 2, 3, 5, 6, 7, 8];
const UNITS: [&str; 6] = [
    "中国地质调查局",
    "地质环境监测院",
    "100%_GF\\1",
    "Remote Sensing 中心",
    "",
    "GF一号",
];
const APPLICANTS: [&str; 5] = ["王一", "李二", "Ann O'Neil", "王", "ÉMILE"];
const LOGINS: [&str; 4] = ["wang", "Li_2", "ann%", "admin"];

fn begun() -> DateTime<Utc> {
    "2026-01-01T00:00:00Z".parse().unwrap()
}

struct World {
    pool: PgPool,
    list: OrderList,
    users: Vec<Uuid>,
    random: SmallRng,
    made: i64,
}

impl World {
    async fn new(seed: u64) -> Self {
        let pool = TestDatabase::new().await.pool;
        let mut users = Vec::new();
        for login in LOGINS {
            users.push(person(login).create(&pool, begun()).await.0);
        }
        Self {
            pool,
            list: OrderList::default(),
            users,
            random: SmallRng::seed_from_u64(seed),
            made: 0,
        }
    }

    /// Makes an order, mostly newer than all others, at times long ago or at the very time of another.
    async fn order(&mut self, db: &mut PgConnection, state: i16) -> Uuid {
        self.made += 1;
        let hours = match self.random.random_range(0..4) {
            0 => self.random.random_range(0..=self.made),
            _ => self.made,
        };
        let id = Uuid::from_u128(self.random.random());
        let number = begun() + TimeDelta::milliseconds(self.made * 7_654_321);
        sqlx::query(
            "INSERT INTO orders (id, ordername, state, kind, user_id, applyuser, apply_user_unit, created_at, updated_at) \
             VALUES ($1, $2, $3, 0, $4, $5, $6, $7, $7)",
        )
        .bind(id)
        .bind(number.format("%Y%m%dWP%H%M%S%3f").to_string())
        .bind(state)
        .bind(self.users.choose(&mut self.random).unwrap())
        .bind(APPLICANTS.choose(&mut self.random).unwrap())
        .bind(UNITS.choose(&mut self.random).unwrap())
        .bind(begun() + TimeDelta::hours(hours))
        .execute(db)
        .await
        .unwrap();
        id
    }

    async fn orders(&mut self, count: usize) {
        let mut db = connection(&self.pool).await.unwrap();
        for _ in 0..count {
            let state = *STATES.choose(&mut self.random).unwrap();
            self.order(&mut db, state).await;
        }
    }

    /// Moves some orders to other states and gives them other forms.
    async fn change_some(&mut self) {
        let (rest, state) = (
            self.random.random_range(0..9),
            *STATES.choose(&mut self.random).unwrap(),
        );
        sqlx::query(
            "UPDATE orders SET state = $1, apply_user_unit = $2, applyuser = $3, priority = $5, \
             cancelled_by = CASE WHEN $5 > 50 THEN 'owner' END \
             WHERE mod(extract(epoch FROM created_at)::bigint / 3600, 9) = $4",
        )
        .bind(state)
        .bind(UNITS.choose(&mut self.random).unwrap())
        .bind(APPLICANTS.choose(&mut self.random).unwrap())
        .bind(rest)
        .bind(self.random.random_range(0..=100))
        .execute(&self.pool)
        .await
        .unwrap();
    }

    fn part(&mut self, of: &[&str]) -> Option<String> {
        if self.random.random_bool(0.6) {
            return None;
        }
        let text: Vec<char> = of.choose(&mut self.random).unwrap().chars().collect();
        let from = self.random.random_range(0..=text.len());
        let to = self.random.random_range(from..=text.len());
        let part: String = text[from..to].iter().collect();
        Some(if self.random.random() {
            part.to_uppercase()
        } else {
            part
        })
    }

    fn time(&mut self) -> Option<DateTime<Utc>> {
        let hours = self.random.random_range(0..=self.made);
        self.random
            .random_bool(0.3)
            .then(|| begun() + TimeDelta::hours(hours))
    }

    fn filter(&mut self) -> Filter {
        let states = self.random.random_range(0..4);
        let states = (0..states).map(|_| *STATES.choose(&mut self.random).unwrap());
        Filter {
            states: states
                .map(|code| OrderState::try_from(code).unwrap())
                .collect(),
            // Which orders are of which kind, the tests of the rows tell.
            kinds: Vec::new(),
            owner: self
                .random
                .random_bool(0.3)
                .then(|| UserId(*self.users.choose(&mut self.random).unwrap())),
            number: self.part(&["20260102WP041733321", "0", "wp", "2026"]),
            unit: self.part(&UNITS),
            applicant: self.part(&APPLICANTS),
            login: self.part(&LOGINS),
            attention: None,
            counted: None,
            from: self.time(),
            to: self.time(),
            cancelled: self.random.random_bool(0.3).then(|| self.random.random()),
            sort: if self.random.random() {
                Sort::Created
            } else {
                Sort::Priority
            },
            ascending: self.random.random(),
        }
    }

    fn page(&mut self) -> Page {
        Page::new(
            Some(self.random.random_range(1..8)),
            Some(self.random.random_range(1..60)),
        )
    }
}

/// Ids of the page and the total, by the plainest query there is.
async fn plainly(db: &mut PgConnection, filter: &Filter, page: Page) -> (Vec<OrderId>, i64) {
    let sql = "SELECT o.id FROM orders o JOIN app_user u ON u.id = o.user_id \
        WHERE ($1::uuid IS NULL OR o.user_id = $1) \
        AND (o.state = ANY($2) OR cardinality($2) = 0 AND o.state <> -2) \
        AND strpos(lower(o.ordername), lower(coalesce($3, ''))) > 0 \
        AND strpos(lower(o.apply_user_unit), lower(coalesce($4, ''))) > 0 \
        AND strpos(lower(o.applyuser), lower(coalesce($5, ''))) > 0 \
        AND strpos(lower(u.login_name), lower(coalesce($6, ''))) > 0 \
        AND o.created_at >= coalesce($7, '-infinity') AND o.created_at < coalesce($8, 'infinity') \
        AND (o.cancelled_by IS NOT NULL) = coalesce($9, o.cancelled_by IS NOT NULL) \
        ORDER BY CASE WHEN $10 THEN o.priority END, o.created_at, o.id";
    let codes: Vec<i16> = filter.states.iter().map(|state| state.code()).collect();
    let mut ids: Vec<Uuid> = sqlx::query_scalar(sql)
        .bind(filter.owner.map(|user| user.0))
        .bind(codes)
        .bind(&filter.number)
        .bind(&filter.unit)
        .bind(&filter.applicant)
        .bind(&filter.login)
        .bind(filter.from)
        .bind(filter.to)
        .bind(filter.cancelled)
        .bind(filter.sort == Sort::Priority)
        .fetch_all(db)
        .await
        .unwrap();
    if !filter.ascending {
        ids.reverse();
    }
    let total = i64::try_from(ids.len()).unwrap();
    let (offset, limit) = (
        usize::try_from(page.offset()).unwrap(),
        usize::try_from(page.limit()).unwrap(),
    );
    (
        ids.into_iter()
            .map(OrderId)
            .skip(offset)
            .take(limit)
            .collect(),
        total,
    )
}

async fn listed(
    list: &OrderList,
    db: &mut PgConnection,
    filter: &Filter,
    page: Page,
) -> (Vec<OrderId>, i64) {
    let found = orders::list(list, db, filter, page).await.unwrap();
    (
        found.items.into_iter().map(|order| order.id).collect(),
        found.total,
    )
}

/// What the list says without a filter, which is what the plain query says.
async fn everything(list: &OrderList, db: &mut PgConnection) -> Vec<OrderId> {
    let page = Page::new(None, Some(Page::MAX_SIZE));
    let listed = listed(list, db, &Filter::default(), page).await;
    assert_eq!(listed, plainly(db, &Filter::default(), page).await);
    listed.0
}

async fn set_state(db: &mut PgConnection, id: Uuid, state: i16) {
    sqlx::query("UPDATE orders SET state = $2 WHERE id = $1")
        .bind(id)
        .bind(state)
        .execute(db)
        .await
        .unwrap();
}

#[tokio::test]
async fn any_filter_and_page_is_what_a_plain_query_finds_while_orders_change() {
    let mut world = World::new(1).await;
    let mut found = 0;
    for _ in 0..40 {
        world.orders(15).await;
        world.change_some().await;
        let mut db = connection(&world.pool).await.unwrap();
        for _ in 0..15 {
            let (filter, page) = (world.filter(), world.page());
            let expected = plainly(&mut db, &filter, page).await;
            assert_eq!(
                listed(&world.list, &mut db, &filter, page).await,
                expected,
                "{filter:?} {page:?}"
            );
            found += expected.0.len();
        }
    }
    assert!(found > 500, "the filters found hardly anything: {found}");
}

#[tokio::test]
async fn the_rows_are_whole_orders() {
    let mut world = World::new(2).await;
    world.orders(30).await;
    let mut db = connection(&world.pool).await.unwrap();
    let page = Page::new(None, Some(100));
    for order in orders::list(&world.list, &mut db, &Filter::default(), page)
        .await
        .unwrap()
        .items
    {
        assert_eq!(
            Some(&order),
            orders::find(&mut db, order.id).await.unwrap().as_ref()
        );
    }
}

#[tokio::test]
async fn who_commits_later_is_seen_though_his_number_is_earlier() {
    let mut world = World::new(3).await;
    world.orders(5).await;
    let mut db = connection(&world.pool).await.unwrap();
    let before = everything(&world.list, &mut db).await.len();
    let mut early = begin(&world.pool).await.unwrap();
    let first = OrderId(world.order(&mut early, 0).await);
    let mut late = begin(&world.pool).await.unwrap();
    let second = OrderId(world.order(&mut late, 0).await);
    assert_eq!(
        everything(&world.list, &mut db).await.len(),
        before,
        "not committed"
    );
    commit(late).await.unwrap();
    let seen = everything(&world.list, &mut db).await;
    assert!(seen.contains(&second) && !seen.contains(&first));
    world.orders(3).await;
    everything(&world.list, &mut db).await;
    commit(early).await.unwrap();
    assert!(everything(&world.list, &mut db).await.contains(&first));
}

#[tokio::test]
async fn a_transaction_sees_its_own_changes_and_nobody_else_does() {
    let mut world = World::new(4).await;
    let mut db = connection(&world.pool).await.unwrap();
    let order = world.order(&mut db, 0).await;
    let mut own = begin(&world.pool).await.unwrap();
    set_state(&mut own, order, -2).await;
    let added = OrderId(world.order(&mut own, 7).await);
    assert_eq!(everything(&world.list, &mut own).await, [added]);
    assert_eq!(everything(&world.list, &mut db).await, [OrderId(order)]);
    own.rollback().await.unwrap();
    assert_eq!(everything(&world.list, &mut db).await, [OrderId(order)]);
}

#[tokio::test]
async fn an_old_snapshot_is_listed_as_it_was() {
    let mut world = World::new(5).await;
    let mut db = connection(&world.pool).await.unwrap();
    let order = world.order(&mut db, 0).await;
    let mut old = begin(&world.pool).await.unwrap();
    sqlx::query("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        .execute(&mut *old)
        .await
        .unwrap();
    assert_eq!(everything(&world.list, &mut old).await, [OrderId(order)]);
    set_state(&mut db, order, -2).await;
    assert_eq!(everything(&world.list, &mut db).await, []);
    assert_eq!(everything(&world.list, &mut old).await, [OrderId(order)]);
}

#[tokio::test]
async fn orders_that_are_removed_or_moved_leave_their_place() {
    let mut world = World::new(6).await;
    world.orders(40).await;
    let mut db = connection(&world.pool).await.unwrap();
    let before = everything(&world.list, &mut db).await;
    for change in [
        "UPDATE orders SET created_at = created_at - interval '20 hours' WHERE state IN (0, 7)",
        "UPDATE orders SET id = gen_random_uuid() WHERE state IN (1, 8)",
        "DELETE FROM orders WHERE state IN (2, 3)",
    ] {
        let done = sqlx::query(change).execute(&mut *db).await.unwrap();
        assert!(done.rows_affected() > 0, "{change}");
        assert_ne!(everything(&world.list, &mut db).await, before, "{change}");
    }
    sqlx::query("TRUNCATE orders CASCADE")
        .execute(&mut *db)
        .await
        .unwrap();
    assert_eq!(everything(&world.list, &mut db).await, []);
    world.orders(3).await;
    everything(&world.list, &mut db).await;
}

/// Restored from a dump of a server that had counted further.
#[tokio::test]
async fn transaction_numbers_of_another_server_do_no_harm() {
    let mut world = World::new(7).await;
    world.orders(20).await;
    let mut db = connection(&world.pool).await.unwrap();
    for statement in [
        "ALTER TABLE orders DISABLE TRIGGER USER",
        "UPDATE orders SET version = '9000000000'",
        "INSERT INTO order_list_reset VALUES ('9000000000')",
        "ALTER TABLE orders ENABLE TRIGGER USER",
    ] {
        sqlx::query(statement).execute(&mut *db).await.unwrap();
    }
    everything(&world.list, &mut db).await;
    world.change_some().await;
    everything(&world.list, &mut db).await;
    let foreign: i64 =
        sqlx::query_scalar("SELECT count(*) FROM orders WHERE version = '9000000000'")
            .fetch_one(&mut *db)
            .await
            .unwrap();
    assert_eq!(foreign, 0);
}
