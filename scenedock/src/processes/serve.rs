//! Everything in one process.

use std::net::SocketAddr;
use std::time::Duration;

use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use super::{api, ftp, worker};
use crate::parts::ProcessParts;
use crate::postgres::{self, EmbeddedPostgres};
use crate::settings::Settings;
use crate::{demo, stop};

/// How long sessions of the database may take to end.
const FAREWELL: Duration = Duration::from_secs(1);

/// Runs until a signal, then stops every part and the private database last.
pub async fn run(settings: Settings) -> anyhow::Result<()> {
    settings.check()?;
    let stop = stop::on_signal()?;
    let database = match settings.database_url {
        Some(_) => None,
        None => Some(postgres::start(&settings.data_folder()?).await?),
    };
    let url = database
        .as_ref()
        .map(|started| started.url().to_owned())
        .or_else(|| settings.database_url.clone())
        .unwrap_or_default();
    let result = run_with(settings, &url, database.as_ref(), stop).await;
    if let Some(database) = database {
        database.stop().await;
    }
    result
}

async fn run_with(
    settings: Settings,
    url: &str,
    database: Option<&EmbeddedPostgres>,
    stop: CancellationToken,
) -> anyhow::Result<()> {
    let opened = tokio::select! {
        opened = ProcessParts::open_when_there(settings, url, &stop) => opened?,
        // Nobody waits for a database that this process should have brought.
        how = ended(database) => anyhow::bail!("the private Postgres ended while it was opened: {how}"),
    };
    let Some(mut parts) = opened else {
        return Ok(());
    };
    parts.settle_demo().await?;
    let http = api::listen(parts.settings.http_addr).await?;
    let gateway = ftp::bind(&parts)?;
    // Ports given as 0 were chosen by the system; deliveries must name the real one.
    parts.settings.http_addr = http.local_addr()?;
    parts.settings.ftp_addr = gateway.local_addr();
    if database.is_some() {
        // The folder's lock proves that no other process works on this database.
        storage::db::tasks::free_all(&mut *parts.pool.acquire().await?).await?;
    }
    if parts.settings.demo {
        demo::seed::accounts_and_catalogue(&parts).await?;
        tokio::spawn(demo::seed::orders(parts.clone(), stop.clone()));
    }
    let link = parts.set_up_link().await?;
    announce(&parts, gateway.local_addr(), link.as_deref())?;
    // The first part that ends takes the others with it.
    let takes = |stop: CancellationToken| move || stop.cancel();
    let running = async {
        let (served, worked, ()) = tokio::join!(
            finishing(api::serve(&parts, http, stop.clone()), takes(stop.clone())),
            finishing(worker::work(&parts, stop.clone()), takes(stop.clone())),
            finishing(ftp::serve(gateway, stop.clone()), takes(stop.clone())),
        );
        served.and(worked)
    };
    let result = tokio::select! {
        result = running => result,
        how = lost(database, &stop) => Err(anyhow::anyhow!("the private Postgres ended: {how}")),
    };
    // A database that is gone hears no good-bye.
    timeout(FAREWELL, parts.pool.close()).await.ok();
    result
}

async fn finishing<T>(part: impl Future<Output = T>, then: impl FnOnce()) -> T {
    let result = part.await;
    then();
    result
}

/// How the private database ended, when it does.
async fn ended(database: Option<&EmbeddedPostgres>) -> String {
    match database {
        Some(database) => database.ended().await,
        None => std::future::pending().await,
    }
}

/// How a database ended by itself, once what runs here had a moment to end with it: whoever supervises the process starts both
/// anew. Nothing that waits for the database is waited for; whatever is dropped goes on after the next start.
async fn lost(database: Option<&EmbeddedPostgres>, stop: &CancellationToken) -> String {
    let how = ended(database).await;
    tracing::error!(how, "the private Postgres ended");
    stop.cancel();
    tokio::time::sleep(FAREWELL).await;
    how
}

fn announce(
    parts: &ProcessParts,
    gateway: SocketAddr,
    set_up_link: Option<&str>,
) -> anyhow::Result<()> {
    use std::io::Write;
    let http = parts.settings.http_addr;
    let mut out = std::io::stdout();
    writeln!(out, "portal       http://{http}/")?;
    writeln!(out, "back office  http://{http}/admin/")?;
    writeln!(out, "API          http://{http}/api/openapi.json")?;
    writeln!(out, "FTP          ftp://{gateway}/")?;
    writeln!(out, "data         {}", parts.data.display())?;
    if parts.settings.demo {
        writeln!(
            out,
            "demo         accounts applicant, admin, operator; password {}; try: scenedock demo",
            demo::PASSWORD
        )?;
    }
    if let Some(link) = set_up_link {
        api::announce_set_up(&mut out, link)?;
    }
    Ok(out.flush()?)
}
