//! Black box: no other user of the machine reads papers, keys or backups, on new folders and on those of earlier versions.
//!
//! Slow (11 s): servers with a database of their own start and stop.

use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

use anyhow::ensure;
use testkit::client::Person;
use testkit::server::Launch;

/// Rights of everybody but the owner.
const OTHERS: u32 = 0o077;
/// As root: the group of the private Postgres passes through.
const PASSED: u32 = 0o010;

fn mode(path: &Path) -> anyhow::Result<u32> {
    Ok(fs::metadata(path)?.mode() & 0o777)
}

fn open(path: &Path) -> anyhow::Result<()> {
    Ok(fs::set_permissions(path, Permissions::from_mode(0o755))?)
}

/// Every folder and file below `root` that somebody but its owner may do something with.
fn open_below(root: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let (mut found, mut folders) = (Vec::new(), vec![root.to_owned()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            let facts = fs::symlink_metadata(&path)?;
            if facts.is_dir() {
                folders.push(path.clone());
            }
            if !facts.is_symlink() && facts.mode() & OTHERS != 0 {
                found.push(path);
            }
        }
    }
    Ok(found)
}

fn assert_closed(data: &Path) -> anyhow::Result<()> {
    ensure!(mode(data)? & OTHERS & !PASSED == 0, "{:o}", mode(data)?);
    for name in ["objects", "offline"] {
        let folder = data.join(name);
        if folder.is_dir() {
            ensure!(mode(&folder)? == 0o700, "{name}: {:o}", mode(&folder)?);
            ensure!(
                open_below(&folder)?.is_empty(),
                "{:?}",
                open_below(&folder)?
            );
        }
    }
    ensure!(mode(&data.join("secret.key"))? == 0o600);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn data_and_backups_are_the_servers_own() -> anyhow::Result<()> {
    let home = tempfile::tempdir()?;
    let data = home.path().join("data");
    let launch = Launch::new("serve", &data);
    let mut server = launch.start()?;
    launch.create_user("applicant", "applicant")?;
    Person::sign_in(&server.http, "applicant")
        .await?
        .upload(6)
        .await?;
    assert_closed(&data)?;
    server.stop()?;

    // As earlier versions left them.
    for folder in [data.clone(), data.join("objects")] {
        open(&folder)?;
    }
    let server = launch.start()?;
    assert_closed(&data)?;
    let log = launch.log();
    ensure!(log.matches("it is closed now").count() == 2, "{log}");
    let applicant = Person::sign_in(&server.http, "applicant").await?;
    applicant.get("/api/auth/me").await?;

    for (name, existing) in [("new", false), ("empty", true)] {
        let folder = home.path().join(name);
        if existing {
            fs::create_dir(&folder)?;
            open(&folder)?;
        }
        launch.run(&["backup", &folder.to_string_lossy(), "--with-key"], "")?;
        ensure!(mode(&folder)? == 0o700, "{name}: {:o}", mode(&folder)?);
        ensure!(
            open_below(&folder)?.is_empty(),
            "{:?}",
            open_below(&folder)?
        );
    }
    ensure!(fs::read_dir(home.path().join("new/objects/attachments"))?.count() == 1);
    // A command beside the server changes nothing that the running database needs.
    launch.run(&["admin", "disable-user", "applicant"], "")?;
    assert_closed(&data)
}
