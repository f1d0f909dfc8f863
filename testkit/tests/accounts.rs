//! Black box: a person who is cut off is out everywhere at once, and a demo's accounts are out where no demo runs.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use reqwest::{Method, StatusCode};
use serde_json::json;
use tempfile::TempDir;
use testkit::archive::Archive;
use testkit::client::Person;
use testkit::download::Download;
use testkit::server::{Launch, Server};

const MIB: usize = 1 << 20;
/// Longest time in which everything must have ended.
const AT_ONCE: Duration = Duration::from_secs(8);
/// A reader this slow needs half a minute for the file.
const TICK: Duration = Duration::from_millis(100);

struct Site {
    home: TempDir,
    launch: Launch,
    server: Server,
    applicant: Person,
    order: String,
}

impl Site {
    async fn start() -> anyhow::Result<Self> {
        let home = tempfile::tempdir()?;
        let archive = Archive::make(&home.path().join("archive"), &[64 * MIB])?;
        let launch =
            Launch::new("serve", &home.path().join("data")).env("ARCHIVE_ROOTS", &archive.folder);
        let server = launch.start()?;
        launch.create_user("applicant", "applicant")?;
        launch.create_user("admin", "admin")?;
        launch.run(&["ingest", &archive.items.to_string_lossy()], "")?;
        let applicant = Person::sign_in(&server.http, "applicant").await?;
        let admin = Person::sign_in(&server.http, "admin").await?;
        let order = applicant.order(&archive.dataids()).await?;
        admin.approve(&order).await?;
        applicant.wait_prepared(&order).await?;
        Ok(Self {
            home,
            launch,
            server,
            applicant,
            order,
        })
    }

    /// `user:password` of the delivery.
    async fn account(&self, applicant: &Person) -> anyhow::Result<String> {
        let path = format!("/api/orders/{}/delivery", self.order);
        let delivery = applicant.get(&path).await?;
        let address = delivery["address"].as_str().context("no address")?;
        let (account, _) = address.rsplit_once('@').context("no host")?;
        Ok(account.to_owned())
    }

    fn fetch(&self, account: &str, name: &str) -> anyhow::Result<()> {
        let to = self.home.path().join(name);
        let url = format!("ftp://{}/package/SHA256SUMS", self.server.ftp);
        Download::new(&url, &to).options(&["-u", account]).run()
    }

    async fn open(&self, path: &str) -> anyhow::Result<reqwest::Response> {
        let request = reqwest::Client::new().get(format!("{}{path}", self.server.http));
        Ok(request.bearer_auth(self.applicant.token()).send().await?)
    }

    /// A download of the scene over HTTP and a stream of the order's progress are under way; `end` ends both.
    async fn are_cut_by(&self, end: impl FnOnce() -> anyhow::Result<()>) -> anyhow::Result<()> {
        let order = &self.order;
        let path = format!("/api/orders/{order}/delivery");
        let delivery = self.applicant.get(&path).await?;
        let files = delivery["files"].as_array().context("no files")?;
        let large = files
            .iter()
            .find(|file| file["size"].as_u64() > Some(60 << 20));
        let name = large
            .and_then(|file| file["name"].as_str())
            .context("no large file")?;
        let file = format!("/api/orders/{order}/files/{name}");
        let mut download = self.open(&file).await?.error_for_status()?;
        let mut stream = self.open(&format!("/api/orders/{order}/stream")).await?;
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
    let site = Site::start().await?;
    let server = &site.server.http;
    let account = site.account(&site.applicant).await?;
    site.fetch(&account, "before")?;

    site.are_cut_by(|| {
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
        sign_in(server, "applicant", testkit::server::PASSWORD).await?,
        StatusCode::UNAUTHORIZED
    );
    assert!(site.fetch(&account, "disabled").is_err());

    site.launch
        .run(&["admin", "enable-user", "applicant"], "")?;
    assert_eq!(
        status(&site.applicant, "/api/auth/me").await?,
        StatusCode::UNAUTHORIZED,
        "what had ended stays ended"
    );
    site.fetch(&account, "enabled")?;
    let again = Person::sign_in(server, "applicant").await?;
    let site = Site {
        applicant: again,
        ..site
    };

    site.are_cut_by(|| {
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
    assert!(site.fetch(&account, "old").is_err());
    let renewed = Person::sign_in_with(&site.server.http, "applicant", "Other-5678").await?;
    let account = site.account(&renewed).await?;
    site.fetch(&account, "new")?;
    assert!(
        site.launch
            .run(&["admin", "disable-user", "nobody"], "")
            .is_err()
    );
    Ok(())
}

fn launch(data: &Path, demo: bool) -> Launch {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../demo");
    let launch = Launch::new("serve", data).env("SCENEDOCK_DEMO_DIR", folder);
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
