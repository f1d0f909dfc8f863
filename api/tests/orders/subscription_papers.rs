//! Papers of subscriptions: who sees them, what is refused, and that a decision is about them.

use axum::http::Method;
use chrono::TimeDelta;
use serde_json::{Value, json};
use testkit::builders::square;
use testkit::builders::subscription::push_target;

use crate::papers::{DOCX, docx, pdf};
use crate::replaced::unzipped;
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

/// What a blank paper says that is written as DOCX.
fn words(paper: &Answer) -> String {
    assert_eq!(paper.status, 200);
    String::from_utf8(unzipped(&paper.bytes)["word/document.xml"].clone()).unwrap()
}

/// With a telephone number in the owner's profile.
async fn reachable() -> World {
    let w = World::new().await;
    sqlx::query("UPDATE app_user SET phone = '13812345678' WHERE id = $1")
        .bind(w.owner.id.0)
        .execute(&w.context.pool)
        .await
        .unwrap();
    w
}

#[tokio::test]
async fn blank_ones_are_filled_in_from_the_subscription() {
    let w = reachable().await;
    let (one, _) = with_papers(&w).await;
    let number = one["number"].as_str().unwrap();
    let folder = format!("{PATH}/{}/forms", id(&one));
    for kind in SLOTS {
        for (format, magic) in [("pdf", &b"%PDF-"[..]), ("docx", b"PK\x03\x04")] {
            let path = format!("{folder}/{kind}?format={format}");
            let paper = w.get(&path, &w.owner).await;
            assert_eq!(paper.status, 200, "{path}");
            assert!(paper.bytes.starts_with(magic), "{path}");
            let name = paper.header("content-disposition");
            assert!(name.contains(number), "{name}");
            assert_eq!(paper.header("cache-control"), "private, no-store");
            assert_eq!(w.get(&path, &w.stranger).await.status, 404);
            assert_eq!(w.get(&path, &w.operator).await.status, 403);
        }
        let path = format!("{folder}/{kind}?format=docx");
        let own = words(&w.get(&path, &w.owner).await);
        for fact in [number, "张三", "13812345678"] {
            assert!(own.contains(fact), "{kind} {fact}: {own}");
        }
        for secret in ["ftp.example.cn", "anonymous", "secret"] {
            assert!(!own.contains(secret), "{kind} {secret}: {own}");
        }
        // Who decides is told no telephone number that the log would not know of.
        let read = words(&w.get(&path, &w.admin).await);
        assert!(
            read.contains("张三") && !read.contains("13812345678"),
            "{read}"
        );
    }
    for nothing in ["4", "8", "3"] {
        let path = format!("{folder}/{nothing}");
        assert_eq!(w.get(&path, &w.owner).await.status, 404, "{nothing}");
    }
    let path = format!("{folder}/7?format=docx");
    let form = words(&w.get(&path, &w.owner).await);
    for fact in [
        "汛期监测",
        "防汛",
        "GF1",
        "（FTP）",
        "入库后立即",
        "中国地质调查局",
    ] {
        assert!(form.contains(fact), "{fact}: {form}");
    }
}

#[tokio::test]
async fn blank_ones_are_filled_in_from_a_form_as_it_stands() {
    let w = reachable().await;
    let address = "ftp://ftp.example.cn/";
    let target = push_target(&w.context.pool, w.owner.id, address, w.now()).await;
    let body = json!({"name": "汛期监测", "purpose": "防汛", "targetId": target.0, "frequency": "week", "delaytime": 2,
        "search": {"nodeIds": [1, 404], "satellites": ["GF1"], "cloudMax": 20, "wkt": square(100.0, 30.0)},
        "validUntil": "2027-11-25T16:00:00Z"});
    let path = format!("{PATH}/forms/7?format=docx");
    let form = words(&w.post(&path, &w.owner, body.clone()).await);
    for fact in [
        "（提交后生成）",
        "张三",
        "13812345678",
        "高分一号，另有 1 个",
        "GF1",
        "不超过 20%",
        "东经 100.00°—101.00°，北纬 30.00°—31.00°",
        "每周，延迟 2 小时",
        "2027年11月25日",
        "（FTP）",
    ] {
        assert!(form.contains(fact), "{fact}: {form}");
    }
    assert!(!form.contains("ftp.example.cn"), "{form}");
    let listed = w.get(PATH, &w.owner).await.ok();
    assert_eq!(listed["total"], 0, "nothing is stored");
    let empty = format!("{PATH}/forms/6");
    let paper = w.post(&empty, &w.owner, json!({})).await;
    assert!(paper.status == 200 && paper.bytes.starts_with(b"%PDF-"));
    for (wrong, field) in [
        (json!({"delaytime": 3}), "delaytime"),
        (json!({"frequency": "hour"}), "frequency"),
        (json!({"name": "长".repeat(51)}), "name"),
        (json!({"purpose": "\u{7}"}), "purpose"),
        (json!({"search": {"objTypes": ["XX"]}}), "objTypes"),
        (
            json!({"validUntil": "+262142-12-31T23:59:59Z"}),
            "validUntil",
        ),
    ] {
        let refused = w.post(&path, &w.owner, wrong).await;
        assert_eq!(refused.status, 400, "{field}");
        assert_eq!(refused.json()["errors"][0]["field"], field);
    }
    // Nor is another person's target named.
    let foreign = w.post(&path, &w.stranger, body).await;
    assert_eq!(foreign.json()["errors"][0]["field"], "targetId");
    let nothing = format!("{PATH}/forms/4");
    let paper = w.post(&nothing, &w.owner, json!({})).await;
    assert_eq!(paper.status, 404);
    assert_eq!(w.post(&path, &w.admin, json!({})).await.status, 403);
}

/// Who changes one prints its papers with its number and what it searches.
#[tokio::test]
async fn blank_ones_of_a_changed_subscription_keep_its_number_and_search() {
    let w = World::new().await;
    let (one, _) = with_papers(&w).await;
    let body = json!({"subscriptionId": one["id"], "purpose": "水利"});
    let path = format!("{PATH}/forms/7?format=docx");
    let form = words(&w.post(&path, &w.owner, body.clone()).await);
    for fact in [one["number"].as_str().unwrap(), "GF1", "水利"] {
        assert!(form.contains(fact), "{fact}: {form}");
    }
    assert!(!form.contains("防汛"), "{form}");
    assert_eq!(w.post(&path, &w.stranger, body).await.status, 404);
}
