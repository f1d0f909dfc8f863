//! The whole life of an order.

use axum::http::Method;
use serde_json::{Value, json};

use crate::world::{World, id};

fn actions(order: &Value) -> Vec<&str> {
    let actions = order["actions"].as_array().unwrap();
    actions
        .iter()
        .map(|action| action.as_str().unwrap())
        .collect()
}

/// What administrators may do while an order is prepared, whatever its state.
const STEERING: [&str; 2] = ["set_priority", "set_emergency"];

#[tokio::test]
async fn from_a_draft_to_a_completed_order() {
    let w = World::new().await;
    let draft = w.application("save").await;
    let made = w.post("/api/orders", &w.owner, draft.clone()).await;
    assert_eq!(made.status, 201);
    let made = made.json();
    let order = id(&made);
    assert_eq!(made["sstatus"], -1);
    assert_eq!(actions(&made), ["save", "submit", "clone", "delete"]);

    let path = format!("/api/orders/{order}");
    let mut changed = draft;
    changed["form"]["productName"] = json!("改过的项目");
    let saved = w
        .call(Method::PUT, &path, &w.owner, Some(changed))
        .await
        .ok();
    assert_eq!(
        (&saved["sstatus"], &saved["productName"]),
        (&json!(-1), &json!("改过的项目"))
    );

    let sent = w.act(&order, "submit", &w.owner).await.ok();
    assert_eq!(
        (&sent["sstatus"], actions(&sent)),
        (&json!(0), vec!["withdraw", "clone"])
    );
    let back = w.act(&order, "withdraw", &w.owner).await.ok();
    assert_eq!(back["sstatus"], -1);
    w.act(&order, "submit", &w.owner).await.ok();

    let seen = w.get(&path, &w.admin).await.ok();
    assert_eq!(actions(&seen)[..2], ["approve", "reject"]);
    assert_eq!(actions(&seen)[2..], STEERING);
    let approved = w.act(&order, "approve", &w.admin).await.ok();
    assert_eq!(
        (&approved["sstatus"], &approved["auditor"]),
        (&json!(1), &json!("管理员"))
    );
    assert_eq!(actions(&approved)[..2], ["reextract", "cancel_preparation"]);
    assert_eq!(actions(&approved)[2..], STEERING);

    w.prepare().await;
    let ready = w.get(&path, &w.owner).await.ok();
    assert_eq!(ready["sstatus"], 6);
    assert_eq!(ready["dataPercent"]["percentStr"], "100%");
    let address = ready["downlodPathFile"].as_str().unwrap();
    assert!(address.ends_with(":pass-word-1@ftp.example.org:2121"));
    assert_eq!(ready["expiresAt"], "2026-11-28T02:00:00Z");

    let done = w.act(&order, "complete", &w.admin).await.ok();
    assert_eq!(
        (&done["sstatus"], &done["endtime"]),
        (&json!(7), &json!("2026-11-21T02:00:00Z"))
    );
    let events = w.get(&format!("{path}/events"), &w.owner).await.ok();
    let role_and_action = |event: &Value| {
        (
            event["role"].clone(),
            event["action"].clone(),
            event["to"].clone(),
        )
    };
    let line: Vec<_> = events["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(role_and_action)
        .collect();
    let want = [
        ("owner", "save", -1),
        ("owner", "save", -1),
        ("owner", "submit", 0),
        ("owner", "withdraw", -1),
        ("owner", "submit", 0),
        ("admin", "approve", 1),
        ("system", "finish_extraction", 3),
        ("system", "finish_preparation", 6),
        ("admin", "complete", 7),
    ];
    assert_eq!(
        line,
        want.map(|(role, action, to)| (json!(role), json!(action), json!(to)))
    );
}

#[tokio::test]
async fn a_rejected_order_comes_back_changed_only() {
    let w = World::new().await;
    let order = w.submitted().await;
    let path = format!("/api/orders/{order}");
    let empty = w
        .post(&format!("{path}/reject"), &w.admin, json!({"cause": "  "}))
        .await;
    assert_eq!(
        empty.refusal(),
        (422, "cause_missing".into(), "请填写驳回原因！".into())
    );
    let rejected = w
        .post(
            &format!("{path}/reject"),
            &w.admin,
            json!({"cause": "介绍信不清晰"}),
        )
        .await
        .ok();
    assert_eq!(
        (&rejected["sstatus"], &rejected["cause"]),
        (&json!(2), &json!("介绍信不清晰"))
    );

    let again = w.act(&order, "submit", &w.owner).await;
    assert_eq!(
        again.refusal(),
        (422, "nothing_changed".into(), "请更改信息！".into())
    );
    let seen = w.get(&path, &w.owner).await.ok();
    let papers: Vec<_> = seen["attachments"]
        .as_array()
        .unwrap()
        .iter()
        .map(|paper| json!({"type": paper["type"], "attachmentId": paper["attachmentId"]}))
        .collect();
    let mut changed = json!({"form": crate::world::form(), "dataIds": ["s1"], "attachments": papers, "action": "submit"});
    let sent = w
        .call(Method::PUT, &path, &w.owner, Some(changed.clone()))
        .await
        .ok();
    assert_eq!(
        (&sent["sstatus"], &sent["dataCount"]),
        (&json!(0), &json!(1))
    );

    // What is handed in is out of its owner's hands.
    changed["dataIds"] = json!(["s2"]);
    let late = w.call(Method::PUT, &path, &w.owner, Some(changed)).await;
    assert_eq!(late.refusal().1, "wrong_state");
}

#[tokio::test]
async fn of_two_administrators_one_approves() {
    let w = World::new().await;
    let order = w.submitted().await;
    let (one, other) = tokio::join!(
        w.act(&order, "approve", &w.admin),
        w.act(&order, "approve", &w.admin)
    );
    let mut statuses = [one.status.as_u16(), other.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
    let events = w
        .get(&format!("/api/orders/{order}/events"), &w.admin)
        .await
        .ok();
    assert_eq!(events["total"], 2);
}

#[tokio::test]
async fn an_overdue_order_closes_and_opens_anew() {
    let w = World::new().await;
    let order = w.prepared().await;
    let first = w
        .get(&format!("/api/orders/{order}/delivery"), &w.owner)
        .await
        .ok();
    let overdue = w.act(&order, "overdue", &w.admin).await.ok();
    assert_eq!(
        (&overdue["sstatus"], &overdue["downlodPathFile"]),
        (&json!(5), &Value::Null)
    );
    assert_eq!(actions(&overdue), ["reopen", "delete"]);
    let closed = w
        .get(&format!("/api/orders/{order}/delivery"), &w.owner)
        .await;
    assert_eq!(closed.refusal().1, "no_delivery");

    assert_eq!(w.act(&order, "reopen", &w.admin).await.ok()["sstatus"], 3);
    w.prepare().await;
    let second = w
        .get(&format!("/api/orders/{order}/delivery"), &w.owner)
        .await
        .ok();
    assert_ne!(first["address"], second["address"]);
}

#[tokio::test]
async fn an_administrator_adds_papers_before_completing() {
    let w = World::new().await;
    let mut application = w.application("submit").await;
    application["form"]["getMethod"] = json!(2);
    application["attachments"] = w.papers(&w.owner, &[6, 7]).await;
    let order = id(&w
        .post("/api/orders", &w.owner, application.clone())
        .await
        .ok());
    w.act(&order, "approve", &w.admin).await.ok();
    w.prepare().await;
    let early = w.act(&order, "complete", &w.admin).await;
    assert_eq!(
        early.refusal(),
        (422, "papers_missing".into(), "请上传必传项！".into())
    );
    let missing: Vec<_> = early.json()["errors"]
        .as_array()
        .unwrap()
        .iter()
        .map(|e| e["detail"].clone())
        .collect();
    assert_eq!(missing, ["请上传介绍信！", "请上传身份证！"]);

    let mut papers = application["attachments"].as_array().unwrap().clone();
    papers.extend(
        w.papers(&w.admin, &[2, 1])
            .await
            .as_array()
            .unwrap()
            .clone(),
    );
    let path = format!("/api/orders/{order}");
    let body = json!({"attachments": papers});
    let saved = w.call(Method::PUT, &path, &w.admin, Some(body)).await.ok();
    assert_eq!(saved["sstatus"], 6);
    assert_eq!(w.act(&order, "complete", &w.admin).await.ok()["sstatus"], 7);

    // An offline copy is fetched on a disk: there is no address, for anybody.
    for who in [&w.owner, &w.admin] {
        let seen = w.get(&path, who).await.ok();
        assert_eq!(seen["downlodPathFile"], Value::Null);
        assert!(seen["expiresAt"].is_string());
    }
}

#[tokio::test]
async fn an_order_reads_as_the_contract_says() {
    let w = World::new().await;
    let order = w.prepared().await;
    let seen = w.get(&format!("/api/orders/{order}"), &w.owner).await.ok();
    insta::assert_json_snapshot!("prepared_order", seen, {
        ".id" => "[id]", ".userid" => "[id]", ".downlodPathFile" => "[address]",
        ".downloads[].url" => "[url]",
        ".attachments[].attachmentId" => "[id]", ".attachments[].fDataPath" => "[path]",
    });
    let scenes = w
        .get(&format!("/api/orders/{order}/scenes"), &w.owner)
        .await
        .ok();
    insta::assert_json_snapshot!("scenes_of_a_prepared_order", scenes, { ".items[].did" => "[did]", ".items[].fileUrl" => "[url]" });
    let events = w
        .get(&format!("/api/orders/{order}/events"), &w.owner)
        .await
        .ok();
    insta::assert_json_snapshot!("events_of_a_prepared_order", events);
    let shape = w
        .get(&format!("/api/orders/{order}/footprint"), &w.owner)
        .await
        .ok();
    assert_eq!(shape["wkt"], "MULTIPOLYGON(((0 1,0 0,1.5 0,1.5 1,0 1)))");
}
