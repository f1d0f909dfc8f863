//! Black box: a person who is cut off is out everywhere at once, and a demo's accounts are out where no demo runs.
//!
//! Slow (13 s): a download goes on for seconds until it is cut.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use reqwest::{Method, StatusCode};
use serde_json::json;
use testkit::client::Person;
use testkit::download::Download;
use testkit::server::Launch;
use testkit::site::{Site, ftp_account};
use testkit::sources::root;

const MIB: usize = 1 << 20;
/// Longest time in which everything must have ended.
const AT_ONCE: Duration = Duration::from_secs(8);
/// A reader this slow needs half a minute for the file.
const TICK: Duration = Duration::from_millis(100);

/// An order of one large scene, prepared.
async fn delivered() -> anyhow::Result<(Site, String)> {
    let site = Site::start(&[64 * MIB]).await?;
    let order = site.prepared().await?;
    Ok((site, order))
}

fn fetch(site: &Site, account: &str, name: &str) -> anyhow::Result<()> {
    let url = format!("ftp://{}/package/SHA256SUMS", site.server.ftp);
    let to = site.folder(name);
    Download::new(&url, &to).options(&["-u", account]).run()
}

/// A download of the scene over HTTP and a stream of the order's progress are under way; `end` ends both.
async fn are_cut_by(
    site: &Site,
    order: &str,
    end: impl FnOnce() -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let delivery = site.delivery(order).await?;
    let files = delivery["files"].as_array().context("no files")?;
    let large = files
        .iter()
        .find(|file| file["size"].as_u64() > Some(60 << 20));
    let name = large
        .and_then(|file| file["name"].as_str())
        .context("no large file")?;
    let file = format!("/api/orders/{order}/files/{name}");
    let mut download = site.open(&file).await?.error_for_status()?;
    let mut stream = site.open(&format!("/api/orders/{order}/stream")).await?;
    ensure!(stream.chunk().await?.is_some(), "the stream says nothing");
    ensure!(download.chunk().await?.is_some(), "the download is empty");
    end()?;
    let until = Instant::now() + AT_ONCE;
    let mut ticks = tokio::time::interval(TICK);
    // A chunk at a tick: the buffers on the way hold a part of the file, never all of it.
    while let Ok(chunk) = download.chunk().await {
        ensure!(chunk.is_some(), "the download came to its end");
        ensure!(Instant::now() < until, "the download goes on");
        ticks.tick().await;
    }
    let over = tokio::time::timeout(AT_ONCE, async {
        while let Ok(Some(_)) = stream.chunk().await {}
    });
    over.await.context("the stream goes on")?;
    Ok(())
}

async fn status(person: &Person, path: &str) -> anyhow::Result<StatusCode> {
    Ok(person.ask(Method::GET, path, None).await?.0)
}

async fn sign_in(server: &str, name: &str, password: &str) -> anyhow::Result<StatusCode> {
    let asked = json!({"loginName": name, "password": password});
    let login = reqwest::Client::new().post(format!("{server}/api/auth/login"));
    Ok(login.json(&asked).send().await?.status())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_who_is_switched_off_or_gets_a_new_password_is_out_everywhere()
-> anyhow::Result<()> {
    let (mut site, order) = delivered().await?;
    let server = site.server.http.clone();
    let delivery = site.delivery(&order).await?;
    let account = ftp_account(&delivery)?;
    fetch(&site, account, "before")?;

    are_cut_by(&site, &order, || {
        let said = site
            .launch
            .run(&["admin", "disable-user", "applicant"], "")?;
        ensure!(said.contains("switched off"), "{said}");
        Ok(())
    })
    .await?;
    assert_eq!(
        status(&site.applicant, "/api/auth/me").await?,
        StatusCode::UNAUTHORIZED
    );
    assert_eq!(
        sign_in(&server, "applicant", testkit::server::PASSWORD).await?,
        StatusCode::UNAUTHORIZED
    );
    assert!(fetch(&site, account, "disabled").is_err());

    site.launch
        .run(&["admin", "enable-user", "applicant"], "")?;
    assert_eq!(
        status(&site.applicant, "/api/auth/me").await?,
        StatusCode::UNAUTHORIZED,
        "what had ended stays ended"
    );
    fetch(&site, account, "enabled")?;
    site.applicant = Person::sign_in(&server, "applicant").await?;

    are_cut_by(&site, &order, || {
        let said = site
            .launch
            .run(&["admin", "set-password", "applicant"], "Other-5678\n")?;
        ensure!(said.contains("1 FTP accounts"), "{said}");
        Ok(())
    })
    .await?;
    assert_eq!(
        status(&site.applicant, "/api/auth/me").await?,
        StatusCode::UNAUTHORIZED
    );
    assert!(fetch(&site, account, "old").is_err());
    site.applicant = Person::sign_in_with(&server, "applicant", "Other-5678").await?;
    let delivery = site.delivery(&order).await?;
    let account = ftp_account(&delivery)?;
    fetch(&site, account, "new")?;
    assert!(
        site.launch
            .run(&["admin", "disable-user", "nobody"], "")
            .is_err()
    );
    Ok(())
}

fn launch(data: &Path, demo: bool) -> Launch {
    let launch = Launch::new("serve", data).env("SCENEDOCK_DEMO_DIR", root().join("demo"));
    if demo {
        launch.env("SCENEDOCK_DEMO", "1")
    } else {
        launch
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn accounts_of_the_demo_are_refused_where_no_demo_runs() -> anyhow::Result<()> {
    let home = tempfile::tempdir()?;
    let data = home.path().join("data");
    let mut server = launch(&data, true).start()?;
    let mut people = Vec::new();
    for name in ["applicant", "admin", "operator"] {
        people.push(Person::sign_in_with(&server.http, name, "Scenedock1").await?);
    }
    let own = launch(&data, true);
    own.create_user("director", "admin")?;
    let director = Person::sign_in(&server.http, "director").await?;
    server.stop()?;

    let plain = launch(&data, false);
    let mut server = plain.start()?;
    for (name, person) in ["applicant", "admin", "operator"].into_iter().zip(&people) {
        assert_eq!(
            sign_in(&server.http, name, "Scenedock1").await?,
            StatusCode::UNAUTHORIZED
        );
        let here = person.at(&server.http);
        assert_eq!(
            status(&here, "/api/auth/me").await?,
            StatusCode::UNAUTHORIZED
        );
    }
    let here = director.at(&server.http);
    assert_eq!(status(&here, "/api/auth/me").await?, StatusCode::OK);
    let refused = plain.run(&["admin", "enable-user", "admin"], "");
    assert!(refused.is_err_and(|error| error.to_string().contains("SCENEDOCK_DEMO=1")));
    assert!(plain.log().contains("these data were a demo's"));
    server.stop()?;

    let server = launch(&data, true).start()?;
    Person::sign_in_with(&server.http, "admin", "Scenedock1").await?;
    Ok(())
}
