use axum::http::{Method, StatusCode};
use chrono::DateTime;
use domain::audit_log::{AuditAction, AuditOutcome};
use domain::calendar::CHINA;
use domain::order::state::Action;
use domain::role::Role;
use serde_json::{Value, json};
use storage::db::account_events::FieldChange;
use storage::db::audit_log::{self, NewAuditEntry};
use storage::db::audit_seals;

use crate::testing::TestApi;

async fn seal(api: &TestApi) {
    let mut tx = api.context.begin().await.unwrap();
    audit_seals::seal(&mut tx, &api.context.server_key)
        .await
        .unwrap();
    storage::db::handles::commit(tx).await.unwrap();
}

fn words(page: &Value) -> Vec<String> {
    let word = |entry: &Value| {
        ["subject", "action", "outcome", "byLoginName", "subjectName"]
            .map(|field| entry[field].as_str().unwrap().to_owned())
            .join(" ")
    };
    page["items"].as_array().unwrap().iter().map(word).collect()
}

#[tokio::test]
async fn who_signs_in_and_what_administrators_change_is_read_and_chained() {
    let api = TestApi::new().await;
    let auditor = api.signed_in("audit_1", Role::Admin).await;
    api.account("lisi_1", Role::Applicant).await;
    let lisi = api.login("lisi_1", "Scenedock1").await.json();
    let lisi = lisi["token"].as_str().unwrap();
    let wrong = api
        .post(
            "/api/auth/login",
            "",
            json!({"loginName": "lisi_1", "password": "Wrong1pass"}),
        )
        .await;
    assert_eq!(wrong.status, StatusCode::UNAUTHORIZED);
    api.post("/api/auth/logout", lisi, json!({})).await;
    let saved = json!({"items": [{"sysKey": "sysName", "sysValue": "DZY"}, {"sysKey": "serviceToken", "sysValue": "s3cret"}]});
    // The second time nothing changes: nothing is written down.
    for _ in 0..2 {
        let body = Some(saved.clone());
        let put = api.call(Method::PUT, "/api/system", &auditor, body).await;
        assert_eq!(put.status, StatusCode::OK);
    }

    let page = api.get("/api/audit-log", &auditor).await.json();
    assert!(page["items"][0]["position"].is_null());
    let found = words(&page);
    for expected in [
        "setting change done audit_1 serviceToken",
        "setting change done audit_1 sysName",
        "session sign_out done lisi_1 lisi_1",
        "session sign_in refused  lisi_1",
        "session sign_in done lisi_1 lisi_1",
    ] {
        let times = found.iter().filter(|one| *one == expected).count();
        assert_eq!(times, 1, "{expected} in {found:#?}");
    }
    assert!(!page.to_string().contains("s3cret"));

    seal(&api).await;
    let page = api.get("/api/audit-log", &auditor).await.json();
    let newest = &page["items"][0];
    let head = format!(
        "{}:{}",
        newest["position"],
        newest["code"].as_str().unwrap()
    );
    assert_eq!(page["head"], head);
}

#[tokio::test]
async fn entries_are_found_by_kind_outcome_person_and_page() {
    let api = TestApi::new().await;
    let auditor = api.signed_in("audit_1", Role::Admin).await;
    api.account("lisi_1", Role::Applicant).await;
    for _ in 0..52 {
        api.login("lisi_1", "Scenedock1").await;
    }
    let read = async |query: &str| {
        let path = format!("/api/audit-log?{query}");
        api.get(&path, &auditor).await.json()
    };
    let first = read("subject=session&q=LISI").await;
    assert_eq!(first["items"].as_array().unwrap().len(), 50);
    let rest = read(&format!("subject=session&q=LISI&before={}", first["next"])).await;
    assert_eq!(rest["items"].as_array().unwrap().len(), 2);
    assert!(rest["next"].is_null());
    for query in [
        "subject=role",
        "outcome=refused",
        "q=nobody",
        "from=2030-01-01",
        "q=%25",
    ] {
        let page = read(query).await;
        assert!(page["items"].as_array().unwrap().is_empty(), "{query}");
    }
    let wrong = api.get("/api/audit-log?subject=moon", &auditor).await;
    assert_eq!(wrong.status, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn everything_that_the_list_finds_is_in_the_file() {
    let api = TestApi::new().await;
    let auditor = api.signed_in("audit_1", Role::Admin).await;
    for number in 0..60 {
        let role = json!({"name": format!("=cmd_{number}"), "permissions": []});
        let made = api.post("/api/roles", &auditor, role).await;
        assert_eq!(made.status, StatusCode::CREATED);
    }
    seal(&api).await;
    let rows = exported(&api, &auditor, "subject=role&outcome=done").await;
    assert_eq!(rows.len(), 60);
    let mut ids: Vec<i64> = rows.iter().map(|row| row[0].parse().unwrap()).collect();
    assert!(ids.is_sorted_by(|newer, older| newer > older));
    ids.dedup();
    assert_eq!(ids.len(), 60);
    // No cell is a formula, and each is in the chain.
    for row in &rows {
        assert!(row.iter().all(|cell| !cell.starts_with('=')), "{row:?}");
        assert_eq!(row[14].split(':').nth(1).map(str::len), Some(64));
    }
}

async fn exported(api: &TestApi, auditor: &str, query: &str) -> Vec<csv::StringRecord> {
    let path = format!("/api/audit-log/export?{query}");
    let file = api.get(&path, auditor).await;
    assert_eq!(file.status, StatusCode::OK);
    let text = file.text();
    let mut table = csv::Reader::from_reader(text.trim_start_matches('\u{feff}').as_bytes());
    assert_eq!(&table.headers().unwrap()[0], "序号");
    table.records().map(Result::unwrap).collect()
}

#[tokio::test]
async fn the_file_is_in_the_words_and_the_time_of_whoever_reads_it() {
    let api = TestApi::new().await;
    let auditor = api.signed_in("audit_1", Role::Admin).await;
    let replaced = FieldChange {
        field: "paper.id_card".into(),
        before: "旧.pdf".into(),
        after: "新.pdf".into(),
    };
    let entry = NewAuditEntry {
        at: api.context.now(),
        by: None,
        action: AuditAction::Order(Action::SaveDraft),
        subject_id: "1",
        subject_name: "20261121WP100000000",
        outcome: AuditOutcome::Done,
        reason: "",
        changes: &[replaced],
        client_ip: "192.0.2.1",
        agent: "Firefox/140",
    };
    let mut db = api.context.connection().await.unwrap();
    audit_log::insert(&mut db, &entry).await.unwrap();
    let rows = exported(&api, &auditor, "subject=order").await;
    let expected = [
        "订单",
        "保存草稿",
        "成功",
        "身份证: 旧.pdf → 新.pdf",
        "Firefox/140",
        "order save_draft",
    ];
    assert_eq!(rows.len(), 1);
    let found = [4, 5, 8, 10, 12, 13].map(|column: usize| &rows[0][column]);
    assert_eq!(found, expected);
    let at = DateTime::parse_from_rfc3339(&rows[0][1]).unwrap();
    assert_eq!((at.to_utc(), *at.offset()), (entry.at, CHINA));
}

/// While an installation is upgraded, a newer process writes beside this one.
#[tokio::test]
async fn what_only_a_newer_version_knows_is_listed_by_its_word() {
    let api = TestApi::new().await;
    let auditor = api.signed_in("audit_1", Role::Admin).await;
    let lisi = api.account("lisi_1", Role::Applicant).await;
    let (pool, now) = (&api.context.pool, api.context.now());
    // Both come into the log by triggers.
    let (account, role) = (
        "INSERT INTO account_event (user_id, action, at) VALUES ($1, 'teleport', $2)",
        "INSERT INTO role_event (role_id, role_name, action, at) VALUES ('applicant', $1::text, 'split', $2)",
    );
    let unknown = "INSERT INTO audit_entry (at, by_name, subject, action, subject_id, subject_name, outcome) \
                   VALUES ($2, $1::text, 'moon', 'change', '1', '静海', 'done')";
    for statement in [account, role, unknown] {
        let query = sqlx::query(statement).bind(lisi.0).bind(now);
        query.execute(pool).await.unwrap();
    }
    let page = api.get("/api/audit-log", &auditor).await.ok();
    let found = words(&page);
    for (at, start) in [
        "moon change done",
        "role split done",
        "account teleport done",
    ]
    .into_iter()
    .enumerate()
    {
        assert!(found[at].starts_with(start), "{found:#?}");
    }
    let accounts = api.get("/api/audit-log?subject=account", &auditor).await;
    assert!(words(&accounts.ok())[0].starts_with("account teleport"));
    let rows = exported(&api, &auditor, "").await;
    let cells = [4, 5, 13].map(|column: usize| &rows[0][column]);
    assert_eq!(cells, ["moon", "change", "moon change"]);
    let cells = [4, 5, 13].map(|column: usize| &rows[2][column]);
    assert_eq!(cells, ["用户", "teleport", "account teleport"]);
    let path = format!("/api/users/{lisi}/events");
    let events = api.get(&path, &auditor).await.ok();
    assert_eq!(events["items"][0]["action"], "teleport");
    let events = api.get("/api/roles/applicant/events", &auditor).await.ok();
    assert_eq!(events["items"][0]["action"], "split");
}
