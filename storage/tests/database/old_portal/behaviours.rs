//! What people did.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, TimeDelta, Utc};
use domain::behaviour::Behaviour;
use domain::calendar::china_day;
use domain::old_portal::behaviour::OldBehaviour;
use serde_json::{Value, json};
use storage::db::behaviour_figures;
use storage::db::behaviours::{self, BehaviourEntry};
use storage::db::handles::connection;
use storage::db::retention;
use storage::lifecycle::old_portal::{
    ImportRun, ImportedBatch, import_behaviours, prepare_behaviours,
};

use super::world::{World, at, everything, now, numbered, refusals};

async fn import(world: &World, rows: &[Value], run: ImportRun) -> ImportedBatch {
    let prepared = prepare_behaviours(&world.pool, now()).await.unwrap();
    let rows = numbered::<OldBehaviour>(rows);
    let done = import_behaviours(&world.pool, rows, (prepared, run), now()).await;
    done.unwrap()
}

fn moment(n: i64) -> DateTime<Utc> {
    // Some of the last rows are of days that are not over.
    at("2026-11-27T20:00:00Z") - TimeDelta::hours(n * 5)
}

fn row(n: i64) -> Value {
    let who = n % 6;
    let mut row = json!({"id": format!("b{n}"), "kind": n % 3 + 2, "at": moment(n).to_rfc3339(), "scenes": 2, "bytes": 100,
        "clientIp": "192.0.2.7", "detailUrl": "/search"});
    // The sixth is a guest.
    if who < 5 {
        row["loginName"] = json!(format!("user_{who}"));
    }
    row
}

/// Times, people, scenes and bytes by day and kind.
type Figures = BTreeMap<(String, i16), (u64, u64, u64, u64)>;

fn counted(rows: &[Value]) -> Figures {
    let mut figures = Figures::new();
    let mut people = BTreeSet::new();
    for row in rows {
        let day = china_day(at(row["at"].as_str().unwrap())).to_string();
        let kind = i16::try_from(row["kind"].as_i64().unwrap()).unwrap();
        let sum = figures.entry((day.clone(), kind)).or_default();
        let who = row["loginName"].as_str();
        let is_new = who.is_some_and(|who| people.insert((day, kind, who.to_owned())));
        *sum = (sum.0 + 1, sum.1 + u64::from(is_new), sum.2 + 2, sum.3 + 100);
    }
    figures
}

async fn summed(world: &World) -> Figures {
    let mut db = connection(&world.pool).await.unwrap();
    let days = behaviour_figures::by_day(&mut db, everything())
        .await
        .unwrap();
    let one = |day: behaviour_figures::BehaviourDay| {
        let key = (day.day.to_string(), day.kind.code());
        (key, (day.times, day.people, day.scenes, day.bytes.0))
    };
    days.into_iter().map(one).collect()
}

async fn search(world: &World, when: DateTime<Utc>) {
    let entry = BehaviourEntry {
        kind: Behaviour::Search,
        at: when,
        user: Some(world.people[0]),
        client_ip: "192.0.2.1",
        agent: "test",
        detail_url: "/",
        ordername: None,
        data_num: Some(2),
        data_size: Some(100),
    };
    let mut db = connection(&world.pool).await.unwrap();
    behaviours::record(&mut db, &entry).await.unwrap();
}

#[tokio::test]
async fn figures_of_every_day_count_the_file_however_it_comes_in() {
    let world = World::new().await;
    let mut file: Vec<Value> = (0..200).map(row).collect();
    // This product's own record: of a day that is rolled up before, and of one that is not over.
    for n in [30, 0] {
        search(&world, moment(n)).await;
        file.push(json!({"at": moment(n).to_rfc3339(), "kind": 2, "loginName": "user_0"}));
    }
    let expected = counted(&file);
    let rows = &file[..200];
    for part in [&rows[90..], &rows[..120], rows] {
        import(&world, part, ImportRun::Real).await;
        // Nothing is counted twice by whoever rolls days up meanwhile.
        let mut db = connection(&world.pool).await.unwrap();
        behaviour_figures::roll_up(&mut db, now()).await.unwrap();
    }
    assert_eq!(summed(&world).await, expected);
    let again = import(&world, rows, ImportRun::Real).await;
    assert_eq!((again.added, again.known), (0, 200));
    // Days later, when the record of old days is gone.
    let later = now() + TimeDelta::days(5);
    let mut db = connection(&world.pool).await.unwrap();
    behaviour_figures::roll_up(&mut db, later).await.unwrap();
    retention::sweep(&mut db, TimeDelta::days(6), later)
        .await
        .unwrap();
    assert_eq!(import(&world, rows, ImportRun::Real).await.added, 0);
    assert_eq!(summed(&world).await, expected);
}

#[tokio::test]
async fn what_is_wrong_is_refused_and_a_dry_run_writes_nothing() {
    let world = World::new().await;
    let mut rows: Vec<Value> = (0..6).map(row).collect();
    rows[0]["kind"] = json!(9);
    rows[1]["loginName"] = json!("nobody");
    rows[2]["at"] = json!("2027-01-01T00:00:00Z");
    rows[3]["id"] = json!("b4");
    let dry = import(&world, &rows, ImportRun::Dry).await;
    assert_eq!((dry.added, dry.known), (2, 1));
    let codes = [
        "import.behaviour_wrong",
        "import.owner_unknown",
        "import.moment_out_of_range",
    ];
    assert_eq!(
        refusals(&dry),
        [(1, codes[0]), (2, codes[1]), (3, codes[2])]
    );
    assert_eq!(world.count("SELECT count(*) FROM behaviour").await, 0);
    assert_eq!(
        world.count("SELECT count(*) FROM imported_behaviour").await,
        0
    );
    assert_eq!(import(&world, &rows, ImportRun::Real).await, dry);
    assert_eq!(world.count("SELECT count(*) FROM behaviour").await, 2);
    assert_eq!(
        world.count("SELECT count(*) FROM behaviour_rest").await,
        0,
        "each in its month"
    );
}
