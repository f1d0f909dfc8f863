//! Subscriptions, targets, pushes of orders, and copies of another installation, as the old folders name them.

use std::collections::BTreeSet;

use api::Settings;
use axum::http::StatusCode;
use push::PushConfig;
use serde_json::{Value, json};
use testkit::ftp_server::FtpServer;

use super::client::Walk;
use crate::world::World;

/// Where a real server of the test may be pushed to.
async fn world() -> World {
    let host = "127.0.0.1".parse().unwrap();
    World::with(Settings {
        captcha: false,
        push: PushConfig {
            hosts: vec![host].into(),
            ..PushConfig::default()
        },
        ..Settings::default()
    })
    .await
}

pub async fn walk() -> BTreeSet<String> {
    let w = world().await;
    let walk = Walk::new(&w);
    let server = FtpServer::start().unwrap();
    let target = targets(&walk, &server).await;
    let id = subscribed(&walk, &target).await;
    changed(&walk, &id).await;
    sent(&walk, &id).await;
    orders(&walk, &target).await;
    copies(&walk).await;
    walk.done()
}

async fn targets(walk: &Walk<'_>, server: &FtpServer) -> String {
    let w = walk.w;
    let target = |name: &str| {
        json!({"addressName": name, "type": "ftp", "url": server.address(), "userName": "anonymous",
            "password": "s3cret"})
    };
    let save = "POST /mj/agrsUserPushAddress/save";
    let made = walk.ok(save, &w.owner, target("省中心")).await;
    let other = walk.ok(save, &w.owner, target("备用")).await;
    assert!(!made.to_string().contains("s3cret"), "{made}");
    let set_rate =
        "UPDATE push_target SET bytes_per_second = 100000, most_bytes_per_second = 200000";
    sqlx::query(set_rate)
        .execute(&w.context.pool)
        .await
        .unwrap();
    let renamed = json!({"addressId": made["id"], "addressName": "省厅"});
    walk.ok("POST /mj/agrsUserPushAddress/update", &w.owner, renamed)
        .await;
    walk.yes(
        "POST /mj/agrsUserPushAddress/delete",
        &w.owner,
        json!({"id": other["id"]}),
    )
    .await;
    let ours = w.get("/api/push-targets", &w.owner).await.ok();
    assert_eq!(
        (&ours["total"], &ours["items"][0]["name"]),
        (&json!(1), &json!("省厅"))
    );
    let rates = |list: &Value| {
        let target = &list["items"][0];
        [&target["bytesPerSecond"], &target["mostBytesPerSecond"]].map(Value::as_i64)
    };
    let set = [Some(100_000), Some(200_000)];
    assert_eq!(rates(&ours), set, "old clients know no rates");
    let listed = walk
        .ok("POST /mj/agrsUserPushAddress/list", &w.owner, ())
        .await;
    assert_eq!(listed["list"], ours["items"]);

    let slower = json!({"addressId": made["id"], "bytesPerSecond": "90000"});
    walk.ok("POST /mj/agrsUserPushAddress/update", &w.owner, slower)
        .await;
    let ours = w.get("/api/push-targets", &w.owner).await.ok();
    assert_eq!(rates(&ours), [Some(90_000), Some(200_000)]);
    limits(walk, &made["id"]).await;
    made["id"].as_str().unwrap().to_owned()
}

/// What administrators bound stays where it is not sent, and is lifted with 0.
async fn limits(walk: &Walk<'_>, id: &Value) {
    let w = walk.w;
    let limits = json!({"id": id, "mostParallel": "4", "dailyBytes": 1000});
    let update = "POST /pushXg/secmep/ftpManager/update";
    walk.ok(update, &w.admin, limits.clone()).await;
    let refused = walk.refusal(update, &w.owner, limits).await;
    assert_eq!(refused.0, StatusCode::FORBIDDEN.as_u16());
    let all = walk
        .ok("POST /pushXg/secmep/ftpManager/list", &w.admin, ())
        .await;
    let desk = w.get("/api/subscription-desk/targets", &w.admin).await.ok();
    assert_eq!(all["list"], desk["items"]);
    let bounds = |desk: &Value| {
        let target = &desk["items"][0];
        [
            "mostParallel",
            "dailyBytes",
            "bytesPerSecond",
            "mostBytesPerSecond",
        ]
        .map(|name| target[name].as_i64())
    };
    let set = [Some(4), Some(1000), Some(90_000), Some(200_000)];
    assert_eq!(bounds(&desk), set, "rates that are not sent stay");
    for (mut form, is) in [
        (
            json!({"mostParallel": 3}),
            [Some(3), Some(1000), Some(90_000), Some(200_000)],
        ),
        (
            json!({"mostBytesPerSecond": "70000"}),
            [Some(3), Some(1000), Some(90_000), Some(70_000)],
        ),
        (
            json!({"dailyBytes": 0}),
            [Some(3), None, Some(90_000), Some(70_000)],
        ),
    ] {
        form["addressId"] = id.clone();
        walk.ok(update, &w.admin, form.clone()).await;
        let desk = w.get("/api/subscription-desk/targets", &w.admin).await.ok();
        assert_eq!(bounds(&desk), is, "{form}");
    }
}

/// A subscription that is approved.
async fn subscribed(walk: &Walk<'_>, target: &str) -> String {
    let w = walk.w;
    let found = walk
        .ok(
            "POST /mj/agrsSubscribe/preview",
            &w.owner,
            json!({"satelite": "GF1"}),
        )
        .await;
    let ours = json!({"satellites": ["GF1"]});
    let preview = w.post("/api/subscriptions/preview", &w.owner, ours).await;
    assert_eq!(found, preview.ok());

    let until = (w.now() + chrono::TimeDelta::days(30)).to_rfc3339();
    let form = json!({"subscribeName": "汛期监测", "applyUse": "防汛", "addressId": target, "satelite": "GF1",
        "objType": "WX", "startTime": "2020-01-01",
        "frequency": "week", "delaytime": "1", "validUntil": until, "digest": "false",
        "uploadFileList": w.papers(&w.owner, &[6, 7, 2, 1]).await});
    let made = walk.ok("POST /mj/agrsSubscribe/save", &w.owner, form).await;
    let id = made["id"].as_str().unwrap();
    let path = format!("/api/subscriptions/{id}");
    let is = w.get(&path, &w.owner).await.ok();
    assert_eq!(
        (
            &is["name"],
            &is["purpose"],
            &is["frequency"],
            &is["delaytime"],
            &is["digest"]
        ),
        (
            &json!("汛期监测"),
            &json!("防汛"),
            &json!("week"),
            &json!(1),
            &json!(false)
        )
    );
    assert_eq!(is["criteria"]["satellites"], json!(["GF1"]));
    assert_eq!(is["criteria"]["objTypes"], json!(["WX"]));
    assert_eq!(is["criteria"]["from"], "2019-12-31T16:00:00Z");
    assert_eq!(is["attachments"].as_array().map(Vec::len), Some(4));

    let waiting = walk
        .ok(
            "POST /mj/agrsSubscribe/auditList",
            &w.admin,
            json!({"state": "pending"}),
        )
        .await;
    assert_eq!(
        (&waiting["total"], &waiting["list"][0]["id"]),
        (&json!(1), &json!(id))
    );
    let audit = "POST /mj/agrsSubscribe/audit";
    walk.ok(audit, &w.admin, json!({"id": id, "status": 1}))
        .await;
    let state = async || w.get(&path, &w.owner).await.ok()["state"].take();
    assert_eq!(state().await, "running");
    let again = walk
        .refusal(audit, &w.admin, json!({"id": id, "decision": "approve"}))
        .await;
    assert_eq!(again.0, StatusCode::CONFLICT.as_u16());
    id.to_owned()
}

async fn changed(walk: &Walk<'_>, id: &str) {
    let w = walk.w;
    let path = format!("/api/subscriptions/{id}");
    let state = async || w.get(&path, &w.owner).await.ok()["state"].take();
    // A name needs no approval, and what is not sent stays.
    let renamed = json!({"subscribeId": id, "subscribeName": "长期监测"});
    walk.ok("POST /mj/agrsSubscribe/update", &w.owner, renamed)
        .await;
    let is = walk
        .ok("GET /mj/agrsSubscribe/get", &w.owner, json!({"id": id}))
        .await;
    assert_eq!(is, w.get(&path, &w.owner).await.ok());
    assert_eq!(
        (&is["name"], &is["state"], &is["frequency"]),
        (&json!("长期监测"), &json!("running"), &json!("week"))
    );
    let listed = walk.ok("POST /mj/agrsSubscribe/list", &w.owner, ()).await;
    assert_eq!((&listed["total"], &listed["list"][0]), (&json!(1), &is));

    let ids = json!({"ids": [id]});
    let paused = walk
        .ok("POST /mj/agrsSubscribe/pause", &w.owner, ids.clone())
        .await;
    assert_eq!(paused["refused"], json!([]));
    assert_eq!(state().await, "paused");
    walk.ok("POST /mj/agrsSubscribe/resume", &w.owner, ids)
        .await;
    assert_eq!(state().await, "running");
}

/// What is on its way, and the end.
async fn sent(walk: &Walk<'_>, id: &str) {
    let w = walk.w;
    let path = format!("/api/subscriptions/{id}");
    let ids = json!({"ids": [id]});
    let insert = "INSERT INTO subscription_match (id, subscription_id, dataname, revision, round, size, path, matched_at, due_at) \
        VALUES (gen_random_uuid(), $1::uuid, 'GF1_s1', 'r', 1, 10, 'a', $2, $2)";
    sqlx::query(insert)
        .bind(id)
        .bind(w.now())
        .execute(&w.context.pool)
        .await
        .unwrap();
    let scenes = walk
        .ok(
            "POST /pushXg/secmep/subTask/list",
            &w.owner,
            json!({"subscribeId": id, "state": "waiting"}),
        )
        .await;
    let ours = w.get(&format!("{path}/scenes"), &w.owner).await.ok();
    assert_eq!(
        (&scenes["total"], &scenes["list"]),
        (&json!(1), &ours["items"])
    );
    let flow = walk
        .ok(
            "GET /pushXg/secmep/subTask/flow",
            &w.owner,
            json!({"subscribeId": id}),
        )
        .await;
    assert_eq!(flow, w.get(&format!("{path}/flow"), &w.owner).await.ok());

    let foreign = walk
        .ok("POST /mj/agrsSubscribe/delete", &w.stranger, ids.clone())
        .await;
    assert_eq!(foreign["done"], json!([]));
    walk.ok("POST /mj/agrsSubscribe/delete", &w.owner, ids)
        .await;
    assert_eq!(w.get(&path, &w.owner).await.ok()["state"], "ended");
}

async fn orders(walk: &Walk<'_>, target: &str) {
    let w = walk.w;
    let order = w.prepared().await;
    let path = format!("/api/orders/{order}/pushes");
    let send = "POST /pushXg/secmep/task/send";
    let asked = json!({"orderId": order, "targetId": target});
    walk.ok(send, &w.owner, asked.clone()).await;
    let foreign = walk.refusal(send, &w.stranger, asked).await;
    assert_eq!(foreign.0, StatusCode::NOT_FOUND.as_u16());
    let ours = w.get(&path, &w.owner).await.ok();
    assert_eq!(ours["items"][0]["targetId"], target);
    let listed = walk
        .ok(
            "POST /pushXg/secmep/task/list",
            &w.owner,
            json!({"orderId": order}),
        )
        .await;
    assert_eq!(listed, ours);
    let list = "POST /pushXg/secmep/subTask/listByOrder";
    let push = &ours["items"][0];
    let files = walk
        .ok(
            list,
            &w.owner,
            json!({"orderId": order, "taskId": push["id"]}),
        )
        .await;
    let pushed = push["files"].as_array().unwrap();
    assert!(!pushed.is_empty());
    assert_eq!(files["total"], pushed.len());
    assert_eq!(
        (&files["list"][0]["path"], &files["list"][0]["targetName"]),
        (&pushed[0]["path"], &push["targetName"])
    );
    let none = walk
        .ok(
            list,
            &w.owner,
            json!({"orderId": order, "taskId": "another"}),
        )
        .await;
    assert_eq!(none["total"], 0);
}

async fn copies(walk: &Walk<'_>) {
    let w = walk.w;
    let form = json!({"taskName": "省级目录", "url": "https://other.example.cn/stac", "token": "t0ken",
        "everyMinutes": "60", "withFiles": "true"});
    let made = walk.ok("POST /mj/agrsSync/save", &w.admin, form).await;
    assert!(!made.to_string().contains("t0ken"), "{made}");
    let id = made["id"].as_str().unwrap();
    let path = format!("/api/receive-tasks/{id}");
    let is = w.get(&path, &w.admin).await.ok();
    assert_eq!(
        (
            &is["definition"]["kind"],
            &is["definition"]["withFiles"],
            &is["everyMinutes"]
        ),
        (&json!("scenedock"), &json!(true), &json!(60))
    );
    // What is not sent stays, the token too.
    let change = json!({"id": id, "cron": "0 3 * * *", "collections": "GF1,GF2"});
    walk.ok("POST /mj/agrsSync/update", &w.admin, change).await;
    let is = walk
        .ok("GET /mj/agrsSync/get", &w.admin, json!({"id": id}))
        .await;
    assert_eq!(
        (
            &is["name"],
            &is["cron"],
            &is["everyMinutes"],
            &is["definition"]["collections"]
        ),
        (
            &json!("省级目录"),
            &json!("0 3 * * *"),
            &Value::Null,
            &json!(["GF1", "GF2"])
        )
    );
    let listed = walk.ok("POST /mj/agrsSync/list", &w.admin, ()).await;
    assert_eq!(
        (&listed["total"], &listed["list"][0]["id"]),
        (&json!(1), &json!(id))
    );

    let one = json!({"id": id});
    let paused = async || w.get(&path, &w.admin).await.ok()["paused"].take();
    walk.ok("POST /mj/agrsSync/pause", &w.admin, one.clone())
        .await;
    assert_eq!(paused().await, true);
    walk.ok("POST /mj/agrsSync/run", &w.admin, one.clone())
        .await;
    let history = walk
        .ok("POST /mj/agrsSync/history", &w.admin, one.clone())
        .await;
    let runs = w.get(&format!("{path}/runs"), &w.admin).await.ok();
    assert_eq!(
        (&history["total"], &history["list"]),
        (&json!(1), &runs["items"])
    );
    walk.ok("POST /mj/agrsSync/resume", &w.admin, one.clone())
        .await;
    assert_eq!(paused().await, false);
    // One with a run under way stays; another one goes.
    let busy = walk
        .refusal("POST /mj/agrsSync/delete", &w.admin, one)
        .await;
    assert_eq!(busy.0, StatusCode::CONFLICT.as_u16());
    let form = json!({"taskName": "另一个", "url": "https://other.example.cn/stac", "token": "t0ken",
        "everyMinutes": "60"});
    let other = walk.ok("POST /mj/agrsSync/save", &w.admin, form).await;
    let one = json!({"id": other["id"]});
    let refused = walk
        .refusal("POST /mj/agrsSync/delete", &w.owner, one.clone())
        .await;
    assert_eq!(refused.0, StatusCode::FORBIDDEN.as_u16());
    walk.yes("POST /mj/agrsSync/delete", &w.admin, one).await;
    let path = format!("/api/receive-tasks/{}", other["id"].as_str().unwrap());
    assert_eq!(w.get(&path, &w.admin).await.status, StatusCode::NOT_FOUND);
}
