//! Offline copies: what people see of them.

use axum::http::Method;
use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::world::{World, id};

/// An order whose copy lies ready; its id and number.
async fn prepared(w: &World) -> (String, String) {
    let mut application = w.application("submit").await;
    application["form"]["getMethod"] = json!(2);
    application["attachments"] = w.papers(&w.owner, &[6, 7]).await;
    let order = w.post("/api/orders", &w.owner, application).await.ok();
    let number = order["ordername"].as_str().unwrap().to_owned();
    let order = id(&order);
    w.act(&order, "approve", &w.admin).await.ok();
    w.prepare().await;
    (order, number)
}

#[tokio::test]
async fn the_pick_up_sheet_names_the_desk_that_an_administrator_saved() {
    let w = World::new().await;
    let (order, _) = prepared(&w).await;
    let entries = json!({"items": [
        {"sysKey": "contactTele", "sysValue": "0971-1"}, {"sysKey": "contactAddress", "sysValue": "西宁市"},
    ]});
    let saved = w.call(Method::PUT, "/api/system", &w.admin, Some(entries));
    assert!(saved.await.status.is_success());
    let path = format!("/api/orders/{order}/pickup");
    let sheet = w.get(&path, &w.owner).await.ok();
    assert_eq!(
        (&sheet["contactTele"], &sheet["contactAddress"]),
        (&json!("0971-1"), &json!("西宁市"))
    );
}

#[tokio::test]
async fn a_staged_copy_has_no_address_and_administrators_see_where_it_lies() {
    let w = World::new().await;
    let (order, number) = prepared(&w).await;
    let folder = json!(format!("/srv/offline/{number}"));
    for (who, path) in [(&w.owner, Value::Null), (&w.admin, folder)] {
        let seen = w.get(&format!("/api/orders/{order}"), who).await.ok();
        assert_eq!(
            (&seen["sstatus"], &seen["physicalPath"]),
            (&json!(6), &path)
        );
        assert_eq!(seen["downlodPathFile"], Value::Null);
        assert!(seen["expiresAt"].is_string());
        let list = w.get("/api/orders", who).await.ok();
        assert_eq!(list["items"][0]["physicalPath"], path);
        let delivery = w
            .get(&format!("/api/orders/{order}/delivery"), who)
            .await
            .ok();
        assert_eq!(
            delivery,
            json!({
                "address": null, "ftp": null, "https": null, "tls": false, "physicalPath": path,
                "expiresAt": seen["expiresAt"], "files": delivery["files"],
            })
        );
        assert_eq!(delivery["files"].as_array().unwrap().len(), 3);
        let sheet = w
            .get(&format!("/api/orders/{order}/pickup"), who)
            .await
            .ok();
        assert_eq!(
            sheet,
            json!({
                "ordername": number, "applyuser": "张三", "applyUserPhone": "13812345678",
                "applyUserUnit": "中国地质调查局", "productName": "青藏高原矿产调查",
                "contactTele": "", "contactAddress": "", "dataCount": 2, "totalSize": 27,
                "preparedAt": "2026-11-21T02:00:00Z", "expiresAt": seen["expiresAt"],
                "physicalPath": path, "files": delivery["files"],
            })
        );
        // It cannot be downloaded, not even by who sees the folder.
        for file in ["files/README.txt", "files/scenes/s1.tif", "scenes/1/file"] {
            let refused = w.get(&format!("/api/orders/{order}/{file}"), who).await;
            assert_eq!(
                refused.refusal(),
                (
                    404,
                    "no_delivery".into(),
                    "订单没有可在线下载的数据！".into()
                ),
                "{file}"
            );
        }
        let scenes = w
            .get(&format!("/api/orders/{order}/scenes"), who)
            .await
            .ok();
        assert_eq!(scenes["items"][0]["sstatus"], 0);
        assert_eq!(scenes["items"][0]["fileUrl"], Value::Null);
    }
    for hidden in ["delivery", "pickup"] {
        let path = format!("/api/orders/{order}/{hidden}");
        assert_eq!(w.get(&path, &w.stranger).await.refusal().1, "not_found");
    }
}

#[tokio::test]
async fn there_is_a_pick_up_sheet_only_while_a_copy_lies_ready() {
    let w = World::new().await;
    let online = w.prepared().await;
    let refused = w
        .get(&format!("/api/orders/{online}/pickup"), &w.owner)
        .await;
    assert_eq!(refused.refusal().1, "no_delivery");
    let (order, _) = prepared(&w).await;
    w.pass(TimeDelta::days(7)).await;
    for who in [&w.owner, &w.admin] {
        for what in ["pickup", "delivery"] {
            let late = w.get(&format!("/api/orders/{order}/{what}"), who).await;
            assert_eq!(late.refusal().1, "no_delivery");
        }
        let seen = w.get(&format!("/api/orders/{order}"), who).await.ok();
        assert!(seen["physicalPath"].is_null() && seen["expiresAt"].is_null());
    }
}

/// The database itself refuses a delivery that is both or neither.
#[tokio::test]
async fn a_delivery_is_an_account_or_a_folder() {
    let w = World::new().await;
    prepared(&w).await;
    let wrong = [
        "UPDATE delivery SET account = 'a', password_sealed = 'x'",
        "UPDATE delivery SET staged_path = NULL",
        "UPDATE delivery SET account = 'a', staged_path = NULL",
    ];
    for statement in wrong {
        let refused = sqlx::query(statement).execute(&w.context.pool).await;
        assert!(refused.is_err(), "{statement}");
    }
}
