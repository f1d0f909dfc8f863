//! The FTP gateway.

use std::sync::Arc;

use anyhow::Context;
use ftp::delivery::DeliveryGateway;
use ftp::{CertificateFiles, Config, Server, TlsMode};
use tokio_util::sync::CancellationToken;

use crate::parts::ProcessParts;
use crate::settings::{FtpTls, Settings};
use crate::stop;

/// Runs the gateway alone.
pub async fn run(settings: Settings) -> anyhow::Result<()> {
    let stop = stop::on_signal()?;
    let Some(parts) = ProcessParts::open_shared_when_there(settings, &stop).await? else {
        return Ok(());
    };
    parts.settle_demo().await?;
    let server = bind(&parts)?;
    println!("ftp://{}/", server.local_addr());
    for address in server.encrypted_addrs() {
        println!("ftps://{address}/");
    }
    serve(server, stop).await;
    Ok(())
}

/// Takes the gateway's address.
pub fn bind(parts: &ProcessParts) -> anyhow::Result<Server> {
    let settings = &parts.settings;
    let clock: ftp::Clock = Arc::new(storage::clock::now);
    let mut config = Config::new(settings.ftp_addr, parts.data.clone(), Arc::clone(&clock));
    config.public_host.clone_from(&settings.ftp_public_host);
    config.passive_ports.clone_from(&settings.ftp_passive_ports);
    config.tls.mode = match settings.ftp_tls {
        FtpTls::Off => TlsMode::Off,
        FtpTls::Optional => TlsMode::Optional,
        FtpTls::Required => TlsMode::Required,
    };
    if let (Some(chain), Some(key)) = (&settings.ftp_tls_cert, &settings.ftp_tls_key) {
        config.tls.certificate = Some(CertificateFiles {
            chain: chain.clone(),
            key: key.clone(),
        });
    }
    config
        .listen_encrypted
        .extend(settings.gateway.implicit_addr);
    config.balancers.clone_from(&settings.gateway.balancers);
    config.account_bandwidth = settings.gateway.account_bandwidth;
    config.banner.clone_from(&settings.sys_name);
    let gateway = DeliveryGateway::new(
        parts.pool.clone(),
        Arc::clone(&parts.objects.store),
        parts.key.clone(),
        clock,
    );
    Server::bind(config, Arc::new(gateway)).with_context(|| {
        format!(
            "cannot start the FTP gateway on {}; set FTP_ADDR to a free address",
            settings.ftp_addr
        )
    })
}

/// Serves until `stop` is set and running transfers have ended.
pub async fn serve(server: Server, stop: CancellationToken) {
    server.run(async move { stop.cancelled().await }).await;
}
