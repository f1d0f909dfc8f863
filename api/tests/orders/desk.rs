//! The audit desk: what waits, what is decided and taken back, what the checks say, what there is to do.

use axum::http::Method;
use domain::role::Role;
use serde_json::{Value, json};
use storage::lifecycle::decisions;
use testkit::builders::person;

use crate::world::{Person, World, id};

impl World {
    async fn desk(&self, who: &Person) -> Value {
        self.get("/api/audit-desk", who).await.ok()
    }

    async fn decide(&self, order: &str, who: &Person, body: Value) -> testkit::answer::Answer {
        let path = format!("/api/orders/{order}/decision");
        self.post(&path, who, body).await
    }

    async fn undo(&self, order: &str, who: &Person) -> testkit::answer::Answer {
        let path = format!("/api/orders/{order}/decision");
        self.call(Method::DELETE, &path, who, None).await
    }

    /// The eight seconds pass, and a worker comes.
    async fn carry_out(&self) {
        sqlx::query("UPDATE pending_decision SET due_at = clock_timestamp()")
            .execute(&self.context.pool)
            .await
            .unwrap();
        decisions::carry_out_due(&self.context.pool, self.now())
            .await
            .unwrap();
    }

    pub async fn run(&self, statement: &'static str) {
        let done = sqlx::query(statement).execute(&self.context.pool).await;
        done.unwrap();
    }

    async fn second_admin(&self) -> Person {
        let second = person("admin2").name("李审核").role(Role::Admin);
        let second = second.create(&self.context.pool, self.now()).await;
        self.signs_in(second).await
    }

    async fn state(&self, order: &str) -> Value {
        let path = format!("/api/orders/{order}");
        self.get(&path, &self.admin).await.ok()["sstatus"].clone()
    }
}

const APPROVE: &str = "approve";

#[tokio::test]
async fn the_queue_is_oldest_first_and_shows_what_is_decided_by_whom() {
    let w = World::new().await;
    let first = w.submitted().await;
    w.pass(chrono::TimeDelta::minutes(5)).await;
    let second = w.submitted().await;
    let other = w.second_admin().await;
    let desk = w.desk(&w.admin).await;
    assert_eq!(
        (&desk["total"], &desk["items"][0]["id"]),
        (&json!(2), &json!(first))
    );
    assert_eq!(desk["items"][1]["id"], second.as_str());
    let item = &desk["items"][0];
    assert_eq!(item["productName"], "青藏高原矿产调查");
    assert_eq!(item["decision"], Value::Null);
    assert_eq!(
        (&item["dataCount"], &item["dataSize"]),
        (&json!(2), &json!(20))
    );
    assert_eq!(
        (&item["own"], &item["returned"]),
        (&json!(false), &json!(false))
    );

    let body = json!({"decision": "reject", "cause": "附件不清晰"});
    let answer = w.decide(&first, &w.admin, body).await;
    assert_eq!(answer.status, 202);
    assert_eq!(answer.json()["undoMs"], 8000);
    for (who, mine) in [(&w.admin, true), (&other, false)] {
        let held = w.desk(who).await["items"][0]["decision"].clone();
        assert_eq!(held["mine"], mine);
        assert_eq!(held["byName"], "管理员");
        assert_eq!(
            (&held["decision"], &held["cause"]),
            (&json!("reject"), &json!("附件不清晰"))
        );
        assert_eq!(held["dueAt"], answer.json()["dueAt"]);
    }
    assert_eq!(w.state(&first).await, 0);
    w.carry_out().await;
    assert_eq!(w.state(&first).await, 2);
    assert_eq!(w.desk(&w.admin).await["total"], 1);
}

#[tokio::test]
async fn a_decision_is_made_once_and_taken_back_by_who_made_it() {
    let w = World::new().await;
    let other = w.second_admin().await;
    let order = w.submitted().await;
    let approve = json!({"decision": APPROVE});
    assert_eq!(
        w.decide(&order, &w.admin, approve.clone()).await.status,
        202
    );
    for (answer, code) in [
        (
            w.decide(&order, &other, approve.clone()).await,
            "decision_pending",
        ),
        (w.act(&order, "approve", &other).await, "decision_pending"),
        (w.undo(&order, &other).await, "others_decision"),
    ] {
        assert_eq!(
            (answer.status.as_u16(), &answer.json()["code"]),
            (409, &json!(code))
        );
    }
    assert_eq!(w.undo(&order, &w.admin).await.status, 204);
    let again = w.undo(&order, &w.admin).await;
    assert_eq!(
        (again.status.as_u16(), &again.json()["code"]),
        (409, &json!("no_decision"))
    );
    assert_eq!(w.decide(&order, &other, approve).await.status, 202);
    w.carry_out().await;
    assert_eq!(w.state(&order).await, 1);
    let late = w.undo(&order, &other).await;
    assert_eq!(
        (late.status.as_u16(), &late.json()["code"]),
        (409, &json!("no_decision"))
    );
    let logged = w
        .get("/api/audit-log?subject=order&q=admin2", &w.admin)
        .await
        .ok();
    let entry = &logged["items"][0];
    assert_eq!(
        (&entry["action"], &entry["clientIp"]),
        (&json!("approve"), &json!("192.0.2.1"))
    );
}

#[tokio::test]
async fn a_decision_that_cannot_be_one_is_refused() {
    let w = World::new().await;
    let order = w.submitted().await;
    for (body, status) in [
        (json!({"decision": "reject"}), 422),
        (json!({"decision": "reject", "cause": " "}), 422),
        (
            json!({"decision": "reject", "cause": "长".repeat(4001)}),
            400,
        ),
        (json!({"decision": "withdraw"}), 400),
        (json!({}), 400),
    ] {
        let answer = w.decide(&order, &w.admin, body.clone()).await;
        assert_eq!(answer.status, status, "{body}");
    }
    for (who, status) in [(&w.owner, 403), (&w.stranger, 403), (&w.operator, 403)] {
        let answer = w.decide(&order, who, json!({"decision": APPROVE})).await;
        assert_eq!(answer.status, status);
        assert_eq!(w.undo(&order, who).await.status, status);
    }
    assert_eq!(w.desk(&w.admin).await["items"][0]["decision"], Value::Null);
}

#[tokio::test]
async fn somebody_else_decides_about_ones_own_order() {
    let w = World::new().await;
    let order = w.submitted().await;
    w.run("INSERT INTO user_role (user_id, role_id) SELECT id, 'admin' FROM app_user WHERE login_name = 'zhangsan'")
        .await;
    let item = w.desk(&w.owner).await["items"][0].clone();
    assert_eq!((&item["id"], &item["own"]), (&json!(order), &json!(true)));
    let refused = w
        .decide(&order, &w.owner, json!({"decision": APPROVE}))
        .await;
    assert_eq!(refused.status, 403);
}

#[tokio::test]
async fn who_decided_is_told_that_the_applicant_took_the_order_back() {
    let w = World::new().await;
    let order = w.submitted().await;
    w.decide(&order, &w.admin, json!({"decision": APPROVE}))
        .await;
    w.act(&order, "withdraw", &w.owner).await.ok();
    let desk = w.desk(&w.admin).await;
    let dropped = &desk["dropped"][0];
    assert_eq!(
        (&desk["total"], &dropped["orderId"]),
        (&json!(0), &json!(order))
    );
    assert_eq!(dropped["text"], "申请人已撤回订单，审核决定未执行");
    assert_eq!(dropped["message"]["code"], "dropped.withdrawn");
    let path = format!("/api/audit-desk/dropped/{}", dropped["id"]);
    let other = w.second_admin().await;
    for (who, status) in [(&other, 404), (&w.admin, 204), (&w.admin, 404)] {
        assert_eq!(
            w.call(Method::DELETE, &path, who, None).await.status,
            status
        );
    }
    assert_eq!(w.desk(&w.admin).await["dropped"], json!([]));
}

#[tokio::test]
async fn checks_say_where_to_look() {
    let w = World::new().await;
    w.run("INSERT INTO unit (id, name) VALUES (gen_random_uuid(), '中国地质调查局')")
        .await;
    let earlier = w.submitted().await;
    let checks = async |order: &str| {
        let path = format!("/api/orders/{order}/checks");
        w.get(&path, &w.admin).await.ok()
    };
    let codes = |found: &Value| -> Vec<(String, String)> {
        let checks = found["checks"].as_array().unwrap().iter();
        checks
            .map(|check| {
                let word = |value: &Value| value.as_str().unwrap().to_owned();
                (word(&check["message"]["code"]), word(&check["verdict"]))
            })
            .collect()
    };
    let expected = [
        ("check.papers_complete", "ok"),
        ("check.unit_known", "ok"),
        ("check.not_ordered_before", "ok"),
        ("check.volume_small", "ok"),
        ("check.all_in_scope", "ok"),
        ("check.all_archived", "ok"),
    ]
    .map(|(code, verdict)| (code.to_owned(), verdict.to_owned()));
    assert_eq!(codes(&checks(&earlier).await), expected);

    w.pass(chrono::TimeDelta::minutes(1)).await;
    let mut application = w.application("submit").await;
    application["dataIds"] = json!(["s2", "s3"]);
    application["form"]["applyUserUnit"] = json!("不在名录的单位");
    let order = id(&w.post("/api/orders", &w.owner, application).await.ok());
    w.run("UPDATE scene SET archive_url = NULL WHERE dataid = 's3'")
        .await;
    w.run("DELETE FROM attachment WHERE kind = 1").await;
    let found = checks(&order).await;
    let expected = [
        ("check.paper_missing", "missing"),
        ("check.unit_unknown", "look"),
        ("check.ordered_by_applicant", "look"),
        ("check.volume_small", "ok"),
        ("check.all_in_scope", "ok"),
        ("check.some_catalogue_only", "look"),
    ]
    .map(|(code, verdict)| (code.to_owned(), verdict.to_owned()));
    assert_eq!(codes(&found), expected);
    assert_eq!(found["checks"][0]["text"], "缺少附件：身份证");
    assert_eq!(
        found["checks"][2]["message"]["params"],
        json!({"scenes": "1", "all": "2", "orders": "1"})
    );
    let before = &found["earlier"][0];
    assert_eq!(
        (&before["id"], &before["own"]),
        (&json!(earlier), &json!(true))
    );
    assert_eq!(
        (&before["scenes"], &before["sstatus"]),
        (&json!(1), &json!(0))
    );
    // What was refused was not ordered.
    let reject = json!({"cause": "重复"});
    w.post(&format!("/api/orders/{earlier}/reject"), &w.admin, reject)
        .await
        .ok();
    assert_eq!(checks(&order).await["earlier"], json!([]));
}

#[tokio::test]
async fn an_order_that_is_handed_in_later_finds_what_was_handed_in_before() {
    let w = World::new().await;
    let minute = chrono::TimeDelta::minutes(1);
    let draft = w.application("save").await;
    let draft = id(&w.post("/api/orders", &w.owner, draft).await.ok());
    w.pass(minute).await;
    let first = w.submitted().await;
    w.pass(minute).await;
    w.act(&draft, "submit", &w.owner).await.ok();
    let earlier = async |order: &str| {
        let path = format!("/api/orders/{order}/checks");
        let found = w.get(&path, &w.admin).await.ok();
        let earlier = found["earlier"].as_array().unwrap().iter();
        earlier.map(|one| one["id"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(earlier(&draft).await, [json!(first)]);
    assert!(earlier(&first).await.is_empty());
}

#[tokio::test]
async fn a_unit_s_other_orders_are_seen_and_its_volumes_compared() {
    let w = World::new().await;
    let before = w.completed().await;
    w.run("UPDATE orders SET data_size = 6::bigint << 30").await;
    w.run(
        "INSERT INTO orders (id, ordername, state, kind, user_id, apply_user_unit, data_size, created_at, updated_at) \
         SELECT gen_random_uuid(), '20260101WP00000000' || n, 7, 0, user_id, apply_user_unit, data_size, created_at, updated_at \
         FROM orders, generate_series(1, 2) n",
    )
    .await;
    let papers = w.papers(&w.stranger, &[6, 7, 2, 1]).await;
    let mut application = w.application("submit").await;
    application["attachments"] = papers;
    let order = id(&w.post("/api/orders", &w.stranger, application).await.ok());
    w.run("UPDATE orders SET data_size = 25::bigint << 30 WHERE state = 0")
        .await;
    let path = format!("/api/orders/{order}/checks");
    let found = w.get(&path, &w.admin).await.ok();
    assert_eq!(
        found["checks"][2]["message"]["code"],
        "check.ordered_by_unit"
    );
    assert_eq!(
        (&found["earlier"][0]["id"], &found["earlier"][0]["own"]),
        (&json!(before), &json!(false))
    );
    let volume = &found["checks"][3]["message"];
    assert_eq!(volume["code"], "check.volume_above_units");
    assert_eq!(
        volume["params"],
        json!({"volume": "25.0 GB", "usual": "6.0 GB"})
    );
}

#[tokio::test]
async fn each_figure_of_the_first_page_is_the_total_of_a_list() {
    let w = World::new().await;
    let empty = w.get("/api/dashboard", &w.admin).await.ok();
    assert_eq!(
        (&empty["waiting"], &empty["oldest"]),
        (&json!(0), &Value::Null)
    );
    let _prepared = w.prepared().await;
    w.pass(chrono::TimeDelta::minutes(1)).await;
    let (oldest, failed) = (w.submitted().await, w.approved().await);
    w.pass(chrono::TimeDelta::minutes(1)).await;
    let (stuck, newest) = (w.approved().await, w.submitted().await);
    w.decide(&newest, &w.admin, json!({"decision": APPROVE}))
        .await;
    w.run("UPDATE delivery SET expires_at = now() + interval '2 days'")
        .await;
    let bound = |statement: &'static str, order: &str| {
        sqlx::query(statement).bind(order.parse::<uuid::Uuid>().unwrap())
    };
    for (statement, order) in [
        (
            "UPDATE order_scene SET state = 2 WHERE order_id = $1",
            &failed,
        ),
        (
            "UPDATE task SET kind = 'package_order', did = NULL, state = 'failed' WHERE id = (SELECT id FROM task WHERE order_id = $1 LIMIT 1)",
            &stuck,
        ),
        ("UPDATE orders SET state = 3 WHERE id = $1", &stuck),
    ] {
        bound(statement, order)
            .execute(&w.context.pool)
            .await
            .unwrap();
    }
    let seen = w.get("/api/dashboard", &w.operator).await.ok();
    assert_eq!(seen["oldest"]["id"], oldest.as_str());
    assert_eq!(seen["pending"], 1);
    for (figure, query, count) in [
        ("waiting", "status=0", 2),
        ("failedScenes", "status=1,3&attention=failed_scenes", 1),
        (
            "failedPackaging",
            "status=1,3&attention=failed_packaging",
            1,
        ),
        ("expiring", "status=6&attention=expiring", 1),
        ("preparing", "status=1,3", 2),
    ] {
        let listed = w.get(&format!("/api/orders?{query}"), &w.admin).await.ok();
        assert_eq!(seen[figure], count, "{figure}");
        assert_eq!(listed["total"], count, "{figure}");
        assert_eq!(listed["items"].as_array().unwrap().len(), count);
    }
    let wrong = w.get("/api/orders?attention=all", &w.admin).await;
    assert_eq!(wrong.status, 400);
    // Somebody tries again: it is not stuck any longer.
    bound("INSERT INTO task (id, kind, order_id, user_id, max_attempts) SELECT gen_random_uuid(), 'package_order', id, user_id, 3 FROM orders WHERE id = $1", &stuck)
        .execute(&w.context.pool).await.unwrap();
    assert_eq!(
        w.get("/api/dashboard", &w.admin).await.ok()["failedPackaging"],
        0
    );
}
