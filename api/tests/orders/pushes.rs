//! Finished orders that are pushed to targets of their owners.

use serde_json::{Value, json};
use storage::db::tasks::{self, Claimed};
use storage::lifecycle::pushes::{BegunPush, begin, note_whole, publish, release_due};
use testkit::builders::subscription::push_target;
use testkit::builders::worker::{LONG, release};

use crate::walk::{STATES, fresh, people};
use crate::workers::ZIP;
use crate::world::World;

#[tokio::test]
async fn a_finished_order_goes_to_its_owners_target_once() {
    let w = World::new().await;
    let order = w.prepared().await;
    let path = format!("/api/orders/{order}/pushes");
    let pool = &w.context.pool;
    let now = w.context.now();
    let address = "ftp://ftp.example.cn/inbox";
    let target = push_target(pool, w.owner.id, address, now).await;
    let foreign = push_target(pool, w.stranger.id, address, now).await;
    let before = w.get(&path, &w.owner).await.json();
    assert_eq!(before["isOpen"], true, "{before}");
    assert_eq!(before["targets"].as_array().unwrap().len(), 1, "one's own");
    assert_eq!(before["items"], json!([]));
    let handed_out: (i64, i64) =
        sqlx::query_as("SELECT count(*), sum(size)::bigint FROM delivery_file")
            .fetch_one(pool)
            .await
            .unwrap();
    let outgoing = (before["fileCount"].as_i64(), before["byteCount"].as_i64());
    assert_eq!(outgoing, (Some(handed_out.0), Some(handed_out.1)));
    let refused = w
        .post(&path, &w.owner, json!({"targetId": foreign.0}))
        .await;
    assert_eq!(refused.json()["errors"][0]["field"], "targetId");
    let unseen = w
        .post(&path, &w.stranger, json!({"targetId": foreign.0}))
        .await;
    assert_eq!(unseen.status.as_u16(), 404);
    let first_name: String = sqlx::query_scalar("SELECT user_name FROM app_user WHERE id = $1")
        .bind(w.admin.id.0)
        .fetch_one(pool)
        .await
        .unwrap();
    // The administrator pushes it to the owner's target, and the owner once more.
    for who in [&w.admin, &w.owner] {
        let pushed = w.post(&path, who, json!({"targetId": target.0})).await;
        let body = pushed.json();
        assert_eq!(pushed.status.as_u16(), 200, "{body}");
        let items = body["items"].as_array().unwrap();
        assert_eq!(items.len(), 1, "{body}");
        assert_eq!(items[0]["targetId"], json!(target.0));
        let files = items[0]["files"].as_array().unwrap();
        assert_eq!(items[0]["isCurrent"], true);
        assert_eq!(items[0]["pushedBy"], first_name, "who pushed it first");
        assert!(!files.is_empty());
        assert!(files.iter().all(|file| file["state"] == "waiting"));
    }
    let files: i64 = sqlx::query_scalar("SELECT count(*) FROM subscription_match")
        .fetch_one(pool)
        .await
        .unwrap();
    assert_eq!(files, handed_out.0, "each once");
}

/// Who and when: the owner and who audits, while what was prepared is open for download. Nobody else leaves a trace.
#[tokio::test]
async fn an_order_is_pushed_by_its_owner_and_auditors_while_it_is_handed_out() {
    let w = World::new().await;
    let pool = &w.context.pool;
    let address = "ftp://ftp.example.cn/inbox";
    let target = push_target(pool, w.owner.id, address, w.context.now()).await;
    for state in STATES {
        for (name, person) in people(&w) {
            let order = fresh(&w, state).await;
            let path = format!("/api/orders/{order}/pushes");
            let pushed = w.post(&path, &person, json!({"targetId": target.0})).await;
            let is_handed_out = (6..=8).contains(&state);
            let expected = match name {
                "guest" => 401,
                "operator" => 403,
                "owner" | "admin" if is_handed_out => 200,
                _ => 404,
            };
            assert_eq!(
                pushed.status.as_u16(),
                expected,
                "{name} in {state}: {}",
                pushed.json()
            );
            let rows = "SELECT count(*) FROM order_push WHERE order_id = $1::uuid";
            let rows: i64 = sqlx::query_scalar(rows)
                .bind(&order)
                .fetch_one(pool)
                .await
                .unwrap();
            assert_eq!(rows == 1, expected == 200, "{name} in {state}");
        }
    }
}

/// Sends what is pushed, as a worker does; how many files.
async fn send(w: &World) -> usize {
    let pool = &w.context.pool;
    let mut sent = 0;
    loop {
        release_due(pool, w.now()).await.unwrap();
        let released = release(pool, 100).await;
        if released.is_empty() {
            return sent;
        }
        for id in released {
            let mut db = w.context.connection().await.unwrap();
            let claimed = tasks::claim(&mut db, id, "played", LONG).await.unwrap();
            drop(db);
            let Some(Claimed::Push(task)) = claimed else {
                panic!("{claimed:?}");
            };
            let job = match begin(pool, task, w.now()).await.unwrap() {
                BegunPush::Send(job) => job,
                other => panic!("{other:?}"),
            };
            let size = job.size.unsigned_abs();
            assert!(note_whole(pool, task, size, &[7; 32]).await.unwrap());
            assert!(publish(pool, task, w.now()).await.unwrap());
            sent += 1;
        }
    }
}

/// What a table of the registry has of its only entry under these headings.
async fn exported(w: &World, headings: [&str; 2]) -> [String; 2] {
    let table = w.get("/api/registry/export.csv", &w.admin).await;
    let text = table.text();
    let mut table = csv::Reader::from_reader(text.trim_start_matches('\u{feff}').as_bytes());
    let head = table.headers().unwrap().clone();
    let row = table.records().next().unwrap().unwrap();
    headings.map(|heading| {
        let column = head.iter().position(|one| one == heading);
        row[column.unwrap()].to_owned()
    })
}

#[tokio::test]
async fn what_was_pushed_is_fetched_wherever_somebody_looks() {
    let w = World::new().await;
    let order = w.prepared().await;
    let get = async |path: &str| w.get(path, &w.admin).await.ok();
    let number = get("/api/registry").await["items"][0]["number"].clone();
    let record = format!("/api/registry/{number}/record?format=json");
    assert_eq!(get(&record).await["record"]["fetched"], json!([]));
    let address = "ftp://ftp.example.cn/inbox";
    let target = push_target(&w.context.pool, w.owner.id, address, w.now()).await;
    let path = format!("/api/orders/{order}/pushes");
    let pushed = w.post(&path, &w.owner, json!({"targetId": target.0}));
    let pushed = pushed.await.ok();
    assert_eq!(
        get("/api/registry?fetched=fetched").await["items"],
        json!([])
    );
    w.pass(chrono::TimeDelta::minutes(5)).await;
    assert_eq!(send(&w).await, 2);

    let bytes = json!(2 * ZIP.len());
    let page = get("/api/registry?fetched=fetched").await;
    assert_eq!(page["sum"]["entries"], 1);
    let entry = &page["items"][0];
    assert_eq!(entry["fetchedFiles"], 2);
    assert_eq!(entry["fetchedBytes"], bytes);
    assert_eq!(entry["lastFetchedAt"], json!(w.now()));
    let detail = get(&format!("/api/registry/{number}")).await;
    let files = detail["files"].as_array().unwrap();
    assert!(files.iter().all(|file| file["fetched"] == 1), "{detail}");
    let sent: Vec<Value> = (files.iter())
        .map(|file| {
            json!({"path": file["path"], "size": file["size"], "targetName": pushed["items"][0]["targetName"],
                "kind": "ftp", "address": address, "deliveredAt": w.now()})
        })
        .collect();
    assert_eq!(detail["pushes"], json!(sent));
    let fetched = get(&record).await["record"]["fetched"].clone();
    let times: Vec<_> = (fetched.as_array().unwrap().iter())
        .map(|file| (&file["path"], &file["times"]))
        .collect();
    let one = json!(1);
    assert_eq!(
        times,
        [(&files[0]["path"], &one), (&files[1]["path"], &one)]
    );
    let columns = exported(&w, ["已下载文件数", "已下载字节数"]).await;
    assert_eq!(columns, ["2".to_owned(), bytes.to_string()]);

    let figures = get("/api/stats/downloads?by=protocol").await;
    let counts = json!({"transfers": 2, "files": 2, "broken": 0, "bytes": bytes});
    assert_eq!(figures["total"], counts);
    assert_eq!(figures["items"][0]["value"], "push");
    let completion = get("/api/stats/downloads/completion").await;
    assert_eq!(completion["total"]["fetched"], 1);
    let transfers = get("/api/stats/downloads/transfers?protocol=push").await;
    let transfers = transfers["items"].as_array().unwrap();
    assert_eq!(transfers.len(), 2);
    for transfer in transfers {
        let facts = ["account", "clientIp", "outcome", "isWhole"].map(|field| &transfer[field]);
        let expected = [
            json!("zhangsan"),
            json!("ftp.example.cn"),
            json!("done"),
            json!(true),
        ];
        assert_eq!(facts, expected.each_ref());
    }
}
