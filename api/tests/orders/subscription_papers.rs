//! Papers of subscriptions: who sees them, what is refused, and that a decision is about them.

use axum::http::Method;
use chrono::TimeDelta;
use serde_json::{Value, json};
use testkit::builders::subscription::push_target;

use crate::papers::{DOCX, docx, pdf};
use crate::world::{Answer, PDF, Person, World, id};

const PATH: &str = "/api/subscriptions";
const SLOTS: [i16; 4] = [6, 7, 2, 1];

/// A subscription's form with these papers.
async fn form(w: &World, papers: Value) -> Value {
    let address = "ftp://ftp.example.cn/";
    let target = push_target(&w.context.pool, w.owner.id, address, w.now()).await;
    json!({"name": "汛期监测", "purpose": "防汛", "targetId": target.0, "search": {"satellites": ["GF1"]},
        "validUntil": w.now() + TimeDelta::days(30), "attachments": papers})
}

async fn with_papers(w: &World) -> (Value, Value) {
    let form = form(w, w.papers(&w.owner, &SLOTS).await).await;
    let made = w.post(PATH, &w.owner, form.clone()).await;
    assert_eq!(made.status.as_u16(), 201, "{}", made.json());
    (made.json(), form)
}

async fn put(w: &World, one: &Value, form: Value) -> Answer {
    let path = format!("{PATH}/{}", id(one));
    w.call(Method::PUT, &path, &w.owner, Some(form)).await
}

async fn decide(w: &World, read: &Value, who: &Person) -> Answer {
    let path = format!("{PATH}/{}/decision", id(read));
    let body = json!({"decision": "approve", "version": read["version"]});
    w.post(&path, who, body).await
}

fn paper_path(paper: &Value) -> String {
    format!(
        "/api/attachments/{}",
        paper["attachmentId"].as_str().unwrap()
    )
}

#[tokio::test]
async fn what_is_missing_is_named_and_nothing_is_made() {
    let w = World::new().await;
    let mut without = form(&w, json!([])).await;
    let nothing = w.post(PATH, &w.owner, without.clone()).await;
    assert_eq!(nothing.code(), "papers_missing");
    assert_eq!(nothing.json()["errors"].as_array().map(Vec::len), Some(4));
    without.as_object_mut().unwrap().remove("attachments");
    let unsaid = w.post(PATH, &w.owner, without.clone()).await;
    assert_eq!(
        (unsaid.status.as_u16(), unsaid.code()),
        (422, nothing.code())
    );
    without["attachments"] = w.papers(&w.owner, &[6, 7, 2]).await;
    let three = w.post(PATH, &w.owner, without.clone()).await;
    assert_eq!(three.json()["errors"].as_array().map(Vec::len), Some(1));
    assert_eq!(three.json()["errors"][0]["field"], "attachments");
    let listed = w.get(PATH, &w.owner).await.ok();
    assert_eq!(listed["total"], 0);
}

#[tokio::test]
async fn what_is_no_paper_of_its_owners_is_refused() {
    let w = World::new().await;
    let (one, mut form) = with_papers(&w).await;
    let large = w.upload(&w.owner, "6", "a.pdf", &pdf(21 << 20)).await;
    assert_eq!(large.status, 413);
    let word = w.upload(&w.owner, "6", "a.docx", &docx(&DOCX)).await;
    assert_eq!(word.status, 415);
    let feedback = w.upload(&w.owner, "8", "a.docx", &docx(&DOCX)).await.ok();
    let foreign = w.papers(&w.stranger, &[6]).await;
    let renamed = w.upload(&w.owner, "4", "扫描件6.pdf", PDF).await.ok();
    for (paper, status, code) in [
        (
            json!({"type": 5, "attachmentId": one["id"]}),
            400,
            "invalid",
        ),
        (
            json!({"type": 4, "attachmentId": one["id"]}),
            422,
            "unusable_papers",
        ),
        (
            json!({"type": 8, "attachmentId": feedback["attachmentId"]}),
            422,
            "unusable_papers",
        ),
        (foreign[0].clone(), 422, "unusable_papers"),
        (
            json!({"type": 4, "attachmentId": renamed["attachmentId"]}),
            422,
            "shared_file_name",
        ),
    ] {
        let mut papers = form["attachments"].as_array().unwrap().clone();
        papers.push(paper.clone());
        let mut wrong = form.clone();
        wrong["attachments"] = papers.into();
        let refused = put(&w, &one, wrong).await;
        assert_eq!(
            (refused.status.as_u16(), &*refused.code()),
            (status, code),
            "{paper}"
        );
    }
    // Nor does an order get what the subscription has.
    let mut application = w.application("save").await;
    application["attachments"] = form["attachments"].take();
    let order = w.post("/api/orders", &w.owner, application).await;
    assert_eq!(order.code(), "unusable_papers");
    let path = format!("{PATH}/{}", id(&one));
    let after = w.get(&path, &w.owner).await.ok();
    assert_eq!(after["version"], one["version"]);
}

#[tokio::test]
async fn its_owner_and_who_decides_open_them_and_the_log_says_so() {
    let w = World::new().await;
    let (one, _) = with_papers(&w).await;
    let papers = one["attachments"].as_array().unwrap().iter();
    let types: Vec<_> = papers.map(|paper| paper["type"].clone()).collect();
    assert_eq!(json!(types), json!(SLOTS));
    let listed = w.get("/api/subscription-desk", &w.admin).await.ok();
    assert_eq!(listed["items"][0]["attachments"], one["attachments"]);
    let path = paper_path(&one["attachments"][3]);
    for who in [&w.owner, &w.admin] {
        let seen = w.get(&path, who).await;
        assert_eq!((seen.status.as_u16(), &*seen.bytes), (200, PDF));
    }
    for other in ["", "/backfills"] {
        let path = format!("{PATH}/{}{other}", id(&one));
        assert_eq!(w.get(&path, &w.stranger).await.status, 404);
    }
    assert_eq!(w.get(&path, &w.stranger).await.status, 404);
    assert_eq!(w.get(&path, &w.operator).await.status, 403);
    let log = w.get("/api/audit-log?subject=paper", &w.admin).await.ok();
    let openings = log["items"].as_array().unwrap().iter();
    let by: Vec<_> = openings.map(|entry| entry["byLoginName"].clone()).collect();
    assert_eq!(json!(by), json!(["admin", "zhangsan"]));
}

#[tokio::test]
async fn an_approval_of_other_papers_than_were_read_fails() {
    let w = World::new().await;
    let (read, mut form) = with_papers(&w).await;
    form["attachments"][0] = w.papers(&w.owner, &[6]).await[0].take();
    let changed = put(&w, &read, form.clone()).await.ok();
    assert_eq!(changed["state"], "pending");
    assert_eq!(
        decide(&w, &read, &w.admin).await.code(),
        "changed_meanwhile"
    );
    assert_eq!(decide(&w, &changed, &w.stranger).await.status, 403);
    let approved = decide(&w, &changed, &w.admin).await.ok();
    assert_eq!(approved["state"], "running");
    // What was replaced is still there for both, as it is with orders.
    let replaced = paper_path(&read["attachments"][0]);
    for (who, status) in [(&w.owner, 200), (&w.admin, 200), (&w.stranger, 404)] {
        assert_eq!(w.get(&replaced, who).await.status, status);
    }
    // Other papers of one that runs wait for approval, all others stay as they are.
    form.as_object_mut().unwrap().remove("attachments");
    form["name"] = json!("长期监测");
    let renamed = put(&w, &read, form.clone()).await.ok();
    assert_eq!(
        (&renamed["state"], &renamed["attachments"]),
        (&json!("running"), &changed["attachments"])
    );
    let mut papers = w.papers(&w.owner, &SLOTS).await;
    let before = papers.as_array_mut().unwrap().pop();
    form["attachments"] = papers.clone();
    assert_eq!(put(&w, &read, form.clone()).await.code(), "papers_missing");
    papers.as_array_mut().unwrap().extend(before);
    form["attachments"] = papers;
    let other = put(&w, &read, form).await.ok();
    assert_eq!(other["state"], "pending");
    assert_eq!(
        decide(&w, &approved, &w.admin).await.code(),
        "changed_meanwhile"
    );
}
