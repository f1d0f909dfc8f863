//! The files of this checkout, for tests about their shape.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The checkout.
#[must_use]
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Every file that belongs to the project, by its path from the root: what git tracks, and what it would.
///
/// # Panics
/// Without git, which the tests need.
#[must_use]
pub fn files() -> Vec<String> {
    let listed = Command::new("git")
        .args(["-c", "safe.directory=*", "ls-files", "-co"])
        .args(["--exclude-standard", "-z"])
        .current_dir(root())
        .output()
        .expect("git is needed for this test");
    let complaint = String::from_utf8_lossy(&listed.stderr);
    assert!(listed.status.success(), "{complaint}");
    String::from_utf8_lossy(&listed.stdout)
        .split('\0')
        .filter(|name| !name.is_empty() && root().join(name).is_file())
        .map(str::to_owned)
        .collect()
}

/// The text of a file of the project, unless it is none.
#[must_use]
pub fn text(name: &str) -> Option<String> {
    std::fs::read_to_string(root().join(name)).ok()
}

/// Path and text of every Rust source.
pub fn rust_sources() -> impl Iterator<Item = (String, String)> {
    files()
        .into_iter()
        .filter(|name| Path::new(name).extension().is_some_and(|kind| kind == "rs"))
        .filter_map(|name| text(&name).map(|text| (name, text)))
}
