//! Texts, numbers and shapes that nobody types by accident.

use axum::body::Body;
use axum::http::{HeaderValue, Method, Request};
use serde_json::{Value, json};

use super::refused;
use crate::world::{Answer, Person, World, form, id, request};

/// The form's fields and how many characters each may hold.
pub(super) const FIELDS: [(&str, usize); 7] = [
    ("applyuser", 200),
    ("applyUserUnit", 200),
    ("productName", 200),
    ("assignment", 200),
    ("description", 4000),
    ("processDescribe", 4000),
    ("extractingElements", 4000),
];
const REQUIRED: [&str; 3] = ["applyuser", "applyUserUnit", "productName"];

/// What survives in every field, letter for letter.
pub(super) const HARMLESS: [&str; 9] = [
    "'; DROP TABLE orders; --",
    "%' OR 1=1 \\ _",
    "<script>alert(1)</script>&lt;",
    "{{7*7}} ${jndi:ldap://x} %s%n",
    "Ｗａｎｇ　张三１２３",
    "张三😀👨\u{200D}👩\u{200D}👧",
    "e\u{301}\u{FE0F}\u{FFFD}\u{10FFFF}",
    "=cmd|'/c calc'!A1",
    "null",
];

pub(super) fn raw(
    method: Method,
    path: &str,
    who: &Person,
    body: impl Into<Body>,
) -> Request<Body> {
    let mut request = request(method, path, &who.token);
    let json = HeaderValue::from_static("application/json");
    request.headers_mut().insert("content-type", json);
    *request.body_mut() = body.into();
    request
}

pub(super) async fn with(w: &World, field: &str, value: impl Into<Value>) -> Answer {
    let mut form = form();
    form[field] = value.into();
    let draft = json!({"form": form, "dataIds": ["s1"]});
    w.post("/api/orders", &w.owner, draft).await
}

/// What the order says when it is read back.
async fn stored_field(w: &World, answer: Answer, field: &str) -> Value {
    let made = answer.ok();
    let seen = w
        .get(&format!("/api/orders/{}", id(&made)), &w.owner)
        .await
        .ok();
    assert_eq!(seen[field], made[field]);
    seen[field].clone()
}

#[tokio::test]
async fn what_does_no_harm_is_kept_letter_for_letter() {
    let w = World::new().await;
    for (field, most) in FIELDS {
        let longest = "长".repeat(most);
        for text in HARMLESS.into_iter().chain([longest.as_str()]) {
            let answer = with(&w, field, text).await;
            assert_eq!(stored_field(&w, answer, field).await, text, "{field}");
            let answer = with(&w, field, format!(" \u{3000}{text}\t\n")).await;
            assert_eq!(stored_field(&w, answer, field).await, text, "{field}");
        }
        if most > 200 {
            let lines = "一\r\n二\n\t三";
            assert_eq!(
                stored_field(&w, with(&w, field, lines).await, field).await,
                lines
            );
            assert_eq!(
                stored_field(&w, with(&w, field, " ").await, field).await,
                ""
            );
        }
    }
}

#[tokio::test]
async fn what_does_harm_is_refused() {
    let w = World::new().await;
    for (field, most) in FIELDS {
        let mut wrong = vec![
            "长".repeat(most + 1),
            "a\u{1}b".into(),
            "a\u{202E}b".into(),
            "a\u{7}b".into(),
            "\u{85}a\u{85}b".into(),
        ];
        if most == 200 {
            wrong.extend(["a\r\nb".into(), "a\tb".into(), "a\u{2028}b".into()]);
        }
        for text in wrong {
            let answer = with(&w, field, text.clone()).await;
            assert_eq!(
                refused(&answer),
                (422, "form_invalid".into()),
                "{field} {text:?}"
            );
            assert_eq!(answer.json()["errors"][0]["field"], field);
        }
    }
    for field in REQUIRED {
        for blank in [
            "",
            "  ",
            "\u{3000}",
            "\u{200B}",
            "\u{FEFF}\u{2060}",
            "\u{3164}",
        ] {
            let answer = with(&w, field, blank).await;
            assert_eq!(
                refused(&answer),
                (422, "required_empty".into()),
                "{field} {blank:?}"
            );
        }
    }
    for phone in [
        "１３８１２３４５６７８",
        "1381234567",
        "138123456789",
        "138-1234567",
        "+8613812345",
        "٠١٢٣٤٥٦٧٨٩٠",
        "1381234567\u{1}",
    ] {
        let answer = with(&w, "applyUserPhone", phone).await;
        assert_eq!(refused(&answer), (422, "form_invalid".into()), "{phone}");
        assert_eq!(
            answer.json()["errors"][0]["detail"],
            "请输入正确的电话号码！",
            "{phone}"
        );
    }
    for usage in ["观光", "测绘\u{1}", "测绘测绘", "' OR 1=1"] {
        assert_eq!(
            refused(&with(&w, "applyUserUsed", usage).await).1,
            "form_invalid"
        );
    }
    assert_eq!(w.get("/api/orders", &w.owner).await.ok()["total"], 0);
}

#[tokio::test]
async fn ten_megabytes_and_half_letters_are_refused_everywhere() {
    let w = World::new().await;
    let order = w.submitted().await;
    let long = "x".repeat(10 << 20);
    let table = [
        (
            Method::POST,
            "/api/orders".to_owned(),
            &w.owner,
            "form\":{\"applyuser",
        ),
        (
            Method::PUT,
            format!("/api/orders/{order}"),
            &w.owner,
            "form\":{\"applyuser",
        ),
        (
            Method::POST,
            format!("/api/orders/{order}/reject"),
            &w.admin,
            "cause",
        ),
        (
            Method::POST,
            format!("/api/orders/{order}/extend"),
            &w.owner,
            "reason",
        ),
        (
            Method::POST,
            format!("/api/orders/{order}/feedback"),
            &w.owner,
            "content",
        ),
        (Method::POST, "/api/units".to_owned(), &w.owner, "name"),
        (
            Method::POST,
            "/api/scenes/search".to_owned(),
            &w.owner,
            "text",
        ),
        (
            Method::POST,
            "/api/behaviours".to_owned(),
            &w.owner,
            "detailUrl",
        ),
    ];
    for (method, path, who, field) in table {
        for (text, want) in [
            (long.as_str(), (413, "too_large")),
            ("\\ud800", (400, "bad_json")),
            ("\\udc00\\ud800", (400, "bad_json")),
        ] {
            let end = "}".repeat(1 + field.matches('{').count());
            let body = format!("{{\"{field}\":\"{text}\"{end}");
            let answer = w.send(raw(method.clone(), &path, who, body)).await;
            assert_eq!(refused(&answer), (want.0, want.1.to_owned()), "{path}");
        }
        let not_utf8 = [b"{\"", field.as_bytes(), b"\":\"\xFF\xFE\"}}"].concat();
        let answer = w.send(raw(method, &path, who, not_utf8)).await;
        assert_eq!(refused(&answer), (400, "bad_json".into()), "{path}");
    }
}

#[tokio::test]
async fn causes_and_reasons_are_kept_or_refused() {
    let w = World::new().await;
    let order = w.submitted().await;
    let reject = async |cause: Value| {
        w.post(
            &format!("/api/orders/{order}/reject"),
            &w.admin,
            json!({"cause": cause}),
        )
        .await
    };
    let prepared = w.prepared().await;
    let ask = async |reason: Value| {
        w.post(
            &format!("/api/orders/{prepared}/extend"),
            &w.owner,
            json!({"reason": reason}),
        )
        .await
    };
    for blank in ["", " \u{3000}\n", "\u{200B}"] {
        assert_eq!(
            refused(&reject(json!(blank)).await),
            (422, "cause_missing".into())
        );
        assert_eq!(
            refused(&ask(json!(blank)).await),
            (422, "reason_missing".into())
        );
    }
    for wrong in [
        json!("长".repeat(4001)),
        json!("a\u{1}b"),
        json!("a\u{202E}b"),
    ] {
        assert_eq!(
            refused(&reject(wrong.clone()).await),
            (400, "invalid".into())
        );
        assert_eq!(refused(&ask(wrong).await), (400, "invalid".into()));
    }
    for wrong in [
        json!(1),
        json!(null),
        json!(["x"]),
        json!({"x": 1}),
        json!(true),
    ] {
        assert_eq!(
            refused(&reject(wrong.clone()).await),
            (400, "bad_json".into())
        );
        assert_eq!(refused(&ask(wrong).await), (400, "bad_json".into()));
    }
    let cause = SAID;
    assert_eq!(reject(json!(cause)).await.ok()["cause"], cause);
    ask(json!(cause)).await.ok();
    let line = w
        .get(&format!("/api/orders/{prepared}/events"), &w.admin)
        .await
        .ok();
    assert_eq!(
        line["items"].as_array().unwrap().last().unwrap()["text"],
        cause
    );
}

/// What may be said in several lines.
const SAID: &str = "<b>材料</b>'; --\r\n😀";

#[tokio::test]
async fn ratings_are_kept_or_refused() {
    let w = World::new().await;
    let order = w.completed().await;
    let rate = async |body: Value| {
        w.post(&format!("/api/orders/{order}/feedback"), &w.owner, body)
            .await
    };
    for wrong in [
        json!({"score": 5}),
        json!({"score": -1}),
        json!({"score": 1, "content": "长".repeat(2001)}),
        json!({"score": 1, "content": "a\0b"}),
        json!({"score": 1, "content": "\u{202E}b"}),
        json!({"score": 1e300}),
        json!({"score": 99_999_999_999_i64}),
        json!({"score": "1"}),
        json!({"score": 1.5}),
    ] {
        assert_eq!(refused(&rate(wrong.clone()).await).0, 400, "{wrong}");
    }
    assert_eq!(
        refused(&rate(json!({"content": "好"})).await),
        (422, "not_rated".into())
    );
    assert_eq!(
        rate(json!({"score": 4, "content": SAID})).await.ok()["feedBack"],
        SAID
    );
}
