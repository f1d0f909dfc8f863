//! How orders were served, told to somebody who sees a part of the catalogue.

use domain::order::state::OrderState;
use domain::permission::Permission;
use domain::role::Role;
use serde_json::{Value, json};
use storage::db::transfers::{self, NewTransfer, Outcome, Protocol, Source, Visitor};
use testkit::builders::order;
use uuid::Uuid;

use super::{Survey, WEST};

const DAYS: &str = "from=2000-01-01&to=2099-12-31";

/// Orders that were prepared, rated and fetched: of scenes a and b, of b alone, and of a alone.
async fn served() -> Survey {
    let survey = Survey::new().await;
    let api = &survey.api;
    let owner = api.account("wangwu_1", Role::Applicant).await;
    let auditor = api.account("admin_2", Role::Admin).await;
    let (pool, now) = (&api.context.pool, api.context.now());
    for scenes in [&["a", "b"][..], &["b"], &["a"]] {
        let ids: Vec<String> = scenes.iter().map(|id| (*id).to_owned()).collect();
        let order = order(owner, &ids).in_state(OrderState::FeedbackGiven, auditor);
        let order = order.create(pool, now).await;
        let mut db = api.context.connection().await.unwrap();
        let new = NewTransfer {
            id: Uuid::now_v7(),
            source: Source::Scene {
                order,
                did: 1,
                size: 100,
            },
            account: "wangwu_1",
            path: "/s.tif",
            protocol: Protocol::Https,
            address: "",
            offset: 0,
            client_ip: "127.0.0.1",
            started: now,
            visitor: Visitor::Applicant,
        };
        transfers::begin(&mut db, &new).await.unwrap();
        transfers::finish(&mut db, new.id, 100, Outcome::Done, "curl", now)
            .await
            .unwrap();
    }
    survey
}

/// Orders prepared and rated, downloads, and deliveries of which the registry tells how far they were fetched; and ratings and downloads
/// once more, added up over the saved tables.
async fn counted_for(survey: &Survey, token: &str) -> ([i64; 4], [i64; 2]) {
    let api = &survey.api;
    let get = async |path: &str| api.get(&format!("/api/stats/{path}{DAYS}"), token).await;
    let number = |answer: &Value, name: &str| answer["total"][name].as_i64().unwrap();
    let figures = [
        number(&get("preparation?").await.json(), "prepared"),
        number(&get("satisfaction?").await.json(), "answers"),
        number(&get("downloads?by=month&").await.json(), "transfers"),
        number(&get("downloads/completion?").await.json(), "deliveries"),
    ];
    let summed = async |path: &str, column: usize| -> i64 {
        let table = get(path).await.bytes;
        let table = String::from_utf8(table).unwrap();
        let rows = table.lines().skip(1);
        let cells = rows.filter_map(|row| row.split(',').nth(column)?.parse::<i64>().ok());
        cells.sum()
    };
    let tables = [
        summed("satisfaction.csv?", 1).await,
        summed("downloads.csv?", 3).await,
    ];
    (figures, tables)
}

#[tokio::test]
async fn how_orders_were_served_is_told_of_what_one_may_see() {
    let survey = served().await;
    let token = survey
        .api
        .holding("lisi_1", &[Permission::OrderStatistics])
        .await;
    assert_eq!(counted_for(&survey, &token).await, ([3, 3, 3, 3], [3, 3]));
    survey.close().await;
    assert_eq!(counted_for(&survey, &token).await, ([0, 0, 0, 0], [0, 0]));
    let person = survey.id_of("lisi_1").await;
    let grant = json!({"subject": "person", "subjectId": person, "nodeIds": [1], "wkt": WEST});
    survey.grant(grant).await;
    // Bytes of an order are told only where all of its scenes are seen.
    assert_eq!(counted_for(&survey, &token).await, ([2, 2, 1, 1], [2, 1]));
}
