//! Orders on a real database, an archive and a store in folders, and crews that work on them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use domain::ids::{OrderId, TaskId, UserId};
use domain::order::application::ApplicationForm;
use domain::order::get_method::GetMethod;
use domain::order::state::OrderState;
use domain::role::Role;
use domain::segments::BuildPolicy;
use domain::shelf::ShelfLimits;
use object_store::local::LocalFileSystem;
use push::PushConfig;
use storage::clock::{Clock, CorrectedClock};
use storage::db::handles::{Connection, connection};
use storage::db::order_scenes::{self, SceneTally};
use storage::db::orders;
use storage::db::scenes::NewScene;
use storage::lifecycle::pushes::SubscriptionShelf;
use storage::loop_health::LoopHealth;
use storage::objects::Objects;
use storage::queue::Queue;
use storage::task_metrics::TaskMetrics;
use storage::{PgPool, StorageError, clock};
use tempfile::TempDir;
use testkit::archive::{Archive, sha256_of};
use testkit::builders::{Changes, acting, add_scenes, form, order, person, scene, server_key};
use testkit::postgres::TestDatabase;
use tokio::sync::Notify;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use url::Url;
use workers::archive::ArchiveConfig;
use workers::crew::{Crew, CrewSettings, FreeSources, Gateway};
use workers::reconcile::Reconcile;

use super::store::{Hook, Hooked};

/// Longer than anything here may take.
const TOO_LONG: Duration = Duration::from_mins(1);
const TICK: Duration = Duration::from_millis(20);

pub struct World {
    pub database: TestDatabase,
    pub archive: Archive,
    pub queue: Queue,
    pub folder: TempDir,
    pub owner: UserId,
    pub admin: UserId,
}

impl World {
    /// With one scene a size in archive and catalogue.
    pub async fn new(sizes: &[usize]) -> Self {
        let database = TestDatabase::new().await;
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("objects")).unwrap();
        let archive = Archive::make(&folder.path().join("archive"), sizes).unwrap();
        let batch: Vec<_> = archive
            .scenes
            .iter()
            .zip(sizes)
            .map(|(archived, size)| NewScene {
                archive_url: Url::from_file_path(&archived.path).ok().map(String::from),
                file_name: Some(archived.file_name.clone()),
                size: i64::try_from(*size).unwrap(),
                ..scene(&archived.dataid)
            })
            .collect();
        let (pool, now) = (&database.pool, clock::now());
        add_scenes(pool, &batch).await;
        let owner = person("zhangsan").create(pool, now).await;
        let admin = person("admin").role(Role::Admin).create(pool, now).await;
        Self {
            queue: Queue::open(None, &database.pool).await.unwrap(),
            database,
            archive,
            folder,
            owner,
            admin,
        }
    }

    pub fn owner(&self) -> UserId {
        self.owner
    }

    pub fn pool(&self) -> &PgPool {
        &self.database.pool
    }

    pub async fn db(&self) -> Connection {
        connection(self.pool()).await.unwrap()
    }

    pub fn objects_folder(&self) -> PathBuf {
        self.folder.path().join("objects")
    }

    /// Where offline copies are staged.
    pub fn staging(&self) -> PathBuf {
        self.folder.path().join("offline")
    }

    /// Where fetched files are kept.
    pub fn received(&self) -> PathBuf {
        self.folder.path().join("received")
    }

    /// The store itself.
    pub fn objects(&self) -> Objects {
        Objects::folder(self.objects_folder()).unwrap()
    }

    /// The store behind a hook.
    pub fn hooked(&self, hook: Hook) -> Objects {
        let inner = LocalFileSystem::new_with_prefix(self.objects_folder()).unwrap();
        Objects {
            store: Arc::new(Hooked {
                inner: Arc::new(inner.with_automatic_cleanup(true)),
                hook,
            }),
            folder: Some(self.objects_folder()),
        }
    }

    /// An approved order of every scene.
    pub async fn approved(&self) -> OrderId {
        self.approved_of(&self.archive.dataids()).await
    }

    pub async fn approved_of(&self, expected: &[String]) -> OrderId {
        self.approved_for(expected, GetMethod::OnlineDownload).await
    }

    /// An approved order of every scene, to be copied to a disk.
    pub async fn approved_offline(&self) -> OrderId {
        self.approved_for(&self.archive.dataids(), GetMethod::OfflineCopy)
            .await
    }

    async fn approved_for(&self, expected: &[String], method: GetMethod) -> OrderId {
        let form = ApplicationForm {
            get_method: Some(method),
            ..form()
        };
        let order = order(self.owner, expected).form(form);
        let order = order.in_state(OrderState::Approved, self.admin);
        order.create(self.pool(), clock::now()).await
    }

    /// The administrator, at work.
    pub fn admin(&self) -> Changes<'_> {
        self.changes_of(self.admin, Role::Admin)
    }

    pub fn changes_of(&self, user: UserId, role: Role) -> Changes<'_> {
        Changes {
            pool: self.pool(),
            by: acting(user, role),
            now: clock::now(),
        }
    }

    /// The number in the catalogue of the scene at this place of the archive.
    pub async fn did(&self, at: usize) -> i64 {
        sqlx::query_scalar("SELECT did FROM scene WHERE dataid = $1")
            .bind(&self.archive.scenes[at].dataid)
            .fetch_one(self.pool())
            .await
            .unwrap()
    }

    pub async fn tally(&self, order: OrderId) -> SceneTally {
        order_scenes::tally(&mut *self.db().await, order)
            .await
            .unwrap()
    }

    pub async fn state(&self, order: OrderId) -> OrderState {
        orders::find(&mut *self.db().await, order)
            .await
            .unwrap()
            .unwrap()
            .state
    }

    pub async fn count(&self, query: &'static str) -> i64 {
        sqlx::query_scalar(query)
            .fetch_one(self.pool())
            .await
            .unwrap()
    }

    pub async fn sql(&self, statement: &'static str) {
        sqlx::query(statement).execute(self.pool()).await.unwrap();
    }

    /// Waits until `query` counts `wanted`; meanwhile whatever waits to be tried again is due at once.
    pub async fn until(&self, query: &'static str, expected: i64) {
        self.until_with(query, expected, &[]).await;
    }

    /// The same, with these statements again and again meanwhile.
    pub async fn until_with(&self, query: &'static str, expected: i64, also: &[&'static str]) {
        let until = Instant::now() + TOO_LONG;
        let mut ticks = tokio::time::interval(TICK);
        loop {
            ticks.tick().await;
            self.sql(
                "UPDATE task SET run_after = now() WHERE state = 'waiting' AND run_after > now()",
            )
            .await;
            for statement in also {
                self.sql(statement).await;
            }
            let counted = self.count(query).await;
            if counted == expected {
                return;
            }
            assert!(
                Instant::now() < until,
                "{counted} instead of {expected}: {query}\n{}",
                self.ledger().await
            );
        }
    }

    /// Hands out the tasks that wait, as soon as there are any to hand out: a round of a crew that just stopped
    /// holds the dispatcher's lock until Postgres has rolled it back.
    pub async fn release(&self) -> Vec<TaskId> {
        let until = Instant::now() + TOO_LONG;
        let mut ticks = tokio::time::interval(TICK);
        loop {
            ticks.tick().await;
            let released = testkit::builders::worker::release(self.pool(), 100).await;
            if !released.is_empty() {
                return released;
            }
            assert!(
                Instant::now() < until,
                "nothing is released\n{}",
                self.ledger().await
            );
        }
    }

    async fn ledger(&self) -> String {
        let rows: Vec<(String, String, i32, Option<String>)> =
            sqlx::query_as("SELECT kind, state, attempt, error_text FROM task")
                .fetch_all(self.pool())
                .await
                .unwrap();
        let targets: Vec<Option<serde_json::Value>> =
            sqlx::query_scalar("SELECT failure_detail FROM push_target")
                .fetch_all(self.pool())
                .await
                .unwrap();
        let matches: Vec<(String, Option<serde_json::Value>)> =
            sqlx::query_as("SELECT state, error_detail FROM subscription_match")
                .fetch_all(self.pool())
                .await
                .unwrap();
        let sessions: Vec<(Option<String>, Option<String>, String)> = sqlx::query_as(
            "SELECT state, wait_event, query FROM pg_stat_activity \
             WHERE datname = current_database() AND state <> 'idle'",
        )
        .fetch_all(self.pool())
        .await
        .unwrap();
        format!("{rows:#?}\n{targets:?}\n{matches:?}\n{sessions:#?}")
    }

    /// Waits until a package is made. (There is no gateway here that could show it.)
    pub async fn until_packaged(&self) {
        self.until(PACKAGED, 1).await;
    }

    /// Workers and reconcilers over `objects`.
    pub fn work(&self, name: &str, slots: usize, objects: Objects) -> RunningCrew {
        RunningCrew::start(
            self.pool().clone(),
            self.queue.clone(),
            objects,
            self.settings(name, slots),
        )
    }

    pub fn settings(&self, name: &str, slots: usize) -> CrewSettings {
        CrewSettings {
            segments: None,
            push: PushConfig {
                hosts: vec!["127.0.0.1".parse().unwrap()].into(),
                ..PushConfig::default()
            },
            name: name.to_owned(),
            slots,
            emergency_slots: 0,
            archive: ArchiveConfig {
                file_roots: vec![self.archive.folder.clone()],
                received: self.received(),
                hosts: vec!["127.0.0.1".parse().unwrap()].into(),
                ..ArchiveConfig::default()
            },
            shelf: ShelfLimits::default(),
            package_max_bytes: 1 << 30,
            preview_max_bytes: 0,
            delivery_days: 30,
            staging: self.staging(),
            gateway: Gateway {
                host: "127.0.0.1".into(),
                port: 1,
                tls: None,
            },
        }
    }

    /// What the rows name, and what lies in the store's folder, unfinished writes included.
    pub async fn named_and_stored(&self) -> (BTreeSet<String>, BTreeSet<String>) {
        let named: Vec<String> = sqlx::query_scalar(
            "SELECT object_key FROM order_scene WHERE object_key IS NOT NULL \
             UNION SELECT object_key FROM delivery_file WHERE object_key IS NOT NULL",
        )
        .fetch_all(self.pool())
        .await
        .unwrap();
        (named.into_iter().collect(), files(&self.objects_folder()))
    }

    /// Everything in the store is named and whole, and everything named is there.
    pub async fn assert_store_is_clean(&self) {
        let (named, stored) = self.named_and_stored().await;
        assert_eq!(named, stored);
        for scene in &self.archive.scenes {
            let key: String = sqlx::query_scalar(
                "SELECT os.object_key FROM order_scene os JOIN scene USING (did) WHERE dataid = $1",
            )
            .bind(&scene.dataid)
            .fetch_one(self.pool())
            .await
            .unwrap();
            assert_eq!(
                sha256_of(&self.objects_folder().join(key)).unwrap(),
                scene.sha256
            );
        }
    }
}

/// One when a package is made and its delivery written.
pub const PACKAGED: &str = "SELECT count(*) FROM delivery d JOIN task t ON t.id = d.attempt_task \
     WHERE t.state = 'done' AND d.state <> 'ended'";

/// Where segments are built at all, they are after every change.
const EVERY_CHANGE: BuildPolicy = BuildPolicy {
    least_scenes: 1,
    changes: 1,
};

pub struct RunningCrew {
    pub stop: CancellationToken,
    crew: JoinHandle<Result<(), StorageError>>,
    reconcile: JoinHandle<()>,
}

impl RunningCrew {
    pub fn start(pool: PgPool, queue: Queue, objects: Objects, settings: CrewSettings) -> Self {
        Self::start_at(pool, queue, objects, settings, Arc::new(clock::now))
    }

    /// On a machine with that clock.
    pub fn start_at(
        pool: PgPool,
        queue: Queue,
        objects: Objects,
        settings: CrewSettings,
        machine: Clock,
    ) -> Self {
        let stop = CancellationToken::new();
        let freed = Arc::new(Notify::new());
        let reconcile = Reconcile {
            segments: settings.segments.as_ref().map(|_| EVERY_CHANGE),
            subscriptions: SubscriptionShelf::default(),
            push: settings.push.clone(),
            shelf: settings.segments.clone(),
            pool: pool.clone(),
            queue: queue.clone(),
            objects: objects.clone(),
            key: server_key(),
            staging: settings.staging.clone(),
            records: chrono::TimeDelta::days(1095),
            previews: settings.preview_max_bytes > 0,
            time: Arc::default(),
            clock: Arc::clone(&machine),
            loops: LoopHealth::default(),
            freed: Arc::clone(&freed),
        };
        let crew = Arc::new(Crew {
            pool,
            objects,
            key: server_key(),
            settings,
            free_sources: FreeSources::default(),
            metrics: TaskMetrics::default(),
            clock: CorrectedClock::new(machine),
            freed,
            stopping: stop.clone(),
        });
        Self {
            crew: tokio::spawn(async move { crew.run(&queue).await }),
            reconcile: tokio::spawn(reconcile.run(stop.clone())),
            stop,
        }
    }

    /// Ends in time, every job with it.
    pub async fn stop(self) {
        self.stop.cancel();
        let ended = async {
            self.crew.await.unwrap().unwrap();
            self.reconcile.await.unwrap();
        };
        tokio::time::timeout(TOO_LONG, ended)
            .await
            .expect("does not stop");
    }
}

/// Every file below `root`, but for the head of the audit log, which every crew keeps.
pub fn files(root: &Path) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let inside = path.strip_prefix(root).unwrap();
                found.insert(inside.to_str().unwrap().to_owned());
            }
        }
    }
    found.retain(|file| !file.starts_with("audit/"));
    found
}
