//! Uploads into buckets that are cut off, by whatever: they are gone on with, or taken back.

use storage::clock;
use testkit::builders::server_key;
use testkit::faulty_line::{FaultyLine, LineState};
use workers::reconcile::uploads;

use super::receiver::Receiver;
use super::{DELIVERED, crew, subscribed_to};
use crate::world::World;

/// Three parts and a half.
const SIZE: usize = (56 << 20) + 5;
/// Bytes of a part.
const PART: u64 = 16 << 20;
/// More than what is said around the bytes of a file.
const AROUND: u64 = 1 << 20;
/// One when a part is sent and noted. The file goes slowly: the others are not sent then.
const BEGUN: &str =
    "SELECT count(*) FROM push_upload WHERE cardinality(parts) > 0 AND left_at IS NULL";
const UPLOADS: &str = "SELECT count(*) FROM push_upload";
const AT_ONCE: [&str; 2] = [
    "UPDATE push_target SET rests_until = now() - interval '1 second' WHERE rests_until > now()",
    "UPDATE subscription_match SET retry_at = NULL WHERE retry_at > now()",
];

/// A file that is on its way into a bucket.
struct Sending {
    receiver: Receiver,
    line: FaultyLine,
    world: World,
}

impl Sending {
    async fn begin() -> Self {
        let receiver = Receiver::bucket();
        let line = FaultyLine::to(receiver.listens()).await;
        let world = subscribed_to(&receiver.access_over(line.address), &[SIZE]).await;
        world
            .sql("UPDATE push_target SET bytes_per_second = 8000000")
            .await;
        Self {
            receiver,
            line,
            world,
        }
    }

    /// With a worker that died when a part was noted.
    async fn half_sent() -> Self {
        let sending = Self::begin().await;
        let crew = crew(&sending.world, "w1", &sending.receiver);
        sending.world.until(BEGUN, 1).await;
        crew.stop().await;
        assert_eq!(sending.world.count(BEGUN).await, 1);
        assert_eq!(sending.receiver.unfinished_uploads(), 1);
        assert!(sending.receiver.files().is_empty());
        sending
    }

    /// Bytes that need not be sent again.
    async fn noted(&self) -> u64 {
        let parts = "SELECT cardinality(parts)::bigint FROM push_upload";
        self.world.count(parts).await.unsigned_abs() * PART
    }

    /// Until the file is there, by another worker; answers the bytes that were sent.
    async fn go_on(&self) -> u64 {
        let before = self.line.sent();
        let crew = crew(&self.world, "w2", &self.receiver);
        self.arrive().await;
        crew.stop().await;
        self.line.sent() - before
    }

    async fn arrive(&self) {
        let any_rate = "UPDATE push_target SET bytes_per_second = NULL";
        self.world.sql(any_rate).await;
        self.world.until_with(DELIVERED, 1, &AT_ONCE).await;
    }

    /// The bucket has one object, which is the file, and nothing else that somebody pays for.
    async fn assert_whole(&self) {
        let files = self.receiver.files();
        assert_eq!(files.len(), 1);
        let original = std::fs::read(&self.world.archive.scenes[0].path).unwrap();
        assert!(files[0].1 == original, "{} is another file", files[0].0);
        assert_eq!(self.receiver.unfinished_uploads(), 0);
        self.sweep().await;
        assert_eq!(self.world.count(UPLOADS).await, 0);
    }

    /// Answers how many uploads were taken back.
    async fn sweep(&self) -> usize {
        let (key, config) = (server_key(), self.receiver.config());
        let swept = uploads::sweep(self.world.pool(), &key, &config, clock::now()).await;
        swept.unwrap()
    }
}

async fn a_cut_line_costs_what_was_on_its_way() {
    let sending = Sending::begin().await;
    let world = &sending.world;
    let crew = crew(world, "w1", &sending.receiver);
    world.until(BEGUN, 1).await;
    sending.line.set(LineState::Cut);
    let failed = "SELECT count(*) FROM push_target WHERE failures > 0";
    world.until(failed, 1).await;
    let (noted, before) = (sending.noted().await, sending.line.sent());
    assert!(noted >= PART);
    sending.line.mend();
    sending.arrive().await;
    crew.stop().await;
    let sent = sending.line.sent() - before;
    assert!(sent < SIZE as u64 - noted + AROUND, "{sent}, {noted}");
    sending.assert_whole().await;
}

async fn a_dead_worker_costs_what_was_on_its_way() {
    let sending = Sending::half_sent().await;
    let noted = sending.noted().await;
    let sent = sending.go_on().await;
    assert!(sent < SIZE as u64 - noted + AROUND, "{sent}, {noted}");
    sending.assert_whole().await;
}

async fn an_upload_that_the_bucket_does_not_know_is_begun_anew() {
    let sending = Sending::half_sent().await;
    sending.receiver.drop_unfinished_uploads();
    let sent = sending.go_on().await;
    assert!(sent >= SIZE as u64);
    sending.assert_whole().await;
}

/// It has the size that it had.
async fn a_source_that_changed_in_between_is_sent_from_its_beginning() {
    let sending = Sending::half_sent().await;
    let path = &sending.world.archive.scenes[0].path;
    let mut bytes = std::fs::read(path).unwrap();
    for byte in &mut bytes {
        *byte = !*byte;
    }
    std::fs::write(path, bytes).unwrap();
    let sent = sending.go_on().await;
    assert!(sent >= SIZE as u64 + PART);
    sending.assert_whole().await;
}

/// Whether the bucket has completed it cannot be seen of the file that lies there.
async fn an_upload_of_a_file_that_lies_there_is_taken_back() {
    let sending = Sending::half_sent().await;
    let world = &sending.world;
    world
        .sql("CREATE TABLE forgotten AS SELECT id FROM push_upload WITH NO DATA")
        .await;
    world
        .sql(
            "CREATE RULE forgotten AS ON DELETE TO push_upload WHERE old.left_at IS NULL \
             DO ALSO INSERT INTO forgotten VALUES (old.id)",
        )
        .await;
    let path: String = sqlx::query_scalar("SELECT path FROM push_upload")
        .fetch_one(world.pool())
        .await
        .unwrap();
    let original = std::fs::read(&world.archive.scenes[0].path).unwrap();
    sending.receiver.put(&path, &original);
    assert!(sending.go_on().await < AROUND, "it lies there");
    assert_eq!(world.count("SELECT count(*) FROM forgotten").await, 0);
    sending.sweep().await;
    sending.assert_whole().await;
}

async fn what_is_given_up_is_taken_back() {
    let sending = Sending::half_sent().await;
    let world = &sending.world;
    world.sql("DELETE FROM task").await;
    assert_eq!(sending.sweep().await, 0, "the file waits");
    world
        .sql("UPDATE subscription_match SET state = 'missed', ended_at = now(), error_class = 'cancelled'")
        .await;
    world
        .sql("UPDATE subscription SET state = 'ended', target_id = NULL")
        .await;
    world.sql("DELETE FROM push_target").await;
    sending.line.set(LineState::Cut);
    assert_eq!(sending.sweep().await, 0);
    assert_eq!(world.count(UPLOADS).await, 1, "the bucket is away");
    sending.line.mend();
    // As after days without a worker.
    world
        .sql("UPDATE push_upload SET retry_at = NULL, left_at = left_at - interval '3 days'")
        .await;
    assert_eq!(sending.sweep().await, 1);
    assert_eq!(sending.receiver.unfinished_uploads(), 0);
    assert_eq!(world.count(UPLOADS).await, 0);
}

/// Half a minute: Ceph starts once for all of these.
#[tokio::test]
async fn an_upload_that_was_cut_off_is_gone_on_with_or_taken_back() {
    a_cut_line_costs_what_was_on_its_way().await;
    a_dead_worker_costs_what_was_on_its_way().await;
    an_upload_that_the_bucket_does_not_know_is_begun_anew().await;
    a_source_that_changed_in_between_is_sent_from_its_beginning().await;
    an_upload_of_a_file_that_lies_there_is_taken_back().await;
    what_is_given_up_is_taken_back().await;
}
