//! What a second account must not learn of what is out of its scope by watching the workers, or what came in.

use axum::http::Method;
use domain::ids::ReceiveRunId;
use domain::order::state::OrderState;
use domain::permission::Permission;
use domain::receive::{ItemOutcome, ItemReason};
use domain::role::Role;
use serde_json::{Value, json};
use storage::db::receive_files::{self, ItemReport};
use testkit::builders::{order, worker};
use texts::Detail;

use super::{Survey, WEST};

impl Survey {
    /// Lets the person of this login name see the west of nodes 1 to 3, and nobody anything else.
    async fn close_but_west(&self, login_name: &str) {
        self.close().await;
        let person = self.id_of(login_name).await;
        let grant = json!({"subject": "person", "subjectId": person, "nodeIds": [1], "wkt": WEST});
        self.grant(grant).await;
    }
}

#[tokio::test]
async fn whoever_watches_the_workers_reads_no_name_of_it() {
    let survey = Survey::new().await;
    let api = &survey.api;
    let token = api.holding("lisi_1", &[Permission::Monitor]).await;
    let owner = api.account("wangwu_1", Role::Applicant).await;
    let chief = api.account("chief_1", Role::Admin).await;
    let (pool, now) = (&api.context.pool, api.context.now());
    let ids = ["a", "b", "d"].map(str::to_owned);
    let made = order(owner, &ids).in_state(OrderState::Approved, chief);
    let made = made.create(pool, now).await;
    let running = worker::claim_all(pool).await;
    assert_eq!(running.len(), 3);
    for statement in [
        "UPDATE task SET error_class = 'archive', error_text = 'x', error_detail = to_jsonb('/archive/' || s.dataname) \
         FROM scene s WHERE s.did = task.did",
        "INSERT INTO transfer (id, order_id, did, size, account, path, protocol, from_offset, client_ip, started_at) \
         SELECT gen_random_uuid(), t.order_id, t.did, 1, 'a', 'scenes/' || s.dataname, 'https', 0, '10.0.0.7', now() \
         FROM task t JOIN scene s USING (did)",
        "UPDATE archive_source SET failures = 1, failure_detail = '\"/archive/GF1_d\"'",
    ] {
        sqlx::query(statement).execute(pool).await.unwrap();
    }
    let mut doors = ["/api/tasks", "/api/monitor"].map(str::to_owned).to_vec();
    doors.push(format!("/api/orders/{made}/attempts"));
    let names = async |doors: &[String]| {
        let mut of_doors = Vec::new();
        for door in doors {
            let answer = api.get(door, &token).await;
            assert_eq!(answer.status, 200, "{door}");
            let text = String::from_utf8_lossy(&answer.bytes).into_owned();
            let scenes = ["GF1_a", "GF1_b", "GF1_d"].into_iter();
            let visible: Vec<_> = scenes.filter(|scene| text.contains(*scene)).collect();
            of_doors.push(visible.join(" "));
        }
        of_doors
    };
    let tasks = running
        .iter()
        .map(|task| format!("/api/tasks/{}", task.claim.task));
    let tasks: Vec<String> = tasks.collect();
    let all = "GF1_a GF1_b GF1_d";
    assert_eq!(names(&doors).await, [all, all, all]);
    assert!(names(&tasks).await.iter().all(|name| !name.is_empty()));
    survey.close().await;
    assert_eq!(names(&doors).await, ["", "", ""]);
    survey.close_but_west("lisi_1").await;
    assert_eq!(names(&doors).await, ["GF1_a", "GF1_a", "GF1_a"]);
    assert_eq!(names(&tasks).await.concat(), "GF1_a");
    // What failed is told still, by its class.
    let listed = api.get("/api/tasks", &token).await.json();
    let errors = listed["items"].as_array().unwrap().iter();
    let mut errors: Vec<_> = errors
        .map(|task| task["error"]["text"].as_str().unwrap())
        .collect();
    errors.sort_unstable();
    assert_eq!(errors, ["", "", "/archive/GF1_a"]);
}

#[tokio::test]
async fn a_run_in_which_it_came_in_does_not_name_it() {
    let survey = Survey::new().await;
    let api = &survey.api;
    let token = api.holding("lisi_1", &[Permission::ManageCatalogue]).await;
    let definition = json!({"kind": "item_folder", "location": "/data/incoming", "verification": "checksum", "settleSeconds": 60});
    let task = json!({"name": "卫星一号", "definition": definition, "everyMinutes": 15});
    let (status, task) = survey.send(Method::POST, "/api/receive-tasks", task).await;
    assert_eq!(status, 201, "{task}");
    let start = format!("/api/receive-tasks/{}/runs", task["id"].as_str().unwrap());
    let (_, run) = survey.send(Method::POST, &start, json!({})).await;
    let run = run["id"].as_str().unwrap();
    let report = |name: &str, dataid: Option<&str>, fault: Option<&str>| ItemReport {
        name: name.to_owned(),
        dataid: dataid.map(str::to_owned),
        size: 1,
        outcome: if fault.is_some() {
            ItemOutcome::Refused
        } else {
            ItemOutcome::New
        },
        reason: fault.map(|words| (ItemReason::Unreadable, Detail::from(words))),
    };
    let reports = [
        report("a.json", Some("a"), None),
        report("broken.json", None, Some("broken.tif")),
        report("d.json", Some("d"), Some("d.tif")),
    ];
    let mut db = api.context.connection().await.unwrap();
    let id = ReceiveRunId(run.parse().unwrap());
    receive_files::report(&mut db, id, &reports, api.context.now())
        .await
        .unwrap();
    let path = format!("/api/receive-runs/{run}/files");
    let named = async || {
        let found = api.get(&path, &token).await.json();
        let items = found["items"].as_array().unwrap().iter();
        let items =
            items.map(|item| json!([item["name"], item["dataId"], item["reason"], item["text"]]));
        items.collect::<Value>()
    };
    let (seen, unread) = (
        json!(["a.json", "a", null, ""]),
        json!(["broken.json", null, "unreadable", "broken.tif"]),
    );
    let whole = json!(["d.json", "d", "unreadable", "d.tif"]);
    assert_eq!(named().await, json!([seen, unread, whole]));
    survey.close_but_west("lisi_1").await;
    let blank = json!(["", null, "unreadable", ""]);
    assert_eq!(named().await, json!([seen, unread, blank]));
}
