//! Downloads as applicants make them: with curl, broken off and resumed.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};

/// Slow enough that a transfer can be broken off, in curl's notation.
const SLOW: &str = "8M";
/// Longest wait for the first bytes.
const ARRIVES: Duration = Duration::from_mins(1);

/// One file to fetch with curl.
pub struct Download {
    url: String,
    to: PathBuf,
    options: Vec<String>,
}

impl Download {
    /// `url` into the file `to`.
    #[must_use]
    pub fn new(url: &str, to: &Path) -> Self {
        Self {
            url: url.to_owned(),
            to: to.to_owned(),
            options: Vec::new(),
        }
    }

    /// Adds options of curl.
    #[must_use]
    pub fn options(mut self, options: &[&str]) -> Self {
        self.options
            .extend(options.iter().map(|option| (*option).to_owned()));
        self
    }

    /// Fetches all of it.
    pub fn run(&self) -> anyhow::Result<()> {
        self.finish(&[])
    }

    /// Fetches what is missing.
    pub fn resume(&self) -> anyhow::Result<()> {
        self.finish(&["--continue-at", "-"])
    }

    /// Kills curl when `bytes` have arrived; the bytes that had when it was gone.
    pub fn break_off(&self, bytes: u64) -> anyhow::Result<u64> {
        let mut curl = self
            .command(&["--limit-rate", SLOW, "--no-buffer"])
            .stderr(Stdio::piped())
            .spawn()?;
        let until = Instant::now() + ARRIVES;
        while self.arrived() < bytes && Instant::now() < until {
            if curl.try_wait()?.is_some() {
                break;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        let ended = curl.try_wait()?;
        curl.kill()?;
        curl.wait()?;
        let mut said = String::new();
        let mut stderr = curl.stderr.take().context("no stderr")?;
        stderr.read_to_string(&mut said)?;
        ensure!(ended.is_none(), "curl ended by itself: {said}");
        Ok(self.arrived())
    }

    fn finish(&self, options: &[&str]) -> anyhow::Result<()> {
        let done = self.command(options).output()?;
        let said = String::from_utf8_lossy(&done.stderr);
        ensure!(done.status.success(), "{}: {said}", self.to.display());
        Ok(())
    }

    fn command(&self, options: &[&str]) -> Command {
        let mut command = Command::new("curl");
        command
            .args(["--silent", "--show-error", "--fail", "--output"])
            .arg(&self.to)
            .args(&self.options)
            .args(options)
            .arg(&self.url);
        command
    }

    fn arrived(&self) -> u64 {
        std::fs::metadata(&self.to).map_or(0, |file| file.len())
    }
}

/// `base` (which ends in `/`) with `path` appended, every part of it escaped.
pub fn path_url(base: &str, path: &str) -> anyhow::Result<String> {
    let mut url = reqwest::Url::parse(base)?;
    url.path_segments_mut()
        .map_err(|()| anyhow::anyhow!("{base} takes no path"))?
        .pop_if_empty()
        .extend(path.split('/'));
    Ok(url.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_escaped() {
        let url = path_url("ftp://u:p@h:1/", "scenes/景 1#%.tif").unwrap();
        assert_eq!(url, "ftp://u:p@h:1/scenes/%E6%99%AF%201%23%25.tif");
    }
}
