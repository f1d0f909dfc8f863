//! The HTTP API and both web apps.

use std::net::SocketAddr;
use std::time::Duration;

use anyhow::Context;
use api::server::{Server, ServerLimits};
use storage::db::scenes::SceneIndex;
use storage::lifecycle::first_start;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use crate::descriptors;
use crate::parts::ProcessParts;
use crate::settings::Settings;
use crate::stop;

/// How long answers that are being sent may take once the process stops. Streams of progress never
/// end by themselves.
const GRACE: Duration = Duration::from_secs(5);

/// Connections to the address of health and metrics.
const OPERATIONS_CONNECTIONS: usize = 64;

/// Runs the API alone.
pub async fn run(settings: Settings) -> anyhow::Result<()> {
    let stop = stop::on_signal()?;
    let Some(parts) = ProcessParts::open_shared_when_there(settings, &stop).await? else {
        return Ok(());
    };
    parts.settle_demo().await?;
    let listener = listen(parts.settings.http_addr).await?;
    println!("http://{}/", listener.local_addr()?);
    if let Some(link) = parts.set_up_link().await? {
        announce_set_up(&mut std::io::stdout(), &link)?;
    }
    serve(&parts, listener, stop).await
}

/// Says how the first administrator is made: on the terminal, and in no log.
pub fn announce_set_up(out: &mut impl std::io::Write, link: &str) -> std::io::Result<()> {
    let minutes = first_start::LINK_LIVES.num_minutes();
    writeln!(out)?;
    writeln!(
        out,
        "There is no administrator yet. Within {minutes} minutes, make the first one here:"
    )?;
    writeln!(
        out,
        "系统还没有管理员，请在 {minutes} 分钟内打开以下链接创建："
    )?;
    writeln!(out)?;
    writeln!(out, "    {link}")?;
    writeln!(out)?;
    writeln!(out, "Later: scenedock admin setup-link")?;
    out.flush()
}

/// Takes the address, or says who could have it.
pub async fn listen(address: SocketAddr) -> anyhow::Result<TcpListener> {
    TcpListener::bind(address)
        .await
        .with_context(|| format!("cannot listen on {address}; set HTTP_ADDR to a free address"))
}

/// Answers until `stop` is set.
pub async fn serve(
    parts: &ProcessParts,
    listener: TcpListener,
    stop: CancellationToken,
) -> anyhow::Result<()> {
    let context = parts.api_context()?;
    api::delivery_records::make_key(&context).await;
    tokio::spawn(warm_up(context.clone()));
    let keeper = keep_scene_index(context.scenes.clone(), stop.clone());
    tokio::spawn(keeper);
    tokio::spawn(keep_scene_regions(context.clone(), stop.clone()));
    let limits = ServerLimits {
        proxies: parts.settings.trusted_proxies.clone(),
        ..parts.settings.http.server_limits(descriptors::raise())
    };
    let server = Server::new(api::app(context.clone()), limits.clone());
    let closing = CancellationToken::new();
    let answering = server.serve(listener, closing.clone().cancelled_owned());
    let operations = operations(parts, context, limits, closing.clone());
    // Whoever leads requests here learns first that no more should come.
    let drain = Duration::from_secs(parts.settings.drain_seconds.into());
    let overdue = async {
        stop.cancelled().await;
        parts.stopping.cancel();
        tokio::time::sleep(drain).await;
        closing.cancel();
        tokio::time::sleep(GRACE).await;
    };
    tokio::select! {
        () = answering => Ok(()),
        result = operations => result,
        () = overdue => Ok(()),
    }
}

/// Reads what order lists are answered from, so that the first caller need not wait for it.
async fn warm_up(context: api::Context) {
    let warmed = async {
        let mut db = context.connection().await?;
        context.order_list.warm_up(&mut db).await
    };
    if let Err(error) = warmed.await {
        tracing::warn!(%error, "order lists are not warmed up; the first one will be slower");
    }
}

/// Keeps what scenes are searched in.
async fn keep_scene_index(scenes: SceneIndex, stop: CancellationToken) {
    stop.run_until_cancelled(scenes.keep()).await;
}

/// Keeps in which province scenes lie.
async fn keep_scene_regions(context: api::Context, stop: CancellationToken) {
    stop.run_until_cancelled(api::regions::keep_scene_regions(context))
        .await;
}

/// Health and metrics on their own address, when one is set.
async fn operations(
    parts: &ProcessParts,
    context: api::Context,
    limits: ServerLimits,
    stop: CancellationToken,
) -> anyhow::Result<()> {
    let Some(address) = parts.settings.ops_addr else {
        return std::future::pending().await;
    };
    let listener = listen(address).await?;
    // Places of its own: whoever takes all of the other address does not keep supervisors out.
    let limits = ServerLimits {
        total: OPERATIONS_CONNECTIONS,
        ..limits
    };
    Server::new(api::operations_app(context), limits)
        .serve(listener, stop.cancelled_owned())
        .await;
    Ok(())
}
