//! The real binary on a fresh folder, with an archive in its catalogue, an applicant and an administrator.

use std::path::PathBuf;

use anyhow::{Context, ensure};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::archive::{Archive, sha256_of};
use crate::client::{Person, form};
use crate::server::{Launch, Server};

mod prepared;

use prepared::make_accounts;

/// A running installation of one process, gone when dropped.
pub struct Site {
    /// Its data, its archive and whatever the test puts there.
    pub home: TempDir,
    /// Starts the same server again, and runs commands on its data.
    pub launch: Launch,
    /// The running server.
    pub server: Server,
    /// The archive whose scenes the catalogue holds.
    pub archive: Archive,
    /// `applicant`, signed in.
    pub applicant: Person,
    /// `admin`, signed in.
    pub admin: Person,
}

impl Site {
    /// With one scene a size.
    pub async fn start(sizes: &[usize]) -> anyhow::Result<Self> {
        Self::with(sizes, |launch| launch).await
    }

    /// The same, launched as `configure` says.
    pub async fn with(
        sizes: &[usize],
        configure: impl FnOnce(Launch) -> Launch,
    ) -> anyhow::Result<Self> {
        let home = tempfile::tempdir()?;
        let archive = Archive::make(&home.path().join("archive"), sizes)?;
        let launch =
            Launch::new("serve", &home.path().join("data")).env("ARCHIVE_ROOTS", &archive.folder);
        let launch = configure(launch);
        let has_own_database = launch.env.iter().any(|(name, _)| name == "DATABASE_URL");
        if !has_own_database {
            prepared::copy_to(&launch.data).await?;
        }
        let server = launch.start()?;
        if has_own_database {
            make_accounts(&launch)?;
        }
        launch.run(&["ingest", &archive.items.to_string_lossy()], "")?;
        Ok(Self {
            applicant: Person::sign_in(&server.http, "applicant").await?,
            admin: Person::sign_in(&server.http, "admin").await?,
            home,
            launch,
            server,
            archive,
        })
    }

    /// A path in [`Self::home`].
    #[must_use]
    pub fn folder(&self, name: &str) -> PathBuf {
        self.home.path().join(name)
    }

    /// Starts the server again, in which everybody is still signed in.
    pub fn restart(&mut self) -> anyhow::Result<()> {
        self.server = self.launch.start()?;
        self.applicant = self.applicant.at(&self.server.http);
        self.admin = self.admin.at(&self.server.http);
        Ok(())
    }

    /// Asks without a body, as the applicant; the answer with its own body unread.
    pub async fn open(&self, path: &str) -> anyhow::Result<reqwest::Response> {
        let request = reqwest::Client::new().get(format!("{}{path}", self.server.http));
        Ok(request.bearer_auth(self.applicant.token()).send().await?)
    }

    /// An order of everything, approved; its id.
    pub async fn approved(&self) -> anyhow::Result<String> {
        let id = self.applicant.order(&self.archive.dataids()).await?;
        self.admin.approve(&id).await?;
        Ok(id)
    }

    /// The same to be fetched on a disk, for which two papers suffice.
    pub async fn approved_offline(&self) -> anyhow::Result<String> {
        let mut form = form();
        form["getMethod"] = json!(2);
        let application = json!({
            "type": 0, "dataType": "0", "action": "submit", "form": form,
            "dataIds": self.archive.dataids(), "attachments": self.applicant.papers(&[6, 7]).await?,
        });
        let order = self.applicant.post("/api/orders", &application).await?;
        let id = order["id"].as_str().context("no id")?.to_owned();
        self.admin.approve(&id).await?;
        Ok(id)
    }

    /// An order of everything, prepared; its id.
    pub async fn prepared(&self) -> anyhow::Result<String> {
        let id = self.approved().await?;
        self.applicant.wait_prepared(&id).await?;
        Ok(id)
    }

    /// What is handed out of the order.
    pub async fn delivery(&self, id: &str) -> anyhow::Result<Value> {
        let path = format!("/api/orders/{id}/delivery");
        self.applicant.get(&path).await
    }

    /// Why each scene is not there.
    pub async fn flogs(&self, id: &str) -> anyhow::Result<Vec<String>> {
        let path = format!("/api/orders/{id}/scenes");
        let scenes = self.applicant.get(&path).await?;
        let items = scenes["items"].as_array().context("no items")?;
        let flog = |scene: &Value| scene["flog"].as_str().unwrap_or_default().to_owned();
        Ok(items.iter().map(flog).collect())
    }

    /// The delivery is whole: every file is what its checksum says, and every scene is the archive's.
    pub async fn check_delivery(&self, id: &str) -> anyhow::Result<()> {
        let delivery = self.delivery(id).await?;
        let files = delivery["files"].as_array().context("no files")?;
        // One package, two lists of checksums and the list of scenes beside the scenes.
        ensure!(files.len() == self.archive.scenes.len() + 3, "{delivery}");
        for scene in &self.archive.scenes {
            let name = format!("scenes/{}", scene.file_name);
            let file = files.iter().find(|file| file["name"] == name.as_str());
            let file = file.with_context(|| format!("{name} is missing"))?;
            ensure!(file["sha256"] == scene.sha256.as_str(), "{file}");
        }
        for file in files {
            let name = file["name"].as_str().context("no name")?;
            let escaped = name.replace(' ', "%20").replace('#', "%23");
            let path = format!("/api/orders/{id}/files/{escaped}");
            let one = self.folder("one");
            std::fs::write(&one, self.applicant.bytes(&path).await?)?;
            ensure!(file["sha256"] == sha256_of(&one)?.as_str(), "{name}");
        }
        Ok(())
    }

    /// Deletes orders as the administrator.
    pub async fn delete(&self, orders: &[&str]) -> anyhow::Result<()> {
        let body = json!({"ids": orders});
        let asked = self.admin.ask(Method::DELETE, "/api/orders", Some(&body));
        let (status, answer): (StatusCode, Value) = asked.await?;
        ensure!(status.is_success(), "{status} {answer}");
        Ok(())
    }
}

/// `user:password` of a delivery over FTP.
pub fn ftp_account(delivery: &Value) -> anyhow::Result<&str> {
    let address = delivery["address"].as_str().context("no address")?;
    let (account, _) = address.rsplit_once('@').context("no host")?;
    Ok(account)
}
