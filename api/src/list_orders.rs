//! In which order lists of the back office come: every word that the document offers is answered, and what it says holds.

use chrono::TimeDelta;
use domain::list_order::{
    AnswerOrder, GrantOrder, LogOrder, NewsOrder, RegistryOrder, RoleOrder, SubscriptionOrder,
    UserOrder,
};
use domain::role::Role;
use serde_json::{Value, json};

use crate::testing::TestApi;

/// The lists, with the words that each may be ordered by.
fn lists() -> Vec<(&'static str, Vec<&'static str>)> {
    macro_rules! words {
        ($order:ident) => {
            $order::ALL.iter().map(|order| order.as_str()).collect()
        };
    }
    vec![
        ("/api/users", words!(UserOrder)),
        ("/api/roles", words!(RoleOrder)),
        ("/api/scopes", words!(GrantOrder)),
        ("/api/audit-log", words!(LogOrder)),
        ("/api/behaviours", words!(LogOrder)),
        ("/api/registry", words!(RegistryOrder)),
        ("/api/content/news", words!(NewsOrder)),
        ("/api/subscription-desk", words!(SubscriptionOrder)),
        ("/api/survey/answers", words!(AnswerOrder)),
    ]
}

/// What the rows of a page say at a JSON pointer.
async fn column(api: &TestApi, token: &str, path: &str, pointer: &str) -> Vec<Value> {
    let page = api.get(path, token).await.json();
    let rows = page["items"].as_array().unwrap().iter();
    rows.map(|row| row.pointer(pointer).unwrap().clone())
        .collect()
}

#[tokio::test]
async fn every_list_knows_its_words_and_refuses_others() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    for (path, words) in lists() {
        for word in words {
            let answer = api.get(&format!("{path}?sort={word}"), &admin).await;
            assert_eq!(answer.status, 200, "{path} by {word}");
        }
        let answer = api.get(&format!("{path}?sort=password"), &admin).await;
        assert_eq!(answer.status, 400, "{path}");
    }
}

#[tokio::test]
async fn accounts_come_by_name_and_by_age_page_after_page() {
    let api = TestApi::new().await;
    let admin = api.signed_in("Mitte", Role::Admin).await;
    for name in ["zhang", "Anna", "bo", "CAI"] {
        api.pass(TimeDelta::minutes(1));
        api.account(name, Role::Applicant).await;
    }
    for (sort, names) in [
        ("loginName", ["Anna", "bo", "CAI", "Mitte", "zhang"]),
        ("-loginName", ["zhang", "Mitte", "CAI", "bo", "Anna"]),
        ("created", ["Mitte", "zhang", "Anna", "bo", "CAI"]),
        ("-created", ["CAI", "bo", "Anna", "zhang", "Mitte"]),
    ] {
        let whole = format!("/api/users?sort={sort}");
        assert_eq!(
            column(&api, &admin, &whole, "/loginName").await,
            names,
            "{sort}"
        );
        let mut paged = Vec::new();
        for page in 1..=3 {
            let path = format!("{whole}&page={page}&pageSize=2");
            paged.extend(column(&api, &admin, &path, "/loginName").await);
        }
        assert_eq!(paged, names, "{sort} in pages");
    }
    // All of one unit: what is equal is told apart, and no page repeats a row.
    let mut paged = Vec::new();
    for page in 1..=5 {
        let path = format!("/api/users?sort=unit&page={page}&pageSize=1");
        paged.extend(column(&api, &admin, &path, "/loginName").await);
    }
    paged.sort_by_key(ToString::to_string);
    paged.dedup();
    assert_eq!(paged.len(), 5);
}

#[tokio::test]
async fn logs_go_on_from_where_they_ended_in_both_directions() {
    let api = TestApi::new().await;
    api.account("lisi_1", Role::Applicant).await;
    for _ in 0..60 {
        api.login("lisi_1", "Scenedock1").await;
        api.pass(TimeDelta::minutes(1));
    }
    let admin = api.signed_in("admin_1", Role::Admin).await;
    for path in ["/api/behaviours?type=1", "/api/audit-log?subject=session"] {
        let mut read = Vec::new();
        for sort in ["at", "-at"] {
            let first = api.get(&format!("{path}&sort={sort}"), &admin).await.json();
            // A text in one log, a number in the other.
            let next = first["next"].to_string();
            let next = format!("{path}&sort={sort}&before={}", next.trim_matches('"'));
            let mut ids = column(&api, &admin, &format!("{path}&sort={sort}"), "/id").await;
            assert_eq!(ids.len(), 50, "{path} by {sort}");
            ids.extend(column(&api, &admin, &next, "/id").await);
            read.push(ids);
        }
        read[1].reverse();
        assert_eq!(read[0], read[1], "{path}");
        assert!(read[0].len() >= 60, "{path}");
    }
}

#[tokio::test]
async fn roles_come_by_name_with_those_of_every_installation_together() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    for name in ["b 审核", "A 值班"] {
        api.role(name, &[]).await;
    }
    let up = column(&api, &admin, "/api/roles?sort=name", "/name").await;
    let down = column(&api, &admin, "/api/roles?sort=-name", "/name").await;
    assert_eq!(up[up.len() - 2..], [json!("A 值班"), json!("b 审核")]);
    assert_eq!(down[..2], [json!("b 审核"), json!("A 值班")]);
}
