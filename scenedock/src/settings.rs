//! What an installation sets, from the environment.

use std::net::{IpAddr, SocketAddr};
use std::ops::RangeInclusive;
use std::path::PathBuf;

use anyhow::{Context, bail};
use api::legacy::settings::BaseMapNames;
use clap::{Args, ValueEnum};
use domain::archive_host::ArchiveHost;
use domain::emergency::usual_slots;
use domain::quota::Quotas;
use tracing_subscriber::EnvFilter;
use url::Url;

use crate::private_folder;

mod gateway;
mod http;
mod provider;
mod shelf;
mod variable;

use gateway::GatewaySettings;
use http::HttpSettings;
use provider::ProviderArgs;
use shelf::ShelfSettings;
use variable::flag;
pub use variable::from_env;

/// 50 GiB: a zip that common tools still handle and that a broken line does not cost too much of.
const PACKAGE_MAX_BYTES: u64 = 50 << 30;

/// 4 GiB: a whole scene as one plain GeoTIFF; it is fetched into TMPDIR when it lies on another machine.
const PREVIEW_MAX_BYTES: u64 = 4 << 30;
const COPIES_MAX_BYTES: u64 = 200 << 30;

/// Every setting; each is an environment variable, so that no secret is ever on a command line.
#[derive(Args, Clone)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a variable of its own"
)]
pub struct Settings {
    /// Data folder: private database, objects, keys
    #[arg(long, env = "SCENEDOCK_DATA", default_value = "./data", global = true)]
    pub data: PathBuf,
    /// Address of the API and the web apps
    #[arg(
        long,
        env = "HTTP_ADDR",
        default_value = "127.0.0.1:8080",
        global = true
    )]
    pub http_addr: SocketAddr,
    /// Second address for health and metrics only; then they are not answered on HTTP_ADDR
    #[arg(long, env = "OPS_ADDR", global = true)]
    pub ops_addr: Option<SocketAddr>,
    /// Address of the FTP gateway
    #[arg(
        long,
        env = "FTP_ADDR",
        default_value = "127.0.0.1:2121",
        global = true
    )]
    pub ftp_addr: SocketAddr,
    /// Host name or IPv4 address that applicants reach the FTP gateway under
    #[arg(long, env = "FTP_PUBLIC_HOST", global = true)]
    pub ftp_public_host: Option<String>,
    /// Port that applicants reach it under, when it is not FTP_ADDR's
    #[arg(long, env = "FTP_PUBLIC_PORT", global = true)]
    pub ftp_public_port: Option<u16>,
    /// Ports of data connections, as FIRST-LAST
    #[arg(long, env = "FTP_PASSIVE_PORTS", value_parser = port_range, global = true)]
    pub ftp_passive_ports: Option<RangeInclusive<u16>>,
    /// Whether FTP clients may or must encrypt
    #[arg(long, env = "FTP_TLS", value_enum, default_value_t = FtpTls::Optional, global = true)]
    pub ftp_tls: FtpTls,
    /// Certificate chain of the FTP gateway, PEM; made when absent
    #[arg(long, env = "FTP_TLS_CERT", requires = "ftp_tls_key", global = true)]
    pub ftp_tls_cert: Option<PathBuf>,
    /// Private key of the certificate, PEM
    #[arg(long, env = "FTP_TLS_KEY", requires = "ftp_tls_cert", global = true)]
    pub ftp_tls_key: Option<PathBuf>,
    /// HOST:PORT where workers check deliveries; the public address when absent
    #[arg(long, env = "FTP_CHECK_ADDR", global = true)]
    pub ftp_check_addr: Option<String>,
    /// Database; a private one when absent
    #[arg(skip = from_env("DATABASE_URL"))]
    pub database_url: Option<String>,
    /// Queue: redis://host:port/db; in the database when absent
    #[arg(skip = from_env("QUEUE_URL"))]
    pub queue_url: Option<String>,
    /// Object store: s3://bucket or file:///folder; data/objects when absent
    #[arg(long, env = "OBJECT_STORE_URL", global = true)]
    pub object_store_url: Option<Url>,
    /// Folders whose files may be archives, separated by `:`
    #[arg(long, env = "ARCHIVE_ROOTS", value_delimiter = ':', global = true)]
    pub archive_roots: Vec<PathBuf>,
    /// Hosts (name, *.name), addresses, networks and buckets (s3://name) that archives may lie on, separated by `,`
    #[arg(long, env = "ARCHIVE_HOSTS", value_delimiter = ',', global = true)]
    pub archive_hosts: Vec<ArchiveHost>,
    /// Folder where files are kept that are received from buckets and FTP servers, the same for every process; data/received when absent
    #[arg(long, env = "RECEIVE_DIR", global = true)]
    pub receive_dir: Option<PathBuf>,
    /// Hosts (name, *.name), addresses and networks that scenes may be sent to, and received from by S3 and FTP, separated by `,`
    #[arg(long, env = "PUSH_HOSTS", value_delimiter = ',', global = true)]
    pub push_hosts: Vec<ArchiveHost>,
    /// PEM file of authorities whose certificates push targets may have, besides those that this machine trusts
    #[arg(long, env = "PUSH_CA_FILE", global = true)]
    pub push_ca_file: Option<PathBuf>,
    /// Tasks at once in this process; the number of processors when absent
    #[arg(long, env = "WORKER_SLOTS", global = true)]
    pub worker_slots: Option<usize>,
    /// Tasks at once beside them, of orders that are urgent for an emergency; one when absent, none of a process of one or two slots
    #[arg(long, env = "EMERGENCY_SLOTS", global = true)]
    pub emergency_slots: Option<usize>,
    /// Seconds for which a process that stops says that it is not ready and goes on answering
    #[arg(long, env = "DRAIN_SECONDS", default_value_t = 0, global = true)]
    pub drain_seconds: u32,
    /// File that a worker process touches every few seconds while it runs and the database answers
    #[arg(long, env = "WORKER_ALIVE_FILE", global = true)]
    pub worker_alive_file: Option<PathBuf>,
    /// Bytes above which an order is split into several zips
    #[arg(long, env = "PACKAGE_MAX_BYTES", default_value_t = PACKAGE_MAX_BYTES, global = true)]
    pub package_max_bytes: u64,
    /// Bytes of the largest raster that previews are made of; 0: no previews are made
    #[arg(long, env = "PREVIEW_MAX_BYTES", default_value_t = PREVIEW_MAX_BYTES, global = true)]
    pub preview_max_bytes: u64,
    /// Bytes that copies of scenes' files for other systems may take in the object store
    #[arg(long, env = "COPIES_MAX_BYTES", default_value_t = COPIES_MAX_BYTES, global = true)]
    pub copies_max_bytes: u64,
    /// Folder where offline copies are staged, the same for every worker; data/offline when absent
    #[arg(long, env = "OFFLINE_STAGING", global = true)]
    pub offline_staging: Option<PathBuf>,
    /// Folder where segments of the scene index are mapped from, the same for every process of this machine; data/segments when absent
    #[arg(long, env = "SEGMENT_DIR", global = true)]
    pub segment_dir: Option<PathBuf>,
    /// Bytes of papers that one person may hold outside accepted orders
    #[arg(long, env = "PERSON_PAPER_BYTES", default_value_t = Quotas::default().paper_bytes, global = true)]
    pub person_paper_bytes: u64,
    /// Drafts and orders waiting for review that one person may have
    #[arg(long, env = "PERSON_OPEN_ORDERS", default_value_t = Quotas::default().open_orders, global = true)]
    pub person_open_orders: u32,
    /// Exports that one person may keep
    #[arg(long, env = "PERSON_EXPORTS", default_value_t = Quotas::default().exports, global = true)]
    pub person_exports: u32,
    /// Bytes of areas that are kept for one person, or for the guests of one network
    #[arg(long, env = "PERSON_AREA_BYTES", default_value_t = Quotas::default().area_bytes, global = true)]
    pub person_area_bytes: u64,
    /// Units that one applicant may add
    #[arg(long, env = "PERSON_UNITS", default_value_t = Quotas::default().units, global = true)]
    pub person_units: u32,
    /// Days that the record of what people did and fetched is kept
    #[arg(long, env = "RECORD_DAYS", default_value_t = 1095, global = true)]
    pub record_days: u32,
    /// Days that a delivery stays open
    #[arg(long, env = "DELIVERY_DAYS", default_value_t = 30, global = true)]
    pub delivery_days: u32,
    /// Shelves: how much people may store
    #[command(flatten)]
    pub shelf: ShelfSettings,
    /// Whether signing in demands a captcha; on, unless this is the demo
    #[arg(long, env = "CAPTCHA", value_enum, global = true)]
    pub captcha: Option<Switch>,
    /// Demo accounts, a demo catalogue and demo orders
    #[arg(long, env = "SCENEDOCK_DEMO", value_parser = flag, default_value = "0", global = true)]
    pub demo: bool,
    /// Folder of the demo's catalogue and archive; searched beside the binary when absent
    #[arg(long, env = "SCENEDOCK_DEMO_DIR", global = true)]
    pub demo_dir: Option<PathBuf>,
    /// Name of the system, shown in the header
    #[arg(
        long,
        env = "SYS_NAME",
        default_value = "卫星遥感数据信息共享服务",
        global = true
    )]
    pub sys_name: String,
    /// Telephone of the service desk
    #[arg(long, env = "CONTACT_TELE", default_value = "", global = true)]
    pub contact_tele: String,
    /// Address of the service desk
    #[arg(long, env = "CONTACT_ADDRESS", default_value = "", global = true)]
    pub contact_address: String,
    /// Address of a page that offers an FTP client
    #[arg(
        long,
        env = "FTP_CLIENT_URL",
        default_value = "https://filezilla-project.org/",
        global = true
    )]
    pub ftp_client_url: String,
    /// Largest video of the guide, bytes
    #[arg(
        long,
        env = "GUIDE_VIDEO_MAX_BYTES",
        default_value_t = 524_288_000,
        global = true
    )]
    pub guide_video_max_bytes: u64,
    /// Base map (one PMTiles file) in place of the shipped one; see docs/operations.md
    #[arg(long, env = "BASEMAP_FILE", global = true)]
    pub basemap_file: Option<PathBuf>,
    /// Boundaries of administrative regions in place of those shipped; see docs/operations.md
    #[arg(long, env = "REGIONS_FILE", global = true)]
    pub regions_file: Option<PathBuf>,
    /// Mail server for notices, registrations and forgotten passwords: smtps://user:password@host, smtp://host?tls=required; none: no mail
    #[arg(skip = from_env("SMTP_URL"))]
    pub smtp_url: Option<String>,
    /// Sender of mails, as `address` or `name <address>`; needed with SMTP_URL
    #[arg(long, env = "MAIL_FROM", global = true)]
    pub mail_from: Option<String>,
    /// Where people reach this server, for links in mails; HTTP_ADDR when absent
    #[arg(long, env = "PUBLIC_URL", global = true)]
    pub public_url: Option<Url>,
    /// The identity provider
    #[command(flatten)]
    pub provider: ProviderArgs,
    /// Whether webhooks may call addresses of internal networks
    #[arg(long, env = "WEBHOOK_ALLOW_PRIVATE", value_parser = flag, default_value = "0", global = true)]
    pub webhook_allow_private: bool,
    /// What stands for {product} in the addresses of the portal before this one
    #[arg(long, env = "LEGACY_PRODUCT", value_parser = product_name, default_value = "agrs", global = true)]
    pub legacy_product: String,
    /// Names of base maps of the portal before this one, and what stands for them: name=layer,name=layer
    #[arg(long, env = "LEGACY_BASE_MAPS", global = true)]
    pub legacy_base_maps: Option<BaseMapNames>,
    /// Proxies whose X-Forwarded-For is believed
    #[arg(long, env = "TRUSTED_PROXIES", value_delimiter = ',', global = true)]
    pub trusted_proxies: Vec<IpAddr>,
    /// Connections and time-outs
    #[command(flatten)]
    pub http: HttpSettings,
    /// What stands before the FTP gateway
    #[command(flatten)]
    pub gateway: GatewaySettings,
    /// Whether browsers reach this server over TLS
    #[arg(long, env = "HTTPS", value_parser = flag, default_value = "0", global = true)]
    pub https: bool,
    /// Log lines as JSON
    #[arg(long, env = "LOG_JSON", value_parser = flag, default_value = "0", global = true)]
    pub log_json: bool,
}

/// A switch on the command line.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Switch {
    /// Enabled
    On,
    /// Disabled
    Off,
}

/// Whether FTP clients may or must encrypt.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum FtpTls {
    /// AUTH is refused
    Off,
    /// Clients choose
    Optional,
    /// Nothing goes in clear
    Required,
}

/// The command, blind to variables that are empty: compose files pass `NAME=` for what nobody set.
pub fn without_empty_variables(command: clap::Command) -> clap::Command {
    let is_empty = |name: &std::ffi::OsStr| std::env::var_os(name).is_some_and(|v| v.is_empty());
    command.mut_args(|argument| match argument.get_env() {
        Some(name) if is_empty(name) => argument.env(None::<&'static str>),
        _ => argument,
    })
}

/// A part of a path segment.
fn product_name(text: &str) -> Result<String, String> {
    let is_name = !text.is_empty() && text.chars().all(|one| one.is_ascii_alphanumeric());
    if is_name {
        return Ok(text.to_owned());
    }
    Err(format!("{text} is not made of letters and digits"))
}

fn port_range(text: &str) -> Result<RangeInclusive<u16>, String> {
    let (first, last) = text.split_once('-').ok_or("give FIRST-LAST")?;
    let port = |text: &str| {
        text.trim()
            .parse::<u16>()
            .map_err(|error| error.to_string())
    };
    let range = port(first)?..=port(last)?;
    if range.is_empty() || *range.start() == 0 {
        return Err("an empty range".to_owned());
    }
    Ok(range)
}

impl Settings {
    /// Refuses combinations that are never meant.
    pub fn check(&self) -> anyhow::Result<()> {
        if self.demo && !(self.http_addr.ip().is_loopback() && self.ftp_addr.ip().is_loopback()) {
            bail!(
                "SCENEDOCK_DEMO=1 makes accounts whose passwords everybody knows; it is refused on a \
                 public address. Bind HTTP_ADDR and FTP_ADDR to 127.0.0.1, or leave the demo out."
            );
        }
        Ok(())
    }

    /// How the service desk is reached; the demo has one that does not exist.
    pub fn contact(&self, set: &str, demo: &str) -> String {
        let unset = set.is_empty() && self.demo;
        if unset { demo } else { set }.to_owned()
    }

    /// The data folder, made if it is missing, closed to other users, absolute.
    pub fn data_folder(&self) -> anyhow::Result<PathBuf> {
        let trouble = || format!("data folder {}", self.data.display());
        let closed = private_folder::make_or_close(&self.data);
        let data = std::fs::canonicalize(&self.data).with_context(trouble)?;
        private_folder::report(&data, closed);
        Ok(data)
    }

    /// Whether signing in demands a captcha.
    pub fn captcha(&self) -> bool {
        self.captcha
            .map_or(!self.demo, |switch| switch == Switch::On)
    }

    /// Host that applicants reach the FTP gateway under.
    pub fn ftp_host(&self) -> String {
        self.ftp_public_host
            .clone()
            .unwrap_or_else(|| match self.ftp_addr.ip() {
                address if address.is_unspecified() => "127.0.0.1".to_owned(),
                address => address.to_string(),
            })
    }

    /// What one person may hold.
    pub fn quotas(&self) -> Quotas {
        Quotas {
            paper_bytes: self.person_paper_bytes,
            open_orders: self.person_open_orders,
            exports: self.person_exports,
            area_bytes: self.person_area_bytes,
            units: self.person_units,
        }
    }

    /// The database of processes that do not bring their own.
    pub fn shared_database_url(&self) -> anyhow::Result<String> {
        let url = self.database_url.clone();
        url.context("DATABASE_URL is not set; only `scenedock serve` brings its own database")
    }

    /// Tasks at once in this process.
    pub fn slots(&self) -> usize {
        self.worker_slots
            .unwrap_or_else(|| std::thread::available_parallelism().map_or(2, usize::from))
            .max(1)
    }

    /// Tasks of emergency orders beside them.
    pub fn emergency_slots(&self) -> usize {
        self.emergency_slots
            .unwrap_or_else(|| usual_slots(self.slots()))
    }
}

/// Begins logging to stderr; `RUST_LOG` chooses what.
pub fn start_log(settings: &Settings) {
    let filter = from_env("RUST_LOG")
        .and_then(|text| EnvFilter::try_new(text).ok())
        .unwrap_or_else(|| EnvFilter::new("info,sqlx=warn,apalis=warn,apalis_core=warn"));
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_ansi(std::io::IsTerminal::is_terminal(&std::io::stderr()))
        .with_writer(std::io::stderr);
    if settings.log_json {
        log.json().init();
    } else {
        log.with_target(false).init();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn port_ranges() {
        assert_eq!(port_range("30000-30100"), Ok(30000..=30100));
        for wrong in ["", "1", "9-1", "0-5", "a-b", "1-70000"] {
            assert!(port_range(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn products_are_parts_of_addresses() {
        assert_eq!(product_name("agrs"), Ok("agrs".to_owned()));
        for wrong in ["", "a/b", "{x}", "产品"] {
            assert!(product_name(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn flags() {
        assert_eq!(flag("1"), Ok(true));
        assert_eq!(flag(""), Ok(false));
        assert!(flag("maybe").is_err());
    }
}
