//! What applicants say about completed orders.

use serde_json::{Value, json};

use crate::world::{Answer, Person, World};

async fn rate(w: &World, order: &str, who: &Person, body: Value) -> Answer {
    w.post(&format!("/api/orders/{order}/feedback"), who, body)
        .await
}

fn whole() -> Value {
    json!({"appraise": 0, "responseSpeed": 1, "serviceAttitude": 3, "feedBack": " 数据很好，谢谢！\n"})
}

#[tokio::test]
async fn a_completed_order_is_rated_once_by_its_owner() {
    let w = World::new().await;
    let order = w.prepared().await;
    let early = rate(&w, &order, &w.owner, whole()).await;
    assert_eq!(early.refusal().1, "wrong_state");
    w.act(&order, "complete", &w.admin).await.ok();
    let path = format!("/api/orders/{order}");
    let seen = w.get(&path, &w.owner).await.ok();
    assert_eq!(seen["actions"], json!(["give_feedback", "clone", "delete"]));
    assert_eq!(
        w.get(&path, &w.admin).await.ok()["actions"],
        json!(["delete"])
    );

    let rated = rate(&w, &order, &w.owner, whole()).await.ok();
    assert_eq!(rated["actions"], json!(["clone", "delete"]));
    insta::assert_json_snapshot!("rated_order", rated, {
        ".id" => "[id]", ".userid" => "[id]", ".downlodPathFile" => "[address]",
        ".downloads[].url" => "[url]",
        ".attachments[].attachmentId" => "[id]", ".attachments[].fDataPath" => "[path]",
    });
    let again = rate(&w, &order, &w.owner, whole()).await;
    assert_eq!(again.refusal().1, "wrong_state");
    let events = w.get(&format!("{path}/events"), &w.admin).await.ok();
    let last = events["items"].as_array().unwrap().last().unwrap();
    assert_eq!(
        (&last["action"], &last["from"], &last["to"], &last["role"]),
        (
            &json!("give_feedback"),
            &json!(7),
            &json!(8),
            &json!("owner")
        )
    );
}

#[tokio::test]
async fn the_short_form_of_the_orders_own_page_rates_too() {
    let w = World::new().await;
    let order = w.completed().await;
    let body = json!({"score": 4, "content": "太慢"});
    let rated = rate(&w, &order, &w.owner, body).await.ok();
    assert_eq!(
        (&rated["sstatus"], &rated["appraise"], &rated["feedBack"]),
        (&json!(8), &json!(4), &json!("太慢"))
    );
    assert!(rated["responseSpeed"].is_null() && rated["serviceAttitude"].is_null());
}

#[tokio::test]
async fn lists_show_what_was_said() {
    let w = World::new().await;
    let (first, second) = (w.completed().await, w.completed().await);
    rate(&w, &first, &w.owner, whole()).await.ok();
    let list = w.get("/api/orders?sort=creattime", &w.admin).await.ok();
    let shown = |at: usize| {
        let order = &list["items"][at];
        [
            "appraise",
            "responseSpeed",
            "serviceAttitude",
            "feedBack",
            "feedBackUpload",
        ]
        .map(|field| order[field].clone())
    };
    let of = |id: &str| {
        let items = list["items"].as_array().unwrap();
        items.iter().position(|order| order["id"] == id).unwrap()
    };
    assert_eq!(
        shown(of(&first)),
        [
            json!(0),
            json!(1),
            json!(3),
            json!("数据很好，谢谢！"),
            Value::Null
        ]
    );
    assert_eq!(shown(of(&second)), [const { Value::Null }; 5]);
    let rated = w.get("/api/orders?status=8", &w.owner).await.ok();
    assert_eq!(
        (&rated["total"], &rated["items"][0]["id"]),
        (&json!(1), &json!(first))
    );
}

#[tokio::test]
async fn what_is_missing_has_the_specifications_words() {
    let w = World::new().await;
    let order = w.completed().await;
    let table = [
        (json!({}), 422, "not_rated", "请选择订单评价"),
        (
            json!({"appraise": 0, "responseSpeed": 0, "feedBack": "好"}),
            422,
            "not_rated",
            "请选择订单评价",
        ),
        (
            json!({"content": "好"}),
            422,
            "not_rated",
            "评分不能为空，请填写评分后再提交！",
        ),
        (json!({"score": 5}), 400, "invalid", "评分应为0到4的整数！"),
        (
            json!({"score": 0, "content": "长".repeat(2001)}),
            400,
            "invalid",
            "评价内容不能超过2000个字符！",
        ),
        (
            json!({"score": 0, "content": "\u{1}"}),
            400,
            "invalid",
            "内容包含不允许的控制字符！",
        ),
        (
            json!({"score": 0, "content": "\u{0}"}),
            400,
            "unstorable",
            "请求中包含无法保存的字符或数值",
        ),
    ];
    for (body, status, code, detail) in table {
        let answer = rate(&w, &order, &w.owner, body.clone()).await;
        assert_eq!(
            answer.refusal(),
            (status, code.into(), detail.into()),
            "{body}"
        );
    }
    let seen = w.get(&format!("/api/orders/{order}"), &w.owner).await.ok();
    assert_eq!(
        (&seen["sstatus"], &seen["appraise"]),
        (&json!(7), &Value::Null)
    );
}
