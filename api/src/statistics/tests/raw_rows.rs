//! Figures are read from sums: an answer comes as well while the rows that it counts are out of every statement's reach.

use std::collections::BTreeSet;

use axum::body::Body;
use axum::http::{Method, Request, StatusCode, header};
use domain::ids::UserId;
use domain::order::state::OrderState;
use domain::permission::Permission;
use domain::role::Role;
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, PgPool};
use storage::db::handles;
use storage::db::order_figures;
use storage::db::scenes::NewScene;
use testkit::builders::{add_nodes, add_scenes, node, order, person, scene, square};

use crate::regions::scene_regions;
use crate::testing::{BEGINNING, TestApi};

mod answers;

use answers::{FIGURES, NO_FIGURES, READ_RAW, Reader};

/// What figures are read from, and what is noted of it: days to be counted anew, differences to be added.
const SUMS: [&str; 21] = [
    "order_figure",
    "order_figure_due",
    "service_figure",
    "service_change",
    "received_figure",
    "received_change",
    "download_figure",
    "download_change",
    "provided_figure",
    "provided_change",
    "behaviour_figure",
    "recent_behaviour",
    "recent_behaviour_change",
    // Who did something on the last days, once each.
    "recent_behaviour_person",
    "order_node_figure",
    "result_figure",
    "result_figure_due",
    "open_service_use",
    "scene_tally",
    "scene_region_due",
    "scene_region_walk",
];

/// What does not grow with orders, scenes, downloads or what people do: who asks, what they may see, what things are called.
const SMALL: [&str; 25] = [
    "_sqlx_migrations",
    "access_token",
    "administrators_apart",
    "app_user",
    "call_count",
    "catalogue_node",
    "client_system",
    "client_use",
    "dictionary_entry",
    "dictionary_list",
    "instrument_name",
    "preparation_promise",
    "region_overlay",
    "region_version",
    "role",
    "scope_grant",
    "scope_version",
    "second_factor",
    "session",
    "setting",
    "unit",
    "unit_member",
    "user_role",
    "yearly_report",
    "yearly_report_note",
];

/// Scenes of two nodes and an order of both, from its application to its rating.
struct Survey {
    api: TestApi,
    /// Token of an administrator without scope limits.
    admin: String,
    /// Who sees all of one node.
    of_node: String,
    /// Who sees what of that node lies in an area.
    of_area: String,
    /// Tables that are out of reach.
    away: BTreeSet<String>,
}

impl Survey {
    async fn new() -> Self {
        let api = TestApi::new().await;
        let pool = &api.context.pool;
        add_nodes(pool, &[node(1, "高分一号"), node(2, "资源三号")]).await;
        let other = NewScene {
            nodeid: 2,
            satellite: "ZY3".to_owned(),
            footprint: square(116.0, 39.5).parse().unwrap(),
            ..scene("s2")
        };
        add_scenes(pool, &[scene("s1"), other]).await;
        let owner = api.account("lisi_1", Role::Applicant).await;
        let chief = api.account("chen_1", Role::Admin).await;
        let both = ["s1".to_owned(), "s2".to_owned()];
        let rated = order(owner, &both).in_state(OrderState::FeedbackGiven, chief);
        rated.create(pool, BEGINNING.parse().unwrap()).await;
        scene_regions::settle(pool, &api.context.regions)
            .await
            .unwrap();
        roll_up(pool).await;
        let admin = api.token_of(chief).await;
        close(&api, &admin).await;
        let of_node = reader(&api, &admin, "node_1", Value::Null).await;
        let of_area = reader(&api, &admin, "area_1", square(-5.0, -5.0).into()).await;
        Self {
            api,
            admin,
            of_node,
            of_area,
            away: BTreeSet::new(),
        }
    }

    const fn token(&self, reader: Reader) -> &String {
        match reader {
            Reader::Everything => &self.admin,
            Reader::WholeNodes => &self.of_node,
            Reader::Area => &self.of_area,
        }
    }

    /// Whether the answer comes while these tables, and no others, are out of reach.
    async fn answers_without(&mut self, reader: Reader, path: &str, tables: &[&str]) -> bool {
        let token = format!("Bearer {}", self.token(reader));
        let request = Request::get(path).header(header::AUTHORIZATION, token);
        self.put_away(tables).await;
        let answer = self.api.open(request.body(Body::empty()).unwrap()).await;
        let status = answer.status();
        // A table that is streamed has begun well, and breaks off.
        let body = axum::body::to_bytes(answer.into_body(), usize::MAX).await;
        let faults = [StatusCode::OK, StatusCode::INTERNAL_SERVER_ERROR];
        assert!(faults.contains(&status), "{path}: {status}");
        status == StatusCode::OK && body.is_ok()
    }

    /// Takes these tables out of reach, and brings back what is not among them. What is where it should be stays: to move all of
    /// them takes longer than to answer.
    async fn put_away(&mut self, tables: &[&str]) {
        let pool = &self.api.context.pool;
        let next: BTreeSet<String> = tables.iter().map(|&table| table.to_owned()).collect();
        put(pool, next.difference(&self.away), ("public", "away")).await;
        put(pool, self.away.difference(&next), ("away", "public")).await;
        self.away = next;
    }

    /// Whether the answer needs just these of the raw tables: it comes without all others, and not if one of these is missing too.
    async fn needs_just(
        &mut self,
        reader: Reader,
        path: &str,
        raw: &[String],
        these: &[&str],
    ) -> bool {
        let raw = raw.iter().map(String::as_str);
        let mut others: Vec<&str> = raw.filter(|table| !these.contains(table)).collect();
        let mut is_so = self.answers_without(reader, path, &others).await;
        for table in these {
            others.push(table);
            is_so &= !self.answers_without(reader, path, &others).await;
            others.pop();
        }
        is_so
    }

    /// Without which of them there is no answer, found one by one: slow, for whoever mends the list.
    async fn needed(&mut self, reader: Reader, path: &str, raw: &[String]) -> Vec<String> {
        let mut needed = Vec::new();
        for table in raw {
            if !self.answers_without(reader, path, &[table]).await {
                needed.push(table.clone());
            }
        }
        needed
    }
}

async fn roll_up(pool: &PgPool) {
    let mut tx = handles::begin(pool).await.unwrap();
    order_figures::roll_up_due(&mut tx).await.unwrap();
    handles::commit(tx).await.unwrap();
}

/// Takes back that everybody sees everything.
async fn close(api: &TestApi, admin: &str) {
    let grants = api.get("/api/scopes?subject=everybody", admin).await.json();
    for grant in grants["items"].as_array().unwrap() {
        let path = format!("/api/scopes/{}", grant["id"].as_str().unwrap());
        let closed = api.call(Method::DELETE, &path, admin, None).await;
        assert_eq!(closed.status, StatusCode::NO_CONTENT);
    }
}

/// Somebody who reads all statistics of node 1, everywhere or in an area; the token.
async fn reader(api: &TestApi, admin: &str, login_name: &str, wkt: Value) -> String {
    let permissions = [
        Permission::OrderStatistics,
        Permission::BehaviourStatistics,
        Permission::Monitor,
    ];
    let role = api.role(login_name, &permissions).await;
    let made = person(login_name).roles(vec![role]);
    let id: UserId = made.create(&api.context.pool, api.context.now()).await;
    let grant = json!({"subject": "person", "subjectId": id.to_string(), "nodeIds": [1], "region": null, "wkt": wkt, "until": null});
    let granted = api.post("/api/scopes", admin, grant).await;
    assert_eq!(granted.status, StatusCode::CREATED, "{}", granted.json());
    api.token_of(id).await
}

/// Every table and view that is neither sums nor small, those that are new as well; not the parts of one, which are read through it.
async fn raw_tables(pool: &PgPool) -> Vec<String> {
    let others: Vec<&str> = [&SUMS[..], &SMALL[..]].concat();
    sqlx::query_scalar(
        "SELECT relname::text FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v') \
         AND NOT relispartition AND relname <> ALL ($1) ORDER BY 1",
    )
    .bind(others)
    .fetch_all(pool)
    .await
    .unwrap()
}

/// Puts tables from one schema into another: statements name tables of `public` alone.
async fn put(pool: &PgPool, tables: impl Iterator<Item = &String>, (from, to): (&str, &str)) {
    let moves = tables.map(|table| format!("ALTER TABLE {from}.{table} SET SCHEMA {to};"));
    let moves: String = moves.collect();
    sqlx::raw_sql(AssertSqlSafe(moves))
        .execute(pool)
        .await
        .unwrap();
}

#[tokio::test]
async fn no_figure_is_counted_from_raw_rows() {
    let mut survey = Survey::new().await;
    let pool = &survey.api.context.pool;
    sqlx::raw_sql("CREATE SCHEMA away")
        .execute(pool)
        .await
        .unwrap();
    let raw = raw_tables(pool).await;
    let mut faults = Vec::new();
    for reader in Reader::ALL {
        for path in FIGURES.iter().filter(|path| reader.reads(path)) {
            let mut exceptions = READ_RAW.iter();
            let exception = exceptions.find(|one| one.reader == reader && one.is_of(path));
            let expected = exception.map_or(&[][..], |one| one.tables);
            if !survey.needs_just(reader, path, &raw, expected).await {
                let needed = survey.needed(reader, path, &raw).await;
                faults.push(format!(
                    "{reader:?} {path} reads {needed:?}, not {expected:?}"
                ));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// A route of statistics that is added is asked above, or says why not.
#[tokio::test]
async fn every_route_of_statistics_is_asked() {
    let api = TestApi::new().await;
    let others = [
        "/api/registry",
        "/api/registry/choices",
        "/api/registry/figures",
        "/api/result-desk/figures",
        "/api/reports/yearly",
        "/api/reports/yearly/file",
    ];
    let routes = crate::routes(&api.context).into_iter();
    let routes =
        routes.filter(|it| it.path.starts_with("/api/stats/") || others.contains(&&it.path[..]));
    let mut unasked: Vec<String> = routes
        .map(|it| format!("{} {}", it.method, it.path))
        .collect();
    unasked.retain(|route| {
        let asked = FIGURES.iter().map(|path| path.split('?').next().unwrap());
        let mut asked = asked.map(|path| format!("GET {path}"));
        !asked.any(|path| path == *route) && !NO_FIGURES.iter().any(|(other, _)| other == route)
    });
    assert_eq!(unasked, [""; 0]);
}
