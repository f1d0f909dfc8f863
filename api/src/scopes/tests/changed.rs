//! Grants that become others: what the audit log says of it, and what is refused.

use std::fmt::Write as _;

use axum::http::Method;
use domain::role::Role;
use serde_json::{Value, json};

use super::{Survey, WEST, whole};

const EAST: &str = "POLYGON((119 29,123 29,123 33,119 33,119 29))";

/// An outline of eighty corners more than it needs; only its northwest differs.
fn jagged(north: u8) -> String {
    let mut outline = "POLYGON((99 29".to_owned();
    for corner in 1..=80_u8 {
        let (east, south) = (f64::from(corner) * 0.04, f64::from(corner % 2) * 0.1);
        write!(outline, ",{:.2} {:.1}", 99.0 + east, 29.0 - south).unwrap();
    }
    outline + &format!(",103 29,103 33,99 {north},99 29))")
}

#[tokio::test]
async fn another_subject_and_another_outline_of_the_same_name_are_in_the_log() {
    let survey = Survey::new().await;
    let unit = async |name: &str| {
        let body = json!({"name": name, "parentId": null});
        let (status, made) = survey.send(Method::POST, "/api/units/tree", body).await;
        assert_eq!(status, 201, "{made}");
        made["id"].as_str().unwrap().to_owned()
    };
    let (first, second) = (unit("总院").await, unit("分院").await);
    let drawn = |unit: &str, name: &str, wkt: &str| {
        whole(
            json!({"subject": "unit", "subjectId": unit, "nodeIds": [1], "wkt": wkt, "areaName": name}),
        )
    };
    let id = survey.grant(drawn(&first, "西部", WEST)).await;
    let path = format!("/api/scopes/{id}");
    let change = async |draft: Value| {
        let (status, answer) = survey.send(Method::PUT, &path, draft).await;
        assert_eq!(status, 200, "{answer}");
        let log = survey
            .api
            .get("/api/audit-log?subject=scope", &survey.admin);
        log.await.json()["items"][0]["changes"].clone()
    };
    let moved = change(drawn(&second, "西部", WEST)).await;
    let (before, after) = (format!("unit 总院 {first}"), format!("unit 分院 {second}"));
    assert_eq!(
        moved,
        json!([{"field": "subject", "before": before, "after": after}])
    );
    let redrawn = change(drawn(&second, "西部", EAST)).await;
    assert_eq!(redrawn.as_array().unwrap().len(), 1, "{redrawn}");
    assert_eq!(redrawn[0]["field"], "area");
    for value in ["before", "after"] {
        let value = redrawn[0][value].as_str().unwrap();
        assert!(value.starts_with("西部 (5, sha256 "), "{value}");
    }
    change(drawn(&second, "", &jagged(33))).await;
    let stretched = change(drawn(&second, "", &jagged(32))).await;
    assert_eq!(stretched.as_array().unwrap().len(), 1, "{stretched}");
    assert_eq!(stretched[0]["field"], "area");
}

#[tokio::test]
async fn a_node_that_is_not_there_is_granted_to_nobody() {
    let survey = Survey::new().await;
    let grant = |nodes: &[i64]| whole(json!({"subject": "everybody", "nodeIds": nodes}));
    let id = survey.grant(grant(&[4])).await;
    let path = format!("/api/scopes/{id}");
    for (method, path) in [(Method::POST, "/api/scopes"), (Method::PUT, &*path)] {
        let (status, problem) = survey.send(method, path, grant(&[4, 77])).await;
        let fault = &problem["errors"][0];
        assert_eq!(
            (status, &fault["field"], &fault["code"]),
            (400, &json!("nodeIds"), &json!("field.no_such_node")),
            "{problem}"
        );
    }
}

#[tokio::test]
async fn a_grant_ends_in_a_year_of_four_digits() {
    let survey = Survey::new().await;
    for until in ["1969-12-31T23:59:59Z", "+262142-01-01T00:00:00Z"] {
        let grant = whole(json!({"subject": "everybody", "nodeIds": [1], "until": until}));
        let (status, refused) = survey.send(Method::POST, "/api/scopes", grant).await;
        let error = &refused["errors"][0];
        assert_eq!(
            (status, &error["field"], &error["code"]),
            (400, &json!("until"), &json!("field.year_wrong")),
            "{until}"
        );
    }
}

#[tokio::test]
async fn a_grant_of_a_region_keeps_its_outline_until_it_names_another() {
    let survey = Survey::new().await;
    let (beijing, hebei) = ("156110000", "156130000");
    let grant_of = |region: &str, note: &str| {
        whole(json!({"subject": "everybody", "region": region, "note": note}))
    };
    let id = survey.grant(grant_of(beijing, "")).await;
    let area = async || -> String {
        sqlx::query_scalar("SELECT area FROM scope_grant WHERE id::text = $1")
            .bind(&id)
            .fetch_one(&survey.api.context.pool)
            .await
            .unwrap()
    };
    let before = area().await;
    let redrawn = json!({"areaName": "北京", "pinyin": "bei jing", "wkt": WEST, "version": 0});
    let path = format!("/api/regions/managed/{beijing}");
    let (status, answer) = survey.send(Method::PUT, &path, redrawn).await;
    assert_eq!(status, 200, "{answer}");
    let change = async |draft: Value| {
        let path = format!("/api/scopes/{id}");
        let (status, answer) = survey.send(Method::PUT, &path, draft).await;
        assert_eq!(status, 200, "{answer}");
    };
    let count = async |query: &str| {
        let path = format!("/api/scopes/preview{query}");
        let draft = grant_of(beijing, "查过");
        let (status, preview) = survey.send(Method::POST, &path, draft).await;
        (status, preview["total"].as_i64())
    };
    // Three scenes lie in the west, and only a new grant would show them.
    assert_eq!(count(&format!("?grant={id}")).await, (200, Some(0)));
    assert_eq!(count("").await, (200, Some(3)));
    let nobodys = format!("?grant={}", uuid::Uuid::nil());
    assert_eq!(count(&nobodys).await, (404, None));
    change(grant_of(beijing, "查过")).await;
    assert_eq!(area().await, before);
    let log = survey
        .api
        .get("/api/audit-log?subject=scope", &survey.admin);
    let changes = log.await.json()["items"][0]["changes"].clone();
    let noted = json!([{"field": "note", "before": "", "after": "查过"}]);
    assert_eq!(changes, noted);
    change(grant_of(hebei, "查过")).await;
    change(grant_of(beijing, "查过")).await;
    assert_ne!(area().await, before);
}

#[tokio::test]
async fn an_area_that_crosses_itself_is_no_grant() {
    let survey = Survey::new().await;
    let area = |wkt: &str| whole(json!({"subject": "everybody", "subjectId": null, "wkt": wkt}));
    let crossing = area("POLYGON((0 0,4 4,4 0,0 4,0 0))");
    let id = survey.grant(area(WEST)).await;
    let path = format!("/api/scopes/{id}");
    for (method, path) in [(Method::POST, "/api/scopes"), (Method::PUT, &path)] {
        let (status, refused) = survey.send(method, path, crossing.clone()).await;
        let answered = (status, &refused["code"]);
        assert_eq!(answered, (422, &json!("self_crossing")), "{path}");
    }
}

#[tokio::test]
async fn a_grant_whose_area_crosses_itself_already_keeps_it_whatever_else_is_changed() {
    let survey = Survey::new().await;
    let draft = |wkt: &str, note: &str| {
        whole(json!({"subject": "everybody", "subjectId": null, "wkt": wkt, "note": note}))
    };
    let id = survey.grant(draft(WEST, "")).await;
    let crossing = "POLYGON((0 0,4 4,4 0,0 4,0 0))";
    sqlx::query("UPDATE scope_grant SET area = $1 WHERE id::text = $2")
        .bind(crossing)
        .bind(&id)
        .execute(&survey.api.context.pool)
        .await
        .unwrap();
    let path = format!("/api/scopes/{id}");
    let read = survey.api.get(&path, &survey.admin).await.json();
    assert_eq!(read["wkt"], crossing);
    let noted = draft(crossing, "查过");
    let preview = format!("/api/scopes/preview?grant={id}");
    let (status, counted) = survey.send(Method::POST, &preview, noted.clone()).await;
    assert_eq!(status, 200, "{counted}");
    let (status, changed) = survey.send(Method::PUT, &path, noted).await;
    assert_eq!(status, 200, "{changed}");
    assert_eq!(
        (&changed["note"], &changed["wkt"]),
        (&json!("查过"), &read["wkt"])
    );
    let other = draft("POLYGON((0 0,5 5,5 0,0 5,0 0))", "查过");
    let (status, refused) = survey.send(Method::PUT, &path, other).await;
    assert_eq!((status, &refused["code"]), (422, &json!("self_crossing")));
}

#[tokio::test]
async fn a_region_that_goes_while_it_is_granted_is_not_granted() {
    let survey = Survey::new().await;
    let by = survey.api.account("other_1", Role::Admin).await;
    let id = survey
        .grant(json!({"subject": "everybody", "nodeIds": [1], "wkt": WEST}))
        .await;
    let pool = &survey.api.context.pool;
    for (method, path, region) in [
        (Method::POST, "/api/scopes".to_owned(), "156110000"),
        (Method::PUT, format!("/api/scopes/{id}"), "156130000"),
    ] {
        // Whoever removes a region holds this.
        let mut removing = pool.begin().await.unwrap();
        storage::db::scopes::lock(&mut removing).await.unwrap();
        let draft = whole(json!({"subject": "everybody", "nodeIds": [1], "region": region}));
        let granting = survey.send(method, &path, draft);
        let removing = async {
            let waiting = "SELECT count(*) FROM pg_stat_activity \
                           WHERE datname = current_database() AND wait_event_type = 'Lock'";
            while sqlx::query_scalar::<_, i64>(waiting)
                .fetch_one(pool)
                .await
                .unwrap()
                < 1
            {
                tokio::task::yield_now().await;
            }
            let removal = "INSERT INTO region_overlay (code, removed, changed_at, changed_by) \
                           VALUES ($1, true, now(), $2)";
            sqlx::query(removal)
                .bind(region)
                .bind(by.0)
                .execute(&mut *removing)
                .await
                .unwrap();
            removing.commit().await.unwrap();
        };
        let ((status, answer), ()) = futures::future::join(granting, removing).await;
        let answered = (status, &answer["code"]);
        assert_eq!(answered, (409, &json!("changed_meanwhile")), "{path}");
    }
}
