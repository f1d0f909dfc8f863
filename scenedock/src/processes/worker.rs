//! Workers, the dispatcher and the sweepers.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use api::WorkerState;
use api::server::{Server, ServerLimits};
use chrono::TimeDelta;
use domain::segments::BuildPolicy;
use rand::Rng;
use storage::clock::{self, CorrectedClock};
use storage::lifecycle::pushes::SubscriptionShelf;
use tokio::net::TcpListener;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;
use workers::archive::ArchiveConfig;
use workers::crew::{Crew, CrewSettings, FreeSources, Gateway};
use workers::reconcile::Reconcile;
use workers::reconcile::notify::post::PostSettings;
use workers::reconcile::notify::{Notifier, NotifySettings};

use crate::parts::ProcessParts;
use crate::private_folder;
use crate::settings::{FtpTls, Settings};
use crate::stop;

/// How often a worker says that it is alive.
const ALIVE: Duration = Duration::from_secs(5);

/// Runs the workers alone.
pub async fn run(settings: Settings) -> anyhow::Result<()> {
    let stop = stop::on_signal()?;
    let Some(parts) = ProcessParts::open_shared_when_there(settings, &stop).await? else {
        return Ok(());
    };
    parts.settle_demo().await?;
    answer_metrics(&parts, &stop).await;
    let (slots, emergency) = (parts.settings.slots(), parts.settings.emergency_slots());
    println!("{slots} slots, {emergency} for emergencies");
    work(&parts, stop).await
}

/// Answers metrics on an address of its own, when one is set. Work goes on without it: another process of this machine may
/// have taken the address.
async fn answer_metrics(parts: &ProcessParts, stop: &CancellationToken) {
    let Some(address) = parts.settings.ops_addr else {
        return;
    };
    match TcpListener::bind(address).await {
        Ok(listener) => {
            let app = api::worker_operations_app(WorkerState {
                pool: parts.pool.clone(),
                tasks: parts.task_metrics.clone(),
                loops: parts.loops.clone(),
            });
            let server = Server::new(app, ServerLimits::default());
            tokio::spawn(server.serve(listener, stop.clone().cancelled_owned()));
        }
        Err(error) => tracing::warn!(%error, %address, "nobody answers metrics of these workers"),
    }
}

/// Works until `stop` is set and every job has ended or given its task back.
pub async fn work(parts: &ProcessParts, stop: CancellationToken) -> anyhow::Result<()> {
    let freed = Arc::new(Notify::new());
    close_staging(parts)?;
    let crew = Arc::new(crew(parts, Arc::clone(&freed), stop.clone())?);
    let reconcile = Reconcile {
        subscriptions: SubscriptionShelf::default(),
        push: parts.push_config()?,
        shelf: parts.segments.clone(),
        segments: parts.segments.as_ref().map(|_| BuildPolicy::default()),
        pool: parts.pool.clone(),
        queue: parts.queue.clone(),
        objects: parts.objects.clone(),
        key: parts.key.clone(),
        staging: parts.staging()?,
        previews: parts.settings.preview_max_bytes > 0,
        records: TimeDelta::days(parts.settings.record_days.into()),
        time: Arc::default(),
        clock: Arc::new(clock::now),
        loops: parts.loops.clone(),
        freed,
    };
    let notifier = Notifier::new(
        parts.pool.clone(),
        parts.key.clone(),
        &notify_settings(parts)?,
    )?
    .watched(Arc::new(clock::now), parts.loops.clone());
    let (worked, (), (), ()) = tokio::join!(
        crew.run(&parts.queue),
        reconcile.run(stop.clone()),
        stay_alive(parts, stop.clone()),
        notifier.run(stop)
    );
    worked.context("the workers failed")
}

/// The workers of this process.
pub fn crew(
    parts: &ProcessParts,
    freed: Arc<Notify>,
    stopping: CancellationToken,
) -> anyhow::Result<Crew> {
    Ok(Crew {
        pool: parts.pool.clone(),
        objects: parts.objects.clone(),
        key: parts.key.clone(),
        settings: crew_settings(parts)?,
        free_sources: FreeSources::default(),
        metrics: parts.task_metrics.clone(),
        clock: CorrectedClock::default(),
        freed,
        stopping,
    })
}

/// Touches the file of the settings while the database answers: workers have no port that a supervisor could ask.
async fn stay_alive(parts: &ProcessParts, stop: CancellationToken) {
    let Some(file) = &parts.settings.worker_alive_file else {
        return;
    };
    let mut ticks = tokio::time::interval(ALIVE);
    while stop.run_until_cancelled(ticks.tick()).await.is_some() {
        if storage::db::health::ping(&parts.pool).await.is_err() {
            continue;
        }
        if let Err(error) = tokio::fs::write(file, b"").await {
            tracing::warn!(%error, file = %file.display(), "cannot say that the worker is alive");
        }
    }
}

/// Others never read staged copies; the area's group does what the area allows it.
fn close_staging(parts: &ProcessParts) -> anyhow::Result<()> {
    let area = parts.staging()?;
    if area.is_dir() {
        private_folder::report(&area, private_folder::close_to_others(&area));
    }
    Ok(())
}

fn crew_settings(parts: &ProcessParts) -> anyhow::Result<CrewSettings> {
    let settings = &parts.settings;
    Ok(CrewSettings {
        name: worker_name(),
        slots: settings.slots(),
        emergency_slots: settings.emergency_slots(),
        archive: ArchiveConfig {
            file_roots: parts.archive_roots(),
            received: parts.received()?,
            hosts: settings.archive_hosts.clone().into(),
            ..ArchiveConfig::default()
        },
        push: parts.push_config()?,
        shelf: settings.shelf.limits(),
        package_max_bytes: settings.package_max_bytes,
        preview_max_bytes: settings.preview_max_bytes,
        delivery_days: settings.delivery_days,
        staging: parts.staging()?,
        segments: parts.segments.clone(),
        gateway: gateway(parts)?,
    })
}

/// Mail needs a server and a sender; one without the other is a mistake.
fn notify_settings(parts: &ProcessParts) -> anyhow::Result<NotifySettings> {
    let settings = &parts.settings;
    let mail = match (&settings.smtp_url, &settings.mail_from) {
        (None, None) => None,
        (Some(smtp_url), Some(from)) => Some(PostSettings {
            smtp_url: smtp_url.clone(),
            from: from.clone(),
            public_url: match &settings.public_url {
                Some(url) => url.clone(),
                None => format!("http://{}/", settings.http_addr).parse()?,
            },
            sys_name: settings.sys_name.clone(),
        }),
        _ => anyhow::bail!("SMTP_URL and MAIL_FROM are set together or not at all"),
    };
    Ok(NotifySettings {
        mail,
        webhook_allow_private: settings.webhook_allow_private,
    })
}

/// Host, process and a random part: a name is never used twice, because it is the lease key of the queue.
fn worker_name() -> String {
    let host = rustix::system::uname()
        .nodename()
        .to_string_lossy()
        .into_owned();
    format!(
        "{host}-{}-{:08x}",
        std::process::id(),
        rand::rng().next_u32()
    )
}

fn gateway(parts: &ProcessParts) -> anyhow::Result<Gateway> {
    let settings = &parts.settings;
    let port = settings
        .ftp_public_port
        .unwrap_or_else(|| settings.ftp_addr.port());
    let (host, port) = match &settings.ftp_check_addr {
        Some(address) => {
            let (host, port) = address
                .rsplit_once(':')
                .context("FTP_CHECK_ADDR must be HOST:PORT")?;
            let port = port.parse().context("FTP_CHECK_ADDR must be HOST:PORT")?;
            (host.trim_matches(['[', ']']).to_owned(), port)
        }
        None => (settings.ftp_host(), port),
    };
    let tls = (settings.ftp_tls == FtpTls::Required)
        .then(|| ftp::client_trust(&parts.data, settings.ftp_tls_cert.as_deref()))
        .transpose()
        .context("cannot read the FTP gateway's certificate")?;
    Ok(Gateway { host, port, tls })
}
