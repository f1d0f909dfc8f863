//! Sources of scenes: what each may have of the slots, and what becomes of one that fails.

use domain::archive_source::{PATIENCE, SourceBounds, SourceId};
use domain::emergency::Room;
use domain::ids::{OrderId, TaskId};
use domain::push_target::Gate;
use domain::task::ErrorClass;
use domain::wait::{WaitReader, order_waits};
use storage::db::archive_sources::{self, WatchedSource};
use storage::db::waits::{WaitSubject, facts};
use storage::db::worker_registry;
use storage::lifecycle::preparation;

use super::looks::entries_read;
use super::world::{World, broken};

const SLOW: &str = "ftp://slow.example:2121";
const FAST: &str = "s3://scenes";

/// Scenes of even numbers lie at a server, the others in a bucket. Each may have half of the slots.
async fn world_of_two_sources(scenes: u32) -> World {
    let world = World::new(scenes).await;
    let lie = "UPDATE scene SET archive_url = CASE WHEN did % 2 = 0 \
        THEN 'ftp://reader:secret%40x@Slow.Example:2121/tape/' || did ELSE 's3://scenes/' || did END";
    world.run(lie).await;
    let half = "INSERT INTO archive_source (name, share) \
        VALUES ('ftp://slow.example:2121', 50), ('s3://scenes', 50)";
    world.run(half).await;
    world
}

/// How many of these tasks are of the source.
async fn count_of(world: &World, tasks: &[TaskId], source: &str) -> i64 {
    let ids: Vec<_> = tasks.iter().map(|task| task.0).collect();
    let count = "SELECT count(*) FROM task t JOIN archive_source a ON a.id = t.source_id \
        WHERE t.id = ANY($1) AND a.name = $2";
    let count = sqlx::query_scalar(count).bind(ids).bind(source);
    count.fetch_one(&world.pool).await.unwrap()
}

async fn watched(world: &World, name: &str) -> WatchedSource {
    let found = archive_sources::watched(&mut *world.db().await).await;
    let mut found = found.unwrap().into_iter();
    found.find(|one| one.source.name == name).unwrap()
}

async fn sentences(world: &World, order: OrderId, reader: WaitReader) -> Vec<String> {
    let subject = WaitSubject::Order(order);
    let found = facts(&mut *world.db().await, subject).await.unwrap();
    let waits = order_waits(&found.order.unwrap(), &found.groups, &found.crew);
    waits
        .iter()
        .map(|wait| wait.reason.text(reader).chinese())
        .collect()
}

/// Lets the rest of a source be over.
async fn rest_is_over(world: &World) {
    world
        .run("UPDATE archive_source SET rests_until = now() WHERE rests_until IS NOT NULL")
        .await;
}

async fn all_may_go(world: &World) {
    world.run("UPDATE task SET run_after = now()").await;
}

#[tokio::test]
async fn a_source_on_the_network_never_has_every_slot() {
    let world = world_of_two_sources(24).await;
    world.approved(world.owner, 24).await;
    // Four slots: two for each source, though eight fit, and though the order has many more.
    let released = world.release(8).await;
    assert_eq!(count_of(&world, &released, SLOW).await, 2);
    assert_eq!(count_of(&world, &released, FAST).await, 2);
    assert_eq!(world.release(8).await, [], "both use their share");
    let done = world.claim(released[0]).await.unwrap();
    assert!(world.publish(done).await.unwrap());
    assert_eq!(world.release(8).await.len(), 1, "its place is free again");
    let slow = watched(&world, SLOW).await;
    let mut db = world.db().await;
    let share = |share| SourceBounds {
        share: Some(share),
        bytes_per_second: None,
    };
    let all = archive_sources::set_bounds(&mut db, slow.source.id, share(100)).await;
    assert_eq!(all.unwrap(), Some((SLOW.to_owned(), share(50))));
    assert_eq!(
        world.release(8).await.len(),
        4,
        "whatever there is room for"
    );
}

#[tokio::test]
async fn folders_are_told_apart_and_have_no_cap_unless_one_is_set() {
    let world = World::new(8).await;
    let folders = [
        "file:///mnt/archive/".to_owned(),
        "file:///mnt/archive/tape/".to_owned(),
    ];
    archive_sources::name_folders(&mut *world.db().await, &folders)
        .await
        .unwrap();
    let lie = "UPDATE scene SET archive_url = CASE did % 3 WHEN 0 THEN 'file:///mnt/archive/a' \
        WHEN 1 THEN 'file:///mnt/archive/tape/b' ELSE 'file:///elsewhere/c' END || did";
    world.run(lie).await;
    world.approved(world.owner, 8).await;
    let released = world.release(8).await;
    assert_eq!(released.len(), 8);
    let mut of = Vec::new();
    for folder in [&*folders[0], &*folders[1], "file:///"] {
        of.push(count_of(&world, &released, folder).await);
    }
    assert!(of.iter().all(|count| *count > 1), "{of:?}");
    assert_eq!(of.iter().sum::<i64>(), 8);
}

/// Fails tasks of the slow source, each of another attempt, until it is left alone.
async fn wear_out(world: &World) {
    let mut failures = 0;
    while failures < PATIENCE {
        all_may_go(world).await;
        for task in world.claim_all().await {
            let slow = count_of(world, &[task.claim.task], SLOW).await == 1;
            let class = if slow {
                ErrorClass::TransientIo
            } else {
                ErrorClass::DependencyAway
            };
            failures += i32::from(slow);
            let failed = preparation::fail(&world.pool, task, class, &broken("x"), world.now).await;
            failed.unwrap();
        }
    }
    all_may_go(world).await;
}

#[tokio::test]
async fn a_source_that_fails_again_and_again_rests_and_is_probed_by_one_task() {
    let world = world_of_two_sources(24).await;
    worker_registry::beat(&mut *world.db().await, "played", (8, 0))
        .await
        .unwrap();
    let order = world.approved(world.owner, 24).await;
    wear_out(&world).await;
    let slow = watched(&world, SLOW).await;
    let Gate::Shut(until) = slow.gate else {
        panic!("it rests: {slow:?}")
    };
    assert!(slow.failure.is_some());
    assert_eq!(
        watched(&world, FAST).await.gate,
        Gate::Open,
        "our own outage is not its fault"
    );
    let released = world.release(16).await;
    assert_eq!(count_of(&world, &released, SLOW).await, 0);
    assert_eq!(count_of(&world, &released, FAST).await, 4);

    let staff = sentences(&world, order, WaitReader::Staff).await;
    let rests = staff
        .iter()
        .any(|text| text.starts_with(&format!("来源 {SLOW} 连续失败")));
    assert!(rests, "{staff:?}");
    let applicant = sentences(&world, order, WaitReader::Applicant).await;
    let hidden = applicant
        .iter()
        .any(|text| text.starts_with("数据来源暂时无法读取"));
    assert!(
        hidden && !applicant.join("").contains("slow"),
        "{applicant:?}"
    );

    // Somebody lets it be tried: one goes, whatever else waits.
    let id = slow.source.id;
    let mut db = world.db().await;
    let probed = archive_sources::probe_now(&mut db, id).await.unwrap();
    assert_eq!(probed.as_deref(), Some(SLOW));
    assert_eq!(archive_sources::probe_now(&mut db, id).await.unwrap(), None);
    assert_eq!(
        archive_sources::probe_now(&mut db, SourceId(-1))
            .await
            .unwrap(),
        None
    );
    let [probe] = world.release(16).await[..] else {
        panic!("one task tries it")
    };
    let said = sentences(&world, order, WaitReader::Applicant).await;
    assert!(
        said.contains(&"正在试探数据来源是否恢复".to_owned()),
        "{said:?}"
    );
    assert!(
        said.contains(&"数据来源繁忙，等待其正在提取的数据完成".to_owned()),
        "{said:?}"
    );

    // It fails: the source rests for twice as long.
    let claimed = world.claim(probe).await.unwrap();
    let class = ErrorClass::TransientIo;
    preparation::fail(&world.pool, claimed, class, &broken("x"), world.now)
        .await
        .unwrap();
    let Gate::Shut(again) = watched(&world, SLOW).await.gate else {
        panic!("it rests again")
    };
    assert!(again > until);

    // The next one works: all may go.
    rest_is_over(&world).await;
    all_may_go(&world).await;
    let [probe] = world.release(16).await[..] else {
        panic!("one task tries it")
    };
    let claimed = world.claim(probe).await.unwrap();
    assert!(world.publish(claimed).await.unwrap());
    let works = watched(&world, SLOW).await;
    assert_eq!(
        (works.gate, works.source.breaker.failures, works.failure),
        (Gate::Open, 0, None)
    );
    assert_eq!(world.release(16).await.len(), 4, "half of eight slots");
}

#[tokio::test]
async fn a_file_that_cannot_be_read_is_not_its_sources_fault() {
    let world = world_of_two_sources(4).await;
    world.approved(world.owner, 4).await;
    for task in world.claim_all().await {
        let class = ErrorClass::SourceMissing;
        preparation::fail(&world.pool, task, class, &broken("x"), world.now)
            .await
            .unwrap();
    }
    for name in [SLOW, FAST] {
        assert_eq!(watched(&world, name).await.source.breaker.failures, 0);
    }
}

/// What waits for a source that rests is stepped over as a whole.
#[tokio::test]
async fn a_look_does_not_read_what_waits_for_a_source_that_rests() {
    let world = world_of_two_sources(4).await;
    let order = world.approved(world.owner, 4).await;
    let many = "INSERT INTO task (id, kind, order_id, did, user_id, priority, max_attempts, source_id) \
        SELECT gen_random_uuid(), t.kind, t.order_id, 1000000 + n, t.user_id, 50, t.max_attempts, a.id \
        FROM generate_series(1, 20000) AS n, archive_source a, (SELECT * FROM task WHERE order_id = $1 LIMIT 1) AS t \
        WHERE a.name LIKE 'ftp:%'";
    world.sql(many, order).await;
    world.run("UPDATE archive_source SET failures = 12, rests_until = now() + interval '1 hour' WHERE name LIKE 'ftp:%'").await;
    let mut tx = world.pool.begin().await.unwrap();
    let before = entries_read(&mut tx).await;
    let room = Room::ordinary(8);
    let released = storage::db::tasks::release(&mut tx, room).await.unwrap();
    let read = entries_read(&mut tx).await - before;
    tx.rollback().await.unwrap();
    assert_eq!(released.ordinary.len(), 2, "those of the other source");
    assert!(read < 200, "{read}");
}
