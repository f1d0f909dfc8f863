//! A server that is down for a whole day, by a clock that the test moves: it is left alone most of the time, nothing is given up,
//! and all of it arrives once the server is back.

use std::sync::{Arc, Mutex};

use chrono::{DateTime, TimeDelta, Utc};
use domain::emergency::SlotKind;
use domain::subscription::{SubscriptionCriteria, day_begin};
use storage::clock::{self, CorrectedClock};
use storage::lifecycle::digests;
use storage::lifecycle::pushes::{SubscriptionShelf, match_arrivals, release_due};
use storage::task_metrics::TaskMetrics;
use testkit::builders::server_key;
use testkit::builders::subscription::{
    TargetAccess, running_subscription, subscription_form, target_with_access,
};
use testkit::builders::worker::release;
use testkit::ftp_server::FtpServer;
use testkit::ports::free_port;
use tokio_util::sync::CancellationToken;
use workers::crew::{Crew, FreeSources};
use workers::jobs;

use super::DELIVERED;
use super::receiver::Receiver;
use crate::world::World;

const HOURS: usize = 24;
/// Three failures in a row, five seconds apart; then a rest of a minute that doubles up to an hour: nine tries in the first 64 minutes,
/// and 22 more.
const TRIES: usize = 31;
const WAITING: &str =
    "SELECT count(*) FROM subscription_match WHERE state = 'waiting' AND failures = 0";
const ALL: &str = "SELECT count(*) FROM subscription_match";

/// An installation whose rounds happen when the test says.
struct Day {
    world: World,
    crew: Arc<Crew>,
    time: Arc<Mutex<DateTime<Utc>>>,
    shelf: SubscriptionShelf,
}

impl Day {
    /// One scene an hour will come in, in the order of the archive.
    async fn begin(at: DateTime<Utc>, access: &TargetAccess) -> Self {
        let world = World::new(&[700; HOURS]).await;
        world
            .sql("CREATE TABLE address AS SELECT did, archive_url FROM scene")
            .await;
        world.sql("UPDATE scene SET archive_url = NULL").await;
        let target = target_with_access(world.pool(), world.owner(), access, at).await;
        let form = subscription_form(target, SubscriptionCriteria::default(), at);
        running_subscription(world.pool(), (world.owner(), world.admin), &form, at).await;
        let time = Arc::new(Mutex::new(at));
        let hands = Arc::clone(&time);
        let crew = Crew {
            pool: world.pool().clone(),
            objects: world.objects(),
            key: server_key(),
            settings: world.settings("w1", 2),
            free_sources: FreeSources::default(),
            metrics: TaskMetrics::default(),
            clock: CorrectedClock::new(Arc::new(move || *hands.lock().unwrap())),
            freed: Arc::default(),
            stopping: CancellationToken::new(),
        };
        Self {
            world,
            crew: Arc::new(crew),
            time,
            shelf: SubscriptionShelf::default(),
        }
    }

    async fn enter(&self, at: usize) {
        let did = self.world.did(at).await;
        let statement = "UPDATE scene SET archive_url = a.archive_url FROM address a \
            WHERE a.did = scene.did AND a.did = $1";
        let done = sqlx::query(statement).bind(did);
        done.execute(self.world.pool()).await.unwrap();
    }

    /// What the rounds of a worker do at this moment; how many files were tried, a second each.
    async fn round(&self, now: DateTime<Utc>) -> usize {
        *self.time.lock().unwrap() = now;
        let pool = self.world.pool();
        match_arrivals(pool, &self.shelf, now).await.unwrap();
        release_due(pool, now).await.unwrap();
        let tasks = release(pool, 100).await;
        for task in &tasks {
            jobs::work(Arc::clone(&self.crew), *task, SlotKind::Ordinary).await;
            *self.time.lock().unwrap() += TimeDelta::seconds(1);
        }
        digests::tell_owners(pool, now, false).await.unwrap();
        tasks.len()
    }

    /// When something is due next.
    async fn next(&self) -> DateTime<Utc> {
        let next = "SELECT coalesce(rests_until, (SELECT min(retry_at) FROM subscription_match WHERE state = 'waiting')) \
            FROM push_target";
        let next: Option<DateTime<Utc>> = sqlx::query_scalar(next)
            .fetch_one(self.world.pool())
            .await
            .unwrap();
        next.unwrap()
    }

    /// The scenes, the one that was delivered first in front.
    async fn delivered(&self) -> Vec<i64> {
        sqlx::query_scalar(
            "SELECT did FROM subscription_match WHERE state = 'delivered' ORDER BY ended_at",
        )
        .fetch_all(self.world.pool())
        .await
        .unwrap()
    }

    /// What owners were told, in order.
    async fn notices(&self) -> Vec<String> {
        sqlx::query_scalar(
            "SELECT text FROM notice WHERE order_id IS NULL AND text LIKE '%匹配%' ORDER BY id",
        )
        .fetch_all(self.world.pool())
        .await
        .unwrap()
    }
}

/// A whole day in which nobody answers; how often that was tried.
async fn down(day: &Day, begin: DateTime<Utc>) -> usize {
    let (mut tries, mut now) = (0, begin);
    for hour in 1..=HOURS {
        day.enter(hour - 1).await;
        let until = begin + TimeDelta::hours(i64::try_from(hour).unwrap());
        while now < until {
            tries += day.round(now).await;
            let next = day.next().await;
            assert!(next > now, "{next} at {now}");
            let before = next - TimeDelta::seconds(1);
            if before > now && before < until {
                assert_eq!(day.round(before).await, 0, "it does not rest: {before}");
            }
            now = next.min(until);
        }
        let entered = i64::try_from(hour).unwrap();
        assert_eq!(day.world.count(DELIVERED).await, 0);
        assert_eq!(
            day.world.count(WAITING).await,
            entered,
            "none is given up, or held against the file"
        );
    }
    tries
}

#[tokio::test]
async fn a_target_that_is_down_for_a_day_is_left_alone_and_gets_all_of_it_afterwards() {
    let port = free_port().unwrap();
    let access = TargetAccess::ftp(&format!("ftp://127.0.0.1:{port}/inbox"));
    // A day in China, from its first moment on.
    let begin = day_begin(clock::now()) + TimeDelta::days(1);
    let day = Day::begin(begin, &access).await;
    assert_eq!(down(&day, begin).await, TRIES);

    let receiver = Receiver::Ftp(FtpServer::start_at(port).unwrap());
    let mut now = begin + TimeDelta::hours(24);
    assert_eq!(day.round(now).await, 0, "it rests");
    now = day.next().await;
    assert_eq!(day.round(now).await, 1, "one shows whether it works again");
    let mut tries = 1;
    while day.delivered().await.len() < HOURS {
        now += TimeDelta::minutes(1);
        tries += day.round(now).await;
        assert!(now < begin + TimeDelta::hours(26), "it does not arrive");
    }
    assert_eq!(tries, HOURS, "each was sent once");
    let delivered = day.delivered().await;
    let mut arrived = Vec::new();
    for at in 0..HOURS {
        arrived.push(day.world.did(at).await);
    }
    arrived.retain(|did| *did != delivered[0]);
    assert_eq!(delivered[1..], arrived[..], "in the order of arrival");
    assert_eq!(day.world.count(ALL).await, i64::try_from(HOURS).unwrap());
    let mut files: Vec<_> = receiver.files().into_iter().map(|(_, one)| one).collect();
    let scenes = day.world.archive.scenes.iter();
    let mut originals: Vec<_> = scenes
        .map(|scene| std::fs::read(&scene.path).unwrap())
        .collect();
    files.sort();
    originals.sort();
    assert!(files == originals, "{:?}", receiver.files());

    // By eight in the morning of the day after, and of the one after that.
    day.round(begin + TimeDelta::hours(24 + 8)).await;
    day.round(begin + TimeDelta::hours(48 + 8)).await;
    let notices = day.notices().await;
    let counts = [
        "匹配 24 = 送达 0 + 待推送 24 + 未送达 0",
        "匹配 24 = 送达 24 + 待推送 0 + 未送达 0",
    ];
    assert_eq!(notices.len(), counts.len(), "{notices:?}");
    for (notice, counts) in notices.iter().zip(counts) {
        assert!(notice.contains(counts), "{notices:?}");
    }
}
