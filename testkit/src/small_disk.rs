//! A small file system of its own, for tests that fill one.

use std::fmt::Display;
use std::fs::File;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context as _, anyhow, bail};
use rustix::fs::{FallocateFlags, fallocate, statvfs};
use rustix::io::Errno;

use crate::guardian::Guardian;

/// Mounts a tmpfs at `$2` with the options `$3`, and takes it away when the test process ends, even one that was killed: as it is, else
/// through `sudo` without asking.
const SCRIPT: &str = r#"
disk=$2
as_root() { "$@" 2>"$folder/why" || sudo -n "$@" 2>/dev/null; }
trap 'set +e; exec 2>/dev/null; as_root umount --lazy "$disk"; rm -rf "$folder"' EXIT
as_root mount -t tmpfs -o "$3" tmpfs "$disk" || { cat "$folder/why"; exit 1; }
started
"#;
/// What takes the room of a full disk.
const BALLAST: &str = "ballast";
/// Tries to fill a disk that others write to.
const FILLINGS: u32 = 100;

/// A mounted tmpfs, gone when dropped.
pub struct SmallDisk {
    /// Mount point.
    pub at: PathBuf,
    _guardian: Guardian,
}

impl SmallDisk {
    /// Mounts one of this size (`14m`) where there may be no folder yet.
    pub fn mount(at: PathBuf, size: &str) -> anyhow::Result<Self> {
        std::fs::create_dir_all(&at)?;
        let options = format!("size={size},mode=0777");
        let mounted = Guardian::start(SCRIPT, &[&at.to_string_lossy(), &options]);
        Ok(Self {
            _guardian: mounted.map_err(|error| not_allowed("mount", &error))?,
            at,
        })
    }

    /// Makes it larger or smaller, with all that lies there.
    pub fn resize(&self, size: &str) -> anyhow::Result<()> {
        let options = format!("remount,size={size}");
        run_as_root("mount", &["-o", &options, &self.at.to_string_lossy()])
    }

    /// Takes all of its room but so many bytes, until [`SmallDisk::empty_ballast`].
    pub fn fill_up(&self, left: u64) -> anyhow::Result<()> {
        let file = File::create(self.at.join(BALLAST))?;
        for _ in 0..FILLINGS {
            let found = statvfs(self.at.as_path())?;
            let room = (found.f_bavail * found.f_frsize).saturating_sub(left);
            if room == 0 {
                return Ok(());
            }
            match fallocate(&file, FallocateFlags::empty(), 0, room) {
                // Somebody wrote meanwhile.
                Err(Errno::NOSPC) => {}
                filled => return filled.context("filling a disk"),
            }
        }
        bail!("others write too fast to {}", self.at.display())
    }

    /// Gives the room back that was taken.
    pub fn empty_ballast(&self) -> anyhow::Result<()> {
        std::fs::remove_file(self.at.join(BALLAST)).context("no ballast")
    }
}

/// Runs it as it is, else through `sudo` without asking.
fn run_as_root(program: &str, arguments: &[&str]) -> anyhow::Result<()> {
    let direct = Command::new(program).args(arguments).output()?;
    if direct.status.success() {
        return Ok(());
    }
    let sudo = Command::new("sudo")
        .args(["-n", program])
        .args(arguments)
        .output();
    if sudo.is_ok_and(|done| done.status.success()) {
        return Ok(());
    }
    let complaint = String::from_utf8_lossy(&direct.stderr);
    Err(not_allowed(program, &complaint))
}

fn not_allowed(program: &str, why: &dyn Display) -> anyhow::Error {
    anyhow!(
        "this test fills a small disk of its own, and `{program}` is not allowed: run it as root, or as somebody who \
         may use sudo without a password, on a machine that may mount tmpfs: {why}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_goes_with_whoever_watches_over_it() {
        let home = tempfile::tempdir().unwrap();
        let disk = SmallDisk::mount(home.path().join("disk"), "1m").unwrap();
        let at = disk.at.display().to_string();
        let is_mounted = || {
            let mounts = std::fs::read_to_string("/proc/self/mounts").unwrap();
            mounts.contains(&at)
        };
        assert!(is_mounted());
        // Its guardian's pipe closes, as it does when this process is killed.
        drop(disk);
        assert!(!is_mounted());
    }
}
