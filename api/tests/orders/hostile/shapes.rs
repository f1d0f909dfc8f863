//! Values of the wrong type, out of range, too many; filters and ids that are more than that.

use axum::http::Method;
use serde_json::{Value, json};

use super::refused;
use super::texts::{FIELDS, HARMLESS, raw, with};
use crate::world::{World, form};

#[tokio::test]
async fn values_of_another_type_and_out_of_range_are_refused() {
    let w = World::new().await;
    let strange = [
        json!(1),
        json!(null),
        json!(true),
        json!([]),
        json!({}),
        json!(["x"]),
    ];
    for (field, _) in FIELDS {
        for value in &strange {
            assert_eq!(
                refused(&with(&w, field, value.clone()).await),
                (400, "bad_json".into()),
                "{field} {value}"
            );
        }
    }
}

#[tokio::test]
async fn applications_of_another_shape_are_refused() {
    let w = World::new().await;
    let whole = json!({"type": 0, "dataType": "0", "form": form(), "dataIds": ["s1"], "attachments": [], "action": "save"});
    let papers = w.papers(&w.owner, &[6]).await;
    let table = [
        ("type", json!(-1), "invalid"),
        ("type", json!(3), "invalid"),
        ("type", json!(1e300), "bad_json"),
        ("type", json!("0"), "bad_json"),
        ("type", json!(u64::MAX), "bad_json"),
        ("dataType", json!("\0"), "unstorable"),
        ("dataType", json!("\u{7}"), "invalid"),
        ("dataType", json!("x".repeat(21)), "invalid"),
        ("form", json!("x"), "bad_json"),
        ("form", json!(null), "bad_json"),
        ("dataIds", json!("s1"), "bad_json"),
        ("dataIds", json!([1]), "bad_json"),
        ("dataIds", json!(["s1\0"]), "unstorable"),
        ("dataIds", json!(vec!["s1"; 100_000]), "invalid"),
        (
            "dataIds",
            json!(["s1", "'; DROP TABLE scene; --"]),
            "unknown_scenes",
        ),
        ("attachments", json!([{"type": 6}]), "bad_json"),
        (
            "attachments",
            json!([{"type": 6, "attachmentId": "1"}]),
            "bad_json",
        ),
        (
            "attachments",
            json!([papers[0], papers[0]]),
            "unusable_papers",
        ),
        (
            "attachments",
            json!([{"type": 7, "attachmentId": papers[0]["attachmentId"]}]),
            "unusable_papers",
        ),
        ("action", json!("delete"), "bad_json"),
        ("action", json!(1), "bad_json"),
    ];
    for (field, value, code) in table {
        let mut body = whole.clone();
        body[field] = value.clone();
        let answer = w.post("/api/orders", &w.owner, body).await;
        assert_eq!(refused(&answer).1, code, "{field} {value:.60}");
    }
    let twice = json!({"form": form(), "dataIds": ["s1", "s1", "s1"], "attachments": papers});
    let made = w.post("/api/orders", &w.owner, twice).await.ok();
    assert_eq!(
        (&made["dataCount"], &made["dataSize"]),
        (&json!(1), &json!(10))
    );
}

#[tokio::test]
async fn priorities_that_are_none_and_bodies_that_are_none_are_refused() {
    let w = World::new().await;
    let order = w.submitted().await;
    for sorder in [
        json!(-1),
        json!(101),
        json!(1.5),
        json!("5"),
        json!(1e300),
        json!(null),
        json!(u64::MAX),
    ] {
        let answer = w
            .post(
                &format!("/api/orders/{order}/priority"),
                &w.admin,
                json!({"sorder": sorder}),
            )
            .await;
        assert_eq!(refused(&answer).0, 400, "{sorder}");
    }
    for body in [
        "",
        "x",
        "[]",
        "null",
        "\"x\"",
        "{",
        "{}{}",
        "{\"ids\":}",
        "NaN",
    ] {
        let answer = w
            .send(raw(Method::POST, "/api/orders", &w.owner, body))
            .await;
        assert_eq!(refused(&answer).0 / 100, 4, "{body}");
    }
}

/// Percent-encoded.
const IN_ADDRESSES: [&str; 15] = [
    "%27%3B%20DROP%20TABLE%20orders%3B%20--",
    "%25",
    "_",
    "%00",
    "%FF%FE",
    "%ED%A0%80",
    "%E2%80%AE",
    "%F0%9F%98%80",
    "%0D%0ASet-Cookie%3A%20x%3D1",
    "..%2F..%2Fetc%2Fpasswd",
    "%3Cscript%3E",
    "1e309",
    "-1",
    "99999999999999999999",
    "NaN",
];

#[tokio::test]
async fn filters_are_only_ever_that() {
    let w = World::new().await;
    w.submitted().await;
    let long = "x".repeat(20_000);
    for value in IN_ADDRESSES.into_iter().chain([long.as_str()]) {
        for name in [
            "status",
            "ordername",
            "unit",
            "applicant",
            "loginName",
            "from",
            "to",
            "page",
            "pageSize",
            "sort",
        ] {
            let answer = w
                .get(&format!("/api/orders?{name}={value}"), &w.admin)
                .await;
            if answer.status == 200 {
                let found = answer.ok();
                let paging = name.starts_with("page") && found["total"] == 1;
                assert!(paging || found["total"] == 0, "{name}={value:.40}: {found}");
            } else {
                assert_eq!(refused(&answer).0, 400, "{name}={value:.40}");
            }
        }
        for path in [
            "/api/orders/names?q=",
            "/api/orders/groups?q=",
            "/api/units?q=",
            "/api/units?status=",
            "/api/units?page=",
        ] {
            let answer = w.get(&format!("{path}{value}"), &w.owner).await;
            assert!(
                answer.status == 200 || refused(&answer).0 == 400,
                "{path}{value:.40}"
            );
        }
    }
}

#[tokio::test]
async fn ids_are_only_ever_that() {
    let w = World::new().await;
    let order = w.submitted().await;
    let long = "x".repeat(20_000);
    for value in IN_ADDRESSES.into_iter().chain([long.as_str()]) {
        for path in [
            "/api/orders/{}",
            "/api/orders/{}/events",
            "/api/orders/{}/files/a",
            "/api/attachments/{}",
            "/api/scenes/{}",
        ] {
            let answer = w.get(&path.replace("{}", value), &w.owner).await;
            assert!(
                [400, 404].contains(&refused(&answer).0),
                "{path} {value:.40}"
            );
        }
        let path = format!("/api/orders/{value}/withdraw");
        let expected = if value.contains("%00") { 400 } else { 404 };
        assert_eq!(
            refused(&w.call(Method::POST, &path, &w.owner, None).await).0,
            expected,
            "{value:.40}"
        );
        let path = format!("/api/orders/{order}/files/{value}");
        assert!([400, 404].contains(&refused(&w.get(&path, &w.owner).await).0));
    }
    assert_eq!(w.get("/api/orders", &w.owner).await.ok()["total"], 1);
}

#[tokio::test]
async fn names_of_units_are_kept_or_refused() {
    let w = World::new().await;
    let units = async |name: Value| w.post("/api/units", &w.owner, json!({"name": name})).await;
    for wrong in [
        json!(""),
        json!("\u{200B}"),
        json!("长".repeat(101)),
        json!("a\0b"),
        json!("a\r\nb"),
        json!("a\u{202E}b"),
        json!(null),
        json!(["x"]),
    ] {
        assert_eq!(refused(&units(wrong.clone()).await).0, 400, "{wrong}");
    }
    for text in HARMLESS {
        assert_eq!(units(json!(text)).await.ok()["name"], text);
    }
}
