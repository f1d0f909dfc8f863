//! A gateway with orders that hand something out.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use chrono::TimeDelta;
use domain::ids::{DeliveryId, OrderId, PushTargetId, ShelfFileId, UserId};
use domain::order::state::OrderState;
use domain::role::Role;
use ftp::delivery::DeliveryGateway;
use ftp::{Config, Server};
use object_store::local::LocalFileSystem;
use object_store::path::Path;
use object_store::{ObjectStore, ObjectStoreExt, PutPayload};
use storage::PgPool;
use storage::db::deliveries::{self, DeliveryFile, FtpAccount};
use storage::db::handles::{Connection, connection};
use storage::db::orders;
use storage::db::shelves;
use storage::db::tasks::Task;
use storage::sealed::ServerKey;
use tempfile::TempDir;
use testkit::builders::subscription::{TargetAccess, target_with_access};
use testkit::builders::{add_scenes, order, person, scene, server_key, worker};
use testkit::postgres::TestDatabase;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::harness::{Raw, TOO_LONG, TestClock};

const TICK: Duration = Duration::from_millis(20);

pub struct DeliveryWorld {
    pub pool: PgPool,
    pub address: SocketAddr,
    pub clock: Arc<TestClock>,
    pub owner: UserId,
    admin: UserId,
    objects: Arc<dyn ObjectStore>,
    key: ServerKey,
    stop: CancellationToken,
    server: JoinHandle<ftp::ShutdownReport>,
    _folder: TempDir,
}

pub struct OpenDelivery {
    pub id: DeliveryId,
    check: Task,
    pub order: OrderId,
    pub number: String,
    pub account: String,
    pub password: String,
}

impl DeliveryWorld {
    pub async fn open() -> Self {
        let pool = TestDatabase::new().await.pool;
        let folder = tempfile::tempdir().unwrap();
        let objects: Arc<dyn ObjectStore> =
            Arc::new(LocalFileSystem::new_with_prefix(folder.path()).unwrap());
        let clock = Arc::new(TestClock::default());
        let told = Arc::clone(&clock);
        let tell: ftp::Clock = Arc::new(move || told.now());
        let key = server_key();
        let gateway = DeliveryGateway::new(
            pool.clone(),
            Arc::clone(&objects),
            key.clone(),
            Arc::clone(&tell),
        );
        let listen = "127.0.0.1:0".parse().unwrap();
        let mut config = Config::new(listen, folder.path().join("tls"), tell);
        config.timeouts.sign_in_delay = Duration::from_millis(1);
        let server = Server::bind(config, Arc::new(gateway)).unwrap();
        let (address, stop) = (server.local_addr(), CancellationToken::new());
        let stopped = stop.clone();
        let now = clock.now();
        add_scenes(&pool, &[scene("s0")]).await;
        let owner = person("zhangsan").name("张三").create(&pool, now).await;
        let admin = person("admin").role(Role::Admin).create(&pool, now).await;
        Self {
            server: tokio::spawn(async move { server.run(stopped.cancelled()).await }),
            pool,
            address,
            clock,
            owner,
            admin,
            objects,
            key,
            stop,
            _folder: folder,
        }
    }

    pub fn key(&self) -> &ServerKey {
        &self.key
    }

    pub async fn db(&self) -> Connection {
        connection(&self.pool).await.unwrap()
    }

    /// A delivery, open for a day, that is still being checked.
    pub async fn unchecked(&self, account: &str, files: &[(&str, &[u8])]) -> OpenDelivery {
        let now = self.clock.now();
        let scenes = ["s0".to_owned()];
        let order = order(self.owner, &scenes).in_state(OrderState::PendingPackaging, self.admin);
        let order = order.create(&self.pool, now).await;
        let mut rows = Vec::new();
        for (at, (path, bytes)) in files.iter().enumerate() {
            let key = format!("orders/{order}/{at}");
            rows.push(self.keep(&key, path, bytes).await);
        }
        let (credential, password) = self.credential(account);
        let packaging = self.claim_next().await;
        let open = (now, TimeDelta::days(1));
        let published =
            worker::publish_package(&self.pool, packaging, credential, &rows, open).await;
        assert!(published.unwrap());
        let mut db = self.db().await;
        let delivery = deliveries::latest(&mut db, order).await.unwrap().unwrap();
        let row = orders::find(&mut db, order).await.unwrap().unwrap();
        OpenDelivery {
            id: delivery.id,
            check: self.claim_next().await,
            order,
            number: row.number.to_string(),
            account: account.to_owned(),
            password,
        }
    }

    /// The one task that waits: all others are under way.
    async fn claim_next(&self) -> Task {
        let claimed = worker::claim_all(&self.pool).await;
        assert_eq!(claimed.len(), 1, "{claimed:?}");
        claimed[0]
    }

    /// An account and its password.
    fn credential(&self, account: &str) -> (FtpAccount, String) {
        let password = format!("password-of-{account}");
        let sealed = self.key.seal(password.as_bytes(), account.as_bytes());
        let credential = FtpAccount {
            name: account.to_owned(),
            password_sealed: sealed.unwrap(),
        };
        (credential, password)
    }

    async fn keep(&self, key: &str, path: &str, bytes: &[u8]) -> DeliveryFile {
        let payload = PutPayload::from(bytes.to_vec());
        self.objects.put(&Path::from(key), payload).await.unwrap();
        DeliveryFile {
            path: path.to_owned(),
            object_key: Some(key.to_owned()),
            size: i64::try_from(bytes.len()).unwrap(),
            sha256: vec![0; 32],
            modified: self.clock.now(),
        }
    }

    /// The owner's shelf, as a target.
    pub async fn open_shelf(&self) -> PushTargetId {
        let access = TargetAccess::shelf();
        target_with_access(&self.pool, self.owner, &access, self.clock.now()).await
    }

    /// The account that opens the shelf now, and its password.
    pub async fn shelf_account(&self) -> (String, String) {
        let mut db = self.db().await;
        let found = shelves::find(&mut db, self.owner, self.clock.now()).await;
        let credential = found.unwrap().unwrap().credential;
        let password = credential.password(&self.key).unwrap();
        (credential.name, password)
    }

    /// A session that shows the shelf.
    pub async fn sign_in_at_shelf(&self) -> Raw {
        let (account, password) = self.shelf_account().await;
        let tried = self.try_sign_in(&account, &password).await;
        tried.unwrap_or_else(|reply| panic!("{reply}"))
    }

    /// As a worker leaves a file on the shelf.
    pub async fn put_on_shelf(&self, path: &str, bytes: &[u8]) {
        let (id, now) = (ShelfFileId::fresh(), self.clock.now());
        let key = format!("shelves/{}/{id}", self.owner);
        let file = self.keep(&key, path, bytes).await;
        sqlx::query(
            "INSERT INTO shelf_file (id, user_id, dataname, path, object_key, size, sha256, stored_at, expires_at) \
             VALUES ($1, $2, 'GF1_a', $3, $4, $5, $6, $7, $8)",
        )
        .bind(id.0)
        .bind(self.owner.0)
        .bind(path)
        .bind(&key)
        .bind(file.size)
        .bind(&file.sha256)
        .bind(now)
        .bind(now + TimeDelta::days(30))
        .execute(&self.pool)
        .await
        .unwrap();
        self.run("UPDATE shelf SET version = version + 1").await;
    }

    pub async fn run(&self, statement: &'static str) {
        sqlx::query(statement).execute(&self.pool).await.unwrap();
    }

    /// The account of a check of that delivery, which lets in for `time`.
    pub async fn begin_check(&self, of: &OpenDelivery, time: TimeDelta) -> OpenDelivery {
        let account = format!("check-{}", uuid::Uuid::now_v7().simple());
        let (credential, password) = self.credential(&account);
        let until = self.clock.now() + time;
        let begun = deliveries::begin_check(&mut *self.db().await, of.id, &credential, until).await;
        assert!(begun.unwrap(), "it is being verified");
        OpenDelivery {
            id: of.id,
            check: of.check,
            order: of.order,
            number: of.number.clone(),
            account,
            password,
        }
    }

    /// A delivery that its applicant sees.
    pub async fn hand_out(&self, account: &str, files: &[(&str, &[u8])]) -> OpenDelivery {
        let handed = self.unchecked(account, files).await;
        let checked = worker::publish(&self.pool, handed.check, self.clock.now()).await;
        assert!(checked.unwrap());
        handed
    }

    pub async fn connect(&self) -> Raw {
        Raw::connect(self.address).await
    }

    /// A session, or the refusal.
    pub async fn try_sign_in(&self, account: &str, password: &str) -> Result<Raw, String> {
        let mut raw = self.connect().await;
        raw.expect(&format!("USER {account}"), 331).await;
        let reply = raw.send_line(&format!("PASS {password}")).await;
        if reply.starts_with("230") {
            Ok(raw)
        } else {
            Err(reply)
        }
    }

    pub async fn sign_in(&self, to: &OpenDelivery) -> Raw {
        let tried = self.try_sign_in(&to.account, &to.password).await;
        tried.unwrap_or_else(|reply| panic!("{reply}"))
    }

    /// Tries wrong passwords.
    pub async fn guess(&self, account: &str, times: usize) {
        for guess in 0..times {
            let refused = self.try_sign_in(account, &format!("guess-{guess}")).await;
            let reply = refused.err().expect("a guess was right");
            assert!(reply.starts_with("530"), "{reply}");
        }
    }

    pub async fn count(&self, query: &'static str) -> i64 {
        sqlx::query_scalar(query)
            .fetch_one(&self.pool)
            .await
            .unwrap()
    }

    /// Waits until `query` counts `wanted`.
    pub async fn until(&self, query: &'static str, expected: i64) {
        let until = Instant::now() + TOO_LONG;
        let mut ticks = tokio::time::interval(TICK);
        loop {
            ticks.tick().await;
            let counted = self.count(query).await;
            if counted == expected {
                return;
            }
            assert!(
                Instant::now() < until,
                "{counted} instead of {expected}: {query}"
            );
        }
    }

    pub async fn close(self) {
        self.stop.cancel();
        let closed = tokio::time::timeout(TOO_LONG, self.server).await;
        closed.expect("does not stop").unwrap();
    }
}
