//! Black box: scenes that lie behind HTTP, FTP and S3 servers.
//!
//! Slow (half a minute): one of the archives is a Ceph cluster, which takes ten seconds to start.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use testkit::ceph::Ceph;
use testkit::ports::free_port;
use testkit::site::Site;

const SIZES: [usize; 4] = [3 << 20, 1, 70_000, 1 << 20];

/// A server of somebody else, stopped when dropped.
struct Other(Child);

impl Drop for Other {
    fn drop(&mut self) {
        self.0.kill().ok();
        self.0.wait().ok();
    }
}

fn start(command: &mut Command, port: u16) -> anyhow::Result<Other> {
    let program = command.get_program().to_string_lossy().into_owned();
    let child = command
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .with_context(|| format!("{program} is needed for this test"))?;
    let other = Other(child);
    let until = Instant::now() + Duration::from_secs(20);
    while std::net::TcpStream::connect(("127.0.0.1", port)).is_err() {
        ensure!(Instant::now() < until, "{program} does not start");
        std::thread::sleep(Duration::from_millis(20));
    }
    Ok(other)
}

fn http_server(folder: &Path) -> anyhow::Result<(Other, String)> {
    let port = free_port()?;
    let mut command = Command::new("python3");
    command
        .args([
            "-m",
            "http.server",
            "--bind",
            "127.0.0.1",
            &port.to_string(),
        ])
        .current_dir(folder);
    Ok((
        start(&mut command, port)?,
        format!("http://127.0.0.1:{port}/"),
    ))
}

fn ftp_server(folder: &Path, settings: &Path) -> anyhow::Result<(Other, String)> {
    let port = free_port()?;
    let text = format!(
        "listen=YES\nlisten_address=127.0.0.1\nlisten_port={port}\nbackground=NO\nanonymous_enable=YES\n\
         anon_root={}\nno_anon_password=YES\nlocal_enable=NO\nwrite_enable=NO\nrun_as_launching_user=YES\n\
         seccomp_sandbox=NO\nsecure_chroot_dir={}\nutf8_filesystem=YES\n",
        folder.display(),
        settings.parent().context("no folder")?.display(),
    );
    std::fs::write(settings, text)?;
    let mut command = Command::new("vsftpd");
    command.arg(settings);
    Ok((
        start(&mut command, port)?,
        format!("ftp://127.0.0.1:{port}/"),
    ))
}

async fn site_with(settings: &[(&'static str, &str)]) -> anyhow::Result<Site> {
    Site::with(&SIZES, |launch| {
        let launch = launch.env("ARCHIVE_HOSTS", "127.0.0.1,s3://archive");
        let settings = settings.iter();
        settings.fold(launch, |launch, (name, value)| launch.env(name, value))
    })
    .await
}

/// Orders scenes that the catalogue now has below `base`.
async fn order_from(base: &str, site: &Site) -> anyhow::Result<()> {
    let items = site.archive.items_at(base)?;
    site.launch.run(&["ingest", &items.to_string_lossy()], "")?;
    let id = site.prepared().await?;
    let path = format!("/api/orders/{id}/scenes");
    let scenes = site.applicant.get(&path).await?;
    for (at, scene) in site.archive.scenes.iter().enumerate() {
        ensure!(
            scenes["items"][at]["sha256"] == scene.sha256.as_str(),
            "{scenes}"
        );
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn scenes_come_over_http() {
    let site = site_with(&[]).await.unwrap();
    let (_server, base) = http_server(&site.archive.folder).unwrap();
    order_from(&base, &site).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn scenes_come_over_ftp() {
    let site = site_with(&[]).await.unwrap();
    let settings = site.folder("vsftpd.conf");
    let (_server, base) = ftp_server(&site.archive.folder, &settings).unwrap();
    order_from(&base, &site).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn scenes_come_out_of_a_bucket() {
    const BUCKET: &str = "archive";
    let ceph = Ceph::start(&[BUCKET]).unwrap();
    let site = site_with(&ceph.environment()).await.unwrap();
    for scene in &site.archive.scenes {
        let name = scene.file_name.replace(' ', "%20").replace('#', "%23");
        let name = name.replace('景', "%E6%99%AF");
        ceph.upload(&scene.path, &format!("{BUCKET}/{name}"))
            .unwrap();
    }
    order_from(&format!("s3://{BUCKET}/"), &site).await.unwrap();
}
