//! Scenes that the catalogue knows and no archive holds, and what else an order says of itself.

use axum::http::Method;
use serde_json::{Value, json};

use crate::dictionary;
use crate::world::{Answer, World, id};

/// Takes the file of scenes away, and with it what is known of their size.
async fn lose_files(w: &World, data_ids: &[&str]) {
    sqlx::query(
        "UPDATE scene SET archive_url = NULL, file_name = NULL, size = 0 WHERE dataid = ANY($1)",
    )
    .bind(data_ids)
    .execute(&w.context.pool)
    .await
    .unwrap();
}

/// An order that asks for its scenes whether or not the archive has them.
async fn submitted(w: &World, data_ids: Value) -> Value {
    let mut application = w.application("submit").await;
    application["dataIds"] = data_ids;
    application["catalogueOnly"] = json!("ask");
    w.post("/api/orders", &w.owner, application).await.ok()
}

#[tokio::test]
async fn an_order_says_how_many_scenes_are_only_in_the_catalogue() {
    let w = World::new().await;
    lose_files(&w, &["s2", "s3"]).await;
    let part = submitted(&w, json!(["s1", "s2", "s3"])).await;
    assert_eq!(
        (
            &part["catalogueOnly"],
            &part["unsizedCount"],
            &part["dataSum"]
        ),
        (&json!(2), &json!(2), &json!("10 B"))
    );
    let none = submitted(&w, json!(["s2", "s3"])).await;
    assert_eq!(none["dataSum"], Value::Null);
    let list = w.get("/api/orders", &w.admin).await.ok();
    assert_eq!(list["items"][0]["unsizedCount"], 2);
    assert_eq!(list["items"][0]["catalogueOnly"], Value::Null);
    // The archive got one of them meanwhile.
    sqlx::query("UPDATE scene SET archive_url = 'file:///archive/s2.tif' WHERE dataid = 's2'")
        .execute(&w.context.pool)
        .await
        .unwrap();
    let path = format!("/api/orders/{}", id(&none));
    assert_eq!(w.get(&path, &w.admin).await.ok()["catalogueOnly"], 1);
}

/// The refusal of an order whose applicant did not choose.
fn assert_undecided(answer: &Answer, scenes: usize) {
    let (status, code, detail) = answer.refusal();
    assert_eq!(
        (status, code.as_str(), detail.as_str()),
        (
            422,
            "catalogue_only_undecided",
            "请先选择仅有目录的数据如何处理！"
        )
    );
    let body = answer.json();
    assert_eq!(body["errors"][0]["field"], "catalogueOnly");
    assert_eq!(
        body["errors"][0]["detail"],
        format!("有{scenes}景仅有目录，暂无可交付的文件")
    );
}

#[tokio::test]
async fn they_are_handed_in_only_with_a_choice() {
    let w = World::new().await;
    lose_files(&w, &["s2", "s3"]).await;
    let mut application = w.application("submit").await;
    application["dataIds"] = json!(["s1", "s2", "s3"]);
    assert_undecided(
        &w.post("/api/orders", &w.owner, application.clone()).await,
        2,
    );
    assert_eq!(w.get("/api/orders", &w.owner).await.ok()["total"], 0);
    // A draft needs no choice; handing it in does, with the whole application or as it is stored.
    application["action"] = json!("save");
    let draft = w
        .post("/api/orders", &w.owner, application.clone())
        .await
        .ok();
    let path = format!("/api/orders/{}", id(&draft));
    application["action"] = json!("submit");
    let put = w
        .call(Method::PUT, &path, &w.owner, Some(application.clone()))
        .await;
    assert_undecided(&put, 2);
    assert_undecided(&w.act(&id(&draft), "submit", &w.owner).await, 2);
    let left = w
        .act(&id(&draft), "submit?catalogueOnly=leave_out", &w.owner)
        .await
        .ok();
    assert_eq!(
        (&left["sstatus"], &left["dataCount"]),
        (&json!(0), &json!(1))
    );
    // Papers belong to one order, so another one brings its own.
    let mut application = w.application("submit").await;
    application["dataIds"] = json!(["s1", "s2", "s3"]);
    application["catalogueOnly"] = json!("leave_out");
    let without = w
        .post("/api/orders", &w.owner, application.clone())
        .await
        .ok();
    assert_eq!(without["dataCount"], 1);
    let mut application = w.application("submit").await;
    application["dataIds"] = json!(["s2"]);
    application["catalogueOnly"] = json!("leave_out");
    let none = w.post("/api/orders", &w.owner, application).await;
    assert_eq!(none.refusal().1, "no_scenes");
}

#[tokio::test]
async fn an_administrator_leaves_them_out_and_the_order_is_prepared() {
    let w = World::new().await;
    lose_files(&w, &["s2"]).await;
    let order = id(&submitted(&w, json!(["s1", "s2", "s3"])).await);
    let approve = "approve?catalogueOnly=leave_out";
    assert_eq!(w.act(&order, approve, &w.owner).await.status, 403);
    let approved = w.act(&order, approve, &w.admin).await.ok();
    assert_eq!(
        (
            &approved["sstatus"],
            &approved["dataCount"],
            &approved["unsizedCount"]
        ),
        (&json!(1), &json!(2), &json!(0))
    );
    let path = format!("/api/orders/{order}");
    let events = w.get(&format!("{path}/events"), &w.owner).await.ok();
    let last = events["items"].as_array().unwrap().last().unwrap().clone();
    assert_eq!(last["text"], "未纳入仅有目录的1景数据：GF1_s2");
    w.prepare().await;
    assert_eq!(w.get(&path, &w.owner).await.ok()["sstatus"], 6);
}

#[tokio::test]
async fn an_order_of_nothing_else_is_not_approved_without_them() {
    let w = World::new().await;
    lose_files(&w, &["s1", "s2"]).await;
    let order = id(&submitted(&w, json!(["s1", "s2"])).await);
    let refused = w
        .act(&order, "approve?catalogueOnly=leave_out", &w.admin)
        .await;
    assert_eq!(refused.refusal().1, "nothing_online");
    let path = format!("/api/orders/{order}");
    assert_eq!(w.get(&path, &w.admin).await.ok()["dataCount"], 2);
    // Asked for nevertheless: they stay.
    let approved = w
        .act(&order, "approve?catalogueOnly=ask", &w.admin)
        .await
        .ok();
    assert_eq!(
        (&approved["sstatus"], &approved["dataCount"]),
        (&json!(1), &json!(2))
    );
}

#[tokio::test]
async fn a_reprocessing_order_carries_its_wanted_end_and_a_level_of_the_dictionary() {
    let w = World::new().await;
    let mut application = w.application("save").await;
    application["type"] = json!(2);
    application["form"]["extractingElements"] = json!("断裂");
    application["form"]["assignment"] = json!("三维建模");
    application["form"]["wantedEnd"] = json!("2026-12-31");
    let unknown = w.post("/api/orders", &w.owner, application.clone()).await;
    assert_eq!(unknown.json()["errors"][0]["field"], "assignment");
    dictionary::set(&w, "/api/dictionary/processing_level", &["三维建模"]).await;
    let made = w
        .post("/api/orders", &w.owner, application.clone())
        .await
        .ok();
    assert_eq!(
        (
            &made["wantedEnd"],
            &made["assignment"],
            &made["edit"],
            &made["delaytime"]
        ),
        (
            &json!("2026-12-31"),
            &json!("三维建模"),
            &json!(true),
            &Value::Null
        )
    );
    let path = format!("/api/orders/{}", id(&made));
    application["form"]["wantedEnd"] = json!("");
    let saved = w
        .call(Method::PUT, &path, &w.owner, Some(application.clone()))
        .await
        .ok();
    assert_eq!(saved["wantedEnd"], Value::Null);
    assert_eq!(w.get(&path, &w.admin).await.ok()["edit"], false);
    for wrong in ["2026-13-01", "1999-01-01", "+99999-01-01", "soon"] {
        application["form"]["wantedEnd"] = json!(wrong);
        let refused = w
            .call(Method::PUT, &path, &w.owner, Some(application.clone()))
            .await;
        assert_eq!(refused.status.as_u16(), 400, "{wrong}");
    }
}

#[tokio::test]
async fn an_extended_delivery_says_until_when() {
    let w = World::new().await;
    let order = w.prepared().await;
    let path = format!("/api/orders/{order}");
    assert_eq!(w.get(&path, &w.owner).await.ok()["delaytime"], Value::Null);
    w.post(&format!("{path}/extension"), &w.admin, json!({"days": 3}))
        .await
        .ok();
    let order = w.get(&path, &w.owner).await.ok();
    assert_eq!(order["delaytime"], order["expiresAt"]);
}
