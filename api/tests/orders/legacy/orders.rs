//! Orders, their papers and their figures.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use storage::db::order_figures;

use super::client::Walk;
use crate::world::{PDF, Person, World, form};

pub async fn walk() -> BTreeSet<String> {
    let w = World::new().await;
    let walk = Walk::new(&w);
    papers(&walk).await;
    written(&walk).await;
    audited(&walk).await;
    every_status(&walk).await;
    lists(&walk).await;
    steering(&walk).await;
    figures(&walk).await;
    walk.done()
}

async fn order(walk: &Walk<'_>, id: &str) -> Value {
    walk.w
        .get(&format!("/api/orders/{id}"), &walk.w.owner)
        .await
        .ok()
}

async fn state(walk: &Walk<'_>, id: &str) -> i64 {
    order(walk, id).await["sstatus"].as_i64().unwrap()
}

/// An order that the old address made, as it was sent.
async fn placed_order(walk: &Walk<'_>, sstatus: i64) -> String {
    let attachments = walk.w.papers(&walk.w.owner, &[6, 7, 2, 1]).await;
    let files: Vec<Value> = (attachments.as_array().unwrap().iter())
        .map(|paper| json!({"fileType": paper["type"], "filePath": paper["attachmentId"]}))
        .collect();
    let mut sent = form();
    sent["dataIds"] = json!(["s1", "s2"]);
    sent["uploadFileList"] = files.into();
    sent["sstatus"] = sstatus.into();
    let made = walk
        .ok("POST /mj/agrsOrder/agrsSave", &walk.w.owner, sent)
        .await;
    assert_eq!(made["sstatus"], sstatus);
    made["id"].as_str().unwrap().to_owned()
}

async fn papers(walk: &Walk<'_>) {
    let w = walk.w;
    let upload = "POST /mj/agrsOrderAttachement/uploadForJC";
    let answer = walk
        .upload(upload, &w.owner, ("介绍信.pdf", PDF))
        .await
        .json();
    let path = answer["data"].as_str().unwrap().to_owned();
    let file = walk
        .file(
            "GET /mj/agrsOrderAttachement/download",
            &w.owner,
            json!({"filePath": path}),
        )
        .await;
    assert_eq!((file.status.as_u16(), file.bytes.as_slice()), (200, PDF));
    let theirs = walk
        .file(
            "GET /mj/agrsOrderAttachement/download",
            &w.stranger,
            json!({"filePath": path}),
        )
        .await;
    assert_eq!(theirs.status, 404);
    let broken = walk.upload(upload, &w.owner, ("x.exe", b"MZ")).await.json();
    assert_eq!(broken["data"], "false");
    assert_ne!(broken["status"], 200);
}

async fn written(walk: &Walk<'_>) {
    let w = walk.w;
    let id = placed_order(walk, -1).await;
    let change = json!({
        "id": id, "productName": "改过的项目", "deleteDataId": "s2", "shopIds": ["s3"], "sstatus": -1,
    });
    walk.yes("POST /mj/agrsOrder/getagrsUpdateSave", &w.owner, change)
        .await;
    let changed = order(walk, &id).await;
    assert_eq!(
        (&changed["productName"], &changed["dataCount"]),
        (&json!("改过的项目"), &json!(2))
    );
    assert_eq!(changed["attachments"].as_array().unwrap().len(), 4);
    walk.yes(
        "POST /mj/agrsOrder/getagrsUpdateSave",
        &w.owner,
        json!({"id": id, "sstatus": 0}),
    )
    .await;
    assert_eq!(state(walk, &id).await, 0);
    let back =
        json!({"id": id, "ordername": changed["ordername"], "sstatus": -1, "uploadFileList": []});
    walk.yes(
        "POST /mj/agrsOrder/updateOrderFileList",
        &w.owner,
        back.clone(),
    )
    .await;
    assert_eq!(state(walk, &id).await, -1);
    let twice = walk
        .refusal("POST /mj/agrsOrder/updateOrderFileList", &w.stranger, back)
        .await;
    assert_eq!(twice.0, 404);
    let delete = json!({"orderNames": [changed["ordername"]], "sstatus": -2});
    walk.yes("POST /mj/agrsOrder/getUpdateOrderStatus", &w.owner, delete)
        .await;
    assert_eq!(
        w.get(&format!("/api/orders/{id}"), &w.owner).await.status,
        404
    );
    let other = json!({"orderNames": ["x"], "sstatus": 6});
    assert_eq!(
        walk.refusal("POST /mj/agrsOrder/getUpdateOrderStatus", &w.owner, other)
            .await
            .0,
        400
    );
}

async fn audited(walk: &Walk<'_>) {
    let w = walk.w;
    for address in [
        "POST /mj/agrsOrder/agrsAudit",
        "POST /mj/agrsOrder/auditOrder",
    ] {
        let id = placed_order(walk, 0).await;
        let audit = |status: i64, cause: &str| json!({"orderid": id, "status": status, "cause": cause, "auditor": "x"});
        assert_eq!(walk.refusal(address, &w.owner, audit(1, "")).await.0, 403);
        let empty = walk.refusal(address, &w.admin, audit(2, " ")).await;
        assert_eq!(empty, (422, "请填写驳回原因！".to_owned()));
        for other in [3, 6, 7, 99] {
            assert_eq!(
                walk.refusal(address, &w.admin, audit(other, "")).await.0,
                400
            );
        }
        walk.yes(address, &w.admin, audit(2, "材料不清")).await;
        let seen = order(walk, &id).await;
        assert_eq!(
            (&seen["sstatus"], &seen["cause"]),
            (&json!(2), &json!("材料不清"))
        );
        let again = walk.refusal(address, &w.admin, audit(1, "")).await;
        assert_eq!(again.0, 409);
    }
}

/// Every status that an action leads to, by both addresses that took a raw one.
async fn every_status(walk: &Walk<'_>) {
    let w = walk.w;
    let step = async |id: &str, status: i64, who: &Person| {
        let sent = json!({"orderId": id, "orderStatus": status, "cause": "原因", "score": 0, "content": "好"});
        walk.yes("GET /mj/agrsOrder/updateStatusByOrderId", who, sent)
            .await;
    };
    let id = placed_order(walk, 0).await;
    step(&id, -1, &w.owner).await;
    step(&id, 0, &w.owner).await;
    step(&id, 1, &w.admin).await;
    assert_eq!(state(walk, &id).await, 1);
    w.prepare().await;
    for own in [3, 6] {
        let sent = json!({"orderId": id, "orderStatus": own});
        let refused = walk
            .refusal("POST /mj/agrsOrder/stateOrder", &w.admin, sent)
            .await;
        assert_eq!(refused.0, 400, "{}", refused.1);
    }
    step(&id, 7, &w.admin).await;
    let early = json!({"orderId": id, "orderStatus": 1});
    assert_eq!(
        walk.refusal("POST /mj/agrsOrder/stateOrder", &w.admin, early)
            .await
            .0,
        409
    );
    step(&id, 8, &w.owner).await;
    assert_eq!(order(walk, &id).await["feedBack"], "好");
    step(&id, -2, &w.owner).await;

    let id = w.prepared().await;
    let sent = json!({"orderId": id, "orderStatus": 5});
    assert_eq!(
        walk.ok("POST /mj/agrsOrder/stateOrder", &w.admin, sent)
            .await,
        "1"
    );
    assert_eq!(state(walk, &id).await, 5);

    for address in [
        "POST /mj/agrsOrder/userFeedback",
        "POST /mj/agrsOrder/agrsOrderFeedBack",
    ] {
        let id = w.completed().await;
        let number = order(walk, &id).await["ordername"].clone();
        let missing = walk
            .refusal(address, &w.owner, json!({"ordername": number}))
            .await;
        assert_eq!(missing.0, 422);
        let sent = json!({
            "ordername": number, "appraise": 0, "responseSpeed": 0, "serviceAttitude": 1
        });
        let sent = if address.ends_with("userFeedback") {
            json!({"ordername": number, "score": "非常满意", "content": "好"})
        } else {
            sent
        };
        walk.yes(address, &w.owner, sent).await;
        assert_eq!(state(walk, &id).await, 8);
    }
}

async fn lists(walk: &Walk<'_>) {
    let w = walk.w;
    let id = w.prepared().await;
    let seen = order(walk, &id).await;
    for (address, who) in [
        ("POST /mj/agrsOrder/agrsMyList", &w.owner),
        ("POST /mj/agrsOrder/agrsList", &w.admin),
        ("POST /mj/agrsOrder/getManOrderListForPage", &w.owner),
    ] {
        let filter = json!({"currentPage": 1, "pageSize": 5, "data": {"ordercode": seen["ordername"], "sstatus": [6], "type": 0}});
        let found = walk.ok(address, who, filter).await;
        assert_eq!(
            (&found["total"], &found["list"][0]["id"]),
            (&json!(1), &json!(id)),
            "{address}"
        );
    }
    let found = walk
        .ok(
            "GET /mj/agrsOrder/agrsGetOrderById",
            &w.owner,
            json!({"orderid": id}),
        )
        .await;
    assert_eq!(found["ordername"], seen["ordername"]);
    details(walk, &id, &seen).await;
}

/// What is looked at of one order.
async fn details(walk: &Walk<'_>, id: &str, seen: &Value) {
    let w = walk.w;
    let order = json!({"ordername": seen["ordername"]});
    let names = walk
        .ok(
            "GET /mj/agrsOrder/getOrderNameListByOrderName",
            &w.owner,
            order,
        )
        .await;
    assert_eq!(names, json!([seen["ordername"]]));
    own_names(walk, &seen["ordername"]).await;
    let groups = walk
        .ok("GET /mj/agrsOrder/getagrsGroupNameList", &w.owner, ())
        .await;
    assert_eq!(
        groups,
        w.get("/api/orders/groups", &w.owner).await.ok()["items"]
    );
    let scenes = walk
        .ok(
            "POST /mj/agrsOrderData/getagrsListOfSate",
            &w.owner,
            json!({"orderid": id, "pageSize": 1}),
        )
        .await;
    assert_eq!(
        (&scenes["total"], scenes["list"].as_array().unwrap().len()),
        (&json!(2), 1)
    );
    let tasks = walk
        .ok(
            "POST /mj/agrsOrderTask/agrsList",
            &w.owner,
            json!({"orderId": id}),
        )
        .await;
    assert_eq!(tasks["dataPercent"]["percentStr"], "100%");
    let polygon = walk
        .ok(
            "GET /mj/agrsOrderData/getMaxPolygon",
            &w.owner,
            json!({"orderid": id}),
        )
        .await;
    let ours = w
        .get(&format!("/api/orders/{id}/footprint"), &w.owner)
        .await
        .ok();
    assert_eq!(polygon, ours["wkt"]);
    files(walk, id, seen).await;
}

/// `luser` is whose orders are suggested, or a part of a number.
async fn own_names(walk: &Walk<'_>, number: &Value) {
    let w = walk.w;
    let me = w.get("/api/auth/me", &w.owner).await.ok();
    for luser in [&me["loginName"], number] {
        for who in [&w.owner, &w.admin] {
            let names = walk
                .ok(
                    "GET /mj/agrsOrder/getOrderNameListByOrderName",
                    who,
                    json!({"luser": luser}),
                )
                .await;
            assert!(names.as_array().unwrap().contains(number), "{names}");
        }
    }
}

/// Its papers, its export, and what was prepared.
async fn files(walk: &Walk<'_>, id: &str, seen: &Value) {
    let w = walk.w;
    let files = walk
        .ok(
            "GET /mj/agrsOrderAttachement/getByOrderIdFile",
            &w.owner,
            json!({"orderId": id}),
        )
        .await;
    assert_eq!(files.as_array().unwrap().len(), 4);
    let zip = walk
        .ok(
            "GET /mj/agrsOrderAttachement/getOrderFileByOrderId",
            &w.owner,
            json!({"orderId": id}),
        )
        .await;
    assert_eq!(w.get(zip.as_str().unwrap(), &w.owner).await.status, 200);
    let old = walk
        .ok(
            "GET /mj/agrsOrderAttachement/agrsGetOrderOldFile",
            &w.owner,
            json!({"ordername": seen["ordername"]}),
        )
        .await;
    assert_eq!(old, "false");
    let url = walk
        .ok(
            "POST /mj/agrsOrderData/deriveShpByNewByOrderId",
            &w.owner,
            json!({"orderIdStr": id}),
        )
        .await;
    let early = w.get(url.as_str().unwrap(), &w.owner).await;
    assert_eq!(early.code(), "no_file");
    let delivery = walk
        .ok(
            "GET /mj/agrsFtp/getFtpByOrderId",
            &w.owner,
            json!({"orderId": id}),
        )
        .await;
    assert_eq!(delivery["downlodPathFile"], seen["downlodPathFile"]);
    let file = walk
        .file("GET /mj/agrsFtp/download", &w.owner, json!({"orderId": id}))
        .await;
    assert_eq!(json!(file.bytes.len()), delivery["files"][0]["size"]);
}

async fn steering(walk: &Walk<'_>) {
    let w = walk.w;
    let id = w.approved().await;
    let urgent = json!({"orderId": id, "sorder": "80"});
    walk.yes("POST /mj/agrsOrderTask/orderSetPriority", &w.admin, urgent)
        .await;
    assert_eq!(order(walk, &id).await["sorder"], 80);
    let again = json!({"orderIdStr": id, "priorityLevelp": 90});
    walk.yes("POST /mj/agrsOrder/getagrsGetDataAgainAll", &w.admin, again)
        .await;
    let events = w
        .get(&format!("/api/orders/{id}/events"), &w.owner)
        .await
        .ok();
    let last = events["items"].as_array().unwrap().last().unwrap().clone();
    assert_eq!(last["action"], "reextract");
}

async fn figures(walk: &Walk<'_>) {
    let w = walk.w;
    // No worker is here, and a figure that is due is waited for.
    let mut tx = w.context.pool.begin().await.unwrap();
    order_figures::roll_up_due(&mut tx).await.unwrap();
    tx.commit().await.unwrap();
    let period = json!({"lessCreattimeStr": "2026-01-01", "moreCreattimeStr": "2026-12-31"});
    let ours = |path: &str| format!("/api/stats/{path}from=2026-01-01&to=2026-12-31");
    for (address, path) in [
        ("POST /mj/agrsOrder/orderCount", "orders?"),
        ("POST /bupt/bupt_stat/get", "orders?"),
        ("GET /mhd/stat/orders", "orders?"),
    ] {
        let mut counted = walk.ok(address, &w.admin, period.clone()).await;
        let mut want = w.get(&ours(path), &w.admin).await.ok();
        assert!(counted["onlineOrderNum"].as_u64() > Some(0), "{counted}");
        for figures in [&mut counted, &mut want] {
            figures["current"] = Value::Null;
        }
        assert_eq!(counted, want, "{address}");
    }
    for (address, path) in [
        ("Month", "monthly?"),
        ("Unit", "units?"),
        ("OL", "breakdown?by=method&"),
        ("Day", "breakdown?by=day&"),
        ("LB", "breakdown?by=kind&"),
        ("ApplyUserUsed", "breakdown?by=usage&"),
    ] {
        let address = format!("POST /mj/agrsOrder/agrsGetOrderNumBy{address}");
        let rows = walk.ok(&address, &w.admin, period.clone()).await;
        assert_eq!(
            rows,
            w.get(&ours(path), &w.admin).await.ok()["items"],
            "{address}"
        );
        assert!(!rows.as_array().unwrap().is_empty(), "{address}");
        // The specification gives no method of these.
        let address = address.replace("POST", "GET");
        let read = walk.ok(&address, &w.admin, period.clone()).await;
        assert_eq!(read, rows, "{address}");
    }
    let refused = walk
        .refusal("POST /mj/agrsOrder/orderCount", &w.owner, period)
        .await;
    assert_eq!(refused.0, 403);
}
