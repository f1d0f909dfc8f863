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
    for alike in ["卫星一号", "卫星\u{200B}一号"] {
        let again = api.post(TASKS, &admin, form(alike)).await;
        assert_eq!(again.json()["errors"][0]["field"], "name", "{alike:?}");
    }
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
    assert_first_and_last_entry(&api, &admin).await;
}

/// The entries of making a task and of removing it say what it was.
async fn assert_first_and_last_entry(api: &TestApi, admin: &str) {
    let log = api.get("/api/audit-log?subject=receive_task", admin).await;
    let log = log.json();
    for (entry, side, other, name) in [
        (5_usize, "after", "before", "卫星一号"),
        (0, "before", "after", "b"),
    ] {
        let written = log["items"][entry]["changes"].as_array().unwrap();
        for (field, value) in [
            ("name", name),
            ("kind", "item_folder"),
            ("location", "/data/incoming"),
            ("verification", "checksum"),
            ("settleSeconds", "60"),
            ("schedule", "15"),
        ] {
            let mut fields = written.iter();
            let found = fields.find(|change| change["field"] == field).unwrap();
            assert_eq!((&found[side], &found[other]), (&json!(value), &json!("")));
        }
    }
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

fn bucket(secret: Option<&str>) -> Value {
    let mut form = form("桶");
    form["definition"] = json!({"kind": "s3", "location": "https://s3.example.cn:9000/inbox/a", "contents": "items",
        "verification": "checksum", "settleSeconds": 60, "region": "cn-north-1", "loginName": "AKIA"});
    if let Some(secret) = secret {
        form["definition"]["secret"] = json!(secret);
    }
    form
}

#[tokio::test]
async fn a_secret_is_kept_sealed_and_goes_to_no_other_host_or_user() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let without = api.post(TASKS, &admin, bucket(None)).await;
    assert_eq!(without.status, StatusCode::BAD_REQUEST);
    assert_eq!(without.json()["errors"][0]["field"], "definition.secret");
    let made = api
        .post(TASKS, &admin, bucket(Some("not-to-be-read")))
        .await;
    assert_eq!(made.status, StatusCode::CREATED, "{}", made.json());
    let made = made.json();
    assert_eq!(made["definition"]["loginName"], "AKIA");
    assert_eq!(made["definition"]["settleSeconds"], 60);
    let one = format!("{TASKS}/{}", made["id"].as_str().unwrap());
    sqlx::query("UPDATE receive_task SET state = 'paused'")
        .execute(&api.context.pool)
        .await
        .unwrap();

    let change = async |field: &str, value: Value| {
        let mut form = bucket(None);
        form["definition"][field] = value;
        api.call(Method::PUT, &one, &admin, Some(form)).await
    };
    for (field, value) in [
        (
            "location",
            json!("https://elsewhere.example.cn:9000/inbox/a"),
        ),
        ("location", json!("http://s3.example.cn:9000/inbox/a")),
        ("location", json!("https://s3.example.cn/inbox/a")),
        ("loginName", json!("AKIB")),
    ] {
        let refused = change(field, value).await;
        assert_eq!(refused.json()["errors"][0]["field"], "definition.secret");
    }
    let another_prefix = json!("https://s3.example.cn:9000/inbox/b");
    let changed = change("location", another_prefix).await;
    assert_eq!(changed.status, StatusCode::OK, "{}", changed.json());

    let mut asked = bucket(None)["definition"].take();
    asked["taskId"] = made["id"].clone();
    let dry = api
        .post("/api/receive-dry-runs", &admin, asked.clone())
        .await;
    assert_eq!(dry.status, StatusCode::ACCEPTED, "{}", dry.json());
    asked["location"] = json!("https://elsewhere.example.cn/inbox");
    let elsewhere = api.post("/api/receive-dry-runs", &admin, asked).await;
    assert_eq!(elsewhere.json()["errors"][0]["field"], "definition.secret");

    for answer in [
        made,
        changed.json(),
        dry.json(),
        api.get(TASKS, &admin).await.json(),
    ] {
        let text = answer.to_string();
        assert!(
            !text.contains("not-to-be-read") && !text.contains("secret"),
            "{text}"
        );
    }
    let kept: i64 = sqlx::query_scalar(
        "SELECT count(*) FROM (SELECT secret_sealed FROM receive_task UNION ALL SELECT secret_sealed FROM receive_run) s \
         WHERE position('not-to-be-read'::bytea IN secret_sealed) = 0",
    )
    .fetch_one(&api.context.pool)
    .await
    .unwrap();
    assert_eq!(kept, 2);

    // A folder has none.
    let folder = api.call(Method::PUT, &one, &admin, Some(form("桶"))).await;
    assert_eq!(folder.status, StatusCode::OK, "{}", folder.json());
    let left: i64 =
        sqlx::query_scalar("SELECT count(*) FROM receive_task WHERE secret_sealed IS NOT NULL")
            .fetch_one(&api.context.pool)
            .await
            .unwrap();
    assert_eq!(left, 0);
}

#[tokio::test]
async fn addresses_are_those_of_push_targets() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    for (kind, location, is_sound) in [
        ("ftp", "ftp://ftp.example.cn/inbox", true),
        ("ftps", "ftps://ftp.example.cn:990/inbox", true),
        ("ftp", "ftp://me:pw@ftp.example.cn/inbox", false),
        ("ftps", "ftp://ftp.example.cn/inbox", false),
        ("s3", "https://s3.example.cn/", false),
        ("s3", "/data/incoming", false),
    ] {
        let mut form = bucket(Some("secret"));
        form["name"] = json!(location);
        form["definition"]["kind"] = json!(kind);
        form["definition"]["location"] = json!(location);
        let answer = api.post(TASKS, &admin, form).await;
        let is_made = answer.status == StatusCode::CREATED;
        assert_eq!(is_made, is_sound, "{kind} {location}: {}", answer.json());
        if !is_sound {
            assert_eq!(answer.json()["errors"][0]["field"], "definition.location");
        }
    }
    let mut form = bucket(Some("secret"));
    form["definition"]["contents"] = json!("pictures");
    let answer = api.post(TASKS, &admin, form).await;
    assert_eq!(answer.json()["errors"][0]["field"], "definition.contents");
}
