//! Every figure of the order statistics opens just the orders that it counts.

use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use domain::order::application::ApplicationForm;
use domain::order::get_method::GetMethod;
use domain::order::state::OrderState;
use domain::role::Role;
use serde_json::Value;
use storage::db::handles;
use storage::db::order_figures;
use storage::db::scenes::NewScene;
use testkit::builders::{add_scenes, form, order, scene, square};

use crate::regions::scene_regions;
use crate::testing::{BEGINNING, TestApi};

fn form_of(unit: &str, get_method: GetMethod) -> ApplicationForm {
    ApplicationForm {
        unit: unit.to_owned(),
        get_method: Some(get_method),
        ..form()
    }
}

struct Desk {
    api: TestApi,
    /// Tokens: who reads statistics, and whose orders they are.
    staff: String,
    owner: String,
}

/// Orders of two units of which one's name holds the other's, of two satellites, deleted ones, refused ones and drafts.
async fn desk() -> Desk {
    use GetMethod::{OfflineCopy, OnlineDownload};
    let api = TestApi::new().await;
    let pool = &api.context.pool;
    let other = NewScene {
        satellite: "ZY3".to_owned(),
        // In Beijing; the other one lies at sea.
        footprint: square(116.0, 39.5).parse().unwrap(),
        ..scene("s2")
    };
    add_scenes(pool, &[scene("s1"), other]).await;
    let owner = api.account("lisi_1", Role::Applicant).await;
    let admin = api.account("chen_1", Role::Admin).await;
    let now: DateTime<Utc> = BEGINNING.parse().unwrap();
    let both = ["s1".to_owned(), "s2".to_owned()];
    let first = &both[..1];
    for (unit, method, scenes, state) in [
        ("院1", OnlineDownload, &both[..], OrderState::PendingReview),
        ("院1", OfflineCopy, first, OrderState::Deleted),
        ("院1", OnlineDownload, first, OrderState::PendingSubmission),
        ("院10", OnlineDownload, first, OrderState::Rejected),
        ("院10", OfflineCopy, &both[1..], OrderState::Approved),
    ] {
        let made = order(owner, scenes).form(form_of(unit, method));
        made.in_state(state, admin).create(pool, now).await;
    }
    scene_regions::settle(pool, &api.context.regions)
        .await
        .unwrap();
    let mut tx = handles::begin(pool).await.unwrap();
    order_figures::roll_up_due(&mut tx).await.unwrap();
    handles::commit(tx).await.unwrap();
    Desk {
        staff: api.signed_in("ops_1", Role::Operator).await,
        owner: api.token_of(owner).await,
        api,
    }
}

async fn rows(api: &TestApi, staff: &str, query: &[(&str, &str)]) -> Value {
    let query = url::form_urlencoded::Serializer::new(String::new())
        .extend_pairs(query)
        .finish();
    let found = api.get(&format!("/api/orders?{query}"), staff).await;
    assert_eq!(found.status, StatusCode::OK, "{query}");
    found.json()
}

/// Every cell of a row of figures has as many orders behind it.
async fn assert_opens(api: &TestApi, staff: &str, by: &str, value: &str, row: &Value) {
    let all = row.get("allNum").or_else(|| row.get("OrderNum"));
    let cells = [
        ("", all.or_else(|| row.get("orderNum")).unwrap()),
        ("0", &row["onlineOrderNum"]),
        ("2", &row["offlineOrderNum"]),
    ];
    for (method, count) in cells {
        let query = [
            ("counted", by),
            ("value", value),
            ("getMethod", method),
            ("from", "2026-01-01"),
            ("to", "2026-12-31"),
        ];
        let listed = rows(api, staff, &query).await;
        assert_eq!(&listed["total"], count, "{by} {value} {method}");
    }
}

#[tokio::test]
async fn every_figure_opens_just_the_orders_that_it_counts() {
    let Desk { api, staff, .. } = desk().await;
    let year = "from=2026-01-01&to=2026-12-31";
    let figures = async |path: &str| {
        let found = api.get(&format!("/api/stats/{path}"), &staff).await;
        assert_eq!(found.status, StatusCode::OK, "{path}");
        found.json()
    };
    let whole = figures(&format!("orders?{year}")).await;
    assert_eq!(whole["orderNum"], 4);
    assert_opens(&api, &staff, "total", "", &whole).await;
    let mut opened = 0;
    for (by, path, name) in [
        ("unit", "units?".to_owned(), "unit"),
        ("usage", "breakdown?by=usage&".to_owned(), "value"),
        ("kind", "breakdown?by=kind&".to_owned(), "value"),
        ("satellite", "breakdown?by=satellite&".to_owned(), "value"),
        ("node", "breakdown?by=node&".to_owned(), "value"),
        ("region", "breakdown?by=region&".to_owned(), "value"),
    ] {
        let found = figures(&format!("{path}{year}")).await;
        for row in found["items"].as_array().unwrap() {
            let value = row[name].as_str().unwrap();
            assert_opens(&api, &staff, by, value, row).await;
            opened += 1;
        }
    }
    // Two units, one usage, one kind, two satellites, one node, one province and none.
    assert_eq!(opened, 9);
}

#[tokio::test]
async fn what_lies_in_no_province_is_a_row_of_its_own() {
    let Desk { api, staff, .. } = desk().await;
    let path = "/api/stats/breakdown?by=region&from=2026-01-01&to=2026-12-31";
    let found = api.get(path, &staff).await.json();
    let rows = found["items"].as_array().unwrap().iter();
    let rows: Vec<_> = rows
        .map(|row| {
            (
                row["value"].as_str().unwrap(),
                row["label"].as_str().unwrap(),
                row["OrderNum"].as_i64(),
            )
        })
        .collect();
    assert_eq!(rows, [("", "", Some(3)), ("156110000", "北京市", Some(2))]);
    assert_eq!(found["current"], true);
    // Of orders that were made just now all is counted; a scene of one that moves is not yet.
    let moved = NewScene {
        footprint: square(116.0, 39.5).parse().unwrap(),
        ..scene("s1")
    };
    add_scenes(&api.context.pool, &[moved]).await;
    let found = api.get(path, &staff).await.json();
    assert_eq!(found["current"], false, "{found}");
}

#[tokio::test]
async fn provinces_come_as_rough_as_a_map_of_all_may_be() {
    let api = TestApi::new().await;
    let found = api.get("/api/regions/outlines", "").await;
    let body = found.json();
    let items = body["items"].as_array().unwrap();
    assert_eq!(items.len(), 34);
    assert_eq!(items[0]["areaName"], "北京市");
    let text = |item: &Value| item["wkt"].as_str().unwrap().len();
    assert!(
        items.iter().all(|item| text(item) > 50),
        "no province vanishes"
    );
    let all: usize = items.iter().map(text).sum();
    assert!(all < 400_000, "{all} characters are too many for a page");
}

#[tokio::test]
async fn rows_of_a_figure_are_deleted_orders_too_but_no_drafts() {
    let Desk { api, staff, owner } = desk().await;
    let states = |list: &Value| {
        let items = list["items"].as_array().unwrap().iter();
        let mut codes: Vec<i64> = items.map(|row| row["sstatus"].as_i64().unwrap()).collect();
        codes.sort_unstable();
        codes
    };
    let counted = [("counted", "unit"), ("value", "院1")];
    assert_eq!(states(&rows(&api, &staff, &counted).await), [-2, 0]);
    // A list that no figure asks for shows drafts and no deleted orders, of every unit with such a part.
    let listed = rows(&api, &staff, &[("unit", "院1")]).await;
    assert_eq!(states(&listed), [-1, 0, 1, 2]);
    // Nobody else is told what they deleted.
    assert_eq!(states(&rows(&api, &owner, &counted).await), [0]);
    for wrong in ["counted=colour", "counted=total&getMethod=7"] {
        let refused = api.get(&format!("/api/orders?{wrong}"), &staff).await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{wrong}");
    }
}
