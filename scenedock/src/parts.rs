//! What the processes are made of: opened once, shared by all that run here.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;
use api::legacy::LegacyKey;
use api::legacy::settings::LegacySettings;
use forms::signing::Sm2Key;
use push::PushConfig;
use storage::db::{attachments, personal_data};
use storage::lifecycle::first_start;
use storage::loop_health::LoopHealth;
use storage::objects::{Objects, StorePatience};
use storage::queue::Queue;
use storage::sealed::ServerKey;
use storage::segment_shelf::SegmentShelf;
use storage::task_metrics::TaskMetrics;
use storage::{PgPool, StorageError, clock, db};
use tokio_util::sync::CancellationToken;

use crate::settings::{FtpTls, Settings, from_env};
use crate::{inspect_paper, private_folder};

/// Connections of one process: handlers, jobs, reconcilers and listeners together.
const CONNECTIONS: u32 = 30;

/// How long old clients wait for the file of an export before they are told to ask again.
const EXPORT_WAIT: Duration = Duration::from_secs(20);

/// How often a dependency that is away is looked for at the start.
const TRY_AGAIN_AFTER: Duration = Duration::from_secs(1);

/// The opened dependencies of one process.
#[derive(Clone)]
pub struct ProcessParts {
    pub settings: Settings,
    /// The data folder, absolute.
    pub data: PathBuf,
    /// The database.
    pub pool: PgPool,
    /// The object store.
    pub objects: Objects,
    /// Where segments of the scene index lie; `None`: the folder cannot be written to.
    pub segments: Option<SegmentShelf>,
    /// The server's key.
    pub key: ServerKey,
    pub queue: Queue,
    /// What the workers of this process count.
    pub task_metrics: TaskMetrics,
    /// Whether the loops of this process go on.
    pub loops: LoopHealth,
    /// Set when the process stops.
    pub stopping: CancellationToken,
}

impl ProcessParts {
    /// Opens everything; the database must be there and is brought to this version.
    pub async fn open(settings: Settings, database_url: &str) -> anyhow::Result<Self> {
        settings.check()?;
        let data = settings.data_folder()?;
        let pool = db::connect(database_url, CONNECTIONS)
            .await
            .context("cannot open the database")?;
        db::migrate(&pool)
            .await
            .context("cannot migrate the database")?;
        let objects = open_objects(&settings, &data, StorePatience::WORK)?;
        let key = server_key(&data)?;
        settle_personal_data(&pool, &key).await?;
        let queue = Queue::open(settings.queue_url.as_deref(), &pool)
            .await
            .context("cannot open the queue")?;
        Ok(Self {
            segments: open_segments(&settings, &data, &objects),
            settings,
            data,
            pool,
            objects,
            key,
            queue,
            task_metrics: TaskMetrics::default(),
            loops: LoopHealth::default(),
            stopping: CancellationToken::new(),
        })
    }

    /// Opens everything of a process that does not bring its own database.
    pub async fn open_shared(settings: Settings) -> anyhow::Result<Self> {
        let url = settings.shared_database_url()?;
        Self::open(settings, &url).await
    }

    /// Opens everything, and waits while a dependency is away: whoever starts all of them together starts them in no order.
    /// `None`: it was stopped meanwhile.
    pub async fn open_when_there(
        settings: Settings,
        database_url: &str,
        stop: &CancellationToken,
    ) -> anyhow::Result<Option<Self>> {
        let mut is_told = false;
        loop {
            let error = match Self::open(settings.clone(), database_url).await {
                Ok(parts) => return Ok(Some(parts)),
                Err(error) if is_away(&error) => error,
                Err(error) => return Err(error),
            };
            if !std::mem::replace(&mut is_told, true) {
                tracing::warn!("{error:#}: waiting for it");
            }
            let wait = stop.run_until_cancelled(tokio::time::sleep(TRY_AGAIN_AFTER));
            if wait.await.is_none() {
                return Ok(None);
            }
        }
    }

    /// The same, of a process that does not bring its own database.
    pub async fn open_shared_when_there(
        settings: Settings,
        stop: &CancellationToken,
    ) -> anyhow::Result<Option<Self>> {
        let url = settings.shared_database_url()?;
        Self::open_when_there(settings, &url, stop).await
    }

    /// Lets the demo's accounts in where the demo runs, and nowhere else: everybody knows their passwords, and data of a
    /// demo may be started again, restored or shared without it. Before anything is answered.
    pub async fn settle_demo(&self) -> anyhow::Result<()> {
        let demo = self.settings.demo;
        let switched =
            storage::lifecycle::accounts::settle_demo(&self.pool, demo, clock::now()).await?;
        if switched > 0 && !demo {
            tracing::warn!(
                accounts = switched,
                "these data were a demo's: its accounts are switched off, because everybody knows their passwords"
            );
        }
        Ok(())
    }

    /// A link with which the first administrator is made, where nobody who may sign in can give roles. The demo has its own.
    pub async fn set_up_link(&self) -> anyhow::Result<Option<String>> {
        if self.settings.demo {
            return Ok(None);
        }
        let token = first_start::issue(&self.pool, clock::now()).await?;
        let site = match &self.settings.public_url {
            Some(url) => url.as_str().trim_end_matches('/').to_owned(),
            None => format!("http://{}", self.settings.http_addr),
        };
        // Behind the `#`, browsers send nothing to anybody.
        Ok(token.map(|token| format!("{site}/setup#{}", token.expose())))
    }

    /// Folders that `file://` archives may lie in: those set, and the demo's.
    pub fn archive_roots(&self) -> Vec<PathBuf> {
        let mut roots = self.settings.archive_roots.clone();
        if self.settings.demo {
            roots.extend(crate::demo::folder(&self.settings).ok());
        }
        // A mount that comes late is not there yet; it is resolved again at every use.
        roots
            .into_iter()
            .map(|root| std::fs::canonicalize(&root).unwrap_or(root))
            .collect()
    }

    /// Folders that preview pictures may be read from.
    fn picture_roots(&self) -> anyhow::Result<Vec<PathBuf>> {
        let mut roots = self.archive_roots();
        roots.push(self.received()?);
        Ok(roots)
    }

    /// Where offline copies are staged, absolute: administrators go there.
    pub fn staging(&self) -> anyhow::Result<PathBuf> {
        match &self.settings.offline_staging {
            Some(folder) => std::path::absolute(folder)
                .with_context(|| format!("staging folder {}", folder.display())),
            None => Ok(self.data.join("offline")),
        }
    }

    /// Where files are kept that were fetched to be received, absolute: the catalogue names them so.
    pub fn received(&self) -> anyhow::Result<PathBuf> {
        match &self.settings.receive_dir {
            Some(folder) => std::path::absolute(folder)
                .with_context(|| format!("RECEIVE_DIR {}", folder.display())),
            None => Ok(self.data.join("received")),
        }
    }

    /// Where scenes of subscriptions may be sent.
    pub fn push_config(&self) -> anyhow::Result<PushConfig> {
        let roots = match &self.settings.push_ca_file {
            Some(file) => push::read_authorities(file)
                .with_context(|| format!("PUSH_CA_FILE {}", file.display()))?,
            None => Vec::new(),
        };
        Ok(PushConfig {
            hosts: self.settings.push_hosts.clone().into(),
            roots,
            ..PushConfig::default()
        })
    }

    /// Folders of this machine that are written to while it serves.
    fn written_folders(&self) -> Vec<PathBuf> {
        let objects = self.objects.folder.clone();
        objects.into_iter().chain([self.data.clone()]).collect()
    }

    /// The API's context.
    pub fn api_context(&self) -> anyhow::Result<api::Context> {
        let settings = &self.settings;
        let api_settings = api::Settings {
            captcha: settings.captcha(),
            webhook_allow_private: settings.webhook_allow_private,
            legacy: LegacySettings {
                product: settings.legacy_product.clone(),
                key: legacy_key()?,
                base_maps: settings.legacy_base_maps.clone().unwrap_or_default(),
                export_wait: EXPORT_WAIT,
            },
            sm2_key: sm2_key()?,
            demo: settings.demo,
            quotas: settings.quotas(),
            shelf: settings.shelf.limits(),
            copies_max_bytes: domain::size::ByteCount(settings.copies_max_bytes),
            sys_name: settings.sys_name.clone(),
            contact_tele: settings.contact(&settings.contact_tele, "010-00000000"),
            contact_address: settings.contact(&settings.contact_address, "数据服务大厅（演示）"),
            guide_video_max_bytes: settings.guide_video_max_bytes,
            ftp_public_host: settings.ftp_host(),
            ftp_public_port: settings
                .ftp_public_port
                .unwrap_or_else(|| settings.ftp_addr.port()),
            ftp_tls: settings.ftp_tls != FtpTls::Off,
            mail: settings.smtp_url.is_some() && settings.mail_from.is_some(),
            ftp_client_url: settings.ftp_client_url.clone(),
            trusted_proxies: settings.trusted_proxies.clone(),
            archive_roots: self.picture_roots()?,
            push: self.push_config()?,
            basemap: match &settings.basemap_file {
                Some(file) => api::basemap::Basemap::load(file)
                    .with_context(|| format!("BASEMAP_FILE {}", file.display()))?,
                None => api::basemap::Basemap::default(),
            },
            regions: match &settings.regions_file {
                Some(file) => api::regions::Regions::load(file)
                    .with_context(|| format!("REGIONS_FILE {}", file.display()))?,
                None => api::regions::Regions::default(),
            },
            public_url: settings
                .public_url
                .as_ref()
                .map(|url| url.as_str().trim_end_matches('/').to_owned()),
            system_name: settings.provider.system_name.clone(),
            provider: settings.provider.provider(settings.public_url.as_ref())?,
            https: settings.https,
            bodies: settings.http.body_limits(),
            inspector: inspect_paper::inspector()?,
            operations_routes: settings.ops_addr.is_none(),
            task_metrics: self.task_metrics.clone(),
            loops: self.loops.clone(),
            segments: self.segments.clone(),
            stopping: self.stopping.clone(),
            disks: api::Disks {
                folders: self.written_folders(),
                ..api::Disks::default()
            },
            ..api::Settings::default()
        };
        let context = api::Context::new(
            self.pool.clone(),
            open_objects(settings, &self.data, StorePatience::SOMEBODY_WAITS)?.store,
            self.key.clone(),
            api_settings,
        )?;
        Ok(context)
    }
}

/// Where segments of the scene index lie on this machine. Without that a process reads all scenes when it starts.
fn open_segments(settings: &Settings, data: &Path, objects: &Objects) -> Option<SegmentShelf> {
    let folder = settings.segment_dir.clone();
    let folder = folder.unwrap_or_else(|| data.join("segments"));
    let shelf = SegmentShelf::open(folder.clone(), objects.store.clone());
    shelf
        .inspect_err(|error| {
            let folder = folder.display();
            tracing::warn!(%error, %folder, "segments of scenes cannot be kept: set SEGMENT_DIR");
        })
        .ok()
}

/// Whether it is a dependency that is away, and not a setting that is wrong. The object store is not called at the start.
fn is_away(error: &anyhow::Error) -> bool {
    let mut causes = error.chain();
    causes.any(|cause| match cause.downcast_ref::<StorageError>() {
        None | Some(StorageError::Object(_)) => false,
        Some(error) => error.is_unavailable(),
    })
}

/// Seals the telephone numbers that a version before this one wrote plainly, and says when the key is not the one of before.
async fn settle_personal_data(pool: &PgPool, key: &ServerKey) -> anyhow::Result<()> {
    let mut db = db::handles::connection(pool).await?;
    if !personal_data::is_opened_by(&mut db, key).await? {
        tracing::error!(
            "the server key does not open the telephone and identity numbers of accounts and orders: it is not the key they were \
             sealed with"
        );
        return Ok(());
    }
    let foreign = attachments::under_other_keys(&mut db, key.id()).await?;
    if foreign > 0 {
        tracing::error!(
            papers = foreign,
            "the server key is not the one that these papers are sealed under: they cannot be read"
        );
    }
    drop(db);
    let sealed = personal_data::seal_rest(pool, key).await?;
    if sealed != personal_data::SealedRows::default() {
        let (accounts, orders) = (sealed.accounts, sealed.orders);
        tracing::info!(accounts, orders, "telephone numbers are sealed");
    }
    Ok(())
}

/// The server's key, which is made where there is none.
pub fn server_key(data: &Path) -> anyhow::Result<ServerKey> {
    match from_env("SCENEDOCK_SECRET_KEY") {
        Some(text) => ServerKey::parse(&text),
        None => ServerKey::load_or_make(&data.join("secret.key")),
    }
    .context("cannot read the server key")
}

/// The object store; a folder is closed to other users.
pub fn open_objects(
    settings: &Settings,
    data: &Path,
    patience: StorePatience,
) -> anyhow::Result<Objects> {
    let objects = match &settings.object_store_url {
        Some(url) => Objects::open(url, patience),
        None => Objects::folder(data.join("objects")),
    }
    .context("cannot open the object store")?;
    if let Some(folder) = &objects.folder {
        private_folder::report(folder, private_folder::make_or_close(folder));
    }
    Ok(objects)
}

/// Under which old clients are answered encrypted; a secret, so it stands in the environment only.
fn legacy_key() -> anyhow::Result<Option<LegacyKey>> {
    let key = from_env("LEGACY_SM4_KEY").map(|text| text.parse());
    key.transpose().context("LEGACY_SM4_KEY")
}

/// What signs records and reports in SM2 beside Ed25519; a secret, so it stands in the environment only.
fn sm2_key() -> anyhow::Result<Option<Sm2Key>> {
    let key = from_env("RECORD_SM2_KEY").map(|text| text.parse());
    key.transpose().context("RECORD_SM2_KEY")
}
