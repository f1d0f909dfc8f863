//! How fast sources are read, by however many who read at once.

use std::time::{Duration, Instant};

use domain::archive_source::{SourceBounds, SourceId};
use domain::task::TaskKind;
use domain::wait::{WaitReader, order_waits};
use storage::db::waits::{WaitSubject, facts};
use storage::db::{archive_sources, source_pace, worker_registry};

use super::world::World;

const TAPE: &str = "ftp://tape.example:2121";
const FILE: &str = "ftp://reader:secret%40x@Tape.Example:2121/2026/a.tif";
/// Bytes a second.
const RATE: i64 = 4000;

/// The number of the source of this name.
async fn source(world: &World, name: &str) -> SourceId {
    let id = sqlx::query_scalar("SELECT id FROM archive_source WHERE name = $1");
    SourceId(id.bind(name).fetch_one(&world.pool).await.unwrap())
}

async fn bound(world: &World, name: &str, bytes_per_second: Option<i64>) {
    let bounds = SourceBounds {
        share: None,
        bytes_per_second,
    };
    let id = source(world, name).await;
    let set = archive_sources::set_bounds(&mut *world.db().await, id, bounds).await;
    set.unwrap().unwrap();
}

/// A source that may be read with [`RATE`], and another one.
async fn world_of_two_sources() -> World {
    let world = World::new(2).await;
    for address in [FILE, "https://other.example/stac", FILE] {
        let named = archive_sources::name_that_of(&mut *world.db().await, address).await;
        named.unwrap();
    }
    bound(&world, TAPE, Some(RATE)).await;
    world
}

async fn is_at_bandwidth(world: &World) -> bool {
    let found = archive_sources::watched(&mut *world.db().await).await;
    let mut found = found.unwrap().into_iter();
    let tape = found.find(|one| one.source.name == TAPE).unwrap();
    assert_eq!(tape.source.bounds.bytes_per_second, Some(RATE));
    tape.is_at_bandwidth
}

#[tokio::test]
async fn all_who_read_together_are_no_faster_than_what_was_set() {
    let world = world_of_two_sources().await;
    let take = async |address: &str, left| {
        let mut db = world.db().await;
        source_pace::take(&mut db, address, left).await.unwrap()
    };
    for address in [
        "https://other.example/a.tif",
        "file:///mnt/a.tif",
        "no address",
    ] {
        assert_eq!(take(address, u64::MAX).await, None, "{address}");
    }
    let small = take(FILE, 7).await.unwrap();
    assert_eq!((small.bytes, small.wait), (7, Duration::ZERO));
    assert!(!is_at_bandwidth(&world).await, "nobody had to wait");
    let begun = Instant::now();
    let grants = futures::future::join_all((0..12).map(|_| take(FILE, u64::MAX))).await;
    let bytes: u64 = grants.iter().flatten().map(|grant| grant.bytes).sum();
    let waits = grants.iter().flatten().map(|grant| grant.wait);
    let seconds = (waits.max().unwrap() + begun.elapsed()).as_secs_f64();
    // What is granted last takes a quarter of a second from when it may begin.
    let bytes = f64::from(u32::try_from(bytes).unwrap());
    assert!(bytes <= 4000.0 * (seconds + 0.26), "{bytes} in {seconds} s");
    assert!(seconds > 2.5, "{seconds}");
    assert!(is_at_bandwidth(&world).await);
    assert_eq!(world.count("SELECT count(*) FROM source_pace").await, 1);
}

#[tokio::test]
async fn a_bandwidth_that_is_lifted_holds_no_longer() {
    let world = world_of_two_sources().await;
    let mut db = world.db().await;
    assert!(source_pace::is_any_bounded(&mut db).await.unwrap());
    assert!(source_pace::take(&mut db, FILE, 1).await.unwrap().is_some());
    bound(&world, TAPE, None).await;
    assert!(!source_pace::is_any_bounded(&mut db).await.unwrap());
    assert_eq!(source_pace::take(&mut db, FILE, 1).await.unwrap(), None);
}

#[tokio::test]
async fn what_runs_at_the_bandwidth_of_its_source_says_so() {
    let world = world_of_two_sources().await;
    world
        .run("UPDATE scene SET archive_url = 'ftp://tape.example:2121/' || did")
        .await;
    let order = world.approved(world.owner, 1).await;
    worker_registry::beat(&mut *world.db().await, "played", (2, 0))
        .await
        .unwrap();
    let claimed = world.claim_all().await;
    assert_eq!(claimed[0].kind, TaskKind::ExtractScene);
    let sentences = async |reader: WaitReader| {
        let subject = WaitSubject::Order(order);
        let found = facts(&mut *world.db().await, subject).await.unwrap();
        let waits = order_waits(&found.order.unwrap(), &found.groups, &found.crew);
        let sentences = waits.iter().map(|wait| wait.reason.text(reader).chinese());
        sentences.collect::<Vec<_>>()
    };
    let paced = "来源 ftp://tape.example:2121 的读取带宽已达上限 3.9 KB/s".to_owned();
    assert!(!sentences(WaitReader::Staff).await.contains(&paced));
    world
        .run(
            "INSERT INTO source_pace (source_id, free_at, waited_until) \
            SELECT id, now(), now() FROM archive_source WHERE name LIKE 'ftp:%'",
        )
        .await;
    let staff = sentences(WaitReader::Staff).await;
    assert!(staff.contains(&paced), "{staff:?}");
    let applicant = sentences(WaitReader::Applicant).await.join(" ");
    assert!(
        applicant.contains("读取带宽已达上限") && !applicant.contains("tape"),
        "{applicant}"
    );
}
