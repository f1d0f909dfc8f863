//! The registry of provided data: what is entered when, and what stays.

use std::io::Read as _;

use axum::http::Method;
use chrono::TimeDelta;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::deliveries::downloads;
use crate::workers::{SCENE, ZIP};
use crate::world::{PDF, World, form, id, request};

mod completion;
mod opened_rows;
mod unit_figures;

const ZIP_PATH: &str = "package/%E8%AE%A2%E5%8D%95.zip";

async fn listed(w: &World, query: &str) -> Value {
    w.get(&format!("/api/registry?{query}"), &w.admin)
        .await
        .ok()
}

async fn detail(w: &World, number: &Value) -> Value {
    w.get(&format!("/api/registry/{number}"), &w.admin)
        .await
        .ok()
}

fn numbers(page: &Value) -> Vec<i64> {
    let items = page["items"].as_array().unwrap();
    let numbers = items.iter().map(|item| item["number"].as_i64().unwrap());
    numbers.collect()
}

/// An order of `dataids` with some fields of its form changed, prepared by the workers.
async fn prepared_with(w: &World, dataids: &[&str], changes: Value) -> String {
    let mut application = w.application("submit").await;
    application["dataIds"] = json!(dataids);
    for (field, value) in changes.as_object().unwrap() {
        application["form"][field] = value.clone();
    }
    let order = w.post("/api/orders", &w.owner, application).await.ok();
    let order = id(&order);
    w.act(&order, "approve", &w.admin).await.ok();
    w.prepare().await;
    order
}

#[tokio::test]
async fn a_delivery_is_entered_when_it_is_opened() {
    let w = World::new().await;
    let order = w.approved().await;
    // Both scenes and the package; the check is still to come.
    for _ in 0..2 {
        for task in w.claim().await {
            w.work(task).await;
        }
    }
    let closed = listed(&w, "").await;
    assert_eq!(closed["sum"]["entries"], 0);
    w.pass(TimeDelta::minutes(3)).await;
    w.prepare().await;
    let page = listed(&w, "").await;
    let whole = json!({"entries": 1, "scenes": 2, "bytes": 20, "isWhole": true});
    assert_eq!(page["sum"], whole);
    let entry = &page["items"][0];
    let seen = w.get(&format!("/api/orders/{order}"), &w.owner).await.ok();
    let facts = form();
    for (field, value) in [
        ("orderId", json!(order)),
        ("ordername", seen["ordername"].clone()),
        ("round", json!(1)),
        ("openedAt", json!(w.now())),
        ("completedAt", Value::Null),
        ("type", json!(0)),
        ("getMethod", json!(0)),
        ("loginName", json!("zhangsan")),
        ("applicant", facts["applyuser"].clone()),
        ("unit", facts["applyUserUnit"].clone()),
        ("usage", facts["applyUserUsed"].clone()),
        ("project", facts["productName"].clone()),
        ("description", facts["description"].clone()),
        ("fileCount", json!(2)),
        ("fileBytes", json!(2 * ZIP.len())),
        ("licenceSha256", json!(hex::encode(Sha256::digest(PDF)))),
        ("fetchedFiles", json!(0)),
        ("firstFetchedAt", Value::Null),
    ] {
        assert_eq!(entry[field], value, "{field}");
    }
    let detail = detail(&w, &entry["number"]).await;
    let scenes = detail["scenes"].as_array().unwrap();
    let names: Vec<_> = scenes.iter().map(|scene| &scene["dataId"]).collect();
    assert_eq!(names, ["s1", "s2"]);
    assert_eq!(
        scenes[0]["sha256"],
        json!(hex::encode(Sha256::digest(SCENE)))
    );
    assert_eq!(detail["files"][1]["path"], "scenes/s1 中文.tif");
    assert_eq!(detail["papers"].as_array().unwrap().len(), 4);
}

#[tokio::test]
async fn a_reopened_order_has_an_entry_for_each_delivery_and_a_deleted_one_keeps_them() {
    let w = World::new().await;
    let order = w.prepared().await;
    w.act(&order, "overdue", &w.admin).await.ok();
    w.act(&order, "reopen", &w.admin).await.ok();
    w.prepare().await;
    w.act(&order, "complete", &w.admin).await.ok();
    let before = listed(&w, "").await;
    let rounds: Vec<_> = before["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| (item["round"].clone(), item["completedAt"].is_null()))
        .collect();
    assert_eq!(rounds, [(json!(2), false), (json!(1), true)]);
    let first = detail(&w, &before["items"][1]["number"]).await;
    let deleted = w
        .call(
            Method::DELETE,
            "/api/orders",
            &w.owner,
            Some(json!({"ids": [order]})),
        )
        .await;
    assert!(deleted.status.is_success());
    let seen = w.get(&format!("/api/orders/{order}"), &w.admin).await;
    assert_eq!(seen.status, 404);
    // Whatever the catalogue and the account are called later.
    for statement in [
        "UPDATE scene SET dataname = 'other', satellite = 'other'",
        "UPDATE app_user SET user_name = 'other'",
        "UPDATE orders SET apply_user_unit = 'other'",
    ] {
        sqlx::query(statement)
            .execute(&w.context.pool)
            .await
            .unwrap();
    }
    assert_eq!(listed(&w, "").await, before);
    assert_eq!(detail(&w, &before["items"][1]["number"]).await, first);
}

#[tokio::test]
async fn what_is_fetched_is_counted_broken_and_early_downloads_too() {
    let w = World::new().await;
    let order = w.approved().await;
    let claimed = w.claim().await;
    let did = claimed[0].did.unwrap();
    for task in claimed {
        w.work(task).await;
    }
    // Before there is a delivery.
    let early = format!("/api/orders/{order}/scenes/{did}/file");
    w.get(&early, &w.owner).await;
    downloads(&w, 1).await;
    let begun = w.now();
    w.pass(TimeDelta::minutes(5)).await;
    w.prepare().await;
    w.pass(TimeDelta::minutes(5)).await;
    let path = format!("/api/orders/{order}/files/{ZIP_PATH}");
    w.get(&path, &w.owner).await;
    w.get(&path, &w.owner).await;
    let mut part = request(Method::GET, &path, &w.owner.token);
    part.headers_mut()
        .insert("range", "bytes=0-1".parse().unwrap());
    w.send(part).await;
    // Nothing of it was sent.
    let whole = request(Method::GET, &path, &w.owner.token);
    drop(w.open(whole).await);
    downloads(&w, 5).await;
    let page = listed(&w, "").await;
    let entry = &page["items"][0];
    assert_eq!(entry["fetchedFiles"], 2);
    assert_eq!(
        entry["fetchedBytes"],
        json!(SCENE.len() + 2 * ZIP.len() + 2)
    );
    assert_eq!(entry["firstFetchedAt"], json!(begun));
    assert_eq!(entry["lastFetchedAt"], json!(w.now()));
    let detail = detail(&w, &entry["number"]).await;
    let files = detail["files"].as_array().unwrap();
    let zip = files.iter().find(|file| file["path"] == "package/订单.zip");
    assert_eq!(zip.unwrap()["fetched"], 2);
    assert_eq!(zip.unwrap()["fetchedBytes"], json!(2 * ZIP.len() + 2));
    let single = files.iter().find(|file| file["size"].is_null());
    assert_eq!(single.unwrap()["fetched"], 1);
}

#[tokio::test]
async fn completing_an_order_names_the_papers_that_it_brought() {
    let w = World::new().await;
    let order = w.prepared().await;
    let number = listed(&w, "").await["items"][0]["number"].clone();
    let signed = [PDF, b"% signed at pick-up\n"].concat();
    let paper = w.upload(&w.admin, "7", "signed.pdf", &signed).await.ok();
    let seen = w.get(&format!("/api/orders/{order}"), &w.admin).await.ok();
    let mut papers = seen["attachments"].as_array().unwrap().clone();
    papers.retain(|paper| paper["type"] != 7);
    papers.push(json!({"type": 7, "attachmentId": paper["attachmentId"]}));
    let papers: Vec<_> = papers
        .iter()
        .map(|paper| json!({"type": paper["type"], "attachmentId": paper["attachmentId"]}))
        .collect();
    let body = json!({"attachments": papers});
    let saved = w
        .call(
            Method::PUT,
            &format!("/api/orders/{order}"),
            &w.admin,
            Some(body),
        )
        .await;
    saved.ok();
    w.pass(TimeDelta::hours(1)).await;
    w.act(&order, "complete", &w.admin).await.ok();
    let detail = detail(&w, &number).await;
    assert_eq!(detail["entry"]["completedAt"], json!(w.now()));
    assert_eq!(
        detail["entry"]["licenceSha256"],
        json!(hex::encode(Sha256::digest(&signed)))
    );
    let forms = detail["papers"].as_array().unwrap().iter();
    assert_eq!(forms.filter(|paper| paper["type"] == 7).count(), 2);
}

#[tokio::test]
async fn entries_are_found_by_what_they_say() {
    let w = World::new().await;
    prepared_with(&w, &["s1"], json!({"productName": "塔里木盆地"})).await;
    w.pass(TimeDelta::days(1)).await;
    prepared_with(
        &w,
        &["s2"],
        json!({"applyUserUnit": "某研究院", "applyuser": "赵六"}),
    )
    .await;
    w.pass(TimeDelta::days(1)).await;
    let last = prepared_with(&w, &["s1", "s2"], json!({"getMethod": 2})).await;
    sqlx::query("UPDATE registry_scene SET satellite = 'ZY-3' WHERE dataid = 's2'")
        .execute(&w.context.pool)
        .await
        .unwrap();
    let all = numbers(&listed(&w, "").await);
    let [third, second, first] = all[..] else {
        panic!("{all:?}")
    };
    let number = w.get(&format!("/api/orders/{last}"), &w.owner).await.ok()["ordername"].clone();
    let number = number.as_str().unwrap();
    let day = |at: &Value| at.as_str().unwrap()[..10].to_owned();
    let page = listed(&w, "").await;
    let middle = day(&page["items"][1]["openedAt"]);
    for (query, found) in [
        ("unit=某研究院".to_owned(), vec![second]),
        ("unit=某研究".to_owned(), vec![]),
        ("person=赵".to_owned(), vec![second]),
        ("person=ZHANGSAN".to_owned(), vec![third, second, first]),
        ("usage=测绘&unit=".to_owned(), vec![third, second, first]),
        ("satellite=ZY-3".to_owned(), vec![third, second]),
        ("getMethod=2".to_owned(), vec![third]),
        (format!("ordername={number}"), vec![third]),
        ("q=塔里木".to_owned(), vec![first]),
        ("q=%25".to_owned(), vec![]),
        ("q=s1".to_owned(), vec![third, first]),
        (format!("from={middle}&to={middle}"), vec![second]),
        (format!("before={third}"), vec![second, first]),
    ] {
        let page = listed(&w, &query).await;
        assert_eq!(numbers(&page), found, "{query}");
        if !query.starts_with("before") {
            assert_eq!(page["sum"]["entries"], json!(found.len()), "{query}");
        }
    }
    let choices = w.get("/api/registry/choices", &w.admin).await.ok();
    assert_eq!(choices["units"].as_array().unwrap().len(), 2);
    assert_eq!(choices["usages"], json!(["测绘"]));
    let missing = w.get("/api/registry/4711", &w.admin).await;
    assert_eq!(missing.refusal().1, "not_found");
}

#[tokio::test]
async fn pages_follow_one_another_by_number() {
    let w = World::new().await;
    w.prepared().await;
    // More than a page holds, each a delivery of its own.
    for statement in [
        "INSERT INTO task (id, kind, order_id, user_id, state, max_attempts, run_after) \
         SELECT gen_random_uuid(), t.kind, t.order_id, t.user_id, 'done', t.max_attempts, t.run_after \
         FROM task t, generate_series(1, 60) WHERE t.kind = 'package_order'",
        "INSERT INTO delivery (id, order_id, attempt_task, account, password_sealed, state, created_at, expires_at) \
         SELECT gen_random_uuid(), d.order_id, t.id, t.id::text, 'x', 'ended', d.created_at, d.expires_at \
         FROM delivery d, task t WHERE t.kind = 'package_order' AND t.id <> d.attempt_task",
        "INSERT INTO registry_entry (delivery_id, order_id, round, opened_at, ordername, kind, get_method, user_id, login_name, \
             user_name, applicant, unit, usage, project, description, scene_count, scene_bytes, file_count, file_bytes) \
         SELECT d.id, e.order_id, 1 + row_number() OVER (ORDER BY d.id), e.opened_at, e.ordername, e.kind, e.get_method, e.user_id, \
             e.login_name, e.user_name, e.applicant, e.unit, e.usage, e.project, e.description, 1, 1, 1, 1 \
         FROM delivery d, registry_entry e WHERE d.id <> e.delivery_id",
    ] {
        sqlx::query(statement)
            .execute(&w.context.pool)
            .await
            .unwrap();
    }
    let first = listed(&w, "").await;
    assert_eq!(first["items"].as_array().unwrap().len(), 50);
    let rest = listed(&w, &format!("before={}", first["next"])).await;
    assert_eq!(rest["next"], Value::Null);
    let mut seen = numbers(&first);
    seen.extend(numbers(&rest));
    assert_eq!(seen.len(), 61);
    assert!(seen.is_sorted_by(|one, next| one > next));
    for page in [first, rest] {
        assert_eq!(page["sum"]["entries"], 61);
    }
}

#[tokio::test]
async fn the_registry_is_exported_whole_and_without_formulas() {
    let w = World::new().await;
    prepared_with(&w, &["s1"], json!({"productName": "=HYPERLINK(\"x\")"})).await;
    prepared_with(&w, &["s2"], json!({"description": "＝1+1"})).await;
    let csv = w.get("/api/registry/export.csv", &w.admin).await;
    assert_eq!(csv.header("content-type"), "text/csv; charset=utf-8");
    let text = String::from_utf8(csv.bytes).unwrap();
    assert!(text.starts_with("\u{feff}登记号,订单号,"), "{text}");
    assert_eq!(text.lines().count(), 3);
    assert!(text.contains("\"'=HYPERLINK(\"\"x\"\")\""), "{text}");
    assert!(text.contains(",'＝1+1,"), "{text}");
    // Every paper that the first order was handed out for, by its hash.
    let entries = w.get("/api/registry", &w.admin).await.ok();
    for entry in entries["items"].as_array().unwrap() {
        let path = format!("/api/registry/{}", entry["number"]);
        let whole = w.get(&path, &w.admin).await.ok();
        let papers = whole["papers"].as_array().unwrap();
        assert!(papers.len() > 1, "{whole}");
        for paper in papers {
            let hash = paper["sha256"].as_str().unwrap();
            assert!(text.contains(hash), "{hash} is not in {text}");
        }
    }
    let one = w
        .get("/api/registry/export.csv?q=HYPERLINK", &w.admin)
        .await;
    assert_eq!(String::from_utf8(one.bytes).unwrap().lines().count(), 2);
    let none = w.get("/api/registry/export.csv?q=nobody", &w.admin).await;
    assert_eq!(String::from_utf8(none.bytes).unwrap().lines().count(), 1);
    let workbook = w.get("/api/registry/export.xlsx", &w.admin).await;
    assert_eq!(workbook.status, 200);
    let mut zip = zip::ZipArchive::new(std::io::Cursor::new(workbook.bytes)).unwrap();
    let mut sheet = String::new();
    let mut part = zip.by_name("xl/worksheets/sheet1.xml").unwrap();
    part.read_to_string(&mut sheet).unwrap();
    assert_eq!(sheet.matches("<row ").count(), 3);
    assert!(
        sheet.contains("=HYPERLINK(") && !sheet.contains("<f>"),
        "{sheet}"
    );
}

#[tokio::test]
async fn figures_are_those_of_a_plain_count() {
    let w = World::new().await;
    prepared_with(&w, &["s1"], json!({})).await;
    w.pass(TimeDelta::days(40)).await;
    prepared_with(&w, &["s1", "s2"], json!({"applyUserUnit": "某研究院"})).await;
    let changes = "UPDATE registry_scene SET satellite = 'ZY-3', size = 30 WHERE dataid = 's2'; \
        INSERT INTO scene_region SELECT did, 'BJ' FROM scene WHERE dataid = 's2'";
    let written = sqlx::raw_sql(changes).execute(&w.context.pool);
    written.await.unwrap();
    let days = "from=2000-01-01&to=2099-12-31";
    for (by, value) in [
        ("unit", "e.unit"),
        ("usage", "e.usage"),
        (
            "month",
            "to_char(e.opened_at + interval '8 hours', 'YYYY-MM')",
        ),
        ("satellite", "s.satellite"),
        ("region", "CASE dataid WHEN 's2' THEN 'BJ' ELSE '' END"),
    ] {
        // Of the scenes, not of the sums that entries keep.
        let statement = format!(
            "SELECT {value}, count(DISTINCT e.number), count(*), sum(CASE WHEN '{by}' IN ('satellite', 'region') THEN s.size ELSE 10 END)::bigint \
             FROM registry_scene s JOIN registry_entry e ON e.number = s.entry GROUP BY 1 ORDER BY 1"
        );
        let plain: Vec<(String, i64, i64, i64)> = sqlx::query_as(sqlx::AssertSqlSafe(statement))
            .fetch_all(&w.context.pool)
            .await
            .unwrap();
        let path = format!("/api/registry/figures?{days}&by={by}");
        let answered = w.get(&path, &w.admin).await.ok();
        let mut answered: Vec<_> = answered["items"]
            .as_array()
            .unwrap()
            .iter()
            .map(|item| {
                let count = |field: &str| item[field].as_i64().unwrap();
                let value = item["value"].as_str().unwrap().to_owned();
                (value, count("entries"), count("scenes"), count("bytes"))
            })
            .collect();
        answered.sort();
        assert_eq!(answered, plain, "{by}");
        // Every figure opens its rows.
        if by != "month" {
            for (value, entries, ..) in &answered {
                let named = if value.is_empty() { "none" } else { value };
                let query = format!("{days}&{by}={named}");
                assert_eq!(listed(&w, &query).await["sum"]["entries"], json!(entries));
            }
        }
    }
}

#[tokio::test]
async fn entries_come_in_the_order_that_is_asked_for_and_go_on_from_any_of_them() {
    let w = World::new().await;
    for (applicant, unit, dataids) in [
        ("丙", "甲院", &["s1", "s2"][..]),
        ("甲", "乙院", &["s1"]),
        ("乙", "甲院", &["s2"]),
    ] {
        let changes = json!({"applyuser": applicant, "applyUserUnit": unit});
        prepared_with(&w, dataids, changes).await;
    }
    let opened = numbers(&listed(&w, "sort=opened").await);
    assert_eq!(opened.len(), 3);
    for sort in ["opened", "applicant", "unit", "scenes", "size"] {
        let up = numbers(&listed(&w, &format!("sort={sort}")).await);
        let mut down = numbers(&listed(&w, &format!("sort=-{sort}")).await);
        down.reverse();
        assert_eq!(up, down, "{sort}");
        for (at, number) in up.iter().enumerate() {
            let rest = listed(&w, &format!("sort={sort}&before={number}")).await;
            assert_eq!(numbers(&rest), up[at + 1..], "{sort} after {number}");
            let rest = listed(&w, &format!("sort=-{sort}&before={number}")).await;
            let mut before = up[..at].to_vec();
            before.reverse();
            assert_eq!(numbers(&rest), before, "-{sort} after {number}");
        }
    }
    let most = numbers(&listed(&w, "sort=-scenes").await);
    assert_eq!(most[0], opened[0]);
}
