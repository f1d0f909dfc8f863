//! Who may read a staged copy beside the server's own user.
//!
//! Everything that the server makes is its user's alone. Staged copies are for people who copy them to disks: what the
//! staging area allows its group, its copies allow it too. Others read nothing.

use std::fs::Permissions;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::Path;

use super::fault;
use crate::fault::Fault;

/// The right to list a folder and enter it, of its group.
const GROUP_ENTERS: u32 = 0o050;
/// New entries get the folder's group.
const SET_GROUP: u32 = 0o2000;

/// Whether the group of the staging area reads copies.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Readers {
    group: bool,
}

impl Readers {
    /// As the staging area says.
    pub(super) fn of_area(area: &Path) -> Result<Self, Fault> {
        let mode = mode(area)?;
        Ok(Self {
            group: mode & GROUP_ENTERS == GROUP_ENTERS,
        })
    }

    /// Lets them into a folder of a copy.
    pub(super) fn admit(self, folder: &Path) -> Result<(), Fault> {
        let group = if self.group { GROUP_ENTERS } else { 0 };
        let mode_bits = 0o700 | group | mode(folder)? & SET_GROUP;
        std::fs::set_permissions(folder, Permissions::from_mode(mode_bits))
            .map_err(|error| fault(folder, &error))
    }

    /// The rights of a file of a copy.
    pub(super) const fn file_mode(self) -> u32 {
        if self.group { 0o640 } else { 0o600 }
    }
}

fn mode(folder: &Path) -> Result<u32, Fault> {
    std::fs::metadata(folder)
        .map(|facts| facts.mode())
        .map_err(|error| fault(folder, &error))
}
