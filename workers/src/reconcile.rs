//! What runs by itself: releasing waiting tasks, taking back what was lost, removing what is over.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use domain::segments::BuildPolicy;
use push::PushConfig;
use storage::clock::Clock;
use storage::db::database_time::AgreedTime;
use storage::db::{
    attachments, behaviour_figures, behaviours, content, exports, kept_areas, retention, tasks,
    transfers, worker_registry,
};
use storage::lifecycle::pushes::{self, SubscriptionShelf};
use storage::lifecycle::{self, LifecycleError, backfills, decisions, preparation, receives};
use storage::loop_health::LoopHealth;
use storage::objects::{ObjectKey, Objects};
use storage::paper_bytes;
use storage::queue::Queue;
use storage::sealed::ServerKey;
use storage::segment_shelf::SegmentShelf;
use storage::{PgPool, StorageError};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use self::rounds::{Round, Rounds};

mod audit_head;
mod figures;
pub mod notify;
pub mod orphans;
pub mod rounds;
pub mod staged;
pub mod uploads;
pub mod waiting;

/// How often waiting tasks are looked for that nobody told of: those whose time comes, and all while the database cannot
/// be listened to.
const DISPATCH: Duration = Duration::from_millis(200);
/// How often decisions that can no longer be taken back are looked for: an auditor waits for them to take effect.
const DECIDE: Duration = Duration::from_millis(500);
/// How often leases and lost jobs are looked at.
const RECOVER: Duration = Duration::from_secs(1);
/// How often papers are looked for that a version before this one stored as they were: when a process starts there may be
/// many, later there are none.
const SEAL_PAPERS: Duration = Duration::from_hours(1);
/// How often scenes that came in meet the subscriptions, and what is due goes out: somebody waits for them.
const PUSH: Duration = Duration::from_millis(500);
/// How often it is looked whether somebody asks for scenes that were there before a subscription.
const BACKFILL: Duration = Duration::from_secs(1);
/// How often unfinished uploads are looked for that nobody goes on with: a day of them costs little.
const TAKE_BACK: Duration = Duration::from_mins(1);
/// How often it is looked whether segments of the scene index are to be built.
const EXPECT_SEGMENTS: Duration = Duration::from_secs(5);
/// How often receive tasks are looked for whose time has come.
const RECEIVE: Duration = Duration::from_secs(1);
/// How often scenes without pictures are looked for.
const EXPECT_PREVIEWS: Duration = Duration::from_secs(1);
/// How often pictures that no row names are looked for: there may be millions, and they hardly ever are.
const REMOVE_PREVIEWS: Duration = Duration::from_hours(1);
/// How often what is over is removed.
const REMOVE: Duration = Duration::from_mins(1);
/// How often rows that are over are removed: there may be many to look at, and nobody waits for it.
const REMOVE_ROWS: Duration = Duration::from_mins(10);
/// What an act may take of which somebody waits for the result; of one that may have much to do; and of one that looks at
/// every object or paper.
const SOON: Duration = Duration::from_secs(30);
const LONG: Duration = Duration::from_hours(1);
const DAY: Duration = Duration::from_hours(24);
/// A released task that no free slot claimed for this long has lost its job.
const LOST_JOB: Duration = Duration::from_secs(4);
/// An object is swept when no row has named it for this long.
const ORPHAN_AGE: TimeDelta = TimeDelta::hours(1);
/// An uploaded paper that no order holds is removed after this, as is one that left its slot in a draft.
const UNUSED_PAPER: TimeDelta = TimeDelta::hours(24);
/// A kept area that nobody searched by is removed after this.
const UNUSED_AREA: TimeDelta = TimeDelta::days(180);
/// Bytes of text that kept areas may have together; those used longest ago go first.
const MAX_KEPT_AREA_BYTES: i64 = 1 << 30;

/// Parts that all reconcilers share.
#[derive(Clone)]
pub struct Reconcile {
    /// The database.
    pub pool: PgPool,
    pub queue: Queue,
    /// The object store.
    pub objects: Objects,
    /// What only the server has: it chains the audit log.
    pub key: ServerKey,
    /// Where offline copies are staged.
    pub staging: PathBuf,
    /// Whether pictures are made of scenes.
    pub previews: bool,
    /// When segments of the scene index are built; `None`: by others.
    pub segments: Option<BuildPolicy>,
    /// Where segments of the scene index lie; `None`: nowhere.
    pub shelf: Option<SegmentShelf>,
    /// The subscriptions that scenes meet when they come in.
    pub subscriptions: SubscriptionShelf,
    /// Where scenes of subscriptions may be sent, and taken back from.
    pub push: PushConfig,
    /// How long the record of what people did and fetched is kept.
    pub records: TimeDelta,
    /// This process's clock, which has to agree with the database's.
    pub clock: Clock,
    /// The database's.
    pub time: Arc<AgreedTime>,
    /// Whether these loops go on.
    pub loops: LoopHealth,
    /// Told when a job of this process ends, and when tasks come to wait. Other processes' jobs are found at the next look.
    pub freed: Arc<Notify>,
}

impl Reconcile {
    /// Runs until `stop` is set.
    pub async fn run(self, stop: CancellationToken) {
        let me = &self;
        let rounds = Rounds::new(&stop, &self.loops);
        let every = |period, what, most| Round { what, period, most };
        tokio::join!(
            waiting::hear(&me.pool, &me.freed, &stop),
            rounds.every_and_on(&me.freed, every(DISPATCH, "dispatch", SOON), || me
                .dispatch()),
            rounds.every(every(DECIDE, "decisions", SOON), || me
                .carry_out_decisions()),
            rounds.every(every(RECOVER, "recover", SOON), || me.recover()),
            rounds.every(every(REMOVE, "remove", LONG), || me.remove()),
            rounds.every(every(REMOVE_ROWS, "remove rows", LONG), || me.remove_rows()),
            rounds.every(every(EXPECT_PREVIEWS, "previews", SOON), || me
                .expect_previews()),
            rounds.every(every(EXPECT_SEGMENTS, "segments", SOON), || me
                .expect_segments()),
            rounds.every(every(PUSH, "subscriptions", LONG), || me.push_arrivals()),
            rounds.every(every(TAKE_BACK, "uploads", LONG), || me.take_back_uploads()),
            rounds.every(every(BACKFILL, "backfills", LONG), || me
                .go_on_with_backfills()),
            rounds.every(every(RECEIVE, "receive", SOON), || me.begin_receiving()),
            me.sum_up(rounds),
            rounds.every(every(REMOVE_PREVIEWS, "remove previews", DAY), || me
                .remove_previews()),
            rounds.every(every(SEAL_PAPERS, "papers", DAY), || me.seal_papers(&stop)),
        );
    }

    /// The database's time, by which everything here ends; refused where this process's clock is another.
    async fn now(&self) -> Result<DateTime<Utc>, StorageError> {
        self.time.now(&self.pool, &*self.clock).await
    }

    /// Releases waiting tasks while there is room, fairly, and sends them to the queue.
    pub async fn dispatch(&self) -> Result<(), LifecycleError> {
        if !tasks::may_wait(&mut *self.pool.acquire().await?).await? {
            return Ok(());
        }
        let mut tx = self.pool.begin().await?;
        let slots = worker_registry::slots(&mut tx).await?;
        let released = tasks::release(&mut tx, slots.room()).await?;
        tx.commit().await?;
        let pushed = async {
            let emergency = self.queue.emergency();
            emergency.push(&released.emergency).await?;
            self.queue.push(&released.ordinary).await
        };
        if let Err(error) = pushed.await {
            let mut db = self.pool.acquire().await?;
            tasks::requeue(&mut db, &released.all()).await?;
            return Err(error.into());
        }
        Ok(())
    }

    /// Carries out what auditors decided and have not taken back.
    pub async fn carry_out_decisions(&self) -> Result<(), LifecycleError> {
        decisions::carry_out_due(&self.pool, self.now().await?).await?;
        Ok(())
    }

    /// Takes back tasks whose worker died and releases whose job was lost.
    pub async fn recover(&self) -> Result<(), LifecycleError> {
        let now = self.now().await?;
        preparation::expire_leases(&self.pool, now).await?;
        lifecycle::exports::settle_used_up(&self.pool, now).await?;
        lifecycle::previews::settle_used_up(&self.pool, now).await?;
        pushes::settle_used_up(&self.pool, now).await?;
        lifecycle::withdrawals::settle_used_up(&self.pool, now).await?;
        lifecycle::segments::settle_used_up(&self.pool).await?;
        receives::settle_used_up(&self.pool, now).await?;
        lifecycle::copies::settle_used_up(&self.pool, now).await?;
        let mut db = self.pool.acquire().await?;
        let slots = worker_registry::slots(&mut db).await?;
        tasks::requeue_stale(&mut db, slots, LOST_JOB).await?;
        Ok(())
    }

    /// Sees to it that scenes without pictures get some, a few at a time.
    pub async fn expect_previews(&self) -> Result<(), LifecycleError> {
        if self.previews {
            lifecycle::previews::expect(&self.pool).await?;
        }
        Ok(())
    }

    /// Sees to it that processes which start need not read all scenes.
    pub async fn expect_segments(&self) -> Result<(), LifecycleError> {
        if let Some(policy) = self.segments {
            lifecycle::segments::expect(&self.pool, policy).await?;
        }
        Ok(())
    }

    /// Lets scenes that came in meet the subscriptions, and writes tasks for what is due.
    pub async fn push_arrivals(&self) -> Result<(), LifecycleError> {
        let now = self.now().await?;
        while pushes::match_arrivals(&self.pool, &self.subscriptions, now)
            .await?
            .may_be_more
        {}
        pushes::release_due(&self.pool, now).await?;
        Ok(())
    }

    /// Takes unfinished uploads back that nobody goes on with.
    pub async fn take_back_uploads(&self) -> Result<(), LifecycleError> {
        let now = self.now().await?;
        let taken_back = uploads::sweep(&self.pool, &self.key, &self.push, now).await?;
        if taken_back > 0 {
            tracing::info!(taken_back, "unfinished uploads are taken back");
        }
        Ok(())
    }

    /// Looks for scenes that were there before subscriptions whose owners ask for them, and matches them.
    pub async fn go_on_with_backfills(&self) -> Result<(), LifecycleError> {
        let now = self.now().await?;
        backfills::end_of_over(&self.pool, now).await?;
        while backfills::search_next(&self.pool, self.shelf.as_ref(), now).await? {}
        while backfills::match_next(&self.pool, &self.subscriptions, now).await? {}
        Ok(())
    }

    /// Begins runs of receive tasks whose time has come.
    pub async fn begin_receiving(&self) -> Result<(), LifecycleError> {
        receives::begin_due(&self.pool, self.now().await?).await?;
        Ok(())
    }

    /// Seals papers that lie as they were uploaded. There may be hours of them, so it ends with `stop`: what it was writing
    /// then is as if it had not begun.
    pub async fn seal_papers(&self, stop: &CancellationToken) -> Result<(), LifecycleError> {
        let sealing = paper_bytes::seal_rest(&self.pool, &*self.objects.store, &self.key);
        let Some(done) = stop.run_until_cancelled(sealing).await else {
            return Ok(());
        };
        let done = done?;
        if done.is_other_key {
            tracing::error!(
                "papers stay as they were uploaded: the server key is not the one that is in use"
            );
        } else if done.sealed > 0 || done.left > 0 {
            tracing::info!(sealed = done.sealed, left = done.left, "papers are sealed");
        }
        Ok(())
    }

    /// Removes pictures that no row names.
    pub async fn remove_previews(&self) -> Result<(), LifecycleError> {
        let before = self.now().await? - ORPHAN_AGE;
        let below = [ObjectKey::PREVIEWS_PREFIX];
        let swept = orphans::sweep_below(&self.pool, &self.objects, before, &below).await?;
        if swept != orphans::Swept::default() {
            tracing::info!(?swept, "swept pictures");
        }
        Ok(())
    }

    /// Counts what people did on days that are over, and removes rows that are over.
    pub async fn remove_rows(&self) -> Result<(), LifecycleError> {
        let now = self.now().await?;
        let mut db = self.pool.acquire().await?;
        behaviours::make_months(&mut db, now).await?;
        // Before anything goes: what is counted stays countable.
        behaviour_figures::roll_up(&mut db, now).await?;
        retention::sweep(&mut db, self.records, now).await?;
        Ok(())
    }

    /// Closes expired deliveries, takes expired files from shelves, removes their objects and everything else that no row names.
    pub async fn remove(&self) -> Result<(), LifecycleError> {
        let now = self.now().await?;
        preparation::expire_deliveries(&self.pool, now).await?;
        self.queue.forget_finished().await?;
        lifecycle::shelves::remove_expired(&self.pool, now).await?;
        let mut db = self.pool.acquire().await?;
        attachments::forget_unused(&mut db, now - UNUSED_PAPER).await?;
        retention::forget_dropped_drafts(&mut db, now - UNUSED_PAPER).await?;
        exports::forget_expired(&mut db, now).await?;
        content::pictures::forget_unused(&mut db).await?;
        kept_areas::forget_unused(&mut db, now - UNUSED_AREA).await?;
        kept_areas::forget_beyond(&mut db, MAX_KEPT_AREA_BYTES).await?;
        transfers::abandon(&mut db, now - TimeDelta::days(2)).await?;
        drop(db);
        let before = now - ORPHAN_AGE;
        let below = ObjectKey::PREFIXES.into_iter();
        let below: Vec<_> = below
            .filter(|prefix| *prefix != ObjectKey::PREVIEWS_PREFIX)
            .collect();
        let swept = orphans::sweep_below(&self.pool, &self.objects, before, &below).await?;
        let folders = staged::sweep(&self.pool, &self.staging).await?;
        if swept.objects > 0 || swept.leftovers > 0 || folders > 0 {
            tracing::info!(
                objects = swept.objects,
                leftovers = swept.leftovers,
                folders,
                "swept"
            );
        }
        Ok(())
    }
}
