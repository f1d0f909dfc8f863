//! A small file system of its own, for tests that fill one.

use std::fs::File;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context as _, bail};
use rustix::fs::{FallocateFlags, fallocate, statvfs};
use rustix::io::Errno;

/// What takes the room of a full disk.
const BALLAST: &str = "ballast";
/// Tries to fill a disk that others write to.
const FILLINGS: u32 = 100;

/// A mounted tmpfs, gone when dropped.
pub struct SmallDisk {
    /// Where it is mounted.
    pub at: PathBuf,
}

impl SmallDisk {
    /// Mounts one of this size (`14m`) where there may be no folder yet.
    pub fn mount(at: PathBuf, size: &str) -> anyhow::Result<Self> {
        std::fs::create_dir_all(&at)?;
        let options = format!("size={size},mode=0777");
        let folder = at.to_string_lossy();
        run_as_root("mount", &["-t", "tmpfs", "-o", &options, "tmpfs", &folder])?;
        Ok(Self { at })
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

impl Drop for SmallDisk {
    fn drop(&mut self) {
        run_as_root("umount", &["--lazy", &self.at.to_string_lossy()]).ok();
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
    bail!(
        "this test fills a small disk of its own, and `{program}` is not allowed: run it as root, or as somebody who \
         may use sudo without a password, on a machine that may mount tmpfs: {}",
        String::from_utf8_lossy(&direct.stderr)
    );
}
