//! What an application must hold, and what happens to one that is sent twice.

use axum::http::{HeaderValue, Method};
use serde_json::{Value, json};

use crate::world::{Answer, World, id, request};

/// Status, code and message of the refusal when one field of a whole application holds something else.
async fn with(w: &World, field: &str, value: Value) -> String {
    let mut faulty = w.application("submit").await;
    *faulty.pointer_mut(field).unwrap() = value;
    let answer = w.post("/api/orders", &w.owner, faulty).await;
    assert_eq!(answer.header("content-type"), "application/problem+json");
    let (status, code, detail) = answer.refusal();
    format!("{status} {code} {detail}")
}

#[tokio::test]
async fn faults_of_the_form_have_their_messages() {
    const EMPTY: &str = "422 required_empty 必填项不能为空！";
    const INVALID: &str = "422 form_invalid 请输入正确的必填项！";
    const UNSTORABLE: &str = "400 unstorable 请求中包含无法保存的字符或数值";
    let w = World::new().await;
    let table = [
        ("/form/applyuser", json!(" "), EMPTY),
        ("/form/productName", json!(""), EMPTY),
        ("/form/getMethod", Value::Null, EMPTY),
        ("/form/applyUserPhone", json!("1381234567"), INVALID),
        ("/form/applyUserUsed", json!("观光"), INVALID),
        ("/form/productName", json!("长".repeat(201)), INVALID),
        ("/form/description", json!("\u{7}"), INVALID),
        ("/form/description", json!("\u{0}"), UNSTORABLE),
        // A reprocessing order without extraction elements.
        ("/type", json!(2), INVALID),
    ];
    for (field, value, want) in table {
        assert_eq!(with(&w, field, value).await, want, "{field}");
    }
    assert_eq!(w.get("/api/orders", &w.owner).await.ok()["total"], 0);
}

#[tokio::test]
async fn faulty_scenes_and_papers_have_their_messages() {
    let w = World::new().await;
    let strange = w.papers(&w.stranger, &[6]).await;
    let twice = w.papers(&w.owner, &[6, 6, 7, 2, 1]).await;
    let table = [
        ("/dataIds", json!([]), "422 no_scenes 订购数据不能为空！"),
        (
            "/dataIds",
            json!(["s1", "no"]),
            "422 unknown_scenes 订购的数据不存在！",
        ),
        (
            "/attachments",
            json!([]),
            "422 papers_missing 请上传必传项！",
        ),
        (
            "/attachments",
            strange,
            "422 unusable_papers 附件不可用，请重新上传！",
        ),
        (
            "/attachments",
            twice,
            "422 unusable_papers 附件不可用，请重新上传！",
        ),
    ];
    for (field, value, want) in table {
        assert_eq!(with(&w, field, value).await, want, "{field}");
    }
}

#[tokio::test]
async fn codes_that_do_not_exist_are_refused() {
    let w = World::new().await;
    let table = [
        ("/form/getMethod", json!(1), "400 invalid 获取方式不正确！"),
        ("/type", json!(7), "400 invalid 订单类型不正确！"),
        (
            "/dataType",
            json!("x".repeat(21)),
            "400 invalid 数据类型不正确！",
        ),
        (
            "/attachments/0/type",
            json!(3),
            "400 invalid 附件类型不正确！",
        ),
    ];
    for (field, value, want) in table {
        assert_eq!(with(&w, field, value).await, want, "{field}");
    }
}

#[tokio::test]
async fn faults_are_told_field_by_field() {
    let w = World::new().await;
    let mut faulty = w.application("submit").await;
    faulty["form"]["applyUserPhone"] = json!("");
    faulty["form"]["applyUserUnit"] = json!("");
    let answer = w.post("/api/orders", &w.owner, faulty).await;
    assert_eq!(
        answer.json()["errors"],
        json!([
            {"field": "applyUserUnit", "code": "field.applicant_unit_missing", "detail": "申请单位不能为空！"},
            {"field": "applyUserPhone", "code": "field.phone_missing", "detail": "电话号码不能为空！"},
        ])
    );
}

#[tokio::test]
async fn the_server_decides_how_data_is_handed_out() {
    let w = World::new().await;
    let mut application = w.application("save").await;
    application["dataIds"] = json!(["s1", "huge"]);
    let made = w
        .post("/api/orders", &w.owner, application.clone())
        .await
        .ok();
    assert_eq!(
        (&made["getMethod"], &made["dataSum"]),
        (&json!(2), &json!("6.0 GB"))
    );
    // The kind cannot be changed to get around it, and one scene less sets it free again.
    let path = format!("/api/orders/{}", id(&made));
    application["type"] = json!(1);
    application["dataIds"] = json!(["s1"]);
    let saved = w
        .call(Method::PUT, &path, &w.owner, Some(application))
        .await
        .ok();
    assert_eq!(
        (&saved["getMethod"], &saved["type"]),
        (&json!(0), &json!(0))
    );
}

#[tokio::test]
async fn a_part_of_an_application_is_refused() {
    let w = World::new().await;
    let draft = w.application("save").await;
    let order = id(&w.post("/api/orders", &w.owner, draft).await.ok());
    let path = format!("/api/orders/{order}");
    let body = json!({"form": crate::world::form()});
    let answer = w.call(Method::PUT, &path, &w.owner, Some(body)).await;
    assert_eq!(answer.refusal().1, "partial");
}

async fn create_with_key(w: &World, key: &str, body: &Value) -> Answer {
    let mut request = request(Method::POST, "/api/orders", &w.owner.token);
    let headers = request.headers_mut();
    headers.insert("idempotency-key", HeaderValue::from_str(key).unwrap());
    headers.insert("content-type", HeaderValue::from_static("application/json"));
    *request.body_mut() = body.to_string().into();
    w.send(request).await
}

#[tokio::test]
async fn a_key_makes_one_order() {
    let w = World::new().await;
    let mut application = w.application("submit").await;
    let first = create_with_key(&w, "k-1", &application).await.ok();
    let again = create_with_key(&w, "k-1", &application).await.ok();
    assert_eq!(first["id"], again["id"]);
    let draft = json!({"form": crate::world::form(), "dataIds": ["s3"]});
    let (one, other) = tokio::join!(
        create_with_key(&w, "k-2", &draft),
        create_with_key(&w, "k-2", &draft)
    );
    assert_eq!(one.ok()["id"], other.ok()["id"]);
    assert_eq!(w.get("/api/orders", &w.owner).await.ok()["total"], 2);

    application["dataIds"] = json!(["s3"]);
    let reused = create_with_key(&w, "k-1", &application).await;
    assert_eq!(
        (reused.refusal().0, reused.refusal().1.as_str()),
        (422, "idempotency_key_reused")
    );
    let long = create_with_key(&w, &"k".repeat(201), &application).await;
    assert_eq!(
        (long.refusal().0, long.refusal().1.as_str()),
        (400, "bad_idempotency_key")
    );
}

#[tokio::test]
async fn making_an_order_is_recorded_with_the_browsers_name() {
    let w = World::new().await;
    let application = w.application("save").await;
    let mut sent = request(Method::POST, "/api/orders", &w.owner.token);
    let headers = sent.headers_mut();
    headers.insert("content-type", HeaderValue::from_static("application/json"));
    headers.insert("user-agent", HeaderValue::from_static("Browser/1.0"));
    *sent.body_mut() = application.to_string().into();
    let made = w.send(sent).await.ok();
    let (agent, ip): (String, String) =
        sqlx::query_as("SELECT agent, client_ip FROM behaviour WHERE ordername = $1")
            .bind(made["ordername"].as_str().unwrap())
            .fetch_one(&w.context.pool)
            .await
            .unwrap();
    assert_eq!((agent.as_str(), ip.as_str()), ("Browser/1.0", "192.0.2.1"));
}
