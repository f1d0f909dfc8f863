//! Makes the npm bundle runnable: restores its library links, and copies it where the unprivileged user can read it.

use std::fs;
use std::io;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Component, Path, PathBuf};

use serde::Deserialize;

use super::account::Account;
use super::error::{PostgresError, io_error};
use super::layout::Layout;
use super::version::major_of;

/// One entry of the bundle's `pg-symlinks.json`; npm packages cannot hold links, so the bundle lists them.
#[derive(Deserialize)]
struct Link {
    /// The file that is there, from the package's root.
    source: PathBuf,
    /// The link that must point to it, from the package's root.
    target: PathBuf,
}

/// The folder of the programs, made to run: in place where possible, else as a copy below the data folder.
/// Nothing when these programs do not run on this machine.
pub(super) fn make_runnable(
    bin: &Path,
    layout: &Layout,
    account: Account,
) -> Result<Option<PathBuf>, PostgresError> {
    if !bin.join("postgres").is_file() {
        return Ok(None);
    }
    let native = bin
        .parent()
        .filter(|native| native.join("pg-symlinks.json").is_file());
    if let Some(native) = native {
        // A bundle that is read-only is copied below.
        if let Err(error) = restore_links(native) {
            tracing::debug!(%error, bundle = %native.display(), "library links could not be restored in place");
        }
    }
    if major_of(account.command(&bin.join("postgres"), "KILL")).is_some() {
        return Ok(Some(bin.to_owned()));
    }
    match native {
        Some(native) => copy_bundle(native, layout, account).map(Some),
        None => Ok(None),
    }
}

/// Creates the links that are missing.
fn restore_links(native: &Path) -> io::Result<()> {
    let links: Vec<Link> = serde_json::from_slice(&fs::read(native.join("pg-symlinks.json"))?)?;
    for link in links.iter().filter(|link| stays_inside(link)) {
        let Some(name) = link.source.file_name() else {
            continue;
        };
        // The list says `native/lib/…`, but the folder may have been moved under another name.
        let Ok(inside) = link.target.strip_prefix("native") else {
            continue;
        };
        let path = native.join(inside);
        match symlink(name, &path) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
            _ => {}
        }
    }
    Ok(())
}

/// Both files must lie in one folder of the bundle: the link holds nothing but a file name.
fn stays_inside(link: &Link) -> bool {
    let plain = |path: &Path| {
        path.components()
            .all(|part| matches!(part, Component::Normal(_)))
    };
    plain(&link.source) && plain(&link.target) && link.source.parent() == link.target.parent()
}

/// Copies the bundle once per version; a copy that was cut off is started afresh.
fn copy_bundle(native: &Path, layout: &Layout, account: Account) -> Result<PathBuf, PostgresError> {
    let bundle = layout.runtime().join(bundle_version(native));
    account.let_through(layout)?;
    if !bundle.is_dir() {
        let half = layout.runtime().join("incomplete");
        discard(&half)?;
        copy_tree(native, &half.join("native"))?;
        for folder in [layout.runtime(), half.clone()] {
            let_all_in(&folder)?;
        }
        restore_links(&half.join("native")).map_err(io_error("restore the links of", &half))?;
        fs::rename(&half, &bundle).map_err(io_error("rename", &half))?;
        tracing::info!(bundle = %bundle.display(), "copied the Postgres programs to where their user can read them");
    }
    Ok(bundle.join("native").join("bin"))
}

/// The version in the package's `package.json`.
fn bundle_version(native: &Path) -> String {
    #[derive(Deserialize)]
    struct Package {
        version: String,
    }
    native
        .parent()
        .and_then(|root| fs::read(root.join("package.json")).ok())
        .and_then(|text| serde_json::from_slice::<Package>(&text).ok())
        .map_or_else(
            || "unversioned".to_owned(),
            |package| package.version.replace(['/', '.'], "_"),
        )
}

pub(super) fn discard(folder: &Path) -> Result<(), PostgresError> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(io_error("remove", folder)(error))
        }
        _ => Ok(()),
    }
}

/// The programs are no secret, and whoever runs them need not own them. The data folder above lets in few.
fn let_all_in(folder: &Path) -> Result<(), PostgresError> {
    fs::set_permissions(folder, fs::Permissions::from_mode(0o755))
        .map_err(io_error("change rights of", folder))
}

fn copy_tree(from: &Path, to: &Path) -> Result<(), PostgresError> {
    fs::create_dir_all(to).map_err(io_error("make", to))?;
    let_all_in(to)?;
    for entry in fs::read_dir(from).map_err(io_error("list", from))? {
        let entry = entry.map_err(io_error("list", from))?;
        let (source, target) = (entry.path(), to.join(entry.file_name()));
        let kind = entry.file_type().map_err(io_error("look at", &source))?;
        if kind.is_dir() {
            copy_tree(&source, &target)?;
        } else if kind.is_file() {
            fs::copy(&source, &target).map_err(io_error("copy", &source))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_of_a_bundle_are_restored_once_and_stay_inside_it() {
        let root = tempfile::tempdir().unwrap();
        let native = root.path().join("native");
        fs::create_dir_all(native.join("lib")).unwrap();
        fs::write(native.join("lib/libpq.so.5.18"), "library").unwrap();
        let list = r#"[{"source":"native/lib/libpq.so.5.18","target":"native/lib/libpq.so.5"},
                       {"source":"native/lib/libpq.so.5.18","target":"../outside"}]"#;
        fs::write(native.join("pg-symlinks.json"), list).unwrap();

        restore_links(&native).unwrap();
        restore_links(&native).unwrap();

        assert_eq!(
            fs::read_to_string(native.join("lib/libpq.so.5")).unwrap(),
            "library"
        );
        assert!(!root.path().parent().unwrap().join("outside").exists());
    }
}
