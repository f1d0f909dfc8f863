//! Killed starts, killed databases, and starts that must not be.

use std::path::Path;
use std::process::{Output, Stdio};

use anyhow::ensure;
use testkit::faulty_line::{FaultyLine, LineState};
use testkit::ports::free_port;
use testkit::postgres::TestDatabase;
use testkit::server::Launch;
use testkit::site::Site;

use super::process::{Foreground, TOO_LONG, files, postmaster, signal, until};

/// Killed while it makes its database, while that starts, and while everything runs.
#[test]
fn a_killed_start_does_not_stop_the_next_one() {
    type Stage = (&'static str, fn(&Path) -> bool);
    let stages: [Stage; 4] = [
        ("the data folder", |data| data.join("lock").exists()),
        ("files of a database", |data| {
            files(&data.join("postgres")).len() > 20
        }),
        ("a database that starts", |data| postmaster(data).is_some()),
        ("a server key", |data| {
            files(data).iter().any(|file| file.ends_with("secret.key"))
        }),
    ];
    let folder = tempfile::tempdir().unwrap();
    for (what, reached) in stages {
        let launch = Launch::new("serve", &folder.path().join(what));
        let mut child = launch
            .command(&["serve"])
            .unwrap()
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let came = until(what, || reached(&launch.data));
        child.kill().unwrap();
        child.wait().unwrap();
        came.unwrap();
        let mut server = launch.start().unwrap();
        server.kill().unwrap();
        let mut server = launch.start().unwrap();
        server.stop().unwrap();
    }
}

/// Whoever kills the database under the server finds both ended, and both back after the next start.
#[test]
fn a_killed_database_ends_the_server_and_both_start_again() {
    let folder = tempfile::tempdir().unwrap();
    let launch = Launch::new("serve", &folder.path().join("data"));
    let mut server = Foreground::start(&launch).unwrap();
    let postmaster = postmaster(&launch.data).expect("a private Postgres");
    signal("KILL", &postmaster.to_string()).unwrap();
    until("the server ends with its database", || {
        server.child.try_wait().is_ok_and(|status| status.is_some())
    })
    .unwrap();
    // It says why, and whoever supervises it sees that it failed.
    let log = launch.log();
    assert!(log.contains("the private Postgres ended"), "{log}");
    assert!(!server.child.wait().unwrap().success(), "{log}");
    // Nothing was waited for that only the database could have brought.
    assert!(!log.contains("pool timed out"), "{log}");
    let mut again = launch.start().unwrap();
    again.stop().unwrap();
}

/// What a server says that must not start.
fn refused(launch: &Launch) -> anyhow::Result<String> {
    let Output { status, stderr, .. } = launch.command(&["serve"])?.output()?;
    let said = String::from_utf8(stderr)?;
    ensure!(!status.success(), "{status}: {said}");
    Ok(said)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_server_on_the_same_folder_is_refused_and_the_first_works_on() {
    let site = Site::start(&[1000]).await.unwrap();
    let said = refused(&site.launch).unwrap();
    let data = site.launch.data.to_string_lossy();
    assert!(said.contains(&*data), "which folder: {said}");
    assert!(
        said.contains(&site.server.pid().to_string()),
        "who has it: {said}"
    );
    assert!(!said.contains("panicked"), "{said}");
    let id = site.approved().await.unwrap();
    site.applicant.wait_prepared(&id).await.unwrap();
}

#[test]
fn the_demo_is_refused_on_a_public_address() {
    let folder = tempfile::tempdir().unwrap();
    for address in ["HTTP_ADDR", "FTP_ADDR"] {
        for public in ["0.0.0.0:0", "[::]:0", "192.0.2.1:80"] {
            let launch = Launch::new("serve", &folder.path().join("data"))
                .env("SCENEDOCK_DEMO", "1")
                .env(address, public);
            let said = refused(&launch).unwrap();
            assert!(
                said.contains("SCENEDOCK_DEMO"),
                "{address}={public}: {said}"
            );
            assert!(!launch.data.exists(), "nothing was begun");
        }
    }
}

/// Whoever starts everything together starts it in no order; and whoever stops it first learns that it is not ready.
#[tokio::test(flavor = "multi_thread")]
async fn a_start_without_its_database_waits_for_it_and_a_stop_is_seen_before_it_refuses() {
    let database = TestDatabase::new().await;
    let (line, url) = FaultyLine::to_postgres(&database.pool).await;
    line.set(LineState::Cut);
    let folder = tempfile::tempdir().unwrap();
    let http = format!("127.0.0.1:{}", free_port().unwrap());
    let launch = Launch::new("api", &folder.path().join("data"))
        .env("DATABASE_URL", &url)
        .env("HTTP_ADDR", &http)
        .env("DRAIN_SECONDS", "600");
    let log = folder.path().join("log");
    let mut child = launch
        .command(&["api"])
        .unwrap()
        .stdout(Stdio::null())
        .stderr(std::fs::File::create(&log).unwrap())
        .spawn()
        .unwrap();
    let said = |words: &str| std::fs::read_to_string(&log).is_ok_and(|log| log.contains(words));
    until("it says that it waits", || said("waiting for it")).unwrap();
    assert!(child.try_wait().unwrap().is_none(), "it has not ended");
    line.set(LineState::Carries);

    let ready = async || {
        let answer = reqwest::get(format!("http://{http}/readyz")).await.ok()?;
        Some((answer.status().as_u16(), answer.text().await.ok()?))
    };
    let comes = async |status: u16, words: &str| loop {
        if let Some((found, body)) = ready().await
            && found == status
            && body.contains(words)
        {
            return;
        }
    };
    let in_time = async |status, words| {
        tokio::time::timeout(TOO_LONG, comes(status, words))
            .await
            .unwrap();
    };
    in_time(200, "database").await;
    signal("TERM", &child.id().to_string()).unwrap();
    in_time(503, "process").await;
    // A second signal ends it at once.
    signal("TERM", &child.id().to_string()).unwrap();
    until("it ends", || {
        child.try_wait().is_ok_and(|end| end.is_some())
    })
    .unwrap();
}
