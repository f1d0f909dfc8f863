//! A server with an archive and two people.

use anyhow::{Context, ensure};
use serde_json::json;
use tempfile::TempDir;
use testkit::archive::{Archive, sha256_of};
use testkit::client::{Person, form};
use testkit::server::{Launch, Server};

/// A server on a fresh folder with two people and an archive in its catalogue.
pub struct Site {
    pub folder: TempDir,
    pub launch: Launch,
    pub server: Server,
    pub archive: Archive,
    pub applicant: Person,
    pub admin: Person,
}

impl Site {
    pub async fn with(sizes: &[usize], settings: &[(&str, &str)]) -> anyhow::Result<Self> {
        let folder = tempfile::tempdir()?;
        let archive = Archive::make(&folder.path().join("archive"), sizes)?;
        let mut launch = launch(&folder).env("ARCHIVE_ROOTS", &archive.folder);
        for (name, value) in settings {
            launch = launch.env(name, value);
        }
        let server = launch.start()?;
        launch.create_user("applicant", "applicant")?;
        launch.create_user("admin", "admin")?;
        launch.run(&["ingest", &archive.items.to_string_lossy()], "")?;
        let applicant = Person::sign_in(&server.http, "applicant").await?;
        let admin = Person::sign_in(&server.http, "admin").await?;
        Ok(Self {
            folder,
            launch,
            server,
            archive,
            applicant,
            admin,
        })
    }

    /// An order of everything, approved.
    pub async fn approved(&self) -> anyhow::Result<String> {
        let id = self.applicant.order(&self.archive.dataids()).await?;
        self.admin.approve(&id).await?;
        Ok(id)
    }

    /// The same to be fetched on a disk.
    pub async fn approved_offline(&self) -> anyhow::Result<String> {
        let mut form = form();
        form["getMethod"] = json!(2);
        let mut papers = Vec::new();
        for kind in [6, 7] {
            let id = self.applicant.upload(kind).await?;
            papers.push(json!({"type": kind, "attachmentId": id}));
        }
        let asked = json!({
            "type": 0, "dataType": "0", "action": "submit", "form": form,
            "dataIds": self.archive.dataids(), "attachments": papers,
        });
        let order = self.applicant.post("/api/orders", &asked).await?;
        let id = order["id"].as_str().context("no id")?.to_owned();
        self.admin.approve(&id).await?;
        Ok(id)
    }

    /// Starts the server again, in which everybody is still signed in.
    pub fn restart(&mut self) -> anyhow::Result<()> {
        self.server = self.launch.start()?;
        self.applicant = self.applicant.at(&self.server.http);
        self.admin = self.admin.at(&self.server.http);
        Ok(())
    }

    /// Why each scene is not there.
    pub async fn flogs(&self, id: &str) -> anyhow::Result<Vec<String>> {
        let scenes = self
            .applicant
            .get(&format!("/api/orders/{id}/scenes"))
            .await?;
        let items = scenes["items"].as_array().context("no items")?;
        Ok(items
            .iter()
            .map(|scene| scene["flog"].as_str().unwrap_or_default().to_owned())
            .collect())
    }

    /// The delivered scenes are the archive's, each once.
    pub async fn check_delivery(&self, id: &str) -> anyhow::Result<()> {
        let delivery = self
            .applicant
            .get(&format!("/api/orders/{id}/delivery"))
            .await?;
        let files = delivery["files"].as_array().context("no files")?;
        ensure!(files.len() == self.archive.scenes.len() + 3, "{delivery}");
        for scene in &self.archive.scenes {
            let name = format!("scenes/{}", scene.file_name);
            let file = files
                .iter()
                .find(|file| file["name"] == name.as_str())
                .with_context(|| format!("{name} is missing"))?;
            ensure!(file["sha256"] == scene.sha256.as_str(), "{file}");
            let escaped = name.replace(' ', "%20").replace('#', "%23");
            let bytes = self
                .applicant
                .bytes(&format!("/api/orders/{id}/files/{escaped}"))
                .await?;
            let path = self.folder.path().join("one");
            std::fs::write(&path, bytes)?;
            ensure!(sha256_of(&path)? == scene.sha256, "{name}");
        }
        Ok(())
    }
}

pub fn launch(folder: &TempDir) -> Launch {
    Launch::new("serve", &folder.path().join("data"))
}
