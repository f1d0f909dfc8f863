//! Papers that were replaced or removed, papers in one zip, and documents of feedback.

use std::collections::BTreeMap;
use std::io::{Cursor, Read as _};

use axum::http::Method;
use chrono::TimeDelta;
use serde_json::{Value, json};
use storage::db::attachments;

use crate::papers::{DOCX, docx, pdf};
use crate::world::{Answer, PDF, Person, World, id};

/// How many openings of papers stand in the audit log.
async fn opened(w: &World) -> usize {
    let log = w.get("/api/audit-log?subject=paper", &w.admin).await.ok();
    log["items"].as_array().unwrap().len()
}

async fn history(w: &World, order: &str, who: &Person) -> Answer {
    w.get(&format!("/api/orders/{order}/attachments/history"), who)
        .await
}

/// Name and content of everything in a zip.
pub fn unzipped(bytes: &[u8]) -> BTreeMap<String, Vec<u8>> {
    let mut zip = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
    let mut found = BTreeMap::new();
    for at in 0..zip.len() {
        let mut member = zip.by_index(at).unwrap();
        let mut content = Vec::new();
        member.read_to_end(&mut content).unwrap();
        found.insert(member.name().unwrap().into_owned(), content);
    }
    found
}

async fn replace(w: &World, order: &str, who: &Person, papers: Vec<Value>) {
    let body = json!({"attachments": papers});
    let path = format!("/api/orders/{order}");
    w.call(Method::PUT, &path, who, Some(body)).await.ok();
}

async fn scenes_of(w: &World, order: &str) -> Vec<Value> {
    let held = w
        .get(&format!("/api/orders/{order}/attachments"), &w.owner)
        .await
        .ok();
    let items = held["items"].as_array().unwrap();
    items
        .iter()
        .map(|paper| json!({"type": paper["type"], "attachmentId": paper["attachmentId"]}))
        .collect()
}

#[tokio::test]
async fn what_is_replaced_or_removed_is_kept_as_long_as_the_order() {
    let w = World::new().await;
    let order = w.prepared().await;
    assert_eq!(
        history(&w, &order, &w.owner).await.ok(),
        json!({"url": null, "items": [], "total": 0})
    );
    let none = format!("/api/orders/{order}/papers.zip?history=true");
    assert_eq!(
        w.get(&none, &w.owner).await.refusal(),
        (404, "no_file".into(), "暂无文件！".into())
    );
    // The administrator replaces the first, and takes the last out.
    let mut papers = scenes_of(&w, &order).await;
    let (first, last) = (papers[0].clone(), papers.pop().unwrap());
    let scan = [PDF, b"\n%%EOF\n"].concat();
    let up = w.upload(&w.admin, "6", "../扫描 件.pdf", &scan).await.ok();
    papers[0] = json!({"type": 6, "attachmentId": up["attachmentId"]});
    w.pass(TimeDelta::hours(1)).await;
    replace(&w, &order, &w.admin, papers.clone()).await;

    let kept = history(&w, &order, &w.owner).await.ok();
    assert_eq!((&kept["total"], &kept["url"]), (&json!(2), &json!(none)));
    let ids: Vec<_> = kept["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|paper| paper["attachmentId"].clone())
        .collect();
    assert_eq!(
        ids,
        [first["attachmentId"].clone(), last["attachmentId"].clone()]
    );
    assert_eq!(kept["items"][0]["replacedAt"], "2026-11-21T03:00:00Z");
    assert_eq!(kept["items"][0]["type"], 6);
    assert_eq!(scenes_of(&w, &order).await, papers);
    assert_eq!(history(&w, &order, &w.stranger).await.status, 404);

    // Long after, the sweeper has not taken it.
    let later = w.now() + TimeDelta::days(400);
    let mut db = w.context.connection().await.unwrap();
    attachments::forget_unused(&mut db, later).await.unwrap();
    let path = format!(
        "/api/attachments/{}",
        first["attachmentId"].as_str().unwrap()
    );
    assert_eq!(w.get(&path, &w.owner).await.bytes, PDF);
    assert_eq!(w.get(&path, &w.stranger).await.status, 404);

    assert_eq!(opened(&w).await, 1, "a single paper");
    let now = w
        .get(&format!("/api/orders/{order}/papers.zip"), &w.admin)
        .await;
    assert_eq!(opened(&w).await, 1 + 3, "each paper of the zip");
    assert_eq!(now.header("content-type"), "application/zip");
    let names: Vec<_> = unzipped(&now.bytes).into_keys().collect();
    assert_eq!(
        names,
        [
            "01-任务来源说明-扫描 件.pdf",
            "02-分发登记表-扫描件7.pdf",
            "03-介绍信-扫描件2.pdf"
        ]
    );
    assert_eq!(unzipped(&now.bytes)["01-任务来源说明-扫描 件.pdf"], scan);
    let before = w.get(&none, &w.owner).await;
    let expected = ["01-任务来源说明-扫描件6.pdf", "02-身份证-扫描件1.pdf"];
    assert_eq!(
        unzipped(&before.bytes).into_keys().collect::<Vec<_>>(),
        expected
    );
    assert_eq!(opened(&w).await, 1 + 3 + 2, "those that were replaced, too");

    // What was taken out may come back.
    papers.push(last);
    replace(&w, &order, &w.admin, papers).await;
    assert_eq!(history(&w, &order, &w.owner).await.ok()["total"], 1);
}

#[tokio::test]
async fn a_draft_without_papers_has_no_zip() {
    let w = World::new().await;
    let mut application = w.application("save").await;
    application["attachments"] = json!([]);
    let order = w.post("/api/orders", &w.owner, application).await.ok();
    let path = format!("/api/orders/{}/papers.zip", order["id"].as_str().unwrap());
    assert_eq!(w.get(&path, &w.owner).await.refusal().1, "no_file");
    assert_eq!(w.get(&path, &w.stranger).await.refusal().1, "not_found");
}

/// A paper whose bytes are gone breaks the zip off instead of leaving it out.
#[tokio::test]
async fn half_a_zip_is_not_taken_for_a_whole_one() {
    use futures::StreamExt as _;
    use object_store::ObjectStoreExt as _;
    let w = World::new().await;
    let order = w.submitted().await;
    let key: String = sqlx::query_scalar("SELECT object_key FROM attachment WHERE kind = 1")
        .fetch_one(&w.context.pool)
        .await
        .unwrap();
    w.objects.store.delete(&key.as_str().into()).await.unwrap();
    let path = format!("/api/orders/{order}/papers.zip");
    let request = crate::world::request(Method::GET, &path, &w.owner.token);
    let mut body = w.open(request).await.into_body().into_data_stream();
    let mut broken = false;
    while let Some(piece) = body.next().await {
        broken = piece.is_err();
    }
    assert!(broken);
}

/// Each holds a thread until it is read, and a person may not hold many.
#[tokio::test]
async fn zips_that_are_not_read_keep_nobody_else_waiting() {
    let w = World::new().await;
    let mut application = w.application("submit").await;
    let large = w.upload(&w.owner, "1", "a.pdf", &pdf(8 << 20)).await.ok();
    application["attachments"][3]["attachmentId"] = large["attachmentId"].clone();
    let order = id(&w.post("/api/orders", &w.owner, application).await.ok());
    let path = format!("/api/orders/{order}/papers.zip");
    let open = async |who: &Person| {
        let request = crate::world::request(Method::GET, &path, &who.token);
        w.open(request).await
    };
    let mut unread = Vec::new();
    for _ in 0..4 {
        unread.push(open(&w.owner).await);
    }
    assert!(unread.iter().all(|zip| zip.status() == 200));
    let refused = open(&w.owner).await;
    assert_eq!(refused.status(), 503);
    assert!(refused.headers().contains_key("retry-after"));
    assert_eq!(open(&w.admin).await.status(), 200);
    unread.clear();
    let again = async {
        while open(&w.owner).await.status() != 200 {
            tokio::task::yield_now().await;
        }
    };
    let patience = std::time::Duration::from_secs(20);
    tokio::time::timeout(patience, again).await.unwrap();
}

#[tokio::test]
async fn a_feedback_may_carry_a_document_of_ones_own() {
    let w = World::new().await;
    let order = w.completed().await;
    let word = docx(&DOCX);
    let up = async |who: &Person, kind: &str, name: &str, bytes: &[u8]| {
        let up = w.upload(who, kind, name, bytes).await.ok();
        up["attachmentId"].clone()
    };
    let rate = async |document: &Value| {
        let body = json!({"score": 0, "content": "好", "feedBackUpload": document});
        w.post(&format!("/api/orders/{order}/feedback"), &w.owner, body)
            .await
    };
    let unusable = [
        up(&w.stranger, "8", "a.docx", &word).await,
        up(&w.owner, "4", "a.pdf", PDF).await,
        scenes_of(&w, &order).await[0]["attachmentId"].clone(),
        json!("01890000-0000-7000-8000-000000000001"),
    ];
    for document in &unusable {
        assert_eq!(
            rate(document).await.refusal().1,
            "unusable_papers",
            "{document}"
        );
    }
    let document = up(&w.owner, "8", "评价.docx", &word).await;
    let path = format!("/api/attachments/{}", document.as_str().unwrap());
    let rated = rate(&document).await.ok();
    assert_eq!(rated["sstatus"], 8);
    assert_eq!(rated["feedBackUpload"], path);
    assert_eq!(rated["feedBackUploadName"], "评价.docx");
    let list = w.get("/api/orders", &w.admin).await.ok();
    assert_eq!(list["items"][0]["feedBackUpload"], path);
    // It fills no slot.
    assert_eq!(rated["attachments"].as_array().unwrap().len(), 4);
    assert_eq!(history(&w, &order, &w.owner).await.ok()["total"], 0);

    let later = w.now() + TimeDelta::days(400);
    let mut db = w.context.connection().await.unwrap();
    attachments::forget_unused(&mut db, later).await.unwrap();
    for who in [&w.owner, &w.admin] {
        let seen = w.get(&path, who).await;
        assert_eq!((seen.status.as_u16(), &seen.bytes), (200, &word));
        assert!(
            seen.header("content-disposition")
                .starts_with("attachment;")
        );
        assert!(seen.header("content-type").contains("wordprocessingml"));
    }
    assert_eq!(w.get(&path, &w.stranger).await.status, 404);
    // Nobody gives it away a second time.
    let other = w.completed().await;
    let body = json!({"score": 0, "feedBackUpload": document});
    let again = w
        .post(&format!("/api/orders/{other}/feedback"), &w.owner, body)
        .await;
    assert_eq!(again.refusal().1, "unusable_papers");
}

#[tokio::test]
async fn a_document_of_a_feedback_is_no_paper_of_an_application() {
    let w = World::new().await;
    let mut application = w.application("submit").await;
    let up = w.upload(&w.owner, "8", "a.pdf", PDF).await.ok();
    let papers = application["attachments"].as_array_mut().unwrap();
    papers.push(json!({"type": 8, "attachmentId": up["attachmentId"]}));
    let refused = w.post("/api/orders", &w.owner, application).await;
    assert_eq!(
        refused.refusal(),
        (
            422,
            "unusable_papers".into(),
            "附件不可用，请重新上传！".into()
        )
    );
}

#[tokio::test]
async fn the_template_is_a_word_document_for_anybody() {
    let w = World::new().await;
    let guest = Person {
        id: w.owner.id,
        token: String::new(),
    };
    let template = w.get("/api/feedback/template", &guest).await;
    assert_eq!(template.status, 200);
    assert!(
        template
            .header("content-disposition")
            .ends_with("%E6%95%B0%E6%8D%AE%E6%9C%8D%E5%8A%A1%E5%8F%8D%E9%A6%88%E8%A1%A8.docx")
    );
    let parts = unzipped(&template.bytes);
    let document = String::from_utf8(parts["word/document.xml"].clone()).unwrap();
    for expected in [
        "数据服务反馈表",
        "订单号",
        "申请单位",
        "总体评价",
        "响应速度",
        "服务态度",
        "□ 非常满意",
        "意见和建议",
        "签字",
        "年    月    日",
    ] {
        assert!(document.contains(expected), "{expected}");
    }
    // Filled in, it may come back.
    let back = w.upload(&w.owner, "8", "反馈.docx", &template.bytes).await;
    assert_eq!(back.ok()["fileName"], "反馈.docx");
}
