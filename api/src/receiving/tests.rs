use axum::http::{Method, StatusCode};
use domain::role::Role;
use serde_json::{Value, json};

use crate::testing::TestApi;

const TASKS: &str = "/api/receive-tasks";

fn form(name: &str) -> Value {
    json!({"name": name, "definition": {"kind": "item_folder", "location": "/data/incoming", "verification": "checksum",
        "settleSeconds": 60}, "everyMinutes": 15})
}

#[tokio::test]
async fn a_task_is_made_paused_resumed_run_and_removed_and_the_audit_log_has_it() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let made = api.post(TASKS, &admin, form("卫星一号")).await;
    assert_eq!(made.status, StatusCode::CREATED, "{}", made.json());
    let made = made.json();
    assert_eq!(
        (&made["standing"], &made["everyMinutes"]),
        (&json!("running"), &json!(15))
    );
    let again = api.post(TASKS, &admin, form("卫星一号")).await;
    assert_eq!(again.json()["errors"][0]["field"], "name");
    let one = format!("{TASKS}/{}", made["id"].as_str().unwrap());

    let step = async |step: &str| api.post(&format!("{one}/{step}"), &admin, json!({})).await;
    let paused = step("pause").await.json();
    assert_eq!(
        (&paused["standing"], &paused["nextRunAt"]),
        (&json!("paused"), &json!(null))
    );
    assert_eq!(step("pause").await.json()["code"], "wrong_state");
    assert_eq!(step("resume").await.json()["standing"], "running");

    let run = step("runs").await;
    assert_eq!(run.status, StatusCode::ACCEPTED);
    let run = run.json();
    assert_eq!(
        (&run["trigger"], &run["state"]),
        (&json!("person"), &json!("live"))
    );
    for answer in [
        step("runs").await,
        api.call(Method::PUT, &one, &admin, Some(form("b"))).await,
        api.call(Method::DELETE, &one, &admin, None).await,
    ] {
        assert_eq!(answer.status, StatusCode::CONFLICT);
        assert_eq!(answer.json()["code"], "receive_run_under_way");
    }
    let history = api
        .get(&format!("{one}/runs?state=live"), &admin)
        .await
        .json();
    assert_eq!(
        (&history["total"], &history["items"][0]["id"]),
        (&json!(1), &run["id"])
    );
    let files = format!(
        "/api/receive-runs/{}/files?outcome=refused",
        run["id"].as_str().unwrap()
    );
    assert_eq!(api.get(&files, &admin).await.json()["total"], 0);

    sqlx::query("DELETE FROM receive_run")
        .execute(&api.context.pool)
        .await
        .unwrap();
    let changed = api.call(Method::PUT, &one, &admin, Some(form("b"))).await;
    assert_eq!(changed.json()["name"], "b");
    let gone = api.call(Method::DELETE, &one, &admin, None).await;
    assert_eq!(gone.status, StatusCode::NO_CONTENT);
    assert_eq!(api.get(TASKS, &admin).await.json()["total"], 0);
    let acts: Vec<String> = sqlx::query_scalar(
        "SELECT action FROM audit_entry WHERE subject = 'receive_task' ORDER BY id",
    )
    .fetch_all(&api.context.pool)
    .await
    .unwrap();
    assert_eq!(
        acts,
        ["create", "pause", "resume", "run_now", "change", "remove"]
    );
}

#[tokio::test]
async fn what_cannot_be_received_from_is_refused() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let with = |field: &str, value: Value| {
        let mut form = form("a");
        form["definition"][field] = value;
        form
    };
    let mut both = form("a");
    both["cron"] = json!("* * * * *");
    let mut never = form("a");
    never["everyMinutes"] = json!(null);
    never["cron"] = json!("0 0 31 2 *");
    let mut api_with_password = with("kind", json!("stac_api"));
    api_with_password["definition"]["location"] = json!("https://me:pw@example.org/stac");
    let table = [
        (with("kind", json!("pigeon")), "definition.kind"),
        (with("location", json!("incoming")), "definition.location"),
        (
            with("location", json!("/data/../etc")),
            "definition.location",
        ),
        (with("kind", json!("stac_api")), "definition.location"),
        (api_with_password, "definition.location"),
        (with("collections", json!(["c"])), "definition.collections"),
        (
            with("verification", json!("trust")),
            "definition.verification",
        ),
        (with("settleSeconds", json!(-1)), "definition.settleSeconds"),
        (form(" "), "name"),
        (both, "cron"),
        (never, "cron"),
    ];
    for (body, field) in table {
        let answer = api.post(TASKS, &admin, body.clone()).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{body}");
        assert_eq!(answer.json()["errors"][0]["field"], field, "{body}");
    }
}

#[tokio::test]
async fn a_dry_run_needs_no_task_and_there_are_few_at_once() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let definition = form("a")["definition"].take();
    for _ in 0..4 {
        let begun = api
            .post("/api/receive-dry-runs", &admin, definition.clone())
            .await;
        assert_eq!(begun.status, StatusCode::ACCEPTED);
        let begun = begun.json();
        assert_eq!(
            (&begun["taskId"], &begun["trigger"]),
            (&json!(null), &json!("dry_run"))
        );
    }
    let fifth = api.post("/api/receive-dry-runs", &admin, definition).await;
    assert_eq!(fifth.json()["code"], "too_many");
}
