//! A data folder as a first start leaves it, with the accounts of every site: made once in a process, and copied.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::ensure;
use tokio::sync::OnceCell;

use crate::guardian::Guardian;
use crate::server::Launch;

/// The folder goes with the process.
const REMOVER: &str = r#"
trap 'rm -rf "$folder" "$2"' EXIT
started
"#;

static PREPARED: OnceCell<Prepared> = OnceCell::const_new();

struct Prepared {
    data: PathBuf,
    _remover: Guardian,
}

impl Prepared {
    fn make() -> anyhow::Result<Self> {
        let folder = tempfile::Builder::new().prefix("sdsite").tempdir()?.keep();
        let remover = Guardian::start(REMOVER, &[&folder.to_string_lossy()])?;
        let launch = Launch::new("serve", &folder.join("data"));
        let mut server = launch.start()?;
        make_accounts(&launch)?;
        server.stop()?;
        Ok(Self {
            data: launch.data,
            _remover: remover,
        })
    }
}

/// The accounts of every site.
pub(super) fn make_accounts(launch: &Launch) -> anyhow::Result<()> {
    launch.create_user("applicant", "applicant")?;
    launch.create_user("admin", "admin")
}

/// Makes `data` such a folder: a database that every site would make and migrate anew is copied in a tenth of the time.
pub(super) async fn copy_to(data: &Path) -> anyhow::Result<()> {
    let prepared = PREPARED
        .get_or_try_init(|| async { Prepared::make() })
        .await?;
    // With its owners: the database's files are another account's.
    let copied = Command::new("cp")
        .args(["-a", "--reflink=auto"])
        .args([&prepared.data, data])
        .status()?;
    ensure!(copied.success(), "cannot copy {}", prepared.data.display());
    Ok(())
}
