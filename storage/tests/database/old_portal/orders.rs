//! Orders that are over.

use std::collections::BTreeMap;

use domain::order::state::{Action, OrderState};
use domain::statistics::{Dimension, MethodFigures};
use serde_json::{Value, json};
use storage::db::downloads::{self, DownloadDimension};
use storage::db::handles::connection;
use storage::db::order_figures::{self, FigureSource};
use storage::db::order_scope::OrderScope;
use storage::db::service_figures::{self, RatingAspect, SatisfactionFigures};
use storage::db::{order_events, registry};
use storage::lifecycle::old_portal::ImportRun;
use testkit::builders::server_key;
use texts::{Detail, EventText};

use super::world::{World, at, everything, now, order, orders, refusals};

/// Orders, scenes and bytes of a unit, counted from the file: bytes are the catalogue's, 10 a scene.
type UnitSums = BTreeMap<(String, i64), (u64, u64, u64)>;

fn counted(file: &[Value]) -> UnitSums {
    let mut counted = UnitSums::new();
    for row in file {
        let form = &row["form"];
        let unit = form["applyUserUnit"].as_str().unwrap().to_owned();
        let method = form["getMethod"].as_i64().unwrap();
        let scenes = row["scenes"].as_array().unwrap().len() as u64;
        let sum = counted.entry((unit, method)).or_default();
        *sum = (sum.0 + 1, sum.1 + scenes, sum.2 + 10 * scenes);
    }
    counted
}

fn summed(figures: BTreeMap<String, MethodFigures>) -> UnitSums {
    let mut counted = UnitSums::new();
    for (unit, figures) in figures {
        for (method, one) in [(0, figures.online), (2, figures.offline)] {
            if one.orders > 0 {
                let sum = (one.orders, one.scenes, one.bytes.0);
                counted.insert((unit.clone(), method), sum);
            }
        }
    }
    counted
}

/// The rows of these states.
fn ended<'a>(file: &'a [Value], states: &[i64]) -> Vec<&'a Value> {
    let has = |row: &&Value| states.contains(&row["state"].as_i64().unwrap());
    file.iter().filter(has).collect()
}

async fn imported(file: &[Value]) -> World {
    let world = World::new().await;
    let batch = world.import(file).await;
    assert_eq!(refusals(&batch), []);
    assert_eq!(batch.added, file.len() as u64);
    world.roll_up().await;
    world
}

#[tokio::test]
async fn order_statistics_and_registry_count_what_the_file_holds() {
    let file = orders(60);
    let world = imported(&file).await;
    let mut db = connection(&world.pool).await.unwrap();
    let (source, by) = (FigureSource::RolledUp, Dimension::Unit);
    let by_unit = order_figures::by_value(&mut db, &source, by, everything()).await;
    assert_eq!(summed(by_unit.unwrap()), counted(&file));
    let delivered = ended(&file, &[5, 7, 8]);
    let entries = world.count("SELECT count(*) FROM registry_entry").await;
    assert_eq!(entries, delivered.len());
    let handed_out = delivered.iter();
    let handed_out = handed_out.map(|row| row["scenes"].as_array().unwrap().len());
    let scenes = "SELECT count(*) FROM registry_scene WHERE size = 11";
    assert_eq!(world.count(scenes).await, handed_out.sum::<usize>());
    // The first time that a scene was handed out, whatever came first in the file.
    let first = "SELECT count(*) FROM delivered_scene d JOIN scene s USING (did) WHERE d.delivered_at = \
        (SELECT min(e.opened_at) FROM registry_entry e JOIN registry_scene r ON r.entry = e.number WHERE r.dataid = s.dataid)";
    assert_eq!(world.count(first).await, 10);
}

#[tokio::test]
async fn satisfaction_and_downloads_count_what_the_file_holds() {
    let file = orders(60);
    let world = imported(&file).await;
    let mut db = connection(&world.pool).await.unwrap();
    let (all, overall) = (everything(), RatingAspect::Overall);
    let months =
        service_figures::satisfaction_by_month(&mut db, (&OrderScope::All, all), overall).await;
    let mut given = SatisfactionFigures::default();
    for month in months.unwrap().into_values() {
        given += month;
    }
    let mut expected = SatisfactionFigures::default();
    for row in ended(&file, &[8]) {
        let code = row["evaluation"]["overall"].as_u64().unwrap();
        expected.stars[usize::try_from(4 - code).unwrap()] += 1;
        expected.rated += 1;
    }
    expected.delivered = ended(&file, &[5, 7, 8]).len() as u64;
    assert_eq!(given, expected);
    let is_fetched = |row: &&Value| row["delivery"]["download"].is_object();
    let fetched = file.iter().filter(is_fetched).count() as u64;
    let figures = downloads::figures(
        &mut db,
        (&OrderScope::All, all),
        None,
        DownloadDimension::Protocol,
    )
    .await;
    let ftp = figures.unwrap()["ftp"];
    assert_eq!((ftp.files, ftp.bytes.0), (2 * fetched, 30 * fetched));
    let completion = downloads::completion(&mut db, (&OrderScope::All, all))
        .await
        .unwrap();
    let ends: i64 = completion.iter().map(|unit| unit.fetched).sum();
    let is_offline = |row: &&&Value| row["form"]["getMethod"] == 2;
    let offline = ended(&file, &[7, 8]).iter().filter(is_offline).count() as u64;
    assert_eq!(ends.unsigned_abs(), fetched + offline);
}

#[tokio::test]
async fn again_adds_nothing_and_in_two_parts_is_the_same() {
    let (once, parts) = (World::new().await, World::new().await);
    let file = orders(30);
    once.import(&file).await;
    // Parts that overlap, the later first, as somebody who was stopped may bring them.
    for part in [&file[12..], &file[..20], &file[..]] {
        parts.import(part).await;
    }
    let again = parts.import(&file).await;
    assert_eq!((again.added, again.known), (0, 30));
    let twice = [file[0].clone(), file[0].clone()];
    assert_eq!(once.import(&twice).await.known, 2);
    for world in [&once, &parts] {
        world.roll_up().await;
    }
    for statement in [
        "SELECT count(*) FROM orders",
        "SELECT count(*) FROM order_scene",
        "SELECT count(*) FROM order_event",
        "SELECT count(*) FROM delivery",
        "SELECT count(*) FROM registry_scene",
        "SELECT count(*) FROM registry_fetch",
        "SELECT count(*) FROM feedback",
        "SELECT sum(orders)::bigint FROM order_figure",
        "SELECT sum(count)::bigint FROM service_figure",
        "SELECT sum(extract(epoch FROM delivered_at))::bigint FROM delivered_scene",
    ] {
        assert_eq!(
            once.count(statement).await,
            parts.count(statement).await,
            "{statement}"
        );
    }
}

#[tokio::test]
async fn a_batch_that_fails_leaves_nothing_and_the_next_run_goes_on() {
    let world = World::new().await;
    let file = orders(40);
    world.import(&file[..10]).await;
    // The last thing that a batch writes is refused by the database, as a full disk or a kill would.
    world
        .run("CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'disk full' USING ERRCODE = '53100'; \
              END $$; CREATE TRIGGER full_disk BEFORE INSERT ON audit_entry FOR EACH ROW EXECUTE FUNCTION full_disk();")
        .await;
    world
        .try_import(&file[10..30], ImportRun::Real)
        .await
        .unwrap_err();
    for statement in [
        "SELECT count(*) FROM orders",
        "SELECT count(DISTINCT order_id) FROM order_event",
    ] {
        assert_eq!(world.count(statement).await, 10, "{statement}");
    }
    world.run("DROP TRIGGER full_disk ON audit_entry").await;
    let batch = world.import(&file).await;
    assert_eq!((batch.added, batch.known), (30, 10));
    world.roll_up().await;
}

#[tokio::test]
async fn a_dry_run_says_the_same_and_writes_nothing() {
    let world = World::new().await;
    let mut file = orders(10);
    file[3]["loginName"] = json!("nobody");
    let dry = world.try_import(&file, ImportRun::Dry).await.unwrap();
    assert_eq!(world.count("SELECT count(*) FROM orders").await, 0);
    assert_eq!(world.import(&file).await, dry);
    assert_eq!(refusals(&dry), [(4, "import.owner_unknown")]);
}

#[tokio::test]
async fn rows_that_are_wrong_are_refused_and_the_others_are_taken() {
    let world = World::new().await;
    let mut file = orders(9);
    file[0]["state"] = json!(1);
    file[1]["scenes"] = json!([{"dataid": "s1"}, {"dataid": "gone"}]);
    file[2]["auditor"] = json!("user_2");
    file[3]["form"]["applyUserUsed"] = json!("没有这个用途");
    file[4]["readyAt"] = json!("2018-01-01T00:00:00Z");
    // The number of an order of somebody else's: that is not this order.
    file[6]["orderNumber"] = file[5]["orderNumber"].clone();
    let batch = world.import(&file).await;
    assert_eq!(batch.added, 3);
    assert_eq!(
        refusals(&batch),
        [
            (1, "import.state_not_taken"),
            (2, "import.scenes_unknown"),
            (3, "import.auditor_is_owner"),
            (4, "field.usage_unknown"),
            (5, "import.moment_before"),
            (7, "import.number_taken"),
        ]
    );
}

#[tokio::test]
async fn nothing_begins_nobody_is_told_and_the_audit_log_says_who_did_it() {
    let world = World::new().await;
    let file = orders(10);
    world.import(&file).await;
    for (statement, count) in [
        ("SELECT count(*) FROM task WHERE state <> 'done'", 0),
        (
            "SELECT count(*) FROM delivery WHERE state <> 'ended' OR removed_at IS NULL",
            0,
        ),
        ("SELECT count(*) FROM order_event WHERE NOT told", 0),
        ("SELECT count(*) FROM behaviour", 0),
        (
            "SELECT count(*) FROM orders WHERE apply_user_phone <> '' OR apply_user_phone_sealed IS NULL",
            0,
        ),
        (
            "SELECT count(*) FROM orders WHERE rejected_form::text LIKE '%13800000000%'",
            0,
        ),
        (
            "SELECT count(*) FROM orders WHERE (state = 2) <> (rejected_form IS NOT NULL AND rejected_phone_sealed IS NOT NULL)",
            0,
        ),
        (
            "SELECT count(*) FROM audit_entry WHERE subject = 'order'",
            1,
        ),
        (
            "SELECT count(*) FROM audit_entry WHERE action = 'import' AND by_id IS NULL",
            1,
        ),
    ] {
        assert_eq!(world.count(statement).await, count, "{statement}");
    }
}

#[tokio::test]
async fn an_imported_order_reads_like_one_of_this_product() {
    let world = World::new().await;
    let row = order(3);
    world.import(std::slice::from_ref(&row)).await;
    let mut db = connection(&world.pool).await.unwrap();
    let id = sqlx::query_scalar("SELECT id FROM orders").fetch_one(&world.pool);
    let id = domain::ids::OrderId(id.await.unwrap());
    let stored = storage::db::orders::find(&mut db, id)
        .await
        .unwrap()
        .unwrap();
    assert_eq!(stored.state, OrderState::FeedbackGiven);
    assert_eq!(stored.form.open(&server_key()).phone, "13800000000");
    assert_eq!(stored.auditor.as_deref(), Some("auditor"));
    assert_eq!((stored.scenes, stored.volume.0), (4, 40));
    assert_eq!(stored.ended, Some(at(row["completedAt"].as_str().unwrap())));
    assert_eq!(stored.owner, world.people[3]);
    let events = order_events::list(&mut db, id).await.unwrap();
    let told: Vec<_> = events
        .iter()
        .map(|event| (event.action.as_str(), event.actor.as_str()))
        .collect();
    let step = |action: Action, by: &'static str| (action.as_str(), by);
    assert_eq!(
        told,
        [
            step(Action::Save, "user_3"),
            step(Action::Submit, "user_3"),
            step(Action::Approve, "auditor"),
            step(Action::FinishExtraction, "system"),
            step(Action::FinishPreparation, "system"),
            step(Action::Complete, "auditor"),
            step(Action::GiveFeedback, "user_3"),
        ]
    );
    assert_eq!(events[0].detail, EventText::Imported.into());
    assert_eq!(events[2].detail, Detail::from("同意"));
    let entries = registry::of_order(&mut db, id).await.unwrap();
    assert_eq!(
        (
            entries[0].files,
            entries[0].file_bytes,
            entries[0].scene_bytes
        ),
        (3, 40, 44)
    );
    // Nobody here signs that it was handed out.
    let imported = registry::is_of_old_portal(&mut db, &entries[0]).await;
    assert!(imported.unwrap());
    // A person who is imported twice has one order, whatever the clock says.
    assert_eq!(world.import(&[row]).await.known, 1);
    assert!(stored.created < now());
}
