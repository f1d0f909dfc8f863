//! The demo: accounts, a catalogue of real scenes, orders in every state, and one whole order from the terminal.

use std::path::PathBuf;

use anyhow::Context;

use crate::settings::Settings;

pub mod journey;
pub mod seed;

/// The password of every demo account. They are let in only with `SCENEDOCK_DEMO=1`, on loopback addresses.
pub const PASSWORD: &str = "Scenedock1";

/// The folder with the demo's catalogue and archive.
pub fn folder(settings: &Settings) -> anyhow::Result<PathBuf> {
    if let Some(folder) = &settings.demo_dir {
        return Ok(folder.clone());
    }
    let binary = std::env::current_exe()?;
    binary
        .ancestors()
        .chain(std::env::current_dir()?.ancestors())
        .map(|above| above.join("demo"))
        .find(|folder| folder.join("catalogue.ndjson").is_file())
        .context("the demo's folder is not found; set SCENEDOCK_DEMO_DIR")
}
