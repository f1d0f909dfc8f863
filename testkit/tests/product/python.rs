//! Interpreters with the packages of one check, which `.ci/tools` made beside what cargo builds.

use std::path::PathBuf;

use anyhow::Context as _;

/// `python-stac` and the like.
pub fn interpreter(folder: &str) -> anyhow::Result<PathBuf> {
    let test = std::env::current_exe()?;
    let found = test
        .ancestors()
        .map(|above| above.join(folder).join("bin/python"))
        .find(|path| path.is_file());
    found.with_context(|| format!("{folder} is missing: run .ci/tools"))
}
