//! What every handler can reach.

use std::net::IpAddr;
use std::ops::Deref;
use std::path::PathBuf;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use domain::ids::UserId;
use domain::network::Network;
use domain::quota::Quotas;
use domain::shelf::ShelfLimits;
use domain::size::ByteCount;
use domain::system::Deployment;
use forms::signing::Sm2Key;
use object_store::ObjectStore;
use push::PushConfig;
use storage::clock::{Clock, CorrectedClock};
use storage::db::handles::{self, Connection, Transaction};
use storage::db::orders::OrderList;
use storage::db::scenes::SceneIndex;
use storage::db::search_lane::{SearchHandle, SearchLane};
use storage::loop_health::LoopHealth;
use storage::password::Passwords;
use storage::sealed::ServerKey;
use storage::segment_shelf::SegmentShelf;
use storage::tally::Tally;
use storage::task_metrics::TaskMetrics;
use storage::{PgPool, StorageError};
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;

use crate::attachments::inspection::{Inspection, Inspector};
use crate::basemap::archive::Basemap;
use crate::body::arrivals::{Arrivals, BodyLimits};
use crate::catalog::options::Options;
use crate::disks::Disks;
use crate::geometry::pool::{GeometryLimits, GeometryPool};
use crate::geometry::recent::RecentAreas;
use crate::identity_provider::IdentityProvider;
use crate::legacy::settings::LegacySettings;
use crate::network_limit::NetworkLimits;
use crate::ops::head_watch::HeadWatch;
use crate::ops::requests::RequestMetrics;
use crate::orders::feed::ProgressFeed;
use crate::recommend::place_name::PlaceNames;
use crate::regions::book::RegionBook;
use crate::regions::table::Regions;
use crate::system::cache::SystemCache;
use crate::uploads::UploadSlots;

/// Largest JSON body; a searched area of 20,000 vertices is under 1 MiB.
pub const JSON_BODY_LIMIT: usize = 2 * 1024 * 1024;

/// What differs between installations. [`Settings::default`] is the private machine of one person.
#[expect(
    clippy::struct_excessive_bools,
    reason = "switches that have nothing to do with one another"
)]
#[derive(Debug, Clone)]
pub struct Settings {
    /// Whether signing in demands a captcha.
    pub captcha: bool,
    /// Whether mails are sent.
    pub mail: bool,
    /// Whether webhooks may call addresses of internal networks.
    pub webhook_allow_private: bool,
    /// Whether demo accounts exist, so that the sign-in dialog may offer them.
    pub demo: bool,
    /// Name of the system, shown in the header.
    pub sys_name: String,
    /// Telephone of the service desk.
    pub contact_tele: String,
    /// Address of the service desk.
    pub contact_address: String,
    /// What one person may hold.
    pub quotas: Quotas,
    /// What one person's shelf may hold.
    pub shelf: ShelfLimits,
    /// Bytes that copies of scenes' files for other systems may take in the object store.
    pub copies_max_bytes: ByteCount,
    /// Largest uploaded paper, bytes.
    pub upload_max_bytes: u64,
    /// Largest video of the guide, bytes.
    pub guide_video_max_bytes: u64,
    /// Orders above this many bytes are handed out on disk.
    pub offline_above_bytes: u64,
    /// Host that applicants reach the FTP gateway under.
    pub ftp_public_host: String,
    /// Port that applicants reach the FTP gateway under.
    pub ftp_public_port: u16,
    /// Whether the FTP gateway offers TLS.
    pub ftp_tls: bool,
    /// Where an FTP client can be had; empty: nowhere.
    pub ftp_client_url: String,
    /// Proxies whose `X-Forwarded-For` is believed.
    pub trusted_proxies: Vec<IpAddr>,
    /// Where scenes of subscriptions may be sent.
    pub push: PushConfig,
    /// Folders of the archive that preview pictures may be read from.
    pub archive_roots: Vec<PathBuf>,
    /// Servers that map tiles may be loaded from, as CSP sources.
    pub tile_origins: Vec<String>,
    /// The map that everything lies on.
    pub basemap: Basemap,
    /// Administrative regions, before administrators change them.
    pub regions: Regions,
    /// Where people reach this server (`https://host`, no slash at the end); `None`: where the request went.
    pub public_url: Option<String>,
    /// Which deployment this is until an administrator says otherwise; see [`domain::system::Deployment`].
    pub system_name: String,
    /// Where people sign in beside the accounts of this product; `None`: nowhere.
    pub provider: Option<Arc<IdentityProvider>>,
    /// Whether browsers reach this server over TLS, so that cookies may demand it.
    pub https: bool,
    /// How long bodies of requests may take.
    pub bodies: BodyLimits,
    /// Where uploaded papers are looked through.
    pub inspector: Inspector,
    /// How much guests may compute with areas.
    pub geometry_of_guests: GeometryLimits,
    /// How much signed-in people may.
    pub geometry_of_signed_in: GeometryLimits,
    /// Whether health and metrics are answered here too, and not only on an address of their own.
    pub operations_routes: bool,
    /// What the workers of this process count.
    pub task_metrics: TaskMetrics,
    /// How the old addresses are answered.
    pub legacy: LegacySettings,
    /// What signs in SM2 beside Ed25519; `None`: nothing does.
    pub sm2_key: Option<Sm2Key>,
    /// Whether the loops of this process go on.
    pub loops: LoopHealth,
    /// Where segments of the scene index lie that workers have built; `None`: the process reads all scenes itself.
    pub segments: Option<SegmentShelf>,
    /// Set when the process stops: it is not ready from then on.
    pub stopping: CancellationToken,
    /// This machine's clock, which is compared with the database's.
    pub machine_clock: CorrectedClock,
    /// Folders that things are written to, and the bytes that have to be free there.
    pub disks: Disks,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            captcha: true,
            mail: false,
            webhook_allow_private: false,
            demo: false,
            sys_name: "卫星遥感数据信息共享服务".into(),
            contact_tele: String::new(),
            contact_address: String::new(),
            quotas: Quotas::default(),
            shelf: ShelfLimits::default(),
            copies_max_bytes: ByteCount::gib(200),
            upload_max_bytes: domain::attachment::MAX_UPLOAD_BYTES,
            guide_video_max_bytes: domain::content::LARGEST_VIDEO,
            offline_above_bytes: ByteCount::gib(5).0,
            ftp_public_host: "127.0.0.1".into(),
            ftp_public_port: 2121,
            ftp_tls: false,
            ftp_client_url: String::new(),
            trusted_proxies: Vec::new(),
            archive_roots: Vec::new(),
            push: PushConfig::default(),
            tile_origins: Vec::new(),
            basemap: Basemap::default(),
            regions: Regions::default(),
            public_url: None,
            system_name: Deployment::Fw.as_str().to_owned(),
            provider: None,
            https: false,
            bodies: BodyLimits::default(),
            inspector: Inspector::default(),
            geometry_of_guests: GeometryLimits::for_guests(),
            geometry_of_signed_in: GeometryLimits::for_signed_in(),
            operations_routes: true,
            task_metrics: TaskMetrics::default(),
            legacy: LegacySettings::default(),
            sm2_key: None,
            loops: LoopHealth::default(),
            segments: None,
            stopping: CancellationToken::new(),
            machine_clock: CorrectedClock::default(),
            disks: Disks::default(),
        }
    }
}

/// What every handler can reach. Cheap to clone.
#[derive(Clone)]
pub struct Context(Arc<ContextParts>);

/// The inside of a [`Context`].
pub struct ContextParts {
    /// Rows.
    pub pool: PgPool,
    /// What searches are answered from; somebody must keep it.
    pub scenes: SceneIndex,
    /// What order lists are answered from.
    pub order_list: OrderList,
    pub objects: Arc<dyn ObjectStore>,
    /// Opens the passwords of FTP accounts.
    pub server_key: ServerKey,
    /// Tells streams which order has changed.
    pub progress: ProgressFeed,
    /// Settings of the installation.
    pub settings: Settings,
    /// Hashes and checks passwords.
    pub passwords: Passwords,
    /// What this process has answered.
    pub requests: RequestMetrics,
    /// Values that choices offer.
    pub options: Options,
    /// System configuration.
    pub system: SystemCache,
    /// Which network has tried what lately.
    pub paces: NetworkLimits,
    /// Large bodies that are arriving.
    pub arrivals: Arrivals,
    /// Files with areas that are arriving: anybody may send one.
    pub area_uploads: UploadSlots<Network>,
    /// Papers that are arriving.
    pub paper_uploads: UploadSlots<UserId>,
    /// Videos of the guide that are arriving.
    pub video_uploads: UploadSlots<UserId>,
    /// Papers that have arrived and are looked through.
    pub(crate) inspection: Inspection,
    /// The connections that searches may hold.
    pub searches: SearchLane,
    /// Threads that compute with areas.
    pub geometry: GeometryPool,
    /// Areas that were drawn lately.
    pub drawn: RecentAreas,
    /// Administrative regions as they are now.
    pub regions: RegionBook,
    /// Names of places that people are interested in.
    pub(crate) place_names: PlaceNames,
    /// Turns to write a blank form, which takes a core for a moment.
    pub(crate) form_writers: Semaphore,
    /// The turn to look through an imported table.
    pub(crate) table_imports: Arc<Semaphore>,
    /// Imported tables that wait for it.
    pub(crate) waiting_tables: Semaphore,
    /// Zips of papers that are being written, by whose they are.
    pub(crate) paper_zips: Tally<UserId>,
    /// Turns to unpack a picture.
    pub(crate) picture_unpackers: Semaphore,
    /// Records of searches on their way; when the database is slow, further ones are dropped rather than piled up.
    pub(crate) search_recorders: Arc<Semaphore>,
    /// Whether the audit log's head can be compared.
    pub(crate) head_watch: HeadWatch,
    /// Start of the process.
    pub(crate) began: DateTime<Utc>,
    clock: Clock,
}

/// Blank forms written, and pictures unpacked, at the same time.
const FORMS_AT_ONCE: usize = 2;
const PICTURES_AT_ONCE: usize = 2;
/// Imported tables that wait for one another, each whole in memory.
const TABLES_WAITING: usize = 8;
/// Records of searches that are written at the same time.
const SEARCH_RECORDS_AT_ONCE: usize = 32;

/// Files with areas that arrive at the same time, each whole in memory; and those of one network.
const AREAS_ARRIVING: usize = 8;
const AREAS_OF_A_NETWORK: usize = 4;
/// Papers that arrive at the same time, each with up to 15 MB on its way to the object store; and those of one person.
const PAPERS_ARRIVING: usize = 16;
const PAPERS_OF_A_PERSON: usize = 4;

/// Videos that arrive at the same time.
const VIDEOS_ARRIVING: usize = 2;

/// Password hashes computed at the same time: 19 MiB each.
const PASSWORDS_AT_ONCE: usize = 4;

impl Context {
    /// Ties the parts together.
    pub fn new(
        pool: PgPool,
        objects: Arc<dyn ObjectStore>,
        server_key: ServerKey,
        settings: Settings,
    ) -> Result<Self, StorageError> {
        Self::with_clock(
            pool,
            objects,
            server_key,
            settings,
            Arc::new(storage::clock::now),
        )
    }

    /// The same under a clock of the caller's.
    pub fn with_clock(
        pool: PgPool,
        objects: Arc<dyn ObjectStore>,
        server_key: ServerKey,
        settings: Settings,
        clock: Clock,
    ) -> Result<Self, StorageError> {
        Ok(Self(Arc::new(ContextParts {
            progress: ProgressFeed::new(pool.clone()),
            scenes: SceneIndex::sharing(pool.clone(), settings.segments.clone()),
            order_list: OrderList::default(),
            searches: SearchLane::over(pool.clone()),
            pool,
            objects,
            server_key,
            geometry: GeometryPool::new(
                settings.geometry_of_guests,
                settings.geometry_of_signed_in,
            ),
            drawn: RecentAreas::default(),
            inspection: Inspection::new(settings.inspector.clone()),
            regions: RegionBook::new(settings.regions.clone()),
            place_names: PlaceNames::default(),
            form_writers: Semaphore::new(FORMS_AT_ONCE),
            table_imports: Arc::new(Semaphore::new(1)),
            waiting_tables: Semaphore::new(TABLES_WAITING),
            paper_zips: Tally::default(),
            picture_unpackers: Semaphore::new(PICTURES_AT_ONCE),
            search_recorders: Arc::new(Semaphore::new(SEARCH_RECORDS_AT_ONCE)),
            settings,
            passwords: Passwords::new(PASSWORDS_AT_ONCE)?,
            requests: RequestMetrics::default(),
            options: Options::default(),
            system: SystemCache::default(),
            paces: NetworkLimits::default(),
            arrivals: Arrivals::default(),
            area_uploads: UploadSlots::new(AREAS_ARRIVING, AREAS_OF_A_NETWORK),
            paper_uploads: UploadSlots::new(PAPERS_ARRIVING, PAPERS_OF_A_PERSON),
            video_uploads: UploadSlots::new(VIDEOS_ARRIVING, 1),
            head_watch: HeadWatch::default(),
            began: clock(),
            clock,
        })))
    }

    #[must_use]
    pub fn now(&self) -> DateTime<Utc> {
        (self.0.clock)()
    }

    /// A connection for a statement or two.
    pub async fn connection(&self) -> Result<Connection, StorageError> {
        handles::connection(&self.0.pool).await
    }

    /// A transaction that looks for scenes, of limited time; not before all scenes were read once.
    pub async fn begin_search(&self) -> Result<SearchHandle<Transaction>, StorageError> {
        self.0.scenes.once_read().await;
        self.0.searches.begin().await
    }

    /// A transaction; it is undone unless it is committed.
    pub async fn begin(&self) -> Result<Transaction, StorageError> {
        handles::begin(&self.0.pool).await
    }
}

impl Deref for Context {
    type Target = ContextParts;
    fn deref(&self) -> &ContextParts {
        &self.0
    }
}
